package ecs

import "time"

// Timing is how long a system took. The time of neighboring block systems is divided in the proportions found on some of the
// blocks. Two that became one (see [Fuser]) have one timing, named "First+Second": nothing tells their shares.
type Timing struct {
	Name   string
	Last   time.Duration // of the last frame
	Total  time.Duration // of all frames since the schedule was made or reset
	Frames int
}

// Mean returns the time of an average frame.
func (t Timing) Mean() time.Duration {
	if t.Frames == 0 {
		return 0
	}
	return t.Total / time.Duration(t.Frames)
}

func (t *Timing) add(d time.Duration) {
	t.Last = d
	t.Total += d
	t.Frames++
}

// Timings returns how long each system took, in order.
func (s *Schedule) Timings() []Timing {
	timings := make([]Timing, len(s.units))
	for i := range s.units {
		timings[i] = s.units[i].timing
	}
	return timings
}

// ResetTimings begins the timings anew.
func (s *Schedule) ResetTimings() {
	for i := range s.units {
		s.units[i].timing = Timing{Name: s.units[i].timing.Name}
	}
}
