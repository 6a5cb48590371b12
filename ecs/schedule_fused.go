package ecs

import (
	"sort"
	"time"
)

// fused runs neighbouring block systems: piece i is block i, counted over all pools.
type fused struct {
	frame  *Frame
	stages []stage
	blocks []Block
	shares [][]time.Duration // for each worker and stage
	firsts []int             // for each pool, the number of its first block
	total  int
}

// timedBlocks is of how many blocks one is timed system by system; the clock costs as much as a few joints.
const timedBlocks = 16

func (s *Schedule) runFused(frame *Frame, stages []stage) {
	workers := frame.Workers.Len()
	if len(s.blocks) < workers {
		s.blocks = make([]Block, workers)
	}
	f := &s.fused
	f.frame, f.stages, f.blocks = frame, stages, s.blocks
	f.firsts, f.total = f.firsts[:0], 0
	for _, pool := range frame.Store.pools {
		f.firsts = append(f.firsts, f.total)
		if pool != nil {
			f.total += pool.Blocks()
		}
	}
	f.clearShares(workers)
	start := time.Now()
	frame.Workers.Run(f, f.total)
	f.divide(time.Since(start))
	f.frame, f.stages = nil, nil
}

// Do takes a block through the systems.
func (f *fused) Do(worker, i int) {
	// The last pool that begins at or before i; those without blocks begin where the next one does.
	pool := sort.Search(len(f.firsts), func(p int) bool { return f.firsts[p] > i }) - 1
	block := &f.blocks[worker]
	block.enter(f.frame.Store.pools[pool], f.frame.Store.pools[pool].block(i-f.firsts[pool]))
	if i%timedBlocks != 0 {
		for s := range f.stages {
			f.stages[s].block.RunBlock(f.frame, block)
		}
		return
	}
	before := time.Now()
	for s := range f.stages {
		f.stages[s].block.RunBlock(f.frame, block)
		after := time.Now()
		f.shares[worker][s] += after.Sub(before)
		before = after
	}
}

func (f *fused) clearShares(workers int) {
	for len(f.shares) < workers {
		f.shares = append(f.shares, nil)
	}
	for w := range f.shares {
		for len(f.shares[w]) < len(f.stages) {
			f.shares[w] = append(f.shares[w], 0)
		}
		clear(f.shares[w])
	}
}

// divide charges the wall time of the whole run to the systems in the proportions of the blocks that were timed.
func (f *fused) divide(wall time.Duration) {
	var all time.Duration
	for _, worker := range f.shares {
		for s := range f.stages {
			all += worker[s]
		}
	}
	for s := range f.stages {
		var own time.Duration
		for _, worker := range f.shares {
			own += worker[s]
		}
		share := wall / time.Duration(len(f.stages))
		if all > 0 {
			share = time.Duration(float64(wall) * (float64(own) / float64(all)))
		}
		f.stages[s].timing.add(share)
	}
}
