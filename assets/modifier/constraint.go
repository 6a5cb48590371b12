package modifier

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/kernel/solve"
	"github.com/sinew-go/sinew/internal/solvers"
)

// Space selects what a transform is relative to.
type Space uint8

// The spaces of constraints.
const (
	// LocalSpace is relative to the parent.
	LocalSpace Space = iota
	// ModelSpace is relative to the character.
	ModelSpace
)

// Override are the settings of a joint that takes its transform from the goal.
type Override struct {
	// Joint is the joint's name.
	Joint string
	// Space is the space of the goal's numbers. With [LocalSpace] they are relative to the joint's
	// parent; give the goal in the space of the character then, so that they arrive as they are.
	Space Space
	// Position sets the joint's position to the goal's target, Rotation its rotation to the goal's,
	// if it has one.
	Position, Rotation bool
	// Scale is a scale for the joint, relative to the parent; 0 for none.
	Scale mgl32.Vec3
	// OffLevel is as in [Aim].
	OffLevel int
}

// Override adds a joint that takes its position, rotation or scale from the goal.
func (b *Builder) Override(goal string, s Override) *Builder {
	b = b.record("override", goal, s)
	c := b.context("override", goal)
	index, joint := c.goal(), c.joint("joint", s.Joint)
	c.checkSpace(s.Space)
	if !s.Position && !s.Rotation && s.Scale == (mgl32.Vec3{}) {
		c.fail("expected position, rotation or scale to set, found none")
	}
	if !solvers.Finite(s.Scale) {
		c.fail("expected a finite scale, found %v", s.Scale)
	}
	if len(b.errs) > 0 {
		return b
	}
	c.usesTarget = s.Position || s.Rotation
	settings := overrideRows(&s)
	if s.Space == ModelSpace {
		return c.constrainLanes(index, joint, []int{joint}, s.OffLevel,
			func(w *work, t *laneConstraint, out *solve.Local, weights *row) {
				solve.OverrideModel(out, w.LocalOf(joint), w.GoalRows(t.GoalIndex), settings, weights,
					w.ModelOf(t.Parent), w.ModelOf(joint))
			})
	}
	return c.constrainLanes(index, joint, nil, s.OffLevel,
		func(w *work, t *laneConstraint, out *solve.Local, weights *row) {
			solve.OverrideLocal(out, w.LocalOf(joint), w.GoalRows(t.GoalIndex), settings, weights)
		})
}

// LimitRotation adds a limit of how far a joint turns away from its rest pose. Without an axis, it
// is Y, along which bones lie in most rigs. Without a goal it is always applied.
func (b *Builder) LimitRotation(goal string, s JointLimit) *Builder {
	b = b.record("limitRotation", goal, s)
	c := b.context("limit rotation", goal)
	index, joint := c.goalOrNone(), c.joint("joint", s.Joint)
	settings := c.limit(&s, joint, mgl32.Vec3{0, 1, 0})
	return c.constrainLanes(index, joint, nil, 0, func(w *work, _ *laneConstraint, out *solve.Local, weights *row) {
		rows, local := &w.Limit, w.LocalOf(joint)
		copy(rows[:], local[:layout.RotationRows*solvers.Lanes])
		copy(rows[layout.LimitRest*solvers.Lanes:], settings[:])
		solve.Limit(rows)
		*out = *local
		solve.SettleRotation((*solve.Quat)(out[:]), (*solve.Quat)(local[:]),
			(*solve.Quat)(rows[layout.LimitOut*solvers.Lanes:]), weights)
	})
}

// Twist are the settings of joints that share the twist of another one, such as a joint of the
// forearm half the twist of the hand, so that the skin does not collapse.
type Twist struct {
	// From is the joint whose twist is shared, and Axis the axis of the twist in its space.
	From string
	Axis mgl32.Vec3
	// Joints twist about the same axis, in their own spaces. None of them may be above From.
	Joints []string
	// Shares are the parts of the twist for each of the joints. They may be negative.
	Shares []float32
	// OffLevel is as in [Aim].
	OffLevel int
}

// Twist adds joints that twist by a part of the twist that another joint has relative to its rest
// pose. Without a goal it is always applied.
func (b *Builder) Twist(goal string, s Twist) *Builder {
	b = b.record("twist", goal, s)
	c := b.context("twist", goal)
	index, from := c.goalOrNone(), c.joint("from", s.From)
	axis := exact.ToVec3(s.Axis)
	if !axis.IsFinite() || axis.Length() == 0 {
		c.fail("expected a finite axis that is not 0, found %v", s.Axis)
	}
	if len(s.Joints) == 0 || len(s.Shares) != len(s.Joints) {
		c.fail("expected at least one joint and a share for each, found %d joints and %d shares", len(s.Joints),
			len(s.Shares))
		return b
	}
	axis = axis.Normalized()
	for i, name := range s.Joints {
		joint, share := c.joint("joint", name), float64(s.Shares[i])
		if !exact.IsFinite(share) {
			c.fail("joint %q: expected a finite share, found %v", name, share)
		}
		if len(b.errs) > 0 {
			continue
		}
		if joint == from || c.below(from, joint) {
			c.fail("expected a joint that is not above joint %q, whose twist it shares, found %q", s.From, name)
			continue
		}
		settings := new(solve.TwistRows)
		putRotation(settings[:], layout.TwistRestFrom, b.rest(from).Normalized().Conjugate())
		putRows(settings[:], layout.TwistAxis, float32(axis[0]), float32(axis[1]), float32(axis[2]))
		putRotation(settings[:], layout.TwistRest, b.rest(joint).Normalized())
		putRow(settings[:], layout.TwistShare, float32(share))
		c.constrainLanes(index, joint, []int{from}, s.OffLevel,
			func(w *work, _ *laneConstraint, out *solve.Local, weights *row) {
				solve.ShareTwist(out, w.LocalOf(joint), w.LocalOf(from), settings, weights)
			})
	}
	return b
}

// checkSpace checks that a space exists.
func (c context) checkSpace(s Space) {
	if s > ModelSpace {
		c.fail("expected LocalSpace or ModelSpace, found %d", s)
	}
}

// rest returns the rotation of a joint's rest pose.
func (b *Builder) rest(joint int) exact.Quat { return quat(b.skeleton.Rest(joint)) }

func quat(t rig.TRS) exact.Quat { return exact.ToQuat(exact.XYZW(t.Rotation)) }
