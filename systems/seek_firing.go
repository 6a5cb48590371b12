package systems

import (
	"fmt"
	"math"

	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/playback"
)

// SeekFiring is [Player.Seek] that fires the markers on the way, at once and in the order in which they are passed: forward those from where the motion is to
// before the time, backward those from where it is to after the time. They are in the queue of events when it returns, behind those of the last frame. It moves
// nothing else: not the character, and a seek is no pass.
func (p Player) SeekFiring(seconds float64) error {
	if seconds-seconds != 0 {
		return fmt.Errorf("a time must be finite, not %v", seconds)
	}
	if err := p.ready(); err != nil {
		return err
	}
	a := p.advancer()
	sought := p.Playback()
	step := seekStep(spanOf(a.library, sought), sought, seconds)
	weight := p.fadedIn()
	if space := a.library.BlendSpace(sought.BlendSpace); space != nil {
		shares := space.Weights(sought.X, sought.Y, nil)
		index := shares[heaviest(shares)].Index
		if clip := a.clip(space.Samples()[index].Clip); clip != nil {
			a.fireSpace(space, index, clip, step, weight)
		}
	} else if clip := a.clip(sought.Clip); clip != nil && sought.BlendSpace == 0 {
		a.fire(clip, sought.Clip, step, weight)
	}
	if step.EndsBackward() != step.Backward {
		sought.Backward = !sought.Backward
	}
	p.animation.events.Append(a.events...)
	writer(&p.animation.frame).CountDroppedEvents(p.animation.events, a.lost)
	return p.Seek(step.To)
}

// seekStep returns the way of a playback to a time.
func seekStep(over playback.Span, p *components.Playback, seconds float64) playback.Step {
	from := playback.Once(over, p.Time, 0, false).From
	way, backward := math.Abs(seconds-from), seconds < from
	switch {
	case p.Mode == assets.Loop && !(seconds >= over.Start && seconds <= over.End):
		return playback.Loop(over, from, way, backward, playback.Endless)
	case p.Mode == assets.PingPong && !(seconds >= over.Start && seconds <= over.End):
		return playback.PingPong(over, from, way, backward, playback.Endless)
	}
	return playback.Step{From: from, To: playback.Once(over, seconds, 0, false).From, Backward: backward}
}

// advancer returns one for what the player's layer fires.
func (p Player) advancer() *advancer {
	a := &advancer{library: p.animation.library, skeleton: p.skeleton(), entity: p.entity, layer: layerState{number: uint8(p.layer), scale: 1}}
	if layer := p.LayerComponent(); layer != nil {
		_, a.layer.scale = a.shown(layer)
	}
	return a
}

// fadedIn returns how much of what the player's layer plays has faded in.
func (p Player) fadedIn() float64 {
	if fades := p.Blend(); fades != nil && fades.Count > 0 {
		return fadedIn(p.animation.library, fades)
	}
	return 1
}

// heaviest returns the first of those that weigh most.
func heaviest(shares []blendspace.Weight) int {
	most := 0
	for i := range shares {
		if shares[i].Weight > shares[most].Weight {
			most = i
		}
	}
	return most
}
