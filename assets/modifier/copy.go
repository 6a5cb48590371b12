package modifier

import (
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/kernel/solve"
)

// Copy are the settings of a joint that copies another one.
type Copy struct {
	// Joint copies, From is copied.
	Joint, From string
	// Space is the space that is compared. With [LocalSpace] the joint moves away from its rest
	// pose as the other one moves away from its own. With [ModelSpace] it comes to where the other
	// one is.
	Space Space
	// Position, Rotation and Scale are how much of each is copied, 0 to 1.
	Position, Rotation, Scale float32
	// Axes are the axes that are copied, of the parent's space for LocalSpace and of model space
	// for ModelSpace; all if none is true. Of a rotation in LocalSpace, one axis copies the twist
	// about it, two axes what remains without the twist about the third one. In ModelSpace they do
	// not apply to rotations.
	Axes [3]bool
	// FromRest makes Rotation a part of the rotation away from the rest pose, spherically
	// interpolated: the joint's own rotation in the pose does not matter then. Rotation may be 0,
	// which keeps the joint at rest.
	FromRest bool
	// OffLevel is as in [Aim].
	OffLevel int
}

// Copy adds a joint that copies the position, rotation or scale of another joint. Without a goal it
// is always applied. The constraints 'rotation' and 'roll' of VRMC_node_constraint are copies of
// rotations in [LocalSpace] with FromRest, the latter with one axis.
func (b *Builder) Copy(goal string, s Copy) *Builder {
	b = b.record("copy", goal, s)
	c := b.context("copy", goal)
	index, joint, from := c.goalOrNone(), c.joint("joint", s.Joint), c.joint("from", s.From)
	c.checkSpace(s.Space)
	for _, part := range []float32{s.Position, s.Rotation, s.Scale} {
		if !(part >= 0 && part <= 1) {
			c.fail("expected parts to copy from 0 to 1, found %v", part)
		}
	}
	if s.Position == 0 && s.Rotation == 0 && s.Scale == 0 && !s.FromRest {
		c.fail("expected position, rotation or scale to copy, found none")
	}
	if len(b.errs) == 0 && s.Space == LocalSpace && from == joint {
		c.fail("joint %q: expected another joint to copy, found itself", s.Joint)
	}
	if len(b.errs) == 0 && s.Space == ModelSpace && (from == joint || c.below(from, joint)) {
		c.fail("joint %q: expected a joint to copy that does not move with it, found %q", s.Joint, s.From)
	}
	if len(b.errs) > 0 {
		return b
	}
	axes := s.Axes
	if axes == [3]bool{} {
		axes = [3]bool{true, true, true}
	}
	if s.Space == ModelSpace {
		settings := modelRows(s.Position, s.Rotation, s.Scale, axes)
		putRotation(settings[:], layout.CopyTurned, b.rest(joint).Normalized())
		return c.constrainLanes(index, joint, []int{joint, from}, s.OffLevel,
			func(w *work, t *laneConstraint, out *solve.Local, weights *row) {
				solve.CopyModel(s.FromRest, out, w.LocalOf(joint), settings, weights, w.ModelOf(t.Parent),
					w.ModelOf(joint), w.ModelOf(from))
			})
	}
	settings, part := c.b.copyRows(&s, joint, from, axes)
	return c.constrainLanes(index, joint, []int{from}, s.OffLevel,
		func(w *work, _ *laneConstraint, out *solve.Local, weights *row) {
			solve.CopyLocal(part, s.FromRest, out, w.LocalOf(joint), w.LocalOf(from), settings, weights)
		})
}

// Parent are the settings of a joint that follows another one as if it were its child.
type Parent struct {
	// Joint follows, To is followed.
	Joint, To string
	// Weight is how far it follows, 0 to 1; 1 if it is 0. Several constraints with weights of 1,
	// 1/2, 1/3 and so on make it follow the mean of several joints.
	Weight float32
	// OffLevel is as in [Aim].
	OffLevel int
}

// Parent adds a joint that follows another one as if it were its child, with the offset that they
// have in the rest pose. Without a goal it is always applied.
func (b *Builder) Parent(goal string, s Parent) *Builder {
	b = b.record("parent", goal, s)
	c := b.context("parent", goal)
	index, joint, to := c.goalOrNone(), c.joint("joint", s.Joint), c.joint("to", s.To)
	if s.Weight == 0 {
		s.Weight = 1
	}
	if !(s.Weight > 0 && s.Weight <= 1) {
		c.fail("expected a weight from 0 to 1, found %v", s.Weight)
	}
	if len(b.errs) == 0 && (to == joint || c.below(to, joint)) {
		c.fail("joint %q: expected a joint to follow that does not move with it, found %q", s.Joint, s.To)
	}
	if len(b.errs) > 0 {
		return b
	}
	rest := restModel(b.skeleton)
	inverse, ok := rest[to].Inverse()
	if !ok {
		c.fail("expected a joint with an inverse in the rest pose, found %q without", s.To)
		return b
	}
	offset := new(solve.Matrix)
	for e, x := range inverse.Mul(rest[joint]) {
		putRow(offset[:], e, x)
	}
	settings := modelRows(s.Weight, s.Weight, s.Weight, [3]bool{true, true, true})
	return c.constrainLanes(index, joint, []int{joint, to}, s.OffLevel,
		func(w *work, t *laneConstraint, out *solve.Local, weights *row) {
			solve.Product(&w.Product, w.ModelOf(to), offset)
			solve.CopyModel(false, out, w.LocalOf(joint), settings, weights, w.ModelOf(t.Parent),
				w.ModelOf(joint), &w.Product)
		})
}
