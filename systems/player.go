package systems

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/names"
	"github.com/sinew-go/sinew/internal/residency"
	"github.com/sinew-go/sinew/systems/internal/advance"
	"github.com/sinew-go/sinew/systems/internal/arguments"
	"github.com/sinew-go/sinew/systems/internal/matching"
)

// Player controls what a character plays in one of its layers. It is a handle on components, which
// can also be written directly: in layer 0 the entity's [components.AnimationPlayer] and
// [components.BlendState], above it a layer of its [components.Layers] and [components.MoreLayers].
// A method that returns an error has changed nothing. In a layer that a graph drives, some methods
// return [ErrControlled]: see [Animation.Control].
type Player struct {
	animation *Animation
	entity    ecs.Entity
	layer     int
}

// Player returns the handle on layer 0 of a character.
func (a *Animation) Player(entity ecs.Entity) Player { return Player{a, entity, 0} }

// String returns what the layer plays, such as
//
//	layer 0 of entity 5: clip "walk" at 0.31
func (p Player) String() string {
	if p.Component() == nil {
		return describeHandle(p.animation, p.entity, "Player", "player")
	}
	head, playback := fmt.Sprintf("layer %d of entity %d: ", p.layer, p.entity.ID()), p.Playback()
	switch {
	case playback == nil:
		return head + "the character does not have it"
	case playback.Motion == 0:
		return head + "no motion"
	}
	motion := p.animation.library.Motion(playback.Motion)
	if motion == nil {
		return head + p.animation.library.Describe(playback.Motion)
	}
	return fmt.Sprintf("%s%s %q at %.4g", head, motion.Kind, motion.Name, playback.Time)
}

// describeHandle describes a handle that handles nothing: the zero value, or one of an entity that
// is dead or lacks the component, which a noun names.
func describeHandle(a *Animation, entity ecs.Entity, handle, noun string) string {
	switch {
	case !a.isMade():
		return fmt.Sprintf("a %s of no Animation", handle)
	case !a.alive(entity):
		return arguments.NotAlive(entity).Error()
	}
	return fmt.Sprintf("entity %d has no %s", entity.ID(), noun)
}

// Component returns the entity's player component, or nil. It is valid until components are added
// to an entity or removed.
func (p Player) Component() *components.AnimationPlayer {
	if p.animation == nil || !p.animation.alive(p.entity) {
		return nil
	}
	return p.animation.players.Get(p.entity)
}

// Playback returns the playback of the layer, or nil. It is valid until components are added to an
// entity or removed.
func (p Player) Playback() *components.Playback {
	if p.layer > 0 {
		if layer := p.LayerComponent(); layer != nil {
			return &layer.Playback
		}
		return nil
	}
	if player := p.Component(); player != nil {
		return &player.Playback
	}
	return nil
}

// Blend returns the motions that fade out in the layer, or nil. It is valid until components are
// added to an entity or removed.
func (p Player) Blend() *components.BlendState {
	if p.layer > 0 {
		if layer := p.LayerComponent(); layer != nil {
			return &layer.Fades
		}
		return nil
	}
	if p.animation == nil || !p.animation.alive(p.entity) {
		return nil
	}
	return p.animation.blends.Get(p.entity)
}

// Inertialization returns the entity's inertialization component, or nil. It is valid until
// components are added to an entity or removed.
func (p Player) Inertialization() *components.Inertialization {
	if p.animation == nil || !p.animation.alive(p.entity) {
		return nil
	}
	return p.animation.inertializations.Get(p.entity)
}

// Play plays a motion, such as a clip or a blend space, from its start at once, or from its end if
// the speed is negative. The speed and the position stay as they are, and so do the mode and the
// loop limit, unless the motion is a clip that says them ([clip.WithPlayMode]): then they are the
// clip's, and end with it. A motion after it that says none plays in the mode [assets.Loop]. If
// the layer plays the motion already, Play changes nothing, so that it can be called in every
// frame; see [Player.CrossFade]. [Player.Restart] plays it from its start again, and [Player.Stop]
// shows the rest pose.
//
// With a database of package matching, the systems search in it for what fits the pose and the wish
// of the character best, several times a second. Play and CrossFade add what the character lacks
// for that: a [components.Wish], in which the program says where to go ([Animation.Wish]), an
// [components.Inertialization], and a [components.RootMotion], since the clips move it.
//
// The errors are [ErrNoCharacter], [ErrNoMotion], [ErrOtherSkeleton], [ErrLayerMode] for an
// additive motion in layer 0 or one that is not additive in an additive layer, and [ErrWorldLocked]
// if a component must be added while a query is open.
func (p Player) Play(motion id.Motion) error { return p.CrossFade(motion, 0) }

