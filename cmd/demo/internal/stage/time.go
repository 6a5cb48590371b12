package stage

import (
	"fmt"
	"math"
)

// longestStep is how many seconds a scene with cues moves on at once: a cue takes effect at the end of a step.
const longestStep = 1.0 / 30

// Time returns the seconds since the beginning.
func (s *Stage) Time() float64 { return s.time }

// Update moves time on by seconds, which must not be negative.
func (s *Stage) Update(seconds float64) error {
	for _, a := range s.actors {
		if err := s.act(a, s.time, s.time+seconds); err != nil {
			return err
		}
	}
	s.time += seconds
	s.move()
	if err := s.animation.Update(seconds); err != nil {
		return fmt.Errorf("stage: %w", err)
	}
	return nil
}

// Skip moves time on without showing what is between.
func (s *Stage) Skip(seconds float64) error {
	for s.hasCues() && seconds > longestStep {
		if err := s.Update(longestStep); err != nil {
			return err
		}
		seconds -= longestStep
	}
	return s.Update(seconds)
}

// Scrub moves every character's clip by seconds, which may be negative, and poses it there.
func (s *Stage) Scrub(seconds float64) error {
	for _, a := range s.actors {
		player := s.animation.Player(a.entity).Component()
		if clip := s.library.Clip(player.Clip); clip != nil {
			player.Time = clip.Loop(player.Time + seconds)
			player.Finished = false
		}
	}
	s.time = max(0, s.time+seconds)
	s.move()
	if err := s.animation.Update(0); err != nil {
		return fmt.Errorf("stage: %w", err)
	}
	return nil
}

func (s *Stage) hasCues() bool {
	for _, a := range s.actors {
		if len(a.cues) > 0 && !s.free {
			return true
		}
	}
	return false
}

// act gives the actor the cues that are due after one time and not after the other.
func (s *Stage) act(a *actor, after, until float64) error {
	if s.free {
		return nil
	}
	for _, c := range a.cues {
		if rounds(until, c.at, a.period) == rounds(after, c.at, a.period) {
			continue
		}
		if err := s.animation.Player(a.entity).CrossFade(c.clip, c.fade); err != nil {
			return fmt.Errorf("stage: %w", err)
		}
	}
	return nil
}

// rounds returns how often a cue has been due.
func rounds(time, at, period float64) float64 { return math.Floor((time-at)/period + 1e-9) }

// move puts the actors that go somewhere where they are at this time. Once they do something else they stay where they are.
func (s *Stage) move() {
	if s.free {
		return
	}
	for _, a := range s.actors {
		if a.path != nil {
			s.places.Get(a.entity).Matrix = a.path(s.time)
		}
	}
}

// ShowSkeletons keeps the model matrices of all characters, which drawing their joints needs.
func (s *Stage) ShowSkeletons() {
	for _, a := range s.actors {
		s.animation.KeepModelMatrices(a.entity)
	}
}
