package anatomy

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// Local is a joint's transform relative to its parent, in float64.
type Local struct {
	Translation exact.Vec3
	Rotation    exact.Quat
	Scale       exact.Vec3
}

// ToLocal returns a transform in float64, with a rotation of length 1.
func ToLocal(t rig.TRS) Local {
	return Local{exact.ToVec3(t.Translation), exact.ToQuat(exact.XYZW(t.Rotation)).Normalized(), exact.ToVec3(t.Scale)}
}

// TRS returns the transform in float32.
func (l *Local) TRS() rig.TRS {
	return rig.TRS{
		Translation: mgl32.Vec3(l.Translation.Float32()),
		Rotation:    exact.QuatFromXYZW(l.Rotation.Float32()),
		Scale:       mgl32.Vec3(l.Scale.Float32()),
	}
}

// Affine returns the transform as a matrix.
func (l *Local) Affine() exact.Affine {
	var a exact.Affine
	for c := range 3 {
		var axis exact.Vec3
		axis[c] = l.Scale[c]
		column := l.Rotation.Rotate(axis)
		for r := range 3 {
			a[4*r+c] = column[r]
		}
	}
	for r := range 3 {
		a[4*r+3] = l.Translation[r]
	}
	return a
}

// Flip returns the rotation part of a diagonal matrix of the scale's signs: the matrix itself, or
// for an odd number of negative signs its opposite, which is a rotation too.
func Flip(scale exact.Vec3) exact.Quat {
	var negative [3]bool
	count := 0
	for c := range scale {
		if negative[c] = scale[c] < 0; negative[c] {
			count++
		}
	}
	if count == 0 || count == 3 {
		return exact.IdentityQuat
	}
	// One axis alone in its sign: half a turn about it.
	for c := range negative {
		if negative[c] == (count == 1) {
			var q exact.Quat
			q[c] = 1
			return q
		}
	}
	return exact.IdentityQuat
}

// Frames holds the joints of a skeleton in one pose, in model space.
type Frames struct {
	Skeleton *rig.Skeleton
	Locals   []Local
	// rotations are the rotation parts of the model matrices. A mirroring part, from negative
	// scales, is represented by its opposite.
	Rotations []exact.Quat
	Models    []exact.Affine
}

// NewFrames returns the frames of a skeleton, to be filled by [Frames.SetPose].
func NewFrames(s *rig.Skeleton) *Frames {
	n := s.Len()
	return &Frames{s, make([]Local, n), make([]exact.Quat, n), make([]exact.Affine, n)}
}

// RestFrames returns the frames of a pose, or of the rest pose for nil.
func RestFrames(s *rig.Skeleton, pose *rig.Pose) *Frames {
	f := NewFrames(s)
	if pose == nil {
		f.SetPose(s.RestLocals())
	} else {
		f.SetPose(pose.Locals)
	}
	return f
}

// SetPose sets all frames to a local pose.
func (f *Frames) SetPose(locals []float32) {
	for j := range f.Locals {
		f.Locals[j] = ToLocal(rig.JointAt(locals, j))
		f.Update(j)
	}
}

// ParentRotation returns the rotation part of the model matrix of a joint's parent.
func (f *Frames) ParentRotation(j int) exact.Quat {
	if p := f.Skeleton.Parent(j); p >= 0 {
		return f.Rotations[p]
	}
	return exact.IdentityQuat
}

// ParentModel returns the model matrix of a joint's parent.
func (f *Frames) ParentModel(j int) exact.Affine {
	if p := f.Skeleton.Parent(j); p >= 0 {
		return f.Models[p]
	}
	return exact.IdentityAffine
}

// Turned returns the rotation part of a joint's model matrix without the signs of the joint's own
// scale.
func (f *Frames) Turned(j int) exact.Quat { return f.ParentRotation(j).Mul(f.Locals[j].Rotation) }

// Update computes a joint's frame from its local transform and the frame of its parent.
func (f *Frames) Update(j int) {
	l := &f.Locals[j]
	parent, own := f.ParentModel(j), l.Affine()
	f.Models[j] = parent.Mul(&own)
	f.Rotations[j] = f.Turned(j).Mul(Flip(l.Scale)).Normalized()
}

// SetTurned sets a joint's local rotation so that [Frames.Turned] becomes q.
func (f *Frames) SetTurned(j int, q exact.Quat) {
	f.Locals[j].Rotation = f.ParentRotation(j).Conjugate().Mul(q).Normalized()
	f.Update(j)
}

