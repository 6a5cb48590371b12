package stage

import (
	"strconv"
	"time"

	"github.com/sinew-go/sinew/assets"
)

// crossfade is how long it takes to change clips by hand.
const crossfade = 300 * time.Millisecond

// CrossFade leads every character to its model's next clip, or a later or earlier one, and returns the name of what the
// first character plays then. Cues no longer count from here on.
func (s *Stage) CrossFade(next int) (string, error) {
	s.free = true
	shown := ""
	for _, a := range s.actors {
		n := len(a.model.Clips)
		if n == 0 {
			continue
		}
		now := 0
		for i, id := range a.model.Clips {
			if id == s.animation.Player(a.entity).Component().Clip {
				now = i
			}
		}
		to := ((now+next)%n + n) % n
		if err := s.animation.Player(a.entity).CrossFade(a.model.Clips[to], crossfade); err != nil {
			return "", err
		}
		if shown == "" {
			shown = a.model.ClipNames()[to]
		}
	}
	return shown, nil
}

// Playing returns the name of the clip that the first character plays, where in it it is and how long it takes, in seconds.
func (s *Stage) Playing() (name string, at, duration float64) {
	for _, a := range s.actors {
		player := s.animation.Player(a.entity).Component()
		if clip := s.library.Clip(player.Clip); clip != nil {
			return clip.Name(), player.Time - clip.Start(), clip.Duration()
		}
	}
	return "", 0, 0
}

// moving returns the clips in which something happens: those of some duration, or else all.
func moving(library *assets.Library, model *assets.Model) []assets.ClipID {
	var clips []assets.ClipID
	for _, id := range model.Clips {
		if library.Clip(id).Duration() > 0 {
			clips = append(clips, id)
		}
	}
	if len(clips) == 0 {
		return model.Clips
	}
	return clips
}

// Find returns the model's clip of that name or, failing that, index; 0 where there is none.
func Find(model *assets.Model, name string) assets.ClipID {
	if id := model.Clip(name); id != 0 {
		return id
	}
	if i, err := strconv.Atoi(name); err == nil && i >= 0 && i < len(model.Clips) {
		return model.Clips[i]
	}
	return 0
}

// choose returns the clip of that name or index, or without one the first in which something happens; 0 where there is none.
func choose(library *assets.Library, model *assets.Model, name string) assets.ClipID {
	if name != "" {
		return Find(model, name)
	}
	if clips := moving(library, model); len(clips) > 0 {
		return clips[0]
	}
	return 0
}
