package clip

import "fmt"

// ending is what a clip says about its end.
type ending struct {
	mode      PlayMode
	loopLimit uint32
	said      bool
}

// PlayMode returns what happens at the end of the clip, and after how many loops it ends (0 for no
// limit), as [WithPlayMode] said it; ok is false for a clip of which nobody said it, and for nil.
func (c *Clip) PlayMode() (mode PlayMode, loopLimit uint32, ok bool) {
	if c == nil {
		return 0, 0, false
	}
	return c.ending.mode, c.ending.loopLimit, c.ending.said
}

// WithPlayMode returns a clip that is the same but says what happens at its end, and for [Loop] and
// [PingPong] after how many loops it ends (0 for no limit; each way of a ping-pong is one). Players
// take it over when they begin to play the clip. Both clips share the tracks.
func WithPlayMode(clip *Clip, mode PlayMode, loopLimit uint32) (*Clip, error) {
	switch {
	case clip == nil:
		return nil, fmt.Errorf("play mode: expected a clip for the mode %s, found nil", mode)
	case mode > Hold:
		return nil, fmt.Errorf("clip %q: expected the play mode %s, %s, %s or %s, found %s", clip.name, Once, Loop,
			PingPong, Hold, mode)
	case loopLimit != 0 && mode != Loop && mode != PingPong:
		return nil, fmt.Errorf("clip %q: expected a limit of loops with the play mode %s or %s, found %d with %s",
			clip.name, Loop, PingPong, loopLimit, mode)
	}
	changed := *clip
	changed.ending = ending{mode, loopLimit, true}
	return &changed, nil
}

// PlayModeOf makes the clip say about its end what another clip says ([Clip.PlayMode]), for a clip
// that is made from it.
func (b *Builder) PlayModeOf(other *Clip) *Builder {
	b = b.orFailed()
	if other != nil {
		b.ending = other.ending
	}
	return b
}