// SetPosition sets a joint's local translation so that its position in model space becomes p.
func (f *Frames) SetPosition(j int, p exact.Vec3) {
	parent := f.ParentModel(j)
	inverse, ok := parent.Inverse()
	if !ok {
		return
	}
	f.Locals[j].Translation = inverse.Point(p)
	f.Update(j)
}

// UpdateBelow computes the frames of a joint's descendants, which follow it in one run.
func (f *Frames) UpdateBelow(j int) {
	for k := j + 1; k < len(f.Locals) && f.Skeleton.Parent(k) >= j; k++ {
		f.Update(k)
	}
}

// IsBelow reports whether joint k is a descendant of joint j.
func (f *Frames) IsBelow(k, j int) bool { return IsBelow(f.Skeleton, k, j) }

// IsBelow reports whether joint k is a descendant of joint j.
func IsBelow(s *rig.Skeleton, k, j int) bool {
	for k = s.Parent(k); k > j; k = s.Parent(k) {
	}
	return k == j
}

// Position returns a joint's position in model space.
func (f *Frames) Position(j int) exact.Vec3 { return f.Models[j].Translation() }

// Box returns the least and the greatest coordinates of the joints.
func (f *Frames) Box() (least, greatest exact.Vec3) {
	least, greatest = f.Position(0), f.Position(0)
	for j := range f.Models {
		p := f.Position(j)
		for c := range p {
			least[c], greatest[c] = min(least[c], p[c]), max(greatest[c], p[c])
		}
	}
	return least, greatest
}

// Size returns the longest side of the box around the joints, or 1 if all are at one point.
func (f *Frames) Size() float64 {
	least, greatest := f.Box()
	d := greatest.Sub(least)
	if size := max(d[0], d[1], d[2]); size > 0 {
		return size
	}
	return 1
}

// Between returns the smallest rotation that takes the direction of a to that of b. Opposite
// vectors are turned about the given axis. Vectors of length 0 give no rotation.
func Between(a, b, axis exact.Vec3) exact.Quat {
	a, b = a.Normalized(), b.Normalized()
	if a.Dot(a) == 0 || b.Dot(b) == 0 {
		return exact.IdentityQuat
	}
	cross := a.Cross(b)
	// The half-angle form: (a × b, 1 + a·b), which is accurate except near half a turn.
	q := exact.Quat{cross[0], cross[1], cross[2], 1 + a.Dot(b)}
	if q.Dot(q) < 1e-12 {
		side := axis.AddScaled(-axis.Dot(a), a).Normalized()
		if side.Dot(side) == 0 {
			side = Perpendicular(a)
		}
		return exact.Quat{side[0], side[1], side[2], 0}
	}
	return q.Normalized()
}

// Perpendicular returns a vector of length 1 at a right angle to v, which has length 1.
func Perpendicular(v exact.Vec3) exact.Vec3 {
	least := 0
	for c := range v {
		if math.Abs(v[c]) < math.Abs(v[least]) {
			least = c
		}
	}
	var axis exact.Vec3
	axis[least] = 1
	return axis.AddScaled(-v[least], v).Normalized()
}

// Twist returns the part of a rotation that turns about an axis of length 1, and the length of that
// part before it was normalized: 1 for a rotation about the axis, 0 for half a turn about an axis
// at a right angle to it.
func Twist(q exact.Quat, axis exact.Vec3) (exact.Quat, float64) {
	along := axis.Dot(exact.Vec3{q[0], q[1], q[2]})
	t := exact.Quat{float64(axis[0] * along), float64(axis[1] * along), float64(axis[2] * along), q[3]}
	length := math.Sqrt(t.Dot(t))
	if length < 1e-9 {
		return exact.IdentityQuat, 0
	}
	return t.Normalized(), length
}

// Fraction returns the rotation about the axis of q by a part of its angle, along the shorter arc.
func Fraction(q exact.Quat, part float64) exact.Quat {
	if q[3] < 0 {
		q = exact.Quat{-q[0], -q[1], -q[2], -q[3]}
	}
	axis := exact.Vec3{q[0], q[1], q[2]}
	sine := axis.Length()
	return exact.AxisAngle(axis.Normalized(), float64(2*part*exact.Atan2(sine, q[3])))
}

// Angle returns the angle of a rotation in radians, 0 to pi.
func Angle(q exact.Quat) float64 {
	return 2 * exact.Atan2(exact.Vec3{q[0], q[1], q[2]}.Length(), math.Abs(q[3]))
}

// AngleBetween returns the angle between two vectors in radians, 0 to pi.
func AngleBetween(a, b exact.Vec3) float64 { return exact.Atan2(a.Cross(b).Length(), a.Dot(b)) }