// CrossFade fades in a motion within some seconds. The motion begins at its start, while the
// current motions continue and fade out. During another crossfade, all motions that show fade out
// together, in their current proportions. When [components.MaxFading] motions fade out already, the
// change is made as with [WithInertialization]; on a character that cannot have a
// [components.Inertialization], the motion with the least weight ends at once.
//
// CrossFade changes nothing if the layer plays the motion already: if the motion is what the layer
// plays or fades in, has not finished, and is not in the fade-out of [WithFadeOut]. Its time, mode,
// speed and weight do not matter, nor do the duration and the options. A motion that another one
// replaces, and that therefore fades out, is not what the layer plays: it begins anew. With
// [WithRestart] it always begins anew.
//
// In a sync group, a motion in the mode [assets.Loop] or [assets.PingPong] begins at the phase of
// the group; see [Player.SetSync]. It returns the same errors as [Player.Play], and [ErrSeconds].
func (p Player) CrossFade(motion id.Motion, seconds float64, options ...FadeOption) error {
	if err := p.checkMotion(motion); err != nil {
		return err
	}
	return p.change(motion, seconds, options)
}

// Restart plays what the layer plays from its start again at once, or from its end if the speed is
// negative. If the layer plays nothing, it changes nothing. To fade from the motion to its start,
// use [WithRestart].
func (p Player) Restart() error {
	if err := p.checkLayer(); err != nil {
		return err
	}
	if err := p.checkFree(insteadOfPlaying); err != nil {
		return err
	}
	playback := p.Playback()
	if playback == nil || playback.Motion == 0 {
		return nil
	}
	fadeOut := func(c *crossfade) { c.fadeOut, c.keepsFadeOut = validSeconds(playback.FadeOut), true }
	return p.change(playback.Motion, 0, []FadeOption{WithRestart(), fadeOut})
}

// Stop fades out what the layer shows within some seconds: to the rest pose in layer 0, to the
// layers below in a layer above it. 0 stops at once. If the layer fades out already because of
// Stop, another duration changes nothing. A layer that the character lacks is not added. The errors
// are [ErrNoCharacter], [ErrSeconds] and [ErrWorldLocked].
func (p Player) Stop(seconds float64, options ...FadeOption) error {
	if err := p.checkLayer(); err != nil {
		return err
	}
	if err := p.animation.checkFade("fade", seconds); err != nil {
		return err
	}
	if err := p.checkFree(insteadOfPlaying); err != nil {
		return err
	}
	if p.Playback() == nil {
		return nil
	}
	if seconds == 0 {
		options = append(options[:len(options):len(options)], WithRestart()) // ends a fade to the rest pose
	}
	return p.change(0, seconds, options)
}

// Inertialize makes the difference between the pose on screen and the pose of the next frame decay
// within some seconds, for changes that are made by writing components directly. 0 seconds show the
// next pose at once. The errors are [ErrNoCharacter], also for one without
// [components.Inertialization], and [ErrSeconds].
func (p Player) Inertialize(seconds float64) error {
	if err := p.checkLayer(); err != nil {
		return err
	}
	if err := p.animation.checkFade("decay", seconds); err != nil {
		return err
	}
	inertialization := p.Inertialization()
	if inertialization == nil {
		return fmt.Errorf("%w that can inertialize: entity %d has no components.Inertialization", ErrNoCharacter,
			p.entity.ID())
	}
	advance.RequestInertialization(inertialization, seconds)
	return nil
}

// change crossfades to a motion, which was checked, or with 0 to the rest pose.
func (p Player) change(motion id.Motion, seconds float64, options []FadeOption) error {
	c := crossfade{Crossfade: advance.Crossfade{Seconds: seconds}}
	if p.layer > 0 {
		c.fadeOut = c.Seconds
	}
	for _, option := range options {
		if option != nil {
			option(&c)
		}
	}
	if err := p.checkChange(c); err != nil {
		return err
	}
	library := p.animation.library
	if current := p.Playback(); current != nil && !c.restart && isPlaying(library, current, motion) {
		return nil
	}
	searches := matching.IsDatabase(library, motion)
	if searches && p.animation.lacksWish(p.entity) && p.animation.world.IsLocked() {
		return fmt.Errorf("%w, and entity %d lacks what a database needs", ErrWorldLocked, p.entity.ID())
	}
	// From here on nothing fails.
	residency.Of(library).Use(motion) // so that it does not leave before the next frame plays it
	p.addLayer()
	if searches {
		p.animation.addWish(p.entity)
	}
	if p.needsInertialization(c) {
		p.animation.inertializations.Kind.Add(p.entity)
	}
	playback, fades := p.Playback(), p.Blend()
	next := advance.FromStart(library, *playback, motion)
	next.FadeOut = c.fadeOut
	advance.SetPlayMode(library, *playback, &next)
	if !c.restart {
		p.joinSyncGroup(p.syncGroup(), &next)
	}
	advance.StartTransition(library, p.Inertialization(), p.layer == 0, playback, fades, next, c.Crossfade)
	return nil
}

