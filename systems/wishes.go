package systems

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/access"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/systems/internal/matching"
)

// lacksWish reports whether a character lacks a component that a database needs.
func (a *Animation) lacksWish(entity ecs.Entity) bool {
	return a.wishes.Get(entity) == nil || a.inertializations.Get(entity) == nil || a.rootMotions.Get(entity) == nil
}

// addWish adds the components that a database needs to a character that lacks them.
func (a *Animation) addWish(entity ecs.Entity) {
	if a.wishes.Get(entity) == nil {
		access.Assign(&a.wishes, entity, components.NewWish())
	}
	if a.inertializations.Get(entity) == nil {
		a.inertializations.Kind.Add(entity)
	}
	if a.rootMotions.Get(entity) == nil {
		a.rootMotions.Kind.Add(entity)
	}
}

// Wish returns where a character wishes to go, or nil: see [components.Wish]. It is valid until
// components are added to an entity or removed. [Player.Play] adds it with a database.
func (a *Animation) Wish(entity ecs.Entity) *components.Wish {
	if a == nil || !a.alive(entity) {
		return nil
	}
	return a.wishes.Get(entity)
}

// FollowPath gives the wish of a character ([components.Wish]) the points of a path through points
// in world space: its place is at a distance in meters from the beginning, from where it moves on
// at a speed in meters a second. A program that lets the distance grow by the speed in every frame
// leads the character along; it stops at the end of the path. The wish is Given from then on.
//
// The errors are [ErrNoCharacter], also for one without a wish, and [ErrNotFinite] for a distance
// or a speed that is not finite and a path without two different finite points.
func (a *Animation) FollowPath(entity ecs.Entity, path []mgl32.Vec3, distance, speed float64) error {
	if err := a.checkCharacter(entity); err != nil {
		return err
	}
	w := a.wishes.Get(entity)
	if w == nil {
		return fmt.Errorf("%w that wishes: entity %d has no components.Wish", ErrNoCharacter, entity.ID())
	}
	if !exact.AllFinite(distance, speed) {
		return fmt.Errorf("%w: entity %d: expected a finite distance and speed, found %v m and %v m/s", ErrNotFinite,
			entity.ID(), distance, speed)
	}
	var times [components.MaxWishPoints]float64
	player := a.players.Get(entity)
	if player == nil {
		player = &components.AnimationPlayer{}
	}
	if !matching.AlongPath(w, path, distance, speed,
		matching.AppendTimes(a.library, player, a.layersOf(entity), times[:0])) {
		return fmt.Errorf("%w: entity %d: expected a path with two different finite points, found none among its %d",
			ErrNotFinite, entity.ID(), len(path))
	}
	return nil
}
