package systems

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems/internal/appearance"
)

// SetTint multiplies the base color of a character by a color, in linear RGB, so that it looks
// different from others with its model: see [components.Appearance], which it adds if there is
// none. The zero vector and (1, 1, 1) change nothing. Drawing costs nothing more.
//
// The errors are [ErrNoCharacter], [ErrAppearance] for a number that is negative or not finite, and
// [ErrWorldLocked] if the component must be added.
func (a *Animation) SetTint(entity ecs.Entity, tint mgl32.Vec3) error {
	return a.changeLooks(entity, appearance.CheckTint(tint), func(looks *components.Appearance) { looks.Tint = tint })
}

// SetBuild sets the breadth of a character's body, with 1 for the model as it is: see
// [components.Appearance], which it adds if there is none. To make a character taller, scale its
// [components.Transform].
//
// The errors are [ErrNoCharacter], [ErrAppearance] for a number that is not between
// [components.LeastBuild] and [components.MostBuild], and [ErrWorldLocked] if the component must be
// added.
func (a *Animation) SetBuild(entity ecs.Entity, build float32) error {
	return a.changeLooks(entity, appearance.CheckBuild(build), func(looks *components.Appearance) { looks.Build = build })
}

// changeLooks changes the appearance of a character, unless what it shall be is an error.
func (a *Animation) changeLooks(entity ecs.Entity, unfit error, change func(*components.Appearance)) error {
	switch err := a.checkCharacter(entity); {
	case err != nil:
		return err
	case unfit != nil:
		return fmt.Errorf("%w: entity %d: %w", ErrAppearance, entity.ID(), unfit)
	case a.looks.Get(entity) != nil:
	case a.world.IsLocked():
		return ErrWorldLocked
	default:
		a.looks.Kind.Add(entity)
	}
	change(a.looks.Get(entity))
	return nil
}
