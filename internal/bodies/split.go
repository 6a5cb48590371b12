package bodies

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/exact"
)

// Place is where a rigid body is.
type Place struct {
	Position mgl32.Vec3
	Rotation [4]float32 // x, y, z, w; of length 1 where this package writes it
}

// Stretch is the scale, shear and mirroring of a transform without its rotation: a 3x3 matrix,
// row-major, that is upper triangular.
type Stretch [9]float64

// Split splits a transform into a place and a stretch: m = translation · rotation · stretch. The
// first column of the matrix keeps its direction, and the second one the plane of both
// (Gram-Schmidt). Split returns false if the matrix is singular or not finite.
func Split(m *exact.Affine) (position exact.Vec3, rotation exact.Quat, stretch Stretch, ok bool) {
	x, y, z := exact.Vec3{m[0], m[4], m[8]}, exact.Vec3{m[1], m[5], m[9]}, exact.Vec3{m[2], m[6], m[10]}
	sx := x.Length()
	if !(sx > 0) || !exact.IsFinite(sx) {
		return
	}
	x = x.Scale(1 / sx)
	xy := x.Dot(y)
	y = y.AddScaled(-xy, x)
	sy := y.Length()
	if !(sy > 0) || !exact.IsFinite(sy) {
		return
	}
	y = y.Scale(1 / sy)
	side := x.Cross(y)
	stretch = Stretch{sx, xy, x.Dot(z), 0, sy, y.Dot(z), 0, 0, side.Dot(z)}
	position = m.Translation()
	if stretch[8] == 0 || !exact.IsFinite(stretch[8]) || !position.IsFinite() {
		return
	}
	return position, exact.QuatFromAxes(x, y, side), stretch, true
}

// IsValid reports whether the place is finite and its rotation has a length.
func (p *Place) IsValid() bool {
	q := exact.ToQuat(p.Rotation)
	length := q.Dot(q)
	return exact.ToVec3(p.Position).IsFinite() && length > 0 && exact.IsFinite(length)
}

// Matrix returns the transform with the place and a stretch. It returns false if the place is not
// finite or its rotation has length 0.
func (p *Place) Matrix(stretch *Stretch) (m exact.Affine, ok bool) {
	if !p.IsValid() {
		return m, false
	}
	q, position := exact.ToQuat(p.Rotation).Normalized(), exact.ToVec3(p.Position)
	x, y, z := q.Rotate(exact.Vec3{1, 0, 0}), q.Rotate(exact.Vec3{0, 1, 0}), q.Rotate(exact.Vec3{0, 0, 1})
	for r := range 3 {
		m[4*r] = float64(x[r] * stretch[0])
		m[4*r+1] = float64(x[r]*stretch[1]) + float64(y[r]*stretch[4])
		m[4*r+2] = float64(x[r]*stretch[2]) + float64(y[r]*stretch[5]) + float64(z[r]*stretch[8])
		m[4*r+3] = position[r]
	}
	return m, true
}

// Apply returns a vector stretched.
func (s *Stretch) Apply(v exact.Vec3) exact.Vec3 {
	return exact.Vec3{
		float64(s[0]*v[0]) + float64(s[1]*v[1]) + float64(s[2]*v[2]),
		float64(s[4]*v[1]) + float64(s[5]*v[2]),
		float64(s[8] * v[2]),
	}
}

// Ratio returns the number above 0 by which all of another stretch is multiplied to get this one.
// It returns false if there is none, beyond the rounding of the matrices from which they were
// split.
func (s *Stretch) Ratio(other *Stretch) (ratio float64, ok bool) {
	largest := s.Largest()
	ratio = largest / other.Largest()
	if !(ratio > 0) || !exact.IsFinite(ratio) {
		return 0, false
	}
	for i, x := range s {
		if !(math.Abs(x-float64(ratio*other[i])) <= float64(largest*maxUneven)) {
			return 0, false
		}
	}
	if math.Abs(ratio-1) <= maxRounding {
		return 1, true
	}
	return ratio, true
}

const (
	// maxUneven is how far numbers of a stretch may differ as a part of the largest one, when the
	// other numbers fit: far more than what float32 matrices lose, and less than what is seen.
	maxUneven = 1e-3
	// maxRounding is how far a ratio may be from 1 by rounding: more than what float32 matrices
	// lose.
	maxRounding = 1e-5
)

// String returns the factors along the three axes; the last one is negative if the stretch mirrors.
func (s *Stretch) String() string { return fmt.Sprintf("(%.4g, %.4g, %.4g)", s[0], s[4], s[8]) }

// Largest returns the largest of the factors by which the stretch scales its axes.
func (s *Stretch) Largest() float64 {
	square := func(a, b, c float64) float64 { return float64(a*a) + float64(b*b) + float64(c*c) }
	return math.Sqrt(max(square(s[0], 0, 0), square(s[1], s[4], 0), square(s[2], s[5], s[8])))
}

// State is where a body is and how it moves.
type State struct {
	Place
	Linear  mgl32.Vec3 // velocity of the body's origin, in meters per second
	Angular mgl32.Vec3 // rotation vector per second, in radians, in world space
}

// MoveTo moves a body, and measures its velocities over the time since its last place in seconds.
// With 0 or less they are
// 0. A body that turns by more than half a turn counts as turning the other way.
func (s *State) MoveTo(position exact.Vec3, rotation exact.Quat, seconds float64) {
	before := s.Place
	s.Position, s.Rotation = position.Float32(), rotation.Float32()
	s.Linear, s.Angular = mgl32.Vec3{}, mgl32.Vec3{}
	if !(seconds > 0) {
		return
	}
	linear := position.Sub(exact.ToVec3(before.Position)).Scale(1 / seconds)
	turn := rotation.Mul(exact.ToQuat(before.Rotation).Conjugate())
	if turn[3] < 0 {
		turn = exact.Quat{-turn[0], -turn[1], -turn[2], -turn[3]}
	}
	angular := exact.Vec3{turn[0], turn[1], turn[2]}
	if sine := angular.Length(); sine > 0 {
		angular = angular.Scale(2 * exact.Atan2(sine, turn[3]) / sine / seconds)
	}
	if v, w := linear.Float32(), angular.Float32(); exact.ToVec3(v).IsFinite() && exact.ToVec3(w).IsFinite() {
		s.Linear, s.Angular = v, w
	}
}
