package systems

import (
	"errors"
	"fmt"
	"time"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// Player controls what a character plays. It is only a handle on the entity's [components.AnimationPlayer] and
// [components.BlendState], which can as well be written directly. Its methods return an error, and change nothing, when the
// entity is gone or lacks the component.
type Player struct {
	animation *Animation
	entity    ecs.Entity
}

// Errors of a [Player].
var (
	// ErrNoCharacter says that the entity is dead or lacks a component that makes it a character.
	ErrNoCharacter = errors.New("the entity is no character with a player")
	// ErrNoClip says that a clip is not in the library.
	ErrNoClip = errors.New("there is no such clip")
	// ErrOtherSkeleton says that a clip moves another skeleton than the character's.
	ErrOtherSkeleton = errors.New("the clip is for another skeleton")
)

// Player returns the handle for a character.
func (a *Animation) Player(entity ecs.Entity) Player { return Player{a, entity} }

// Component returns the entity's player component, or nil. It is valid until components are added to an entity or removed.
func (p Player) Component() *components.AnimationPlayer {
	if p.animation == nil || !p.animation.world.Alive(p.entity) {
		return nil
	}
	return p.animation.players.Get(p.entity)
}

// Blend returns the entity's blend state, or nil. It is valid until components are added to an entity or removed.
func (p Player) Blend() *components.BlendState {
	if p.animation == nil || !p.animation.world.Alive(p.entity) {
		return nil
	}
	return p.animation.blends.Get(p.entity)
}

// Play plays a clip from its start (from its end, where the speed is negative), at once. Mode, speed and repeats stay as they were.
// The clip 0 shows the rest pose.
func (p Player) Play(clip assets.ClipID) error {
	player, err := p.check(clip)
	if err != nil {
		return err
	}
	if blend := p.Blend(); blend != nil {
		*blend = components.BlendState{}
	}
	p.begin(player, clip)
	return nil
}

// CrossFade fades to a clip, which begins at its start, while what was on screen goes on and fades out. During another fade all
// the clips that show fade out together, in the proportions they have. Beyond [components.MaxFading] of them the one of the
// least weight ends at once.
func (p Player) CrossFade(clip assets.ClipID, duration time.Duration) error {
	player, err := p.check(clip)
	if err != nil {
		return err
	}
	blend := p.Blend()
	switch {
	case duration <= 0:
		return p.Play(clip)
	case blend == nil:
		return fmt.Errorf("%w: a crossfade needs a BlendState", ErrNoCharacter)
	}
	fadeOut(blend, player.Playback)
	blend.Elapsed, blend.Duration = 0, duration.Seconds()
	p.begin(player, clip)
	return nil
}

// fadeOut adds what has been fading in to what fades out. The order stays, oldest first: the sum of more than two rotations
// depends on it, so that any other order could make the pose jump.
func fadeOut(blend *components.BlendState, current components.Playback) {
	in := 1.0
	if blend.Count > 0 {
		in = fadedIn(blend)
	}
	var fades [components.MaxFading + 1]components.Fade
	count := 0
	add := func(p components.Playback, weight float64) {
		if weight > 0 {
			fades[count] = components.Fade{Playback: p, Weight: float32(weight)}
			count++
		}
	}
	for i := range min(blend.Count, components.MaxFading) {
		add(blend.Fading[i].Playback, float64((1-in)*float64(blend.Fading[i].Weight)))
	}
	add(current, in)
	if count > components.MaxFading {
		lightest := 0
		for i := range fades {
			if fades[i].Weight < fades[lightest].Weight {
				lightest = i
			}
		}
		count--
		copy(fades[lightest:], fades[lightest+1:])
	}
	var sum float32
	for _, fade := range fades[:count] {
		sum += fade.Weight
	}
	*blend = components.BlendState{Count: int32(count)}
	for i, fade := range fades[:count] {
		fade.Weight /= sum
		blend.Fading[i] = fade
	}
}

func (p Player) begin(player *components.AnimationPlayer, id assets.ClipID) {
	player.Clip = id
	player.Finished, player.Backward, player.Passes, player.Time = false, false, 0, 0
	if clip := p.animation.library.Clip(id); clip != nil {
		player.Time = clip.Start()
		if player.Speed < 0 {
			player.Time = clip.End()
		}
	}
}

// check returns the player component, if the clip can be played on it.
func (p Player) check(id assets.ClipID) (*components.AnimationPlayer, error) {
	player := p.Component()
	if player == nil {
		return nil, ErrNoCharacter
	}
	if id == 0 {
		return player, nil
	}
	clip := p.animation.library.Clip(id)
	if clip == nil {
		return nil, ErrNoClip
	}
	if skeleton := p.animation.skeleton(p.entity); skeleton != clip.Skeleton() {
		return nil, fmt.Errorf("%w: clip %q", ErrOtherSkeleton, clip.Name())
	}
	return player, nil
}
