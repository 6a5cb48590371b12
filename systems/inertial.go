package systems

import (
	"time"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// Inertial has a crossfade change over at once and the difference to what was on screen decay for as long, in pose and velocity
// ([Inertialize]), instead of playing both motions. Events and root motion are those of the new motion from the beginning on; [WithCurve] and [WithFrozenSource] mean nothing
// with it. It gives the entity the [components.Inertialization] that it lacks, which is [ErrWorldLocked] under a query; the first
// time, as long as no frame has run with it, it crossfades. See [Animation.KeepInertia].
func WithInertialization() FadeOption { return func(t *transition) { t.inertial = true } }

// KeepInertia makes a character ready for inertial transitions, from the next frame on, by a [components.Inertialization]. It does nothing for an
// entity that is no character, or under an open query.
func (a *Animation) EnableInertialization(entity ecs.Entity) {
	if a.world.Alive(entity) && !a.world.IsLocked() && a.inertias.Get(entity) == nil {
		a.inertias.Add(entity)
	}
}

// Inertia returns the entity's inertialization component, or nil. It is valid until components are added to an entity or removed.
func (p Player) Inertia() *components.Inertialization {
	if p.animation == nil || !p.animation.world.Alive(p.entity) {
		return nil
	}
	return p.animation.inertias.Get(p.entity)
}

// Inertialize asks for the difference between what is on screen and what the next frame plays to decay for so long, whatever makes the difference: for
// changes that are written to components directly. It does nothing for a character without [components.Inertialization].
func (p Player) Inertialize(duration time.Duration) {
	if inertia := p.Inertia(); inertia != nil {
		*inertia = asked(*inertia, duration.Seconds())
	}
}

// asked returns the component with a decay asked for. Where one is asked for already in the same frame, the longer counts.
func asked(inertia components.Inertialization, seconds float64) components.Inertialization {
	if !inertia.Begin || !(inertia.Duration > seconds) {
		inertia.Duration = seconds
	}
	inertia.Begin, inertia.Cut = true, false
	return inertia
}

// crossInertially is [cross] for a character with or without inertialization, in its lowest layer or in one above. Where no more motions can fade out,
// the difference decays instead, so that nothing of what is on screen is dropped. A cut in the lowest layer cuts what decays too.
func crossInertially(
	library *assets.Library, inertia *components.Inertialization, lowest bool,
	current *components.Playback, fades *components.BlendState, next components.Playback, t transition,
) {
	lasts := t.seconds > 0 && t.seconds-t.seconds == 0
	switch {
	case inertia == nil:
	case lasts && (t.inertial || full(fades)) && inertia.History > 0:
		*inertia = asked(*inertia, t.seconds)
		t.seconds = 0
	case !lasts && lowest:
		inertia.Begin, inertia.Cut = false, true
	}
	cross(library, current, fades, next, t)
}

// full says whether as many motions fade out as can.
func full(fades *components.BlendState) bool {
	return fades != nil && fades.Count >= components.MaxFading
}
