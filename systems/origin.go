package systems

import (
	"fmt"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/access"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/solving"
)

// ShiftOrigin moves the origin of world space to the point by, in meters: every place in the world
// is relative to the new origin from then on. A game with a large world calls it now and then,
// because float32 is coarse far from the origin: at 16 km a step is 1 to 2 mm. Each place is
// computed in float64, so that it is off by at most one rounding; with multiples of a power of two,
// such as 1024 m, mostly by none.
//
// It changes the [components.Transform] of every entity, goals and poles of [components.Modifiers]
// and [components.MoreGoals] in world space, the target of every [components.Avatar], the place of
// every [components.Wish], every [components.View], and what is remembered: where characters with
// springs were, where feet stand, and the bodies of ragdolls. Animation goes on without a jump. A
// pole that is a direction, and one of a goal that only functions of the program use, stay as they
// are, and so do the program's positions that [Animation.UsePlaces] reads. What the program keeps
// itself, such as its cameras, its physics engine and a rollback.History, it moves itself.
//
// The errors are [ErrNotFinite], [ErrBusy], [ErrClosed] and [ErrWorldLocked]. Nothing has changed
// then.
func (a *Animation) ShiftOrigin(by [3]float64) error {
	for _, x := range by {
		if x-x != 0 {
			return fmt.Errorf("%w: expected a finite new origin, found %v", ErrNotFinite, by)
		}
	}
	if err := a.begin(); err != nil {
		return err
	}
	defer a.end()
	if a.world.IsLocked() {
		return ErrWorldLocked
	}
	eachComponent(a.world, func(t *components.Transform) {
		for i := range by { // the last column, of a matrix whose last row is 0 0 0 1
			t.Matrix[12+i] = float32(float64(t.Matrix[12+i]) - by[i])
		}
	})
	a.shiftGoals(by)
	eachComponent(a.world, func(avatar *components.Avatar) {
		if avatar.Gaze == components.GazeAtTarget {
			exact.ShiftPoint((*[3]float32)(&avatar.Target), by)
		}
	})
	eachComponent(a.world, func(w *components.Wish) {
		exact.ShiftPoint((*[3]float32)(&w.Place.Position), by)
		for i := range w.Points {
			exact.ShiftPoint((*[3]float32)(&w.Points[i].Position), by)
		}
	})
	eachComponent(a.world, func(v *components.View) { shiftView(v, by) })
	storeOf(&a.frame).ShiftOrigin(by)
	for i := range by {
		a.origin[i] += by[i]
	}
	return nil
}

// eachComponent calls f for each component of type C in the world.
func eachComponent[C any](world *ecs.World, f func(*C)) {
	component := access.ComponentOf[C](world)
	filter := arche.All(component.Kind.ID())
	query := world.Query(&filter)
	for query.Next() {
		f(component.In(&query))
	}
}

// shiftGoals moves the goals in world space.
func (a *Animation) shiftGoals(by [3]float64) {
	filter := arche.All(a.modifiers.Kind.ID())
	query := a.world.Query(&filter)
	for query.Next() {
		first := a.modifiers.In(&query)
		var more *components.MoreGoals
		if query.Has(a.moreGoals.Kind.ID()) {
			more = a.moreGoals.In(&query)
		}
		stack := (*solving.Stack)(a.library.ModifierStack(first.Stack))
		for i := range components.MaxGoals {
			if goal := components.GoalAt(first, more, i); goal != nil {
				shiftGoal(goal, stack != nil && i < len(stack.Goals()) && stack.HasPolePoint(i), by)
			}
		}
	}
}

// shiftGoal moves a goal. Its pole is a point or a direction.
func shiftGoal(goal *components.Goal, hasPolePoint bool, by [3]float64) {
	if goal.Space == components.WorldSpace {
		exact.ShiftPoint((*[3]float32)(&goal.Position), by)
	}
	if goal.HasPole && hasPolePoint && poleSpace(goal) == components.WorldSpace {
		exact.ShiftPoint((*[3]float32)(&goal.Pole), by)
	}
}

// shiftView moves a camera: its matrix then takes the shifted world to clip space.
func shiftView(v *components.View, by [3]float64) {
	exact.ShiftPoint((*[3]float32)(&v.Position), by)
	m := &v.Matrix
	for row := range 4 {
		sum := float64(m[12+row])
		for i, x := range by {
			sum += float64(float64(m[4*i+row]) * x)
		}
		m[12+row] = float32(sum)
	}
}
