package scene

import (
	"fmt"
	"math"
	"slices"
)

// Time returns the seconds since the beginning.
func (s *Scene) Time() float64 { return s.time }

// Keep returns a function that brings back the time, who decides what is played, and what the scene
// remembers from frame to frame, as they are now.
func (s *Scene) Keep() (bringBack func()) {
	time, manual, scheduled := s.time, s.manual, s.scheduled
	var back []func()
	for _, keep := range s.kept {
		back = append(back, keep())
	}
	return func() {
		s.time, s.manual, s.scheduled = time, manual, scheduled
		for _, bring := range back {
			bring()
		}
	}
}

// remember adds a variable to what Keep keeps. It must hold all of its state itself: what it points to
// must stay the same.
func remember[T any](s *Scene, state *T) {
	s.kept = append(s.kept, func() func() {
		now := *state
		return func() { *state = now }
	})
}

// rememberAll is remember for the elements of a list, which stays as long as it is.
func rememberAll[T any](s *Scene, states []T) {
	s.kept = append(s.kept, func() func() {
		now := slices.Clone(states)
		return func() { copy(states, now) }
	})
}

// Update advances time by seconds, which must not be negative. Scheduled fades start at their exact
// time.
func (s *Scene) Update(seconds float64) error {
	if !(seconds >= 0) || math.IsInf(seconds, 0) {
		return fmt.Errorf("scene: update: expected a finite time that is not negative, found %v s", seconds)
	}
	end := s.time + seconds
	for {
		next := s.nextFade()
		if next > end {
			return s.advanceTo(end)
		}
		if err := s.advanceTo(next); err != nil {
			return err
		}
		if err := s.startFades(); err != nil {
			return err
		}
	}
}

// advanceTo advances time to a moment before which no fade is scheduled.
func (s *Scene) advanceTo(time float64) error {
	for s.longest > 0 && time-s.time > s.longest+timeTolerance {
		if err := s.advanceTo(s.time + s.longest); err != nil {
			return err
		}
	}
	seconds := max(0, time-s.time)
	s.time = time
	s.runBelts(seconds)
	if err := s.moveCharacters(); err != nil {
		return err
	}
	if s.falls != nil {
		if err := s.falls.step(time, seconds); err != nil {
			return fmt.Errorf("scene: %w", err)
		}
	}
	return s.frame(seconds)
}

// frame runs a frame and looks at the result.
func (s *Scene) frame(seconds float64) error {
	if err := s.animation.Update(seconds); err != nil {
		return fmt.Errorf("scene: %w", err)
	}
	if s.observe != nil {
		if err := s.observe(seconds); err != nil {
			return fmt.Errorf("scene: %w", err)
		}
	}
	return nil
}

// nextFade returns the time of the next scheduled fade, or +Inf if there is none.
func (s *Scene) nextFade() float64 {
	next := math.Inf(1)
	if s.manual {
		return next
	}
	for _, a := range s.characters {
		for _, c := range a.fades {
			next = min(next, c.at+(a.timesDue(c, s.time)+1)*a.period)
		}
	}
	return next
}

// startFades starts the fades that are scheduled for the present time.
func (s *Scene) startFades() error {
	for _, a := range s.characters {
		for _, c := range a.fades {
			if math.Abs(c.at+a.timesDue(c, s.time)*a.period-s.time) > timeTolerance {
				continue
			}
			if err := s.animation.Player(a.entity).CrossFade(c.clip, c.duration, c.options...); err != nil {
				return fmt.Errorf("scene: %w", err)
			}
		}
	}
	return nil
}

// timeTolerance is the difference in seconds below which two times count as equal. It exceeds the
// rounding errors.
const timeTolerance = 1e-6

// timesDue returns how many times the fade was repeated up to a time: 0 from its first start on, -1
// before.
func (a *character) timesDue(c scheduledFade, time float64) float64 {
	return math.Floor((time - c.at + timeTolerance/2) / a.period)
}

// Scrub moves the time of every character's clip by seconds, which may be negative, and updates the
// poses.
func (s *Scene) Scrub(seconds float64) error {
	for _, a := range s.present() {
		player := s.animation.Player(a.entity).Component()
		if clip := s.library.Clip(player.Motion); clip != nil {
			player.Time = clip.Loop(player.Time + seconds)
			player.Finished = false
		}
	}
	s.time = max(0, s.time+seconds)
	s.runBelts(seconds)
	if err := s.moveCharacters(); err != nil {
		return err
	}
	return s.frame(0)
}

// moveCharacters moves the characters that have a path to their position at the present time, and
// directs the others. Once the user has chosen a clip they stay in place.
func (s *Scene) moveCharacters() error {
	if s.manual {
		return nil
	}
	for _, a := range s.characters {
		if a.path != nil {
			s.transforms.Get(a.entity).Matrix = a.path(s.time)
		}
	}
	if s.direct != nil {
		if err := s.direct(s.time); err != nil {
			return fmt.Errorf("scene: %w", err)
		}
	}
	return nil
}

// ShowSkeletons stores the model matrices of all characters, which drawing their skeletons
// requires.
func (s *Scene) ShowSkeletons() error {
	for _, a := range s.present() {
		if err := s.animation.EnableModelMatrices(a.entity); err != nil {
			return err
		}
	}
	return nil
}
