package modifier

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/kernel/solve"
)

// LimitPosition are the settings of a limit of where a joint is: within a box, within a sphere, or
// both.
type LimitPosition struct {
	// Joint is the joint's name.
	Joint string
	// Space is the space of the limits. With [LocalSpace] they hold for how far the joint moves
	// away from its rest pose, in the space of its parent. With [ModelSpace] they hold for where it
	// is in model space.
	Space Space
	// Low and High are the corners of the box.
	Low, High mgl32.Vec3
	// Axes are the axes on which the box limits. If none is true there is no box, unless Radius is
	// 0, when it limits all axes.
	Axes [3]bool
	// Radius is the largest distance from the joint's position in the rest pose; 0 for no limit.
	Radius float32
	// OffLevel is as in [Aim].
	OffLevel int
}

// LimitPosition adds a limit of where a joint is. A joint outside comes to the nearest point of the
// box, and then to the nearest point of the sphere. Without a goal it is always applied.
func (b *Builder) LimitPosition(goal string, s LimitPosition) *Builder {
	b = b.record("limitPosition", goal, s)
	c := b.context("limit position", goal)
	index, joint := c.goalOrNone(), c.joint("joint", s.Joint)
	c.checkSpace(s.Space)
	if !(s.Radius >= 0) || !exact.IsFinite(s.Radius) {
		c.fail("expected a radius of at least 0, found %v", s.Radius)
	}
	axes := s.Axes
	if axes == [3]bool{} && s.Radius == 0 {
		axes = [3]bool{true, true, true}
	}
	for i, is := range axes {
		if is && !(s.Low[i] <= s.High[i] && exact.IsFinite(s.Low[i]) && exact.IsFinite(s.High[i])) {
			c.fail("expected finite corners of the box that ascend, found %v and %v", s.Low, s.High)
		}
	}
	if len(b.errs) > 0 {
		return b
	}
	parent, settings := b.skeleton.Parent(joint), new(solve.PlaceRows)
	center := b.skeleton.Rest(joint).Translation
	origin := center // what the box is relative to
	if s.Space == ModelSpace {
		m := restModel(b.skeleton)[joint]
		center, origin = mgl32.Vec3{m[3], m[7], m[11]}, mgl32.Vec3{}
	}
	infinity := float32(math.Inf(1))
	for i, is := range axes {
		low, high := -infinity, infinity
		if is {
			low, high = origin[i]+s.Low[i], origin[i]+s.High[i]
		}
		putRow(settings[:], layout.PlaceLow+i, low)
		putRow(settings[:], layout.PlaceHigh+i, high)
	}
	putRows(settings[:], layout.PlaceCenter, center[:]...)
	radius := s.Radius
	if radius == 0 {
		radius = infinity
	}
	putRow(settings[:], layout.PlaceRadius, radius)
	if s.Space == LocalSpace {
		return c.constrainLanes(index, joint, nil, s.OffLevel,
			func(w *work, _ *laneConstraint, out *solve.Local, weights *row) {
				solve.LimitLocal(out, w.LocalOf(joint), settings, weights)
			})
	}
	return c.constrainLanes(index, joint, []int{parent, joint}, s.OffLevel,
		func(w *work, t *laneConstraint, out *solve.Local, weights *row) {
			solve.LimitModel(out, w.LocalOf(joint), settings, weights, w.ModelOf(t.Parent), w.ModelOf(joint))
		})
}
