package systems

import (
	"fmt"
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/playback"
)

// SetMode sets what happens at the end of the motion, and how many loops a Loop or PingPong plays (0 for no limit). A
// finished motion continues if the new mode and limit leave it something to play.
func (p Player) SetMode(mode assets.PlayMode, loopLimit uint32) error {
	if mode > assets.Hold {
		return fmt.Errorf("play mode is %d, must be Once, Loop, PingPong or Hold", mode)
	}
	if err := p.checkFree(insteadOfMode); err != nil {
		return err
	}
	return p.updatePlayback(func(playback *components.Playback) {
		playback.Mode, playback.LoopLimit = mode, loopLimit
		playback.Finished = playback.Finished && isAtEnd(p.animation.library, playback)
	})
}

// SetSpeed sets the seconds of the clip that pass in a second: 1 is as authored, 0 stands still, a negative speed plays
// backward.
func (p Player) SetSpeed(speed float32) error {
	if speed-speed != 0 {
		return fmt.Errorf("speed is %v, must be finite", speed)
	}
	if err := p.checkSpeed(); err != nil {
		return err
	}
	return p.updatePlayback(func(playback *components.Playback) {
		if controller := p.animation.controllers.Get(p.entity); controller != nil && (speed < 0) != (playback.Speed < 0) {
			reached := &controller.Layers[p.layer].Reached
			*reached = max(*reached, normalizedTime(p.animation.library, playback))
		}
		playback.Speed = speed
		playback.Finished = playback.Finished && isAtEnd(p.animation.library, playback)
	})
}

// SetPosition sets the position in the blend space that is played.
func (p Player) SetPosition(x, y float32) error {
	if x-x != 0 || y-y != 0 {
		return fmt.Errorf("blend space position is %v, %v, must be finite", x, y)
	}
	if err := p.checkFree(insteadOfPosition); err != nil {
		return err
	}
	return p.updatePlayback(func(playback *components.Playback) { playback.X, playback.Y = x, y })
}

// Seek moves to a time of the clip in seconds, or to a phase of the blend space, without firing the markers between. In
// a Loop or PingPong, a time outside the clip is where playing on to that time would lead, but no loops are counted;
// otherwise it is clamped to the nearest end. A finished motion continues from there, in the last of its loops if their
// number is limited.
func (p Player) Seek(seconds float64) error {
	if seconds-seconds != 0 {
		return fmt.Errorf("time is %v, must be finite", seconds)
	}
	if err := p.checkEntered(); err != nil {
		return err
	}
	err := p.updatePlayback(func(playback *components.Playback) { setTime(playback, seconds) })
	if inertialization := p.Inertialization(); err == nil && inertialization != nil && p.layer == 0 && !inertialization.Begin {
		inertialization.Cut = true
	}
	return err
}

// SeekFraction moves to a fraction of the motion: 0 is its start, 1 its end. Otherwise it is like [Player.Seek].
func (p Player) SeekFraction(fraction float64) error {
	if fraction-fraction != 0 {
		return fmt.Errorf("fraction is %v, must be finite", fraction)
	}
	if err := p.checkLayer(); err != nil {
		return err
	}
	playback := p.Playback()
	if playback == nil {
		return p.Seek(0) // a layer that the character is about to get plays nothing
	}
	span := playbackSpan(p.animation.library, playback)
	return p.Seek(span.Start + float64(fraction*span.Duration()))
}

// SeekFiring is like [Player.Seek], but also fires the markers between at once, in the order of play. Forward these are
// the markers from the current time on and before the new one, backward from the current time down and after the new
// one. The events are in the queue when it returns, behind the events of the last frame. It does not move the character, and
// counts no loops.
func (p Player) SeekFiring(seconds float64) error {
	if seconds-seconds != 0 {
		return fmt.Errorf("time is %v, must be finite", seconds)
	}
	if err := p.checkLayer(); err != nil {
		return err
	}
	if err := p.checkEntered(); err != nil {
		return err
	}
	p.addLayer()
	library, skeleton, sought := p.animation.library, p.animation.skeleton(p.entity), p.Playback()
	step := seekStep(playbackSpan(library, sought), sought, seconds)
	weight := 1.0
	if fades := p.Blend(); fades != nil && fades.Count > 0 {
		weight = fadeProgress(library, fades)
	}
	weight *= endWeight(library, sought)
	sink := eventSink{entity: p.entity, layer: uint8(p.layer), layerWeight: 1}
	if layer := p.LayerComponent(); layer != nil {
		_, sink.layerWeight = layerMaskAndWeight(library, layer)
	}
	if space := library.BlendSpace(sought.BlendSpace); space != nil {
		weights := space.Weights(sought.X, sought.Y, nil)
		index := weights[dominantSample(weights)].Index
		if clip := playableClip(library, skeleton, space.Samples()[index].Clip); clip != nil {
			sink.addBlendSpaceMarkers(space, index, clip, step, weight)
		}
	} else if clip := playableClip(library, skeleton, sought.Clip); clip != nil && sought.BlendSpace == 0 {
		sink.addMarkers(clip, sought.Clip, &step, weight)
	}
	if step.EndsBackward() != step.Backward {
		sought.Backward = !sought.Backward
	}
	p.animation.events.Append(sink.queue...)
	writer(&p.animation.frame).CountDroppedEvents(p.animation.events, sink.dropped)
	return p.Seek(step.To)
}

// Pause stops the layer's motion and crossfade until [Player.Resume].
func (p Player) Pause() error { return p.setPaused(true) }

// Resume continues after [Player.Pause].
func (p Player) Resume() error { return p.setPaused(false) }

func (p Player) setPaused(paused bool) error {
	if p.layer > 0 {
		return p.updateLayer(func(layer *components.Layer) { layer.Paused = paused })
	}
	if err := p.checkLayer(); err != nil {
		return err
	}
	p.Component().Paused = paused
	return nil
}

func (p Player) updatePlayback(update func(*components.Playback)) error {
	if err := p.checkLayer(); err != nil {
		return err
	}
	p.addLayer()
	update(p.Playback())
	return nil
}

// isAtEnd reports whether a playback has nothing left to play in its direction.
func isAtEnd(library *assets.Library, p *components.Playback) bool {
	if p.Mode == assets.Loop || p.Mode == assets.PingPong {
		return p.LoopLimit > 0 && p.LoopsDone >= p.LoopLimit
	}
	span := playbackSpan(library, p)
	if p.Speed < 0 {
		return p.Time <= span.Start
	}
	return p.Time >= span.End
}

// setTime moves a playback to a time, from which it continues. A playback that reached its loop limit returns to its
// last loop.
func setTime(p *components.Playback, time float64) {
	p.Time, p.Finished = time, false
	if p.LoopLimit > 0 && p.LoopsDone >= p.LoopLimit {
		p.LoopsDone = p.LoopLimit - 1
	}
}

// seekStep returns the step from the current time of a playback to another time.
func seekStep(span playback.Span, p *components.Playback, seconds float64) playback.Step {
	from := playback.Once(span, p.Time, 0, false).From
	distance, backward := math.Abs(seconds-from), seconds < from
	switch {
	case p.Mode == assets.Loop && !(seconds >= span.Start && seconds <= span.End):
		return playback.Loop(span, from, distance, backward, playback.Endless)
	case p.Mode == assets.PingPong && !(seconds >= span.Start && seconds <= span.End):
		return playback.PingPong(span, from, distance, backward, playback.Endless)
	}
	return playback.Step{From: from, To: playback.Once(span, seconds, 0, false).From, Backward: backward}
}
