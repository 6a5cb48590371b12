package modifier

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// AimAt are the settings of a joint that turns so that one of its directions points to another joint, such as a sleeve to an elbow.
type AimAt struct {
	// Joint turns, At is where it points to. At must not be below Joint.
	Joint, At string
	// Forward is the direction that points, in the joint's space.
	Forward mgl32.Vec3
	// FromRest is as in [Copy]: the joint turns away from its rest pose by the shortest rotation, and not from the pose that it has.
	FromRest bool
	// Weight is how far it turns, 0 to 1; 1 if it is 0.
	Weight float32
	// OffLevel is as in [Aim].
	OffLevel int
}

// AimAt adds a joint that turns by the shortest rotation so that it points to another joint. Without a goal it is always applied. A
// joint at the same place leaves it as it is. With FromRest it is the constraint 'aim' of VRMC_node_constraint.
func (b *Builder) AimAt(goal string, s AimAt) *Builder {
	b.record("aimAt", goal, s)
	c := b.context("aim at", goal)
	index, joint, at := c.goalOrNone(), c.joint("joint", s.Joint), c.joint("at", s.At)
	forward := exact.ToVec3(s.Forward)
	if !forward.IsFinite() || forward.Length() == 0 {
		c.fail("the forward direction must be finite and not 0, but is %v", s.Forward)
	}
	if s.Weight == 0 {
		s.Weight = 1
	}
	if !(s.Weight > 0 && s.Weight <= 1) {
		c.fail("the weight must be 0 to 1, not %v", s.Weight)
	}
	if len(b.errs) == 0 && (at == joint || c.below(at, joint)) {
		c.fail("joint %q must not point to joint %q, which moves with it", s.Joint, s.At)
	}
	if len(b.errs) > 0 {
		return b
	}
	forward = forward.Normalized()
	parent, rest := b.stack.skeleton.Parent(joint), b.stack.skeleton.Rest(joint)
	return c.constrain(index, joint, []int{parent, joint, at}, s.OffLevel, func(p *Pose, local rig.TRS) rig.TRS {
		base := local
		if s.FromRest {
			base.Rotation = rest.Rotation
		}
		source := p.modelAt(at)
		target := exact.ToVec3(p.toParent(parent, [3]float32{source[3], source[7], source[11]}, local.Translation))
		way := target.Sub(exact.ToVec3(local.Translation))
		if !(way.Length() > 0) {
			return local
		}
		q := quat(base)
		local.Rotation = blendFrom(base, arc(q.Rotate(forward), way.Normalized()).Mul(q), s.Weight, s.FromRest)
		return local
	})
}

// arc returns the shortest rotation from one unit vector to another. For opposite vectors it turns about any axis perpendicular to them.
func arc(from, to exact.Vec3) exact.Quat {
	axis, w := from.Cross(to), 1+from.Dot(to)
	if w < 1e-12 {
		axis, w = exact.Vec3{0, -from[2], from[1]}, 0
		if from[0]*from[0] > from[2]*from[2] {
			axis = exact.Vec3{-from[1], from[0], 0}
		}
	}
	return exact.Quat{axis[0], axis[1], axis[2], w}.Normalized()
}

// blendFrom returns the rotation between the one of a transform and another: spherically interpolated if it is a part of a rotation
// away from the rest pose, or else normalized linear, as weights of solvers blend.
func blendFrom(from rig.TRS, to exact.Quat, weight float32, spherically bool) mgl32.Quat {
	if !spherically || weight >= 1 {
		return mixRotation(from, to, weight)
	}
	a, b := exact.XYZW(from.Rotation), to.Normalized().Float32()
	if exact.Dot32(a, b) < 0 {
		b = [4]float32{-b[0], -b[1], -b[2], -b[3]}
	}
	var out [4]float32
	exact.Slerp(&out, &a, &b, weight)
	return exact.QuatFromXYZW(out)
}
