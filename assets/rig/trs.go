package rig

import (
	"errors"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/internal/exact"
)

// Reasons for which a matrix cannot be taken apart, for use with [errors.Is].
var (
	// ErrShear says that a matrix's columns are not at right angles, so that no translation, rotation and scale make it.
	ErrShear = errors.New("the matrix has shear, which translation, rotation and scale cannot express")
	// ErrSingular says that a matrix collapses space: a column, or the determinant, is 0.
	ErrSingular = errors.New("the matrix is singular, so it has no rotation")
	// ErrNotFinite says that a number is infinite or not a number.
	ErrNotFinite = errors.New("a number is infinite or NaN")
)

// shearTolerance is the largest cosine between two columns that still counts as a right angle: what float32 rounding
// and a few products leave in exported matrices, and far below what can be seen.
const shearTolerance = 1e-3

// Decompose takes the matrix apart into translation, rotation and scale. A mirroring matrix gives a negative x scale. The
// errors are [ErrShear], [ErrSingular] and [ErrNotFinite].
func (m Matrix) Decompose() (TRS, error) {
	var column [3][3]float64
	var length [3]float64
	for _, v := range m {
		if v-v != 0 {
			return TRS{}, ErrNotFinite
		}
	}
	for c := range 3 {
		var n float64
		for r := range 3 {
			v := float64(m[4*r+c])
			column[c][r] = v
			n += float64(v * v)
		}
		length[c] = math.Sqrt(n)
		if length[c] == 0 {
			return TRS{}, ErrSingular
		}
		for r := range 3 {
			column[c][r] /= length[c]
		}
	}
	x, y, z := column[0], column[1], column[2]
	for _, pair := range [3][2][3]float64{{x, y}, {y, z}, {z, x}} {
		if math.Abs(dot3(pair[0], pair[1])) > shearTolerance {
			return TRS{}, ErrShear
		}
	}
	if dot3(cross3(x, y), z) < 0 {
		length[0] = -length[0]
		for r := range 3 {
			x[r] = -x[r]
		}
	}
	t := IdentityTRS()
	t.Rotation = exact.QuatFromXYZW(quatFromColumns(x, y, z))
	for i := range 3 {
		t.Translation[i] = m[4*i+3]
		t.Scale[i] = float32(length[i])
	}
	return t, nil
}

// quatFromColumns returns the quaternion x, y, z, w of a rotation matrix's columns, dividing by the largest of the four
// candidates (S. W. Shepperd, "Quaternion from rotation matrix", 1978).
func quatFromColumns(x, y, z [3]float64) [4]float32 {
	trace := x[0] + y[1] + z[2]
	var q [4]float64
	switch {
	case trace >= x[0] && trace >= y[1] && trace >= z[2]:
		q = [4]float64{y[2] - z[1], z[0] - x[2], x[1] - y[0], 1 + trace}
	case x[0] >= y[1] && x[0] >= z[2]:
		q = [4]float64{1 + x[0] - y[1] - z[2], x[1] + y[0], z[0] + x[2], y[2] - z[1]}
	case y[1] >= z[2]:
		q = [4]float64{x[1] + y[0], 1 + y[1] - x[0] - z[2], y[2] + z[1], z[0] - x[2]}
	default:
		q = [4]float64{z[0] + x[2], y[2] + z[1], 1 + z[2] - x[0] - y[1], x[1] - y[0]}
	}
	var n float64
	for _, v := range q {
		n += float64(v * v)
	}
	n = math.Sqrt(n)
	var out [4]float32
	for i, v := range q {
		out[i] = float32(v / n)
	}
	return out
}

func dot3(a, b [3]float64) float64 {
	return float64(a[0]*b[0]) + float64(a[1]*b[1]) + float64(a[2]*b[2])
}

func cross3(a, b [3]float64) [3]float64 {
	return [3]float64{
		float64(a[1]*b[2]) - float64(a[2]*b[1]),
		float64(a[2]*b[0]) - float64(a[0]*b[2]),
		float64(a[0]*b[1]) - float64(a[1]*b[0]),
	}
}

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
func (t TRS) isValid() bool {
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
