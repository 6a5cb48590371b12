package ecs

import "time"

// Timing is how long a system took. The time of fused block systems is divided in the proportions found on some of the
// blocks.
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
	timings := make([]Timing, len(s.stages))
	for i := range s.stages {
		timings[i] = s.stages[i].timing
	}
	return timings
}

// ResetTimings begins the timings anew.
func (s *Schedule) ResetTimings() {
	for i := range s.stages {
		s.stages[i].timing = Timing{Name: s.stages[i].name()}
	}
}
