package systems

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/systems/internal/advance"
)

// SetMode sets what happens at the end of the motion, and how many loops a Loop or PingPong plays
// (0 for no limit; a limit has no effect in the other modes). A finished motion continues if the
// new mode and limit leave it something to play.
func (p Player) SetMode(mode assets.PlayMode, loopLimit uint32) error {
	if mode > assets.Hold {
		return fmt.Errorf("%sexpected the play mode Once, Loop, PingPong or Hold, found %d", p.where(), mode)
	}
	if err := p.checkFree(insteadOfMode); err != nil {
		return err
	}
	return p.updatePlayback(func(playback *components.Playback) {
		playback.Mode, playback.LoopLimit = mode, loopLimit
		playback.Finished = playback.Finished && advance.IsAtEnd(p.animation.library, playback)
	})
}

// SetSpeed sets the seconds of the clip that pass in a second: 1 is as authored, 0 stands still, a
// negative speed plays backward.
func (p Player) SetSpeed(speed float32) error {
	if speed-speed != 0 {
		return fmt.Errorf("%sexpected a finite speed, found %v", p.where(), speed)
	}
	if err := p.checkSpeed(); err != nil {
		return err
	}
	return p.updatePlayback(func(playback *components.Playback) {
		if (speed < 0) != (playback.Speed < 0) {
			p.turn(playback)
		}
		playback.Speed = speed
		playback.Finished = playback.Finished && advance.IsAtEnd(p.animation.library, playback)
	})
}

// turn prepares for another direction of a playback's speed. One that leads turns its followers
// around, one that follows does not turn. A controller keeps how far its states came.
func (p Player) turn(playback *components.Playback) {
	a := p.animation
	layers, controller := a.layersOf(p.entity), a.controllers.Get(p.entity)
	if !playback.Finished && advance.Leader(a.library, p.Component(), layers, p.layer) != nil {
		playback.Backward = !playback.Backward
		return
	}
	advance.TurnFollowers(a.library, p.Component(), layers, controller, playback)
	if controller != nil {
		reached := &controller.Layers[p.layer].Reached
		*reached = max(*reached, advance.NormalizedTime(a.library, playback))
	}
}

// SetPosition sets the position in the blend space that is played, or in another motion that has
// coordinates.
func (p Player) SetPosition(x, y float32) error {
	if x-x != 0 || y-y != 0 {
		return fmt.Errorf("%sexpected a finite position, found %v, %v", p.where(), x, y)
	}
	if err := p.checkFree(insteadOfPosition); err != nil {
		return err
	}
	return p.updatePlayback(func(playback *components.Playback) { playback.X, playback.Y = x, y })
}

// Seek moves to a time of the motion, in a clip seconds, in a blend space the phase, without firing
// the markers between. In a Loop or PingPong, a time outside the clip is where playing on to that
// time would lead, but no loops are counted; otherwise it is clamped to the nearest end. A finished
// motion continues from there, in the last of its loops if their number is limited.
func (p Player) Seek(seconds float64) error {
	if seconds-seconds != 0 {
		return fmt.Errorf("%sexpected a finite time, found %v s", p.where(), seconds)
	}
	if err := p.checkEntered(); err != nil {
		return err
	}
	err := p.updatePlayback(func(playback *components.Playback) { advance.SetTime(playback, seconds) })
	if inertialization := p.Inertialization(); err == nil && inertialization != nil && p.layer == 0 &&
		!inertialization.Begin {
		inertialization.Cut = true
	}
	return err
}

// SeekFraction moves to a fraction of the motion: 0 is its start, 1 its end. Otherwise it is like
// [Player.Seek].
func (p Player) SeekFraction(fraction float64) error {
	if fraction-fraction != 0 {
		return fmt.Errorf("%sexpected a finite fraction, found %v", p.where(), fraction)
	}
	if err := p.checkLayer(); err != nil {
		return err
	}
	playback := p.Playback()
	if playback == nil {
		return p.Seek(0) // a layer that the character is about to get plays nothing
	}
	span := advance.Span(p.animation.library, playback)
	return p.Seek(span.Start + float64(fraction*span.Duration()))
}

// SeekFiring is like [Player.Seek], but also fires the markers between at once, in the order of
// play. Forward these are the markers from the current time on and before the new one, backward
// from the current time down and after the new one. The events are in the queue when it returns,
// after the events of the last frame. It does not move the character, and counts no loops.
func (p Player) SeekFiring(seconds float64) error {
	if seconds-seconds != 0 {
		return fmt.Errorf("%sexpected a finite time, found %v s", p.where(), seconds)
	}
	if err := p.checkLayer(); err != nil {
		return err
	}
	if err := p.checkEntered(); err != nil {
		return err
	}
	p.addLayer()
	layerWeight := float32(1)
	if layer := p.LayerComponent(); layer != nil {
		_, layerWeight = advance.LayerMaskAndWeight(p.animation.library, layer)
	}
	sought, fired := p.Playback(), advance.Events{}
	to := advance.SeekFiring(p.animation.library, p.animation.skeleton(p.entity), sought, p.Blend(), seconds,
		uint8(p.layer), layerWeight, &fired)
	p.animation.events.Append(appendEvents(nil, p.entity, fired.List)...)
	queueOf(p.animation.events).CountDropped(fired.Dropped)
	return p.Seek(to)
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
