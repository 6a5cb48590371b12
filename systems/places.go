package systems

import (
	"errors"
	"fmt"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/ecs"
)

// UsePlaces makes components of the program the places of the entities that have all of them, be
// they characters, attached or others. A program then need not copy positions into
// [components.Transform] in each frame: the animation asks for the place of each such entity once
// at the beginning of a frame ([AtReadPlaces]) and computes its Transform, which a character gets
// that has none. What it finds in the Transform is lost. With nil, Transforms count again.
//
// SetPlace is called when the animation moves an entity: by root motion, right after
// [AtApplyRootMotion]; in a pair, after [AtPlacePairs]; by an attachment, after [AtAttach]; and by
// [Animation.PlayTogether] and [Ragdoll.MoveTo]. It adds the movement to the position in float64,
// so that what float32 cannot hold of the position is kept. Entities that did not move are not
// written: Place is asked again of those with root motion, a [components.Partner] or an attachment.
// Systems of [Animation.OnRootMotion] move characters in the program's components; the places of
// those with a [components.RootMotion] are read once more after them.
//
// Transforms are relative to the origin that [Animation.ShiftOrigin] moves, the program's positions
// always to the first one: ShiftOrigin leaves them as they are. Snapshots of the animation hold
// Transforms, but neither the program's components nor the origin: restore both as well before the
// next update, for instance by rollback.Register and without a shift between.
//
// The errors are [ErrClosed], [ErrBusy], [ErrNil] for components without Places, and
// ecs.ErrNoSystem if the schedule lacks a system beside which places are read or written. Nothing
// has changed then.
func (a *Animation) UsePlaces(places Places, holding ...arche.ID) error {
	if err := a.begin(); err != nil {
		return err
	}
	defer a.end()
	switch {
	case places == nil && len(holding) > 0:
		return fmt.Errorf("%w: expected Places that read the %d components, found nil", ErrNil, len(holding))
	case places != nil && len(holding) == 0:
		return errors.New("use places: expected the components in which the program keeps them, found none")
	case places == nil:
		return a.removePlaces()
	}
	if a.places == nil {
		own := newPlaceSystems(a.world, &a.origin)
		if err := own.insert(&a.schedule); err != nil {
			return fmt.Errorf("use places: %w", err)
		}
		a.places = own
	}
	a.places.use(places, holding)
	return nil
}

// removePlaces removes the systems of places.
func (a *Animation) removePlaces() error {
	if a.places == nil {
		return nil
	}
	for _, system := range a.places.systems() {
		if err := a.schedule.Remove(system); err != nil && !errors.Is(err, ecs.ErrNoSystem) {
			return err
		}
	}
	a.places = nil
	return nil
}
