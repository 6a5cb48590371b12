package systems

import (
	"errors"
	"fmt"
	"time"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// Player controls what a character plays in one of its layers. It is a handle on components, which can also be written
// directly: in layer 0 the entity's [components.AnimationPlayer] and [components.BlendState], above it an element of
// its [components.Layers]. When the entity is dead or lacks the component, the methods change nothing and return an
// error.
type Player struct {
	animation *Animation
	entity    ecs.Entity
	layer     int
}

// Errors of a [Player].
var (
	// ErrNoCharacter means that the entity is dead or lacks a component of a character.
	ErrNoCharacter = errors.New("the entity is not a character with a player")
	// ErrNoClip means that the library has no clip with the ID.
	ErrNoClip = errors.New("the clip is not in the library")
	// ErrNoBlendSpace means that the library has no blend space with the ID.
	ErrNoBlendSpace = errors.New("the blend space is not in the library")
	// ErrOtherSkeleton means that an asset is for another skeleton than the character's.
	ErrOtherSkeleton = errors.New("the asset is for another skeleton than the character's")
)

// Player returns the handle on layer 0 of a character.
func (a *Animation) Player(entity ecs.Entity) Player { return Player{a, entity, 0} }

// Component returns the entity's player component, or nil. It is valid until components are added to an entity or
// removed.
func (p Player) Component() *components.AnimationPlayer {
	if p.animation == nil || !p.animation.alive(p.entity) {
		return nil
	}
	return p.animation.players.Get(p.entity)
}

// Playback returns the playback of the layer, or nil. It is valid until components are added to an entity or removed.
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

// Blend returns the motions that fade out in the layer, or nil. It is valid until components are added to an entity or
// removed.
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

// Inertialization returns the entity's inertialization component, or nil. It is valid until components are added to an entity
// or removed.
func (p Player) Inertialization() *components.Inertialization {
	if p.animation == nil || !p.animation.alive(p.entity) {
		return nil
	}
	return p.animation.inertializations.Get(p.entity)
}

// Play plays a clip from its start at once, or from its end if the speed is negative. The mode, the speed and the loop
// limit stay as they are. Clip 0 shows the rest pose in layer 0, and nothing in a layer above it.
func (p Player) Play(clip assets.ClipID) error { return p.CrossFade(clip, 0) }

// PlayBlendSpace plays a blend space from its start at once. The position in the blend space stays as it is.
func (p Player) PlayBlendSpace(space assets.BlendSpaceID) error {
	return p.CrossFadeBlendSpace(space, 0)
}

// CrossFade fades in a clip, which begins at its start, while the current motions continue and fade out. During another
// crossfade, all motions that show fade out together, in their current proportions. When [components.MaxFading] motions
// fade out already, the change is made as with [WithInertialization]; on a character that cannot have a
// [components.Inertialization], the motion with the least weight ends at once.
func (p Player) CrossFade(clip assets.ClipID, duration time.Duration, options ...FadeOption) error {
	if err := p.checkClip(clip); err != nil {
		return err
	}
	return p.change(clip, 0, duration, options)
}

// CrossFadeBlendSpace is [Player.CrossFade] to a blend space.
func (p Player) CrossFadeBlendSpace(space assets.BlendSpaceID, duration time.Duration, options ...FadeOption) error {
	if err := p.checkBlendSpace(space); err != nil {
		return err
	}
	return p.change(0, space, duration, options)
}

// Inertialize makes the difference between the pose on screen and the pose of the next frame decay, for changes that
// are made by writing components directly. It does nothing for a character without [components.Inertialization].
func (p Player) Inertialize(duration time.Duration) {
	if inertialization := p.Inertialization(); inertialization != nil {
		requestInertialization(inertialization, duration.Seconds())
	}
}

// change crossfades to a clip or a blend space, which were checked.
func (p Player) change(clip assets.ClipID, space assets.BlendSpaceID, duration time.Duration, options []FadeOption) error {
	if err := p.ensureLayer(); err != nil {
		return err
	}
	c := crossfade{seconds: duration.Seconds()}
	for _, option := range options {
		option(&c)
	}
	if c.inertialized && duration > 0 && p.Inertialization() == nil {
		if p.animation.world.IsLocked() {
			return ErrWorldLocked
		}
		p.animation.EnableInertialization(p.entity)
	}
	if fades := p.Blend(); fades != nil && fades.Count == components.MaxFading-1 {
		p.animation.EnableInertialization(p.entity) // the next crossfade would be one too many
	}
	playback, fades := p.Playback(), p.Blend()
	if playback == nil {
		return ErrNoCharacter
	}
	if duration > 0 && fades == nil {
		return fmt.Errorf("%w: a crossfade needs a BlendState", ErrNoCharacter)
	}
	next := playbackFromStart(p.animation.library, *playback, clip, space)
	startTransition(p.animation.library, p.Inertialization(), p.layer == 0, playback, fades, next, c)
	return nil
}

// checkClip returns an error unless the character can play the clip.
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
		return fmt.Errorf("clip %q: %w", clip.Name(), ErrOtherSkeleton)
	}
	return nil
}

// checkBlendSpace returns an error unless the character can play the blend space.
func (p Player) checkBlendSpace(id assets.BlendSpaceID) error {
	skeleton := p.skeleton()
	if skeleton == nil {
		return ErrNoCharacter
	}
	space := p.animation.library.BlendSpace(id)
	if space == nil {
		return ErrNoBlendSpace
	}
	if skeleton != space.Skeleton() {
		return fmt.Errorf("blend space %q: %w", space.Name(), ErrOtherSkeleton)
	}
	return nil
}

// skeleton returns the skeleton of a character with a player, or nil.
func (p Player) skeleton() *assets.Skeleton {
	if p.Component() == nil {
		return nil
	}
	return p.animation.skeleton(p.entity)
}
