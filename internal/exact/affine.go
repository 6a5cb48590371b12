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
func (a *Affine) Point(p Vec3) Vec3 { return a.Direction(p).Add(a.Translation()) }

// Direction returns the vector v transformed without the translation.
func (a *Affine) Direction(v Vec3) (out Vec3) {
	for r := range out {
		out[r] = float64(a[4*r]*v[0]) + float64(a[4*r+1]*v[1]) + float64(a[4*r+2]*v[2])
	}
	return out
}

// Translation returns the image of the origin.
func (a *Affine) Translation() Vec3 { return Vec3{a[3], a[7], a[11]} }

// Inverse returns the inverse transform, and false if there is none.
func (a *Affine) Inverse() (Affine, bool) {
	minor := func(i, j, k, l int) float64 { return float64(a[i]*a[j]) - float64(a[k]*a[l]) }
	c00, c01, c02 := minor(5, 10, 6, 9), minor(6, 8, 4, 10), minor(4, 9, 5, 8)
	determinant := float64(a[0]*c00) + float64(a[1]*c01) + float64(a[2]*c02)
	// The adjugate divided by the determinant, which leaves Inf or NaN if that is 0.
	out := Affine{
		c00, minor(2, 9, 1, 10), minor(1, 6, 2, 5), 0,
		c01, minor(0, 10, 2, 8), minor(2, 4, 0, 6), 0,
		c02, minor(1, 8, 0, 9), minor(0, 5, 1, 4), 0,
	}
	for r := 0; r < len(out); r += 4 {
		for c := range 3 {
			if out[r+c] /= determinant; !IsFinite(out[r+c]) {
				return Affine{}, false
			}
		}
	}
	moved := out.Direction(a.Translation())
	for r := range moved {
		out[4*r+3] = -moved[r]
	}
	return out, true
}
