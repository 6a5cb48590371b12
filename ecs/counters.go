package ecs

import "time"

// Counters tell what the frames of a schedule did, all of them together; [Counters.Since] tells what some of them did. But
// for Busy they come out the same however many workers there are.
type Counters struct {
	Frames uint64
	// Posed is how many characters went through the block systems, and Blocks in how many blocks of 8. Resting kept their pose
	// instead; Culled of these because nobody sees them. Each frame counts.
	Posed, Blocks, Resting, Culled uint64
	// Baked and Exact are how many clips were sampled, from their baked form and exactly.
	Baked, Exact uint64
	// Matrices is how many matrices of palettes were written.
	Matrices uint64
	// Busy is the time that workers spent on their pieces of the work, added up over the workers.
	Busy time.Duration
}

// Since returns what was counted since the counters stood as they did before.
func (c Counters) Since(before Counters) Counters {
	c.Frames -= before.Frames
	c.Posed -= before.Posed
	c.Blocks -= before.Blocks
	c.Resting -= before.Resting
	c.Culled -= before.Culled
	c.Baked -= before.Baked
	c.Exact -= before.Exact
	c.Matrices -= before.Matrices
	c.Busy -= before.Busy
	return c
}

// CountSampled counts clips that were sampled.
func (c *Counters) CountSampled(baked, exact int) {
	if c != nil {
		c.Baked += uint64(baked)
		c.Exact += uint64(exact)
	}
}

// CountMatrices counts matrices that were written into palettes.
func (c *Counters) CountMatrices(n int) {
	if c != nil {
		c.Matrices += uint64(n)
	}
}

// CountCulled counts characters that rest because nobody sees them.
func (c *Counters) CountCulled(n int) {
	if c != nil {
		c.Culled += uint64(n)
	}
}

// Counters returns what was counted since the schedule was made. It must not be called while the schedule runs.
func (s *Schedule) Counters() Counters { return s.counters }

// count adds what the workers counted in a frame, and what can be read off the pools.
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
			c.Resting += uint64(pool.Len() - pool.Posed())
		}
	}
}
