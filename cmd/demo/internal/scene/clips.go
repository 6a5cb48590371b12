package scene

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/sinew-go/sinew/assets"
)

// crossfade is how long it takes to change clips by hand.
const manualFade = 300 * time.Millisecond

// CrossFade leads every character to its model's next clip, or one so many clips further on or back. Cues no longer count
// from here on.
func (s *Scene) CrossFade(steps int) error {
	return s.fade(func(now, clips int) int { return ((now+steps)%clips + clips) % clips })
}

// CrossFadeTo leads every character whose model has that many clips to the clip of that index. Cues no longer count from here on.
func (s *Scene) CrossFadeTo(index int) error {
	return s.fade(func(_, clips int) int {
		if index >= clips {
			return -1
		}
		return index
	})
}

// fade leads every character to the clip that choose returns for the index of what it plays and the number of clips; -1 leaves it.
func (s *Scene) fade(choose func(now, clips int) int) error {
	s.free = true
	for _, a := range s.actors {
		player := s.animation.Player(a.entity)
		if len(a.model.Clips) == 0 {
			continue
		}
		now := max(0, slices.Index(a.model.Clips, player.Component().Clip))
		if to := choose(now, len(a.model.Clips)); to >= 0 {
			if err := player.CrossFade(a.model.Clips[to], manualFade); err != nil {
				return fmt.Errorf("stage: %w", err)
			}
		}
	}
	return nil
}

// Playing returns the name of the clip that the first character plays, where in it it is and how long it takes, in seconds.
func (s *Scene) Playing() (name string, at, duration float64) {
	for _, a := range s.actors {
		player := s.animation.Player(a.entity).Component()
		if clip := s.library.Clip(player.Clip); clip != nil {
			return clip.Name(), player.Time - clip.Start(), clip.Duration()
		}
	}
	return "", 0, 0
}

// moving returns the clips in which something happens: those of some duration, or else all.
func movingClips(library *assets.Library, model *assets.Model) []assets.ClipID {
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
func FindClip(model *assets.Model, name string) assets.ClipID {
	if id := model.Clip(name); id != 0 {
		return id
	}
	if i, err := strconv.Atoi(name); err == nil && i >= 0 && i < len(model.Clips) {
		return model.Clips[i]
	}
	return 0
}

// choose returns the clip of that name or index, or without one the first in which something happens; 0 where there is none.
func chooseClip(library *assets.Library, model *assets.Model, name string) assets.ClipID {
	if name != "" {
		return FindClip(model, name)
	}
	if clips := movingClips(library, model); len(clips) > 0 {
		return clips[0]
	}
	return 0
}
