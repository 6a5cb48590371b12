package ecs

import (
	"context"
	"runtime/trace"
	"sort"
	"time"
)

// fused runs neighboring block systems: piece i is block i, counted over all pools.
type fused struct {
	ctx        context.Context
	store      *PoseStore
	units      []unit
	workspaces []workspace
	firsts     []int // for each pool, the number of its first block
	total      int
}

// timedBlocks is of how many blocks one is timed system by system; the clock costs as much as a few joints.
const timedBlocks = 16

// blocksRegion is what the run of a worker through block systems is called in a trace.
const blocksRegion = "sinew.Blocks"

func (s *Schedule) runFused(ctx context.Context, frame *Frame, units []unit) {
	f := &s.fused
	f.ctx, f.store, f.units, f.workspaces = ctx, frame.Store, units, s.workspaces[:frame.Workers.Len()]
	f.firsts, f.total = f.firsts[:0], 0
	for _, pool := range frame.Store.pools {
		f.firsts = append(f.firsts, f.total)
		if pool != nil {
			f.total += pool.Blocks()
		}
	}
	for i := range f.workspaces {
		f.workspaces[i].enter(frame, len(units))
	}
	start := time.Now()
	region := trace.StartRegion(ctx, blocksRegion)
	frame.Workers.label(ctx, blocksRegion)
	frame.Workers.Run(f, f.total)
	region.End()
	f.divide(time.Since(start))
	f.ctx, f.store, f.units = nil, nil, nil
}

// enter makes the workspace ready for a run of so many systems.
func (w *workspace) enter(frame *Frame, systems int) {
	w.frame = *frame
	w.frame.Counters = &w.counters
	for len(w.shares) < systems {
		w.shares = append(w.shares, 0)
	}
	clear(w.shares)
}

// Do takes a block through the systems.
func (f *fused) Do(worker, i int) {
	// The last pool that begins at or before i; those without blocks begin where the next one does.
	number := sort.Search(len(f.firsts), func(p int) bool { return f.firsts[p] > i }) - 1
	pool, w := f.store.pools[number], &f.workspaces[worker]
	w.block.enter(pool, pool.block(i-f.firsts[number]))
	if i%timedBlocks != 0 {
		for u := range f.units {
			f.units[u].block.RunBlock(&w.frame, &w.block)
		}
		return
	}
	before := time.Now()
	for u := range f.units {
		region := trace.StartRegion(f.ctx, f.units[u].timing.Name)
		f.units[u].block.RunBlock(&w.frame, &w.block)
		region.End()
		after := time.Now()
		w.shares[u] += after.Sub(before)
		before = after
	}
}

// divide charges the wall time of the whole run to the systems in the proportions of the blocks that were timed.
func (f *fused) divide(wall time.Duration) {
	var all time.Duration
	for w := range f.workspaces {
		for _, share := range f.workspaces[w].shares[:len(f.units)] {
			all += share
		}
	}
	for u := range f.units {
		var own time.Duration
		for w := range f.workspaces {
			own += f.workspaces[w].shares[u]
		}
		share := wall / time.Duration(len(f.units))
		if all > 0 {
			share = time.Duration(float64(wall) * (float64(own) / float64(all)))
		}
		f.units[u].timing.add(share)
	}
}
