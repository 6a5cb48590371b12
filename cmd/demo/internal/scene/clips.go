package scene

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/sinew-go/sinew/assets"
)

// manualFade is the duration of a crossfade that the user starts.
const manualFade = 0.3

// CrossFade starts a crossfade of every character to the clip that comes steps places after its present one in its
// model's list, before it if negative. The list wraps around. Scheduled fades end.
func (s *Scene) CrossFade(steps int) error {
	return s.crossFadeAll(func(now, clips int) int { return ((now+steps)%clips + clips) % clips })
}

// CrossFadeTo starts a crossfade to the model's clip of that index, of every character whose model has one. Scheduled
// fades end.
func (s *Scene) CrossFadeTo(index int) error {
	return s.crossFadeAll(func(_, clips int) int {
		if index >= clips {
			return -1
		}
		return index
	})
}

// crossFadeAll starts a crossfade of every character. The function choose returns the index of the clip to fade to,
// given the index of the present clip and the number of clips; -1 for none.
func (s *Scene) crossFadeAll(choose func(now, clips int) int) error {
	s.manual = true
	for _, a := range s.characters {
		player := s.animation.Player(a.entity)
		if len(a.model.Clips) == 0 {
			continue
		}
		now := max(0, slices.Index(a.model.Clips, player.Component().Clip))
		if to := choose(now, len(a.model.Clips)); to >= 0 {
			if err := player.CrossFade(a.model.Clips[to], manualFade); err != nil {
				return fmt.Errorf("scene: %w", err)
			}
		}
	}
	return nil
}

// Playing returns the name of the clip that the first animated character plays, the time in it and its duration, both
// in seconds.
func (s *Scene) Playing() (name string, at, duration float64) {
	for _, a := range s.characters {
		player := s.animation.Player(a.entity).Component()
		if clip := s.library.Clip(player.Clip); clip != nil {
			return clip.Name(), player.Time - clip.Start(), clip.Duration()
		}
	}
	return "", 0, 0
}

// movingClips returns the clips with a duration above 0, or all clips if there are none.
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

// FindClip returns the model's clip of that name or, failing that, of that index. It returns 0 if there is none.
func FindClip(model *assets.Model, name string) assets.ClipID {
	if id := model.Clip(name); id != 0 {
		return id
	}
	if i, err := strconv.Atoi(name); err == nil && i >= 0 && i < len(model.Clips) {
		return model.Clips[i]
	}
	return 0
}

// chooseClip returns the clip of that name or index or, for an empty name, the model's first moving clip. It returns 0
// if there is none.
func chooseClip(library *assets.Library, model *assets.Model, name string) assets.ClipID {
	if name != "" {
		return FindClip(model, name)
	}
	if clips := movingClips(library, model); len(clips) > 0 {
		return clips[0]
	}
	return 0
}
