package systems

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
)

// SetMode says what happens at the end of the motion, and how many times it is run through, 0 being without end. A motion that was
// finished goes on if that lets it.
func (p Player) SetMode(mode assets.PlayMode, repeats uint32) error {
	if mode > assets.Hold {
		return fmt.Errorf("play mode %d is none of Once, Loop, PingPong and Hold", mode)
	}
	return p.set(func(playback *components.Playback) {
		playback.Mode, playback.LoopLimit = mode, repeats
		playback.Finished = playback.Finished && finished(p.animation.library, playback)
	})
}

// SetSpeed sets the seconds of clip for each second: 1 is as authored, 0 stands still, below 0 is backward.
func (p Player) SetSpeed(speed float32) error {
	if speed-speed != 0 {
		return fmt.Errorf("a speed must be finite, not %v", speed)
	}
	return p.set(func(playback *components.Playback) {
		playback.Speed = speed
		playback.Finished = playback.Finished && finished(p.animation.library, playback)
	})
}

// SetPosition sets the place in the blend space that is played.
func (p Player) SetPosition(x, y float32) error {
	if x-x != 0 || y-y != 0 {
		return fmt.Errorf("a place in a blend space must be finite, not %v, %v", x, y)
	}
	return p.set(func(playback *components.Playback) { playback.X, playback.Y = x, y })
}

// through says whether nothing is left of a playback that goes on from where it is, in the direction that it has.
func finished(library *assets.Library, p *components.Playback) bool {
	if p.Mode == assets.Loop || p.Mode == assets.PingPong {
		return p.LoopLimit > 0 && p.LoopsDone >= p.LoopLimit
	}
	over := spanOf(library, p)
	if p.Speed < 0 {
		return p.Time <= over.Start
	}
	return p.Time >= over.End
}

// sought puts a playback at a time from which it goes on. One that was through its repeats is in the last of them again.
func sought(p *components.Playback, time float64) {
	p.Time, p.Finished = time, false
	if p.LoopLimit > 0 && p.LoopsDone >= p.LoopLimit {
		p.LoopsDone = p.LoopLimit - 1
	}
}

// Seek goes to a time of the clip in seconds, in a blend space to a phase, and passes over what lies between. A loop or ping-pong takes times beyond the
// clip as if it had played on to there, without counting the passes; otherwise they are brought to the nearest end. What was finished goes on from there; of a motion
// that is repeated so many times it is in the last.
func (p Player) Seek(seconds float64) error {
	if seconds-seconds != 0 {
		return fmt.Errorf("a time must be finite, not %v", seconds)
	}
	err := p.set(func(playback *components.Playback) { sought(playback, seconds) })
	if inertia := p.Inertia(); err == nil && inertia != nil && p.layer == 0 && !inertia.Begin {
		inertia.Cut = true
	}
	return err
}

// SeekPart goes to a part of the motion: 0 is its start, 1 its end.
func (p Player) SeekPart(part float64) error {
	playback := p.Playback()
	if playback == nil {
		return ErrNoCharacter
	}
	over := spanOf(p.animation.library, playback)
	return p.Seek(over.Start + float64(part*over.Duration()))
}

func (p Player) set(change func(*components.Playback)) error {
	if err := p.ready(); err != nil {
		return err
	}
	change(p.Playback())
	return nil
}

// Pause stops the layer's motion and crossfade until [Player.Resume].
func (p Player) Pause() error { return p.setPaused(true) }

// Resume goes on after [Player.Pause].
func (p Player) Resume() error { return p.setPaused(false) }

func (p Player) setPaused(paused bool) error {
	if p.layer > 0 {
		return p.change(func(layer *components.Layer) { layer.Paused = paused })
	}
	player := p.Component()
	if player == nil {
		return ErrNoCharacter
	}
	player.Paused = paused
	return nil
}
