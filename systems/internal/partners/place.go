package partners

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/exact"
)

// Frame is a place: a rotation, then a translation. It has no scale.
type Frame struct {
	Rotation exact.Quat
	Position exact.Vec3
}

// Identity is the frame at the origin.
var Identity = Frame{Rotation: exact.IdentityQuat}

// Times returns the frame g in the space of f, as a frame in the space of f's own parent.
func (f Frame) Times(g Frame) Frame {
	return Frame{f.Rotation.Mul(g.Rotation).Normalized(), f.Position.Add(f.Rotation.Rotate(g.Position))}
}

// Inverse returns the frame that undoes f.
func (f Frame) Inverse() Frame {
	back := f.Rotation.Conjugate()
	return Frame{back, back.Rotate(f.Position.Scale(-1))}
}

// Shape is the scale and the shear of a matrix: the upper triangle, by rows, of what it applies
// before it rotates. A negative last number mirrors.
type Shape [6]float64

// Apply returns the vector v scaled and sheared.
func (s *Shape) Apply(v exact.Vec3) exact.Vec3 {
	return exact.Vec3{
		float64(s[0]*v[0]) + float64(s[1]*v[1]) + float64(s[2]*v[2]),
		float64(s[3]*v[1]) + float64(s[4]*v[2]),
		float64(s[5] * v[2]),
	}
}

// Split splits a column-major matrix, whose last row is 0 0 0 1, into a frame and a shape. It
// returns false if a number is not finite.
func Split(m *mgl32.Mat4) (f Frame, shape Shape, ok bool) {
	if !exact.AllFinite(m[:]...) {
		return Identity, Shape{}, false
	}
	var columns [3]exact.Vec3
	for c := range columns {
		columns[c] = exact.Vec3{float64(m[4*c]), float64(m[4*c+1]), float64(m[4*c+2])}
	}
	x, ok := axis(columns[0])
	if !ok {
		x = exact.Vec3{1, 0, 0}
	}
	y, ok := axis(columns[1].AddScaled(-x.Dot(columns[1]), x))
	if !ok {
		y = across(x)
	}
	z := x.Cross(y)
	shape = Shape{
		x.Dot(columns[0]), x.Dot(columns[1]), x.Dot(columns[2]),
		y.Dot(columns[1]), y.Dot(columns[2]),
		z.Dot(columns[2]),
	}
	f = Frame{exact.QuatFromAxes(x, y, z), exact.Vec3{float64(m[12]), float64(m[13]), float64(m[14])}}
	return f, shape, true
}

// axis returns v with length 1, and reports whether v has a length.
func axis(v exact.Vec3) (unit exact.Vec3, ok bool) {
	if length := v.Length(); length > 0 {
		return v.Scale(1 / length), true
	}
	return v, false
}

// across returns a vector of length 1 at a right angle to another one.
func across(x exact.Vec3) exact.Vec3 {
	y := exact.Vec3{0, 1, 0}
	if x[1] > 0.7 || x[1] < -0.7 {
		y = exact.Vec3{1, 0, 0}
	}
	if unit, ok := axis(y.AddScaled(-x.Dot(y), x)); ok {
		return unit
	}
	return y
}

// Matrix returns the matrix that applies a shape, then the frame.
func (f Frame) Matrix(shape *Shape) mgl32.Mat4 {
	m := mgl32.Mat4{15: 1}
	for c, unit := range [3]exact.Vec3{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}} {
		column := f.Rotation.Rotate(shape.Apply(unit)).Float32()
		copy(m[4*c:], column[:])
	}
	position := f.Position.Float32()
	copy(m[12:], position[:])
	return m
}

// PlaceOf returns the place of a partner relative to the anchor, in meters.
func PlaceOf(p *components.Partner) Frame {
	rotation := exact.ToQuat(p.Rotation)
	if !(rotation.Dot(rotation) > 0) {
		rotation = exact.IdentityQuat
	}
	return Frame{rotation.Normalized(), exact.ToVec3(p.Position).Scale(float64(p.Scale))}
}

// ShapeOf returns the shape that a partner keeps.
func ShapeOf(p *components.Partner) (s Shape) {
	for i, v := range p.Shape {
		s[i] = float64(v)
	}
	return s
}

// Moved returns the root motion of a playback since the start of its clip, all loops included. The
// loops are those of the playback whose time it has.
func Moved(root *clip.RootMotion, p, timer *components.Playback) clip.Motion {
	if root == nil {
		return clip.Motion{}
	}
	at := root.At(p.Time)
	if timer.Mode != clip.Loop {
		return at
	}
	loops := int(min(timer.LoopsDone, 1<<30))
	if timer.Finished && loops > 0 {
		loops-- // the last loop ends without a wrap
	}
	whole := root.Total()
	if timer.Speed < 0 {
		whole = whole.Inverse(root.Up())
	}
	return whole.Repeat(loops, root.Up()).Compose(at, root.Up())
}

// Step returns a motion of a character as a frame in the space that its own frame and shape lead
// to.
func Step(m clip.Motion, up clip.UpAxis, shape *Shape) Frame {
	about := exact.Vec3{0, 1, 0}
	if up == clip.UpZ {
		about = exact.Vec3{0, 0, 1}
	}
	return Frame{exact.AxisAngle(about, m.Yaw), shape.Apply(exact.Vec3{m.X, m.Y, m.Z})}
}

// Beside returns the frame of a character beside its leader: the anchor is where the leader's place
// and its step since the start lead back to, and the character's place and step lead on from there.
// A character without a step of its own, which moves says, goes along with the leader instead.
func Beside(leader, leaderPlace, leaderStep, place, step Frame, moves bool) Frame {
	if !moves {
		return leader.Times(leaderPlace.Inverse()).Times(place)
	}
	return leader.Times(leaderStep.Inverse()).Times(leaderPlace.Inverse()).Times(place).Times(step)
}

// Remaining returns which part of the way to its place a partner has not moved yet, 1 to 0. It
// begins and ends at rest.
func Remaining(p *components.Partner) float64 {
	u := p.Elapsed / p.Duration
	switch {
	case !(p.Duration > 0) || !(u < 1):
		return 0
	case !(u > 0):
		return 1
	}
	return 1 - float64(float64(u*u)*(3-float64(2*u)))
}

// Away returns the frame at a fraction of the way that a partner stood from its place, in the
// space of the world: 0 is its place, which f is, and 1 is where it stood.
func (f Frame) Away(p *components.Partner, fraction float64) Frame {
	if fraction == 0 || !exact.AllFinite(p.Away[:]...) || !exact.AllFinite(p.AwayTurn[:]...) {
		return f
	}
	f.Position = f.Position.AddScaled(fraction, exact.ToVec3(p.Away))
	turn := exact.ToVec3(p.AwayTurn)
	if angle := turn.Length(); angle > 0 {
		f.Rotation = exact.AxisAngle(turn.Scale(1/angle), float64(fraction*angle)).Mul(f.Rotation).Normalized()
	}
	return f
}

// Difference returns how far a frame is from a place, as the fields Away and AwayTurn of a partner
// have it: the turn is by at most half a turn.
func Difference(from, place Frame) (away, turn [3]float32) {
	q := from.Rotation.Mul(place.Rotation.Conjugate()).Normalized()
	if q[3] < 0 {
		q = exact.Quat{-q[0], -q[1], -q[2], -q[3]}
	}
	v := exact.Vec3{q[0], q[1], q[2]}
	if length := v.Length(); length > 0 {
		v = v.Scale(2 * exact.Atan2(length, q[3]) / length)
	}
	return from.Position.Sub(place.Position).Float32(), v.Float32()
}
