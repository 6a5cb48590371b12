package assets

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// TRS is a transform as its parts: a point is scaled, then rotated, then translated. It places a joint in the space of
// its parent (local space).
type TRS struct {
	Translation mgl32.Vec3
	Rotation    mgl32.Quat // unit length
	Scale       mgl32.Vec3
}

// IdentityTRS returns the transform that changes nothing. (The zero TRS, with its scale of 0, collapses everything.)
func IdentityTRS() TRS {
	return TRS{Rotation: mgl32.QuatIdent(), Scale: mgl32.Vec3{1, 1, 1}}
}

// Matrix returns the transform as a matrix.
func (t TRS) Matrix() Matrix {
	x, y, z, w := t.Rotation.V[0], t.Rotation.V[1], t.Rotation.V[2], t.Rotation.W
	x2, y2, z2 := x+x, y+y, z+z
	xx, yy, zz := float32(x*x2), float32(y*y2), float32(z*z2)
	xy, xz, yz := float32(x*y2), float32(x*z2), float32(y*z2)
	wx, wy, wz := float32(w*x2), float32(w*y2), float32(w*z2)
	s, p := t.Scale, t.Translation
	return Matrix{
		(1 - (yy + zz)) * s[0], (xy - wz) * s[1], (xz + wy) * s[2], p[0],
		(xy + wz) * s[0], (1 - (xx + zz)) * s[1], (yz - wx) * s[2], p[1],
		(xz - wy) * s[0], (yz + wx) * s[1], (1 - (xx + yy)) * s[2], p[2],
	}
}

// isFinite says whether every number is finite and the rotation is not zero.
func (t TRS) isFinite() bool {
	var length float64
	for _, v := range quatXYZW(t.Rotation) {
		length += float64(float64(v) * float64(v))
	}
	sum := length
	for i := range 3 {
		sum += math.Abs(float64(t.Translation[i])) + math.Abs(float64(t.Scale[i]))
	}
	return length > 0 && !math.IsNaN(sum) && !math.IsInf(sum, 0)
}

// normalised returns the quaternion x, y, z, w at unit length. Its length must not be 0.
func normalised(q [4]float32) [4]float32 {
	var n float64
	for _, v := range q {
		n += float64(float64(v) * float64(v))
	}
	n = math.Sqrt(n)
	for i, v := range q {
		q[i] = float32(float64(v) / n)
	}
	return q
}

func quatXYZW(q mgl32.Quat) [4]float32 { return [4]float32{q.V[0], q.V[1], q.V[2], q.W} }

func quatFromXYZW(q [4]float32) mgl32.Quat {
	return mgl32.Quat{W: q[3], V: mgl32.Vec3{q[0], q[1], q[2]}}
}
