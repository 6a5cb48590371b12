package systems

import (
	"fmt"

	"github.com/sinew-go/sinew/components"
)

// SetMode says what happens at the end of the clip, and how many times it is run through, 0 being without end. A clip that was
// finished goes on if that lets it.
func (p Player) SetMode(mode components.PlayMode, repeats uint32) error {
	player := p.Component()
	if player == nil {
		return ErrNoCharacter
	}
	if mode > components.PingPong {
		return fmt.Errorf("play mode %d is none of Once, Loop and PingPong", mode)
	}
	player.Mode, player.Repeats, player.Finished = mode, repeats, false
	return nil
}

// SetSpeed sets the seconds of clip for each second: 1 is as authored, 0 stands still, below 0 is backwards.
func (p Player) SetSpeed(speed float32) error {
	player := p.Component()
	if player == nil {
		return ErrNoCharacter
	}
	if speed-speed != 0 {
		return fmt.Errorf("a speed must be finite, not %v", speed)
	}
	player.Speed, player.Finished = speed, false
	return nil
}

// Seek goes to a time of the clip in seconds. A loop or ping-pong takes times beyond the clip as if it had played on to there,
// without counting the passes; otherwise they are brought to the nearest end.
func (p Player) Seek(seconds float64) error {
	player := p.Component()
	if player == nil {
		return ErrNoCharacter
	}
	if seconds-seconds != 0 {
		return fmt.Errorf("a time must be finite, not %v", seconds)
	}
	player.Time, player.Finished = seconds, false
	return nil
}

// Pause stops the clip and the crossfade until [Player.Resume].
func (p Player) Pause() error { return p.setPaused(true) }

// Resume goes on after [Player.Pause].
func (p Player) Resume() error { return p.setPaused(false) }

func (p Player) setPaused(paused bool) error {
	player := p.Component()
	if player == nil {
		return ErrNoCharacter
	}
	player.Paused = paused
	return nil
}
