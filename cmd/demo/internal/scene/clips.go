package scene

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/systems"
)

// CrossFade starts a crossfade of every character, of some seconds, to the clip that comes steps
// places after its present one in its model's list, before it if negative. The list wraps around.
// Scheduled fades and paths end, until [Scene.ResumeSchedule].
func (s *Scene) CrossFade(steps int, seconds float64) error {
	return s.crossFadeAll(seconds, func(now, clips int) int { return ((now+steps)%clips + clips) % clips })
}

// CrossFadeTo starts a crossfade, of some seconds, to the model's clip of that index, of every
// character whose model has one. Scheduled fades and paths end, until [Scene.ResumeSchedule].
func (s *Scene) CrossFadeTo(index int, seconds float64) error {
	return s.crossFadeAll(seconds, func(_, clips int) int {
		if index >= clips {
			return -1
		}
		return index
	})
}

// crossFadeAll starts a crossfade of every character. The function choose returns the index of the
// clip to fade to, given the index of the present clip and the number of clips; -1 for none.
func (s *Scene) crossFadeAll(seconds float64, choose func(now, clips int) int) error {
	s.Yield()
	for _, a := range s.present() {
		player := s.animation.Player(a.entity)
		if len(a.model.Clips) == 0 {
			continue
		}
		now := max(0, slices.Index(a.model.Clips, player.Component().Motion))
		if to := choose(now, len(a.model.Clips)); to >= 0 {
			err := player.CrossFade(a.model.Clips[to], seconds)
			if err != nil && !errors.Is(err, systems.ErrControlled) { // what a graph plays stays
				return fmt.Errorf("scene: %w", err)
			}
		}
	}
	return nil
}

// Yield ends scheduled fades and paths, until [Scene.ResumeSchedule]: what characters play is up to
// somebody else.
func (s *Scene) Yield() {
	if !s.manual {
		s.manual = true
		s.scheduled.snapshot, s.scheduled.time = s.animation.AppendSnapshot(s.scheduled.snapshot[:0]), s.time
	}
}

// Control makes a graph select what the characters play.
func (s *Scene) Control(graph assets.GraphID) error {
	s.Yield()
	for _, a := range s.present() {
		if _, err := s.animation.Control(a.entity, graph); err != nil {
			return fmt.Errorf("scene: %w", err)
		}
	}
	return s.Update(0)
}

// Modify makes a stack of modifiers change the poses of the characters.
func (s *Scene) Modify(stack id.ModifierStack) error {
	for _, a := range s.present() {
		if err := s.animation.Modify(a.entity, stack); err != nil {
			return fmt.Errorf("scene: %w", err)
		}
	}
	return s.Update(0)
}

// ResumeSchedule takes back the clips that the user has chosen: the scene continues where they
// began, with its scheduled fades and paths.
func (s *Scene) ResumeSchedule() error {
	if !s.manual {
		return nil
	}
	if err := s.animation.Restore(s.scheduled.snapshot); err != nil {
		return fmt.Errorf("scene: %w", err)
	}
	s.manual, s.time = false, s.scheduled.time
	return s.Update(0)
}

// Playing returns the name of the clip that the first animated character plays, the time in it and
// its duration, both in seconds.
func (s *Scene) Playing() (name string, at, duration float64) {
	for _, a := range s.present() {
		player := s.animation.Player(a.entity).Component()
		if clip := s.library.Clip(player.Motion); clip != nil {
			return clip.Name(), player.Time - clip.Start(), clip.Duration()
		}
	}
	return "", 0, 0
}

// Showing returns a line about what the scene shows: the number of characters, unless there is one,
// and their clip, unless they play several.
func (s *Scene) Showing() string {
	clip, same := "", true
	for i, a := range s.present() {
		player := s.animation.Player(a.entity).Component()
		name := ""
		if c := s.library.Clip(player.Motion); c != nil {
			name = c.Name()
		}
		if i > 0 && name != clip {
			same = false
			break
		}
		clip = name
	}
	if clip == "" {
		clip = "rest pose"
	} else if same {
		clip = s.showingClip(s.characters[0])
	}
	if len(s.characters) == 1 {
		return clip
	}
	text := fmt.Sprintf("%d characters", len(s.characters))
	if same && len(s.characters) > 0 {
		text += "  " + clip
	}
	return text
}

// showingClip returns the clip that a character plays with its time, and during a crossfade all
// clips with their weights.
func (s *Scene) showingClip(a *character) string {
	player := s.animation.Player(a.entity)
	p, fades := player.Playback(), player.Blend()
	clip := s.library.Clip(p.Motion)
	text := clip.Name()
	if fades != nil && fades.Count > 0 && fades.Duration > 0 && fades.Elapsed < fades.Duration {
		in := float32(fades.Elapsed / fades.Duration)
		text = fmt.Sprintf("%s %.0f%%", text, 100*in)
		for i := range fades.Fading[:fades.Count] {
			if other := s.library.Clip(fades.Fading[i].Motion); other != nil {
				text += fmt.Sprintf(" + %s %.0f%%", other.Name(), 100*(1-in)*fades.Weights[i])
			}
		}
	}
	return fmt.Sprintf("%s  %.2f of %.2f s", text, p.Time-clip.Start(), clip.Duration())
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

// FindClip returns the model's clip of that name or, failing that, of that index. It returns 0 if
// there is none.
func FindClip(model *assets.Model, name string) assets.ClipID {
	if id := model.Clip(name); id != 0 {
		return id
	}
	if i, err := strconv.Atoi(name); err == nil && i >= 0 && i < len(model.Clips) {
		return model.Clips[i]
	}
	return 0
}

// chooseClip returns the clip of that name or index or, for an empty name, the model's first moving
// clip. It returns 0 if there is none.
func chooseClip(library *assets.Library, model *assets.Model, name string) assets.ClipID {
	if name != "" {
		return FindClip(model, name)
	}
	if clips := movingClips(library, model); len(clips) > 0 {
		return clips[0]
	}
	return 0
}