// checkChange returns an error if the character cannot make a crossfade.
func (p Player) checkChange(c crossfade) error {
	if err := p.checkLayer(); err != nil {
		return err
	}
	if err := p.checkFree(insteadOfPlaying); err != nil {
		return err
	}
	if err := p.animation.checkFade("fade", c.Seconds); err != nil {
		return err
	}
	if !c.keepsFadeOut {
		if err := p.animation.checkFade("fade-out", c.fadeOut); err != nil {
			return err
		}
	}
	if err := p.animation.checkCurve(c.Curve); err != nil {
		return err
	}
	if c.Inertialized && c.Seconds > 0 && p.Inertialization() == nil && p.animation.world.IsLocked() {
		return fmt.Errorf("%w, and entity %d has no components.Inertialization", ErrWorldLocked, p.entity.ID())
	}
	if c.Seconds > 0 && p.layer == 0 && p.Blend() == nil {
		return fmt.Errorf("%w that can crossfade: entity %d has no components.BlendState", ErrNoCharacter,
			p.entity.ID())
	}
	return nil
}

// checkFade returns an error that wraps [ErrSeconds] unless a duration is finite, not negative and
// not longer than the Animation allows.
func (a *Animation) checkFade(noun string, seconds float64) error {
	if err := arguments.Fade(seconds, a.longestFade); err != nil {
		return fmt.Errorf("%w: the %s: %w", ErrSeconds, noun, err)
	}
	return nil
}

// checkCurve returns an error unless fades can follow a curve.
func (a *Animation) checkCurve(curve id.Curve) error {
	if curve == clip.StraightLine || curve == clip.SmoothStep || a.library.Curve(curve) != nil {
		return nil
	}
	return fmt.Errorf("%w: %s", ErrNoCurve, a.library.Describe(curve))
}

// checkWeight returns an error that wraps [ErrWeight] unless a weight is in a range.
func checkWeight(entity ecs.Entity, noun string, weight, least, greatest float32) error {
	if weight >= least && weight <= greatest {
		return nil
	}
	return fmt.Errorf("%w: entity %d: the weight of the %s: expected %v to %v, found %v", ErrWeight, entity.ID(), noun,
		least, greatest, weight)
}

// validSeconds returns seconds, or 0 if they are negative or not finite.
func validSeconds(seconds float64) float64 {
	if seconds >= 0 && seconds-seconds == 0 {
		return seconds
	}
	return 0
}

// needsInertialization reports whether a crossfade adds the inertialization component: if it asks
// for it, or if the crossfade after it would be one too many.
func (p Player) needsInertialization(c crossfade) bool {
	if p.Inertialization() != nil || p.animation.world.IsLocked() {
		return false
	}
	fades := p.Blend()
	return c.Inertialized && c.Seconds > 0 || fades != nil && fades.Count == components.MaxFading-1
}

// isPlaying reports whether a playback is of a motion, and neither finished nor fading out at its
// end.
func isPlaying(library *assets.Library, p *components.Playback, motion id.Motion) bool {
	return p.Motion == motion && !p.Finished && !(advance.EndWeight(library, p) < 1)
}

// where names the character and the layer, for errors.
func (p Player) where() string { return fmt.Sprintf("entity %d, layer %d: ", p.entity.ID(), p.layer) }

// checkMotion returns an error unless the layer can play the motion.
func (p Player) checkMotion(id id.Motion) error {
	if err := p.checkLayer(); err != nil {
		return err
	}
	motion := p.animation.library.Motion(id)
	if motion == nil {
		if id == 0 {
			return fmt.Errorf("%w: %sexpected a motion, found the ID 0, which Model.Clip returns for an unknown name; "+
				"Stop shows the rest pose", ErrNoMotion, p.where())
		}
		return fmt.Errorf("%w: %s%s", ErrNoMotion, p.where(), p.animation.library.Describe(id))
	}
	if err := p.checkSkeleton(motion.Kind, motion.Name, motion.Skeleton); err != nil {
		return err
	}
	return p.checkMode(motion.Kind, motion.Name, motion.Additive)
}

// checkSkeleton returns an error unless the character has the skeleton of an asset.
func (p Player) checkSkeleton(noun, name string, skeleton *assets.Skeleton) error {
	if err := p.animation.checkCharacter(p.entity); err != nil {
		return err
	}
	if own := p.animation.skeleton(p.entity); own != skeleton {
		return fmt.Errorf("%w: %sexpected a %s for skeleton %q, found %q for %s",
			ErrOtherSkeleton, p.where(), noun, own.Name(), name,
			names.Unlike("skeleton", own.Name(), skeleton.Name()))
	}
	return nil
}

// checkMode returns an error unless a motion fits the mode of the layer.
func (p Player) checkMode(noun, name string, additive bool) error {
	layer := p.LayerComponent()
	switch {
	case additive && p.layer == 0:
		return fmt.Errorf("%w: %sexpected a motion that is not additive in layer 0, which has nothing below it to add to, "+
			"found the %s %q", ErrLayerMode, p.where(), noun, name)
	case !additive && layer != nil && layer.Blend == clip.Additive:
		return fmt.Errorf("%w: %sexpected an additive motion in the layer, which is additive, found the %s %q",
			ErrLayerMode, p.where(), noun, name)
	}
	return nil
}
