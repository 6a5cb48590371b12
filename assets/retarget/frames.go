package retarget

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// local is a joint's transform relative to its parent, in float64.
type local struct {
	translation exact.Vec3
	rotation    exact.Quat
	scale       exact.Vec3
}

func toLocal(t rig.TRS) local {
	return local{exact.ToVec3(t.Translation), exact.ToQuat(exact.XYZW(t.Rotation)).Normalized(), exact.ToVec3(t.Scale)}
}

func (l *local) trs() rig.TRS {
	return rig.TRS{
		Translation: mgl32.Vec3(l.translation.Float32()),
		Rotation:    exact.QuatFromXYZW(l.rotation.Float32()),
		Scale:       mgl32.Vec3(l.scale.Float32()),
	}
}

// affine returns the transform as a matrix.
func (l *local) affine() exact.Affine {
	var a exact.Affine
	for c := range 3 {
		var axis exact.Vec3
		axis[c] = l.scale[c]
		column := l.rotation.Rotate(axis)
		for r := range 3 {
			a[4*r+c] = column[r]
		}
	}
	for r := range 3 {
		a[4*r+3] = l.translation[r]
	}
	return a
}

// flip returns the rotation part of a diagonal matrix of the scale's signs: the matrix itself, or
// for an odd number of negative signs its opposite, which is a rotation too.
func flip(scale exact.Vec3) exact.Quat {
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

// frames holds the joints of a skeleton in one pose, in model space.
type frames struct {
	skeleton *rig.Skeleton
	locals   []local
	// rotations are the rotation parts of the model matrices. A mirroring part, from negative
	// scales, is represented by its opposite.
	rotations []exact.Quat
	models    []exact.Affine
}

func newFrames(s *rig.Skeleton) *frames {
	n := s.Len()
	return &frames{s, make([]local, n), make([]exact.Quat, n), make([]exact.Affine, n)}
}

// restFrames returns the frames of a pose, or of the rest pose for nil.
func restFrames(s *rig.Skeleton, pose *rig.Pose) *frames {
	f := newFrames(s)
	if pose == nil {
		f.setPose(s.RestLocals())
	} else {
		f.setPose(pose.Locals)
	}
	return f
}

// setPose sets all frames to a local pose.
func (f *frames) setPose(locals []float32) {
	for j := range f.locals {
		f.locals[j] = toLocal(rig.JointAt(locals, j))
		f.update(j)
	}
}

// parentRotation returns the rotation part of the model matrix of a joint's parent.
func (f *frames) parentRotation(j int) exact.Quat {
	if p := f.skeleton.Parent(j); p >= 0 {
		return f.rotations[p]
	}
	return exact.IdentityQuat
}

// parentModel returns the model matrix of a joint's parent.
func (f *frames) parentModel(j int) exact.Affine {
	if p := f.skeleton.Parent(j); p >= 0 {
		return f.models[p]
	}
	return exact.IdentityAffine
}

// turned returns the rotation part of a joint's model matrix without the signs of the joint's own
// scale.
func (f *frames) turned(j int) exact.Quat { return f.parentRotation(j).Mul(f.locals[j].rotation) }

// update computes a joint's frame from its local transform and the frame of its parent.
func (f *frames) update(j int) {
	l := &f.locals[j]
	parent, own := f.parentModel(j), l.affine()
	f.models[j] = parent.Mul(&own)
	f.rotations[j] = f.turned(j).Mul(flip(l.scale)).Normalized()
}

// setTurned sets a joint's local rotation so that [frames.turned] becomes q.
func (f *frames) setTurned(j int, q exact.Quat) {
	f.locals[j].rotation = f.parentRotation(j).Conjugate().Mul(q).Normalized()
	f.update(j)
}

// setPosition sets a joint's local translation so that its position in model space becomes p.
func (f *frames) setPosition(j int, p exact.Vec3) {
	parent := f.parentModel(j)
	inverse, ok := parent.Inverse()
	if !ok {
		return
	}
	f.locals[j].translation = inverse.Point(p)
	f.update(j)
}

// updateBelow computes the frames of a joint's descendants, which follow it in one run.
func (f *frames) updateBelow(j int) {
	for k := j + 1; k < len(f.locals) && f.skeleton.Parent(k) >= j; k++ {
		f.update(k)
	}
}

// isBelow reports whether joint k is a descendant of joint j.
func (f *frames) isBelow(k, j int) bool { return isBelow(f.skeleton, k, j) }

func isBelow(s *rig.Skeleton, k, j int) bool {
	for k = s.Parent(k); k > j; k = s.Parent(k) {
	}
	return k == j
}

// position returns a joint's position in model space.
func (f *frames) position(j int) exact.Vec3 { return f.models[j].Translation() }

// box returns the least and the greatest coordinates of the joints.
func (f *frames) box() (least, greatest exact.Vec3) {
	least, greatest = f.position(0), f.position(0)
	for j := range f.models {
		p := f.position(j)
		for c := range p {
			least[c], greatest[c] = min(least[c], p[c]), max(greatest[c], p[c])
		}
	}
	return least, greatest
}

// size returns the longest side of the box around the joints, or 1 if all are at one point.
func (f *frames) size() float64 {
	least, greatest := f.box()
	d := greatest.Sub(least)
	if size := max(d[0], d[1], d[2]); size > 0 {
		return size
	}
	return 1
}

// between returns the smallest rotation that takes the direction of a to that of b. Opposite
// vectors are turned about the given axis. Vectors of length 0 give no rotation.
func between(a, b, axis exact.Vec3) exact.Quat {
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
			side = perpendicular(a)
		}
		return exact.Quat{side[0], side[1], side[2], 0}
	}
	return q.Normalized()
}

// perpendicular returns a vector of length 1 at a right angle to v, which has length 1.
func perpendicular(v exact.Vec3) exact.Vec3 {
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

// twist returns the part of a rotation that turns about an axis of length 1, and the length of that
// part before it was normalized: 1 for a rotation about the axis, 0 for half a turn about an axis
// at a right angle to it.
func twist(q exact.Quat, axis exact.Vec3) (exact.Quat, float64) {
	along := axis.Dot(exact.Vec3{q[0], q[1], q[2]})
	t := exact.Quat{float64(axis[0] * along), float64(axis[1] * along), float64(axis[2] * along), q[3]}
	length := math.Sqrt(t.Dot(t))
	if length < 1e-9 {
		return exact.IdentityQuat, 0
	}
	return t.Normalized(), length
}

// fraction returns the rotation about the axis of q by a part of its angle, along the shorter arc.
func fraction(q exact.Quat, part float64) exact.Quat {
	if q[3] < 0 {
		q = exact.Quat{-q[0], -q[1], -q[2], -q[3]}
	}
	axis := exact.Vec3{q[0], q[1], q[2]}
	sine := axis.Length()
	return exact.AxisAngle(axis.Normalized(), float64(2*part*exact.Atan2(sine, q[3])))
}

// angle returns the angle of a rotation in radians, 0 to pi.
func angle(q exact.Quat) float64 {
	return 2 * exact.Atan2(exact.Vec3{q[0], q[1], q[2]}.Length(), math.Abs(q[3]))
}

// angleBetween returns the angle between two vectors in radians, 0 to pi.
func angleBetween(a, b exact.Vec3) float64 { return exact.Atan2(a.Cross(b).Length(), a.Dot(b)) }
