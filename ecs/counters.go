package ecs

import "time"

// Counters count what the frames of a schedule did since the schedule was made. [Counters.Since] returns the counts of
// some of the frames. All but Busy are independent of the number of workers.
type Counters struct {
	Frames uint64
	// Posed is the number of characters that went through the block systems, Blocks the number of blocks of 8 that they
	// were packed in. A character counts in every frame.
	Posed, Blocks uint64
	// Skipped is the number of characters that kept the pose of the frame before. Culled is how many of them were
	// skipped because no camera sees them.
	Skipped, Culled uint64
	// Baked and Exact are the numbers of clips sampled in baked form and by the exact sampler.
	Baked, Exact uint64
	// Matrices is the number of palette matrices written.
	Matrices uint64
	// Busy is the time that workers spent on pieces of tasks, summed over the workers.
	Busy time.Duration
}

// Since returns the difference to an earlier value of the same counters.
func (c Counters) Since(before Counters) Counters {
	c.Frames -= before.Frames
	c.Posed -= before.Posed
	c.Blocks -= before.Blocks
	c.Skipped -= before.Skipped
	c.Culled -= before.Culled
	c.Baked -= before.Baked
	c.Exact -= before.Exact
	c.Matrices -= before.Matrices
	c.Busy -= before.Busy
	return c
}

// Counters returns the counts of all frames since the schedule was made. It must not be called during [Schedule.Run].
func (s *Schedule) Counters() Counters { return s.counters }

// count adds the counters of the workers after a frame, and the numbers that the pools know.
func (s *Schedule) count(frame *Frame) {
	c := &s.counters
	c.Frames++
	for i := range s.workspaces {
		own := &s.workspaces[i].counters
		c.Culled += own.Culled
		c.Baked += own.Baked
		c.Exact += own.Exact
		c.Matrices += own.Matrices
		*own = Counters{}
	}
	c.Busy += frame.Workers.busy()
	if frame.Store == nil {
		return
	}
	for _, pool := range frame.Store.pools {
		if pool != nil {
			c.Posed += uint64(pool.Posed())
			c.Blocks += uint64(pool.Blocks())
			c.Skipped += uint64(pool.Len() - pool.Posed())
		}
	}
}

// Timing is the wall time that one system took. The time of neighboring block systems, which run block by block, is
// divided in the proportions measured on every 16th block. Systems that a [Fuser] joined share one timing, which is
// named "First+Second".
type Timing struct {
	Name   string
	Last   time.Duration // in the last frame
	Total  time.Duration // in all frames since the schedule was made or the timings were reset
	Frames int           // the number of frames in Total
}

// Mean returns the average time per frame, or 0 before the first frame.
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

// Timings returns the times of the systems in order. It must not be called during [Schedule.Run].
func (s *Schedule) Timings() []Timing {
	timings := make([]Timing, len(s.units))
	for i := range s.units {
		timings[i] = s.units[i].timing
	}
	return timings
}

// ResetTimings sets all timings to 0.
func (s *Schedule) ResetTimings() {
	for i := range s.units {
		s.units[i].timing = Timing{Name: s.units[i].timing.Name}
	}
}
