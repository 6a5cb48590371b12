package modifier

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/kernel/solve"
)

// AimAt are the settings of a joint that turns so that one of its directions points to another
// joint, such as a sleeve to an elbow.
type AimAt struct {
	// Joint turns, At is where it points to. At must not be below Joint.
	Joint, At string
	// Forward is the direction that points, in the joint's space.
	Forward mgl32.Vec3
	// FromRest is as in [Copy]: the joint turns away from its rest pose by the shortest rotation,
	// and not from the pose that it has.
	FromRest bool
	// Weight is how far it turns, 0 to 1; 1 if it is 0.
	Weight float32
	// OffLevel is as in [Aim].
	OffLevel int
}

// AimAt adds a joint that turns by the shortest rotation so that it points to another joint.
// Without a goal it is always applied. A joint at the same place leaves it as it is. With FromRest
// it is the constraint 'aim' of VRMC_node_constraint.
func (b *Builder) AimAt(goal string, s AimAt) *Builder {
	b = b.record("aimAt", goal, s)
	c := b.context("aim at", goal)
	index, joint, at := c.goalOrNone(), c.joint("joint", s.Joint), c.joint("at", s.At)
	forward := exact.ToVec3(s.Forward)
	if !forward.IsFinite() || forward.Length() == 0 {
		c.fail("expected a finite forward direction that is not 0, found %v", s.Forward)
	}
	if s.Weight == 0 {
		s.Weight = 1
	}
	if !(s.Weight > 0 && s.Weight <= 1) {
		c.fail("expected a weight from 0 to 1, found %v", s.Weight)
	}
	if len(b.errs) == 0 && (at == joint || c.below(at, joint)) {
		c.fail("joint %q: expected a joint to point to that does not move with it, found %q", s.Joint, s.At)
	}
	if len(b.errs) > 0 {
		return b
	}
	forward = forward.Normalized()
	parent, settings := b.skeleton.Parent(joint), new(solve.AimAtRows)
	putRows(settings[:], layout.AimAtForward, float32(forward[0]), float32(forward[1]), float32(forward[2]))
	putRow(settings[:], layout.AimAtPart, s.Weight)
	putRotation(settings[:], layout.AimAtRest, b.rest(joint).Normalized())
	return c.constrainLanes(index, joint, []int{parent, at}, s.OffLevel,
		func(w *work, t *laneConstraint, out *solve.Local, weights *row) {
			solve.AimAt(s.FromRest, out, w.LocalOf(joint), settings, weights, w.ModelOf(t.Parent), w.ModelOf(at))
		})
}
