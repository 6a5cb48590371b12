package scene

import (
	"fmt"
	"math"
)

// Time returns the seconds since the beginning.
func (s *Scene) Time() float64 { return s.time }

// Update moves time on by seconds, which must not be negative. Cues that fall between are given at their very time.
func (s *Scene) Update(seconds float64) error {
	if !(seconds >= 0) || math.IsInf(seconds, 0) {
		return fmt.Errorf("stage: time cannot move on by %v s", seconds)
	}
	end := s.time + seconds
	for {
		next := s.nextCue()
		if next > end {
			return s.step(end)
		}
		if err := s.step(next); err != nil {
			return err
		}
		if err := s.cue(); err != nil {
			return err
		}
	}
}

// step moves time on to a moment before which there is no cue.
func (s *Scene) step(to float64) error {
	seconds := max(0, to-s.time)
	s.time = to
	s.move()
	if err := s.animation.Update(seconds); err != nil {
		return fmt.Errorf("stage: %w", err)
	}
	return nil
}

// nextCue returns when the next cue is due, infinity if none ever is.
func (s *Scene) nextCue() float64 {
	next := math.Inf(1)
	if s.free {
		return next
	}
	for _, a := range s.actors {
		for _, c := range a.cues {
			next = min(next, c.at+(a.rounds(c, s.time)+1)*a.period)
		}
	}
	return next
}

// cue gives the actors the cues that are due now.
func (s *Scene) cue() error {
	for _, a := range s.actors {
		for _, c := range a.cues {
			if math.Abs(c.at+a.rounds(c, s.time)*a.period-s.time) > timeTolerance {
				continue
			}
			if err := s.animation.Player(a.entity).CrossFade(c.clip, c.fade); err != nil {
				return fmt.Errorf("stage: %w", err)
			}
		}
	}
	return nil
}

// moment is how far apart, in seconds, two times are that count as one: more than rounding makes of it.
const timeTolerance = 1e-6

// rounds returns how often a cue was due before, this time included.
func (a *character) rounds(c scheduledFade, time float64) float64 {
	return math.Floor((time - c.at + timeTolerance/2) / a.period)
}

// Scrub moves every character's clip by seconds, which may be negative, and poses it there.
func (s *Scene) Scrub(seconds float64) error {
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

// move puts the actors that go somewhere where they are at this time. Once they do something else they stay where they are.
func (s *Scene) move() {
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
func (s *Scene) ShowSkeletons() {
	for _, a := range s.actors {
		s.animation.EnableModelMatrices(a.entity)
	}
}
