package ecs

import (
	"context"
	"fmt"
	"runtime/trace"
	"slices"
	"time"

	"github.com/sinew-go/sinew/internal/posestore"
)

var noContext = context.Background()

// Run runs every system once. The frame's Store must not be nil if the schedule has block systems.
// If a system panics, Run panics with a [*SystemPanic], and the systems after it do not run. If the
// schedule runs already, Run panics with an error that wraps [ErrBusy].
func (s *Schedule) Run(frame *Frame) {
	if s == nil {
		return
	}
	if s.running {
		panic(fmt.Errorf("schedule: %w", ErrBusy))
	}
	s.running = true
	defer s.leave(frame)
	s.runSystems(frame)
	s.callDeferred(frame.World)
}

// leave ends a run, however it ended.
func (s *Schedule) leave(frame *Frame) {
	s.deferred.clear()
	frame.schedule = nil
	s.current = ""
	s.running = false
}

// runSystems runs every system once.
func (s *Schedule) runSystems(frame *Frame) {
	if frame.Store != nil {
		s.store = frame.Store.store()
		s.store.BeginRun()
	}
	defer s.finish(frame)
	frame.Workers.wake()
	ctx := noContext
	if trace.IsEnabled() {
		traced, task := trace.NewTask(ctx, "sinew.Frame")
		defer task.End()
		ctx = traced
	}
	s.prepare(frame)
	for i := 0; i < len(s.units); {
		if u := &s.units[i]; u.system != nil {
			s.current, s.position = u.timing.Name, i
			i++
			if !s.timed { // nor is there a trace
				u.system.Run(frame)
				continue
			}
			start := time.Now()
			s.region = trace.StartRegion(ctx, u.timing.Name)
			frame.Workers.label(ctx, u.timing.Name, s.observe)
			s.mark(u.timing.Name)
			u.system.Run(frame)
			s.region.End()
			s.region = nil
			u.timing.Add(time.Since(start))
			continue
		}
		end := i
		for end < len(s.units) && s.units[end].block != nil {
			end++
		}
		s.position = i
		s.runBlocks(ctx, frame, s.units[i:end], s.store.TakeBetween(func(system string) bool {
			return s.hasBlockSystem(system, end)
		}))
		i = end
	}
	s.count(frame)
	s.current = ""
}

// hasBlockSystem reports whether a block system of a name runs in a unit from a number on. A unit of
// several block systems has a name of its own, so the stages tell.
func (s *Schedule) hasBlockSystem(name string, from int) bool {
	first := 0
	for i := range s.units[:from] {
		first += s.units[i].joined
	}
	return slices.ContainsFunc(s.stages[first:], func(st stage) bool { return st.block != nil && st.name() == name })
}

// workspace is the memory that one worker uses to run block systems.
type workspace struct {
	frame Frame
	block Block
	pool  int             // number of the pool of the last block
	unit  int             // index of the unit that runs, of the units of the current run
	times []time.Duration // for each unit of the current run, the time that the timed blocks took
	_     [128]byte       // keeps other workers out of its last cache line, and out of the next, which is prefetched
}

// prepare makes a workspace for every worker and gives the frame the counters of the first.
func (s *Schedule) prepare(frame *Frame) {
	if n := frame.Workers.Len(); len(s.workspaces) < n {
		s.workspaces = append(s.workspaces, make([]workspace, n-len(s.workspaces))...)
	}
	frame.schedule = s
	if frame.Store != nil {
		frame.Store.store().SetAbsent(posestore.Absent{})
	}
	s.timed = s.isNew || s.counters.Frames%timedFrames == 0 || frame.Store == nil ||
		frame.Store.Len() >= timedCharacters || trace.IsEnabled() || s.observe != nil
	s.isNew = false
	s.leaves = frame.Store != nil && s.store.IsUnposed() && keepInColumns(s.units)
	frame.Workers.setTimed(s.timed)
	frame.Workers.count(&s.before)
	if s.timed {
		s.start = time.Since(origin)
	}
}

// origin is a moment from which times are measured. A field of type time.Time would keep in each
// program what writes and reads dates.
var origin = time.Now()

// timedFrames is the number of frames of few characters of which one is timed.
const timedFrames = 64

// timedCharacters is the number of characters from which on every frame is timed. With fewer, the
// work takes so little time that reading the clock would be a large part of it.
const timedCharacters = 64

// enter prepares the workspace for a run of n units.
func (w *workspace) enter(frame *Frame, n int) {
	w.frame = *frame
	w.frame.unit = &w.unit
	for len(w.times) < n {
		w.times = append(w.times, 0)
	}
	clear(w.times)
}

// blockRun is the [Task] that runs neighboring block systems on the characters of a wave: piece i
// is block i, counted over all pools.
type blockRun struct {
	ctx        context.Context
	store      *PoseStore
	units      []unit
	position   int // of the first unit in the schedule; of the system that called, if a system runs the units
	workspaces []workspace
	wave       int   // of the characters that are in the blocks
	firsts     []int // for each pool, the number of its first block
	total      int   // blocks of all pools
	timed      bool  // the frame is timed
	observe    observer
}

// timingInterval is the number of blocks of which one is timed unit by unit. Reading the clock
// costs as much as a few joints.
const timingInterval = 16

// blocksRegion is the name of a worker's region in a trace while it runs block systems.
const blocksRegion = "sinew.Blocks"

