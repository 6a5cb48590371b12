package exact

// Affine is an affine transform in float64: the upper three rows of a 4x4 matrix, row-major, which
// multiplies column vectors. Element [4r+c] is row r, column c; [3], [7] and [11] are the
// translation.
type Affine [12]float64

// IdentityAffine is the transform that changes nothing.
var IdentityAffine = Affine{0: 1, 5: 1, 10: 1}

// ToAffine returns a 3x4 row-major matrix in float64.
func ToAffine(m *[12]float32) (a Affine) {
	for i, v := range m {
		a[i] = float64(v)
	}
	return a
}

// Mul returns the product a·b: the transform by b, then by a.
func (a *Affine) Mul(b *Affine) Affine {
	var p Affine
	for r := 0; r < len(p); r += 4 {
		for c := range 4 {
			p[r+c] = float64(a[r]*b[c]) + float64(a[r+1]*b[4+c]) + float64(a[r+2]*b[8+c])
		}
		p[r+3] += a[r+3]
	}
	return p
}

// Point returns the point p transformed.
func (a *Affine) Point(p Vec3) Vec3 { return a.PointXYZ(p.Vector()).Vec3() }

// Direction returns the vector v transformed without the translation.
func (a *Affine) Direction(v Vec3) Vec3 { return a.DirectionXYZ(v.Vector()).Vec3() }

// PointXYZ is [Affine.Point] for a vector whose components are fields.
func (a *Affine) PointXYZ(p Vector) Vector {
	return Vector{
		float64(a[0]*p.X) + float64(a[1]*p.Y) + float64(a[2]*p.Z) + a[3],
		float64(a[4]*p.X) + float64(a[5]*p.Y) + float64(a[6]*p.Z) + a[7],
		float64(a[8]*p.X) + float64(a[9]*p.Y) + float64(a[10]*p.Z) + a[11],
	}
}

// DirectionXYZ is [Affine.Direction] for a vector whose components are fields.
func (a *Affine) DirectionXYZ(v Vector) Vector {
	return Vector{
		float64(a[0]*v.X) + float64(a[1]*v.Y) + float64(a[2]*v.Z),
		float64(a[4]*v.X) + float64(a[5]*v.Y) + float64(a[6]*v.Z),
		float64(a[8]*v.X) + float64(a[9]*v.Y) + float64(a[10]*v.Z),
	}
}

// Translation returns the image of the origin.
func (a *Affine) Translation() Vec3 { return Vec3{a[3], a[7], a[11]} }

// Inverse returns the inverse transform, and false if there is none.
func (a *Affine) Inverse() (inverse Affine, ok bool) {
	ok = inverse.SetInverse(a)
	return inverse, ok
}

// SetInverse makes it the inverse of another transform, and reports whether that has one. If not, it
// is all 0. It is [Affine.Inverse] without a copy of the result.
func (a *Affine) SetInverse(of *Affine) (ok bool) {
	ax, bx, cx := of[0], of[1], of[2]
	ay, by, cy := of[4], of[5], of[6]
	az, bz, cz := of[8], of[9], of[10]
	x, y, z := of[3], of[7], of[11]
	c0 := float64(by*cz) - float64(cy*bz)
	c1 := float64(cy*az) - float64(ay*cz)
	c2 := float64(ay*bz) - float64(by*az)
	determinant := float64(ax*c0) + float64(bx*c1) + float64(cx*c2)
	// The adjugate divided by the determinant, which leaves Inf or NaN if that is 0.
	a0, a1, a2 := c0/determinant, (float64(cx*bz)-float64(bx*cz))/determinant, (float64(bx*cy)-float64(cx*by))/determinant
	b0, b1, b2 := c1/determinant, (float64(ax*cz)-float64(cx*az))/determinant, (float64(cx*ay)-float64(ax*cy))/determinant
	d0, d1, d2 := c2/determinant, (float64(bx*az)-float64(ax*bz))/determinant, (float64(ax*by)-float64(bx*ay))/determinant
	if !(XYZ(a0, a1, a2).IsFinite() && XYZ(b0, b1, b2).IsFinite() && XYZ(d0, d1, d2).IsFinite()) {
		*a = Affine{}
		return false
	}
	a[0], a[1], a[2], a[3] = a0, a1, a2, -(float64(a0*x) + float64(a1*y) + float64(a2*z))
	a[4], a[5], a[6], a[7] = b0, b1, b2, -(float64(b0*x) + float64(b1*y) + float64(b2*z))
	a[8], a[9], a[10], a[11] = d0, d1, d2, -(float64(d0*x) + float64(d1*y) + float64(d2*z))
	return true
}
