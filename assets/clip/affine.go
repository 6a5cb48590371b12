package clip

import (
	"math"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// affine is a [rig.Matrix] in float64.
type affine [12]float64

var identityAffine = affine{0: 1, 5: 1, 10: 1}

// wideTRS is a [rig.TRS] in float64, the rotation x, y, z, w.
type wideTRS struct {
	translation [3]float64
	rotation    [4]float64
	scale       [3]float64
}

func wideOf(t rig.TRS) (w wideTRS) {
	for i := range 3 {
		w.translation[i], w.scale[i] = float64(t.Translation[i]), float64(t.Scale[i])
	}
	for i, v := range exact.XYZW(t.Rotation) {
		w.rotation[i] = float64(v)
	}
	return w
}

// matrix returns translation · rotation · scale.
func (t *wideTRS) matrix() affine {
	x, y, z, w := t.rotation[0], t.rotation[1], t.rotation[2], t.rotation[3]
	xx, yy, zz := float64(2*x*x), float64(2*y*y), float64(2*z*z)
	xy, xz, yz := float64(2*x*y), float64(2*x*z), float64(2*y*z)
	wx, wy, wz := float64(2*w*x), float64(2*w*y), float64(2*w*z)
	s, p := t.scale, t.translation
	return affine{
		float64((1 - (yy + zz)) * s[0]), float64((xy - wz) * s[1]), float64((xz + wy) * s[2]), p[0],
		float64((xy + wz) * s[0]), float64((1 - (xx + zz)) * s[1]), float64((yz - wx) * s[2]), p[1],
		float64((xz - wy) * s[0]), float64((yz + wx) * s[1]), float64((1 - (xx + yy)) * s[2]), p[2],
	}
}

// mul returns the product a·b.
func (a *affine) mul(b *affine) affine {
	var p affine
	for r := 0; r < 12; r += 4 {
		for c := range 4 {
			p[r+c] = float64(a[r]*b[c]) + float64(a[r+1]*b[4+c]) + float64(a[r+2]*b[8+c])
		}
		p[r+3] += a[r+3]
	}
	return p
}

// point returns the point transformed.
func (a *affine) point(p [3]float64) [3]float64 {
	v := a.direction(p)
	return [3]float64{v[0] + a[3], v[1] + a[7], v[2] + a[11]}
}

// direction returns the vector transformed.
func (a *affine) direction(v [3]float64) (out [3]float64) {
	for r := range 3 {
		out[r] = float64(a[4*r]*v[0]) + float64(a[4*r+1]*v[1]) + float64(a[4*r+2]*v[2])
	}
	return out
}

func (a *affine) translation() [3]float64 { return [3]float64{a[3], a[7], a[11]} }

// inverse returns the inverse, and false where there is none.
func (a *affine) inverse() (affine, bool) {
	minor := func(i, j, k, l int) float64 { return float64(a[i]*a[j]) - float64(a[k]*a[l]) }
	c00, c01, c02 := minor(5, 10, 6, 9), minor(6, 8, 4, 10), minor(4, 9, 5, 8)
	determinant := float64(a[0]*c00) + float64(a[1]*c01) + float64(a[2]*c02)
	out := affine{
		c00, minor(2, 9, 1, 10), minor(1, 6, 2, 5), 0,
		c01, minor(0, 10, 2, 8), minor(2, 4, 0, 6), 0,
		c02, minor(1, 8, 0, 9), minor(0, 5, 1, 4), 0,
	}
	for i := range out {
		out[i] /= determinant
		if out[i]-out[i] != 0 {
			return affine{}, false
		}
	}
	moved := out.direction(a.translation())
	for r := range 3 {
		out[4*r+3] = -moved[r]
	}
	return out, true
}

// yaw returns the angle of the turn about the up axis that comes nearest to the matrix, and false where none is nearer than
// any other. Of a rotation it is the twist of its swing-twist decomposition (P. Dobrowolski, "Swing-twist decomposition in
// Clifford algebra", 2015): with the quaternion x, y, z, w and Y up the sine is 4wy and the cosine 2(w² - y²), both times the same.
func (a *affine) yaw(up UpAxis) (float64, bool) {
	s, c := a[2]-a[8], a[0]+a[10]
	if up == UpZ {
		s, c = a[4]-a[1], a[0]+a[5]
	}
	const undefined = 1e-6
	return exact.Atan2(s, c), math.Abs(s)+math.Abs(c) > undefined
}

// axisBelow returns the unit axis about which a joint below the matrix turns by an angle where the character turns by the same
// about the up axis. False says that no rotation does so, since the matrix scales the plane that is turned.
func (a *affine) axisBelow(inverse *affine, up UpAxis) ([3]float64, bool) {
	cross := affine{2: 1, 8: -1} // the matrix of v -> up × v
	if up == UpZ {
		cross = affine{1: -1, 4: 1}
	}
	n := cross.mul(a)
	n = inverse.mul(&n) // it is of that form again, or the turn is none
	const slack = 1e-5
	for r := range 3 {
		for c := range r + 1 {
			if math.Abs(n[4*r+c]+n[4*c+r]) > slack {
				return [3]float64{}, false
			}
		}
	}
	axis := [3]float64{n[9] - n[6], n[2] - n[8], n[4] - n[1]}
	length := math.Sqrt(float64(axis[0]*axis[0]) + float64(axis[1]*axis[1]) + float64(axis[2]*axis[2]))
	for i := range axis {
		axis[i] /= length
	}
	return axis, length > 0
}
