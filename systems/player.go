package systems

import (
	"errors"
	"fmt"
	"time"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// Player controls what a character plays in one of its layers. It is only a handle on the entity's [components.AnimationPlayer] and
// [components.BlendState], or on a layer of its [components.Layers], all of which can as well be written directly. Its methods return an error, and
// change nothing, when the entity is gone or lacks the component.
type Player struct {
	animation *Animation
	entity    ecs.Entity
	layer     int
}

// Errors of a [Player].
var (
	// ErrNoCharacter says that the entity is dead or lacks a component that makes it a character.
	ErrNoCharacter = errors.New("the entity is no character with a player")
	// ErrNoClip says that a clip is not in the library.
	ErrNoClip = errors.New("there is no such clip")
	// ErrNoBlendSpace says that a blend space is not in the library.
	ErrNoBlendSpace = errors.New("there is no such blend space")
	// ErrOtherSkeleton says that a clip, a blend space or a mask is for another skeleton than the character's.
	ErrOtherSkeleton = errors.New("it is for another skeleton")
)

// Player returns the handle for a character, on its layer 0.
func (a *Animation) Player(entity ecs.Entity) Player { return Player{a, entity, 0} }

// Component returns the entity's player component, or nil. It is valid until components are added to an entity or removed.
func (p Player) Component() *components.AnimationPlayer {
	if p.animation == nil || !p.animation.world.Alive(p.entity) {
		return nil
	}
	return p.animation.players.Get(p.entity)
}

// Playback returns what the layer plays, or nil. It is valid until components are added to an entity or removed.
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

// Blend returns what fades out in the layer, or nil. It is valid until components are added to an entity or removed.
func (p Player) Blend() *components.BlendState {
	if p.layer > 0 {
		if layer := p.LayerComponent(); layer != nil {
			return &layer.Fades
		}
		return nil
	}
	if p.animation == nil || !p.animation.world.Alive(p.entity) {
		return nil
	}
	return p.animation.blends.Get(p.entity)
}

// Play plays a clip from its start (from its end, where the speed is negative), at once. Mode, speed and repeats stay as they were.
// The clip 0 shows the rest pose, in a layer above the first what lies below.
func (p Player) Play(clip assets.ClipID) error { return p.CrossFade(clip, 0) }

// PlaySpace plays a blend space from its start, at once, at the place where the last one was.
func (p Player) PlayBlendSpace(space assets.BlendSpaceID) error {
	return p.CrossFadeBlendSpace(space, 0)
}

// CrossFade fades to a clip, which begins at its start, while what was on screen goes on and fades out. During another fade all
// that shows fades out together, in the proportions it has. What there is no room for among [components.MaxFading] motions goes over as with
// [WithInertialization]; on a character that cannot have a [components.Inertialization], the motion of the least weight ends at once.
func (p Player) CrossFade(clip assets.ClipID, duration time.Duration, options ...FadeOption) error {
	if err := p.checkClip(clip); err != nil {
		return err
	}
	return p.fade(clip, 0, duration, options)
}

// CrossFadeSpace is [Player.CrossFade] to a blend space.
func (p Player) CrossFadeBlendSpace(space assets.BlendSpaceID, duration time.Duration, options ...FadeOption) error {
	if err := p.checkSpace(space); err != nil {
		return err
	}
	return p.fade(0, space, duration, options)
}

// FadeOption changes how a crossfade goes.
type FadeOption func(*transition)

// Along has a crossfade follow a curve from 0 to 1, such as [clip.SmoothStep]; without it, it goes straight.
func WithCurve(curve assets.CurveID) FadeOption { return func(t *transition) { t.curve = curve } }

// Frozen has what fades out stand still.
func WithFrozenSource() FadeOption { return func(t *transition) { t.frozen = true } }

func (p Player) fade(clip assets.ClipID, space assets.BlendSpaceID, duration time.Duration, options []FadeOption) error {
	if err := p.ready(); err != nil {
		return err
	}
	t := transition{seconds: duration.Seconds()}
	for _, option := range options {
		option(&t)
	}
	if t.inertial && duration > 0 && p.Inertia() == nil {
		if p.animation.world.IsLocked() {
			return ErrWorldLocked
		}
		p.animation.EnableInertialization(p.entity)
	}
	if fades := p.Blend(); fades != nil && fades.Count == components.MaxFading-1 {
		p.animation.EnableInertialization(p.entity) // for the transition that there will be no room for
	}
	playback, fades := p.Playback(), p.Blend()
	if playback == nil {
		return ErrNoCharacter
	}
	if duration > 0 && fades == nil {
		return fmt.Errorf("%w: a crossfade needs a BlendState", ErrNoCharacter)
	}
	next := begun(p.animation.library, *playback, clip, space)
	crossInertially(p.animation.library, p.Inertia(), p.layer == 0, playback, fades, next, t)
	return nil
}

// begun returns the playback of another motion from its beginning on, played as the one that is given.
func begun(library *assets.Library, p components.Playback, clip assets.ClipID, space assets.BlendSpaceID) components.Playback {
	p.Clip, p.BlendSpace = clip, space
	p.Finished, p.Backward, p.LoopsDone, p.Time = false, false, 0, 0
	over := spanOf(library, &p)
	p.Time = over.Start
	if p.Speed < 0 {
		p.Time = over.End
	}
	return p
}

// checkClip says why a clip cannot be played on the character.
func (p Player) checkClip(id assets.ClipID) error {
	skeleton := p.skeleton()
	if skeleton == nil {
		return ErrNoCharacter
	}
	if id == 0 {
		return nil
	}
	clip := p.animation.library.Clip(id)
	if clip == nil {
		return ErrNoClip
	}
	if skeleton != clip.Skeleton() {
		return fmt.Errorf("%w: clip %q", ErrOtherSkeleton, clip.Name())
	}
	return nil
}

func (p Player) checkSpace(id assets.BlendSpaceID) error {
	skeleton := p.skeleton()
	if skeleton == nil {
		return ErrNoCharacter
	}
	space := p.animation.library.BlendSpace(id)
	if space == nil {
		return ErrNoBlendSpace
	}
	if skeleton != space.Skeleton() {
		return fmt.Errorf("%w: blend space %q", ErrOtherSkeleton, space.Name())
	}
	return nil
}

// skeleton returns that of a character with a player, or nil.
func (p Player) skeleton() *assets.Skeleton {
	if p.Component() == nil {
		return nil
	}
	return p.animation.skeleton(p.entity)
}
