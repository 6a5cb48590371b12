package ecs

import (
	"context"
	"runtime"
	"runtime/trace"
	"sync/atomic"
	"time"
)

// Task is work in numbered pieces that do not depend on each other.
type Task interface {
	// Do does piece i. Worker is the number of the goroutine that calls, below [Workers.Len]; memory that belongs to a
	// worker needs no lock.
	Do(worker, i int)
}

// Workers is a set of goroutines that share tasks. After a task they watch for the next one for a moment, since that is much
// quicker than to be woken, and then sleep. They end some time after nobody holds the Workers any more, or at once on [Workers.Close].
type Workers struct {
	shared  *shared
	cleanup runtime.Cleanup
}

// shared is what the goroutines hold, so that they do not keep the Workers itself alive.
type shared struct {
	parkers    []*parker // of all workers but the first, which is the goroutine that calls
	task       Task
	shares     []share // of those who work at the task
	all        []share // one for each worker
	spent      []spent // for each worker
	ctx        context.Context
	region     string // what the task is called in a trace; none is shown without a name
	called     bool   // whether the seats were called since they were last roused
	completion completion
}

// share is the part of a task that a worker begins with, so that the same memory mostly comes to the same worker. When it is done with that
// it helps the others with theirs.
type share struct {
	next atomic.Int64 // written for every piece, so it has a cache line to itself
	end  int64
	_    [112]byte
}

// spent is the time that a worker has worked.
type spent struct {
	time.Duration
	_ [120]byte // no cache line is another worker's too
}

// NewWorkers starts workers; 0 or less means one for each processor that Go uses (GOMAXPROCS). The goroutine that calls
// [Workers.Run] is one of them.
func NewWorkers(n int) *Workers {
	processors := runtime.GOMAXPROCS(0)
	if n <= 0 {
		n = processors
	}
	s := &shared{spent: make([]spent, n), all: make([]share, n)}
	s.completion.finished = make(chan struct{}, 1)
	if n <= processors { // else those that watch would keep others from working
		s.completion.spinDuration = spinDuration
	}
	for worker := 1; worker < n; worker++ {
		seat := &parker{signal: make(chan struct{}, 1), spinDuration: s.completion.spinDuration}
		s.parkers = append(s.parkers, seat)
		go func() {
			for seat.await() {
				s.work(worker)
				seat.leave()
				s.completion.leave()
			}
		}()
	}
	w := &Workers{shared: s}
	w.cleanup = runtime.AddCleanup(w, func(s *shared) { s.end() }, s)
	return w
}

// Len returns how many workers there are; nil stands for the goroutine that calls, alone.
func (w *Workers) Len() int {
	if w == nil {
		return 1
	}
	return len(w.shared.parkers) + 1
}

// Run does all pieces of the task, in any order, and returns when they are done. It must not be called from two
// goroutines at once, nor from within a task.
func (w *Workers) Run(task Task, pieces int) {
	s := w.shared
	n := max(0, min(len(s.parkers), pieces-1))
	s.task, s.shares = task, s.all[:n+1]
	for i := range s.shares {
		s.shares[i].next.Store(int64(i * pieces / (n + 1)))
		s.shares[i].end = int64((i + 1) * pieces / (n + 1))
	}
	if n > 0 {
		s.called = true
		s.completion.at.Store(int64(n))
		for _, seat := range s.parkers[:n] {
			seat.call()
		}
		s.work(0)
		s.completion.wait()
	} else {
		s.work(0)
	}
	s.task = nil
	runtime.KeepAlive(w) // or its goroutines could be ended meanwhile
}

// rouse has those that sleep wake up and watch, if tasks are to be expected: because there were some since the last time.
func (w *Workers) wake() {
	if w == nil || !w.shared.called {
		return
	}
	w.shared.called = false
	for _, seat := range w.shared.parkers {
		seat.wake()
	}
}

// Close ends the goroutines; the Workers goes on with the one that calls.
func (w *Workers) Close() {
	w.cleanup.Stop()
	w.shared.end()
}

func (s *shared) work(worker int) {
	start := time.Now()
	if worker > 0 && s.region != "" { // the goroutine that calls has a region already
		defer trace.StartRegion(s.ctx, s.region).End()
	}
	for k := range s.shares {
		share := &s.shares[(worker+k)%len(s.shares)]
		for i := share.next.Add(1) - 1; i < share.end; i = share.next.Add(1) - 1 {
			s.task.Do(worker, int(i))
		}
	}
	s.spent[worker].Duration += time.Since(start)
}

// label says what the tasks to come are called in a trace, and as part of what; no name shows none.
func (w *Workers) label(ctx context.Context, region string) {
	if w != nil {
		w.shared.ctx, w.shared.region = ctx, region
	}
}

// busy returns the time that all workers have worked.
func (w *Workers) busy() time.Duration {
	var sum time.Duration
	if w != nil {
		for i := range w.shared.spent {
			sum += w.shared.spent[i].Duration
		}
	}
	return sum
}

// Busy returns for how long a worker has worked on pieces of tasks, all in all. It must not be called during [Workers.Run].
func (w *Workers) Busy(worker int) time.Duration { return w.shared.spent[worker].Duration }

func (s *shared) end() {
	for _, seat := range s.parkers {
		seat.end()
	}
	s.parkers = nil
}