// keepInColumns reports whether of the block systems among some units nothing lasts but what the pose
// store may leave out, and what columns keep. Of those of a program that is not known.
func keepInColumns(units []unit) bool {
	for i := range units {
		if block := units[i].block; block != nil {
			if _, keeps := block.(posestore.KeepsInColumns); !keeps {
				return false
			}
		}
	}
	return true
}

// runBlocks runs neighboring block systems wave by wave. What has to happen between the waves may
// be nil.
func (s *Schedule) runBlocks(ctx context.Context, frame *Frame, units []unit, between posestore.Between) {
	s.current = units[0].timing.Name
	r := &s.blockRun
	r.ctx, r.store, r.units, r.workspaces = ctx, frame.Store, units, s.workspaces[:frame.Workers.Len()]
	r.position = s.position
	for i := range r.workspaces {
		r.workspaces[i].enter(frame, len(units))
	}
	r.observe = s.observe
	if r.timed = s.timed; r.timed {
		start := time.Now()
		s.region = trace.StartRegion(ctx, blocksRegion)
		frame.Workers.label(ctx, blocksRegion, s.observe)
		s.runWaves(frame, between)
		s.region.End()
		s.region = nil
		r.divideTime(time.Since(start))
	} else {
		s.runWaves(frame, between)
	}
	r.release()
}

// runWaves runs the block systems of the present run on one wave after the other.
func (s *Schedule) runWaves(frame *Frame, between posestore.Between) {
	r, store := &s.blockRun, frame.Store.store()
	if s.leaves && !keepInColumns(r.units) { // a system runs block systems that the schedule does not have
		s.leaves = false
		store.Miss()
	}
	if s.leaves {
		store.Leave()
	}
	for wave := range store.Waves() {
		if wave > 0 && between != nil {
			current := s.current
			s.current = between.Name() // for a panic
			s.mark(s.current)
			between.BeginWave(wave)
			s.current = current
		}
		r.wave, r.firsts, r.total = wave, r.firsts[:0], 0
		for _, pool := range store.Pools() {
			r.firsts = append(r.firsts, r.total)
			if pool != nil {
				r.total += pool.BlocksOf(wave)
			}
		}
		if r.total > 0 || wave == 0 {
			frame.Workers.Run(r, r.total)
		}
	}
}

// release forgets what the run worked on.
func (r *blockRun) release() { r.ctx, r.store, r.units, r.observe = nil, nil, nil, nil }

// Do implements [Task]: it runs all units on block i.
func (r *blockRun) Do(worker, i int) {
	w := &r.workspaces[worker]
	w.pool = r.poolOf(i, w.pool)
	block := w.block.block()
	block.Begin(r.store.store().Pools()[w.pool], r.wave, i-r.firsts[w.pool])
	w.unit = 0
	defer r.attributePanic(w)
	isTimed := i%timingInterval == 0 && r.timed
	if !isTimed && r.observe == nil {
		for u := range r.units {
			w.unit = u
			block.SetSystem(u, r.units[u].block, u == len(r.units)-1)
			r.units[u].block.RunBlock(&w.frame, &w.block)
		}
		return
	}
	before := time.Now()
	for u := range r.units {
		w.unit = u
		block.SetSystem(u, r.units[u].block, u == len(r.units)-1)
		if r.observe != nil {
			r.observe(worker, r.units[u].timing.Name)
		}
		if !isTimed {
			r.units[u].block.RunBlock(&w.frame, &w.block)
			continue
		}
		region := trace.StartRegion(r.ctx, r.units[u].timing.Name)
		r.units[u].block.RunBlock(&w.frame, &w.block)
		region.End()
		after := time.Now()
		w.times[u] += after.Sub(before)
		before = after
	}
}

// poolOf returns the number of the pool that has block i: the last one whose first block is at or
// before i, because a pool without blocks begins where the next one does. Guess is where the
// worker's last block was, as mostly the next one is too.
func (r *blockRun) poolOf(i, guess int) int {
	if guess >= len(r.firsts) || r.firsts[guess] > i {
		guess = 0
	}
	for guess+1 < len(r.firsts) && r.firsts[guess+1] <= i {
		guess++
	}
	return guess
}

// attributePanic turns a panic in the worker's block into a [SystemPanic]. It must be deferred.
func (r *blockRun) attributePanic(w *workspace) {
	value := recover()
	if value == nil {
		return
	}
	p := newSystemPanic(r.units[w.unit].timing.Name, value)
	for lane := range w.block.Lanes() {
		p.Entities = append(p.Entities, w.block.Pool().Owner(w.block.Slot(lane)))
	}
	panic(p)
}

// divideTime adds the wall time of the whole run to the timings of the units, in the proportions of
// the timed blocks.
func (r *blockRun) divideTime(wall time.Duration) {
	var total time.Duration
	for w := range r.workspaces {
		for _, t := range r.workspaces[w].times[:len(r.units)] {
			total += t
		}
	}
	for u := range r.units {
		var own time.Duration
		for w := range r.workspaces {
			own += r.workspaces[w].times[u]
		}
		t := wall / time.Duration(len(r.units))
		if total > 0 {
			t = time.Duration(float64(wall) * (float64(own) / float64(total)))
		}
		r.units[u].timing.Add(t)
	}
}
