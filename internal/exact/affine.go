package exact

// Affine is an affine transform in float64: the upper three rows of a 4x4 matrix, row-major, which multiplies column vectors.
type Affine [12]float64

// IdentityAffine is the transform that changes nothing.
var IdentityAffine = Affine{0: 1, 5: 1, 10: 1}

// Mul returns the product a·b: the transform by b, then by a.
func (a *Affine) Mul(b *Affine) Affine {
	var p Affine
	for r := 0; r < 12; r += 4 {
		for c := range 4 {
			p[r+c] = float64(a[r]*b[c]) + float64(a[r+1]*b[4+c]) + float64(a[r+2]*b[8+c])
		}
		p[r+3] += a[r+3]
	}
	return p
}

// Point returns a point transformed.
func (a *Affine) Point(p Vec3) Vec3 {
	v := a.Direction(p)
	return Vec3{v[0] + a[3], v[1] + a[7], v[2] + a[11]}
}

// Direction returns a vector transformed without the translation.
func (a *Affine) Direction(v Vec3) (out Vec3) {
	for r := range 3 {
		out[r] = float64(a[4*r]*v[0]) + float64(a[4*r+1]*v[1]) + float64(a[4*r+2]*v[2])
	}
	return out
}

// Translation returns where the origin goes.
func (a *Affine) Translation() Vec3 { return Vec3{a[3], a[7], a[11]} }

// Inverse returns the inverse transform, and false where there is none.
func (a *Affine) Inverse() (Affine, bool) {
	minor := func(i, j, k, l int) float64 { return float64(a[i]*a[j]) - float64(a[k]*a[l]) }
	c00, c01, c02 := minor(5, 10, 6, 9), minor(6, 8, 4, 10), minor(4, 9, 5, 8)
	determinant := float64(a[0]*c00) + float64(a[1]*c01) + float64(a[2]*c02)
	out := Affine{
		c00, minor(2, 9, 1, 10), minor(1, 6, 2, 5), 0,
		c01, minor(0, 10, 2, 8), minor(2, 4, 0, 6), 0,
		c02, minor(1, 8, 0, 9), minor(0, 5, 1, 4), 0,
	}
	for i := range out {
		out[i] /= determinant
		if !IsFinite(out[i]) {
			return Affine{}, false
		}
	}
	moved := out.Direction(a.Translation())
	for r := range 3 {
		out[4*r+3] = -moved[r]
	}
	return out, true
}
