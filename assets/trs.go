package assets

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/internal/exact"
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
	for _, v := range exact.XYZW(t.Rotation) {
		length += float64(float64(v) * float64(v))
	}
	sum := length
	for i := range 3 {
		sum += math.Abs(float64(t.Translation[i])) + math.Abs(float64(t.Scale[i]))
	}
	return length > 0 && !math.IsNaN(sum) && !math.IsInf(sum, 0)
}
