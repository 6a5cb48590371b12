package rig

import (
	"errors"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/exact"
)

// TRS is an affine transform as translation, rotation and scale: it scales a point, then rotates,
// then translates it. It gives a joint's place in the space of its parent (local space).
type TRS struct {
	Translation mgl32.Vec3 // meters
	Rotation    mgl32.Quat // length 1
	Scale       mgl32.Vec3
}

// IdentityTRS returns the transform that changes nothing. (The zero TRS has scale 0, which
// collapses space.)
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

// isValid reports whether every number is finite and the rotation is not 0.
func (t TRS) isValid() bool {
	q := exact.ToQuat(exact.XYZW(t.Rotation))
	return q.Dot(q) > 0 && exact.IsFinite(q.Dot(q)) && exact.ToVec3(t.Translation).IsFinite() &&
		exact.ToVec3(t.Scale).IsFinite()
}

// The errors of [Matrix.Decompose] and of numbers that are not finite, for use with [errors.Is].
var (
	// ErrShear reports a matrix whose columns are not at right angles, so that no translation,
	// rotation and scale make it.
	ErrShear = errors.New("the matrix has shear, which translation, rotation and scale cannot express")
	// ErrSingular reports a matrix with a column of 0, which has no rotation.
	ErrSingular = errors.New("the matrix is singular, so it has no rotation")
	// ErrNotFinite reports a number that is infinite or NaN.
	ErrNotFinite = errors.New("a number is infinite or NaN")
)

// shearTolerance is the largest cosine between two columns that counts as a right angle. Rounding
// to float32 and a few products leave up to that in exported matrices, and it is far below what can
// be seen.
const shearTolerance = 1e-3

// Decompose returns the translation, rotation and scale that make the matrix. The scale of a
// mirroring matrix is negative in x. The errors are [ErrShear], [ErrSingular] and [ErrNotFinite].
func (m Matrix) Decompose() (TRS, error) {
	for _, v := range m {
		if !exact.IsFinite(v) {
			return TRS{}, ErrNotFinite
		}
	}
	var columns [3]exact.Vec3
	var scale exact.Vec3
	for c := range columns {
		column := exact.ToVec3([3]float32{m[c], m[4+c], m[8+c]})
		if scale[c] = column.Length(); scale[c] == 0 {
			return TRS{}, ErrSingular
		}
		columns[c] = column.Normalized()
	}
	x, y, z := columns[0], columns[1], columns[2]
	for _, cosine := range [3]float64{x.Dot(y), y.Dot(z), z.Dot(x)} {
		if math.Abs(cosine) > shearTolerance {
			return TRS{}, ErrShear
		}
	}
	if x.Cross(y).Dot(z) < 0 {
		scale[0] = -scale[0]
		x = x.Scale(-1)
	}
	return TRS{
		Translation: mgl32.Vec3{m[3], m[7], m[11]},
		Rotation:    exact.QuatFromXYZW(exact.QuatFromAxes(x, y, z).Float32()),
		Scale:       scale.Float32(),
	}, nil
}
