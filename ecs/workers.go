package ecs

import (
	"context"
	"runtime"
	"runtime/trace"
	"sync"
	"sync/atomic"
	"time"
)

// Task is work in numbered pieces that do not depend on each other.
type Task interface {
	// Do does piece i. Worker is the number of the goroutine that calls, below [Workers.Len]; memory that belongs to a
	// worker needs no lock.
	Do(worker, i int)
}

// Workers is a set of goroutines that share tasks. They sleep between tasks and end some time after nobody holds the
// Workers any more, or at once on [Workers.Close].
type Workers struct {
	shared  *shared
	cleanup runtime.Cleanup
}

// shared is what the goroutines hold, so that they do not keep the Workers itself alive.
type shared struct {
	wake   []chan struct{}
	task   Task
	pieces int64
	spent  []spent // for each worker
	ctx    context.Context
	region string // what the task is called in a trace; none is shown without a name
	_      [128]byte
	next   atomic.Int64 // every worker writes it for every piece, so it has a cache line to itself
	_      [128]byte
	done   sync.WaitGroup
}

// spent is the time that a worker has worked.
type spent struct {
	time.Duration
	_ [120]byte // no cache line is another worker's too
}

// NewWorkers starts workers; 0 or less means one for each processor that Go uses (GOMAXPROCS). The goroutine that calls
// [Workers.Run] is one of them.
func NewWorkers(n int) *Workers {
	if n <= 0 {
		n = runtime.GOMAXPROCS(0)
	}
	s := &shared{spent: make([]spent, n)}
	for worker := 1; worker < n; worker++ {
		wake := make(chan struct{}, 1)
		s.wake = append(s.wake, wake)
		go func() {
			for range wake {
				s.work(worker)
				s.done.Done()
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
	return len(w.shared.wake) + 1
}

// Run does all pieces of the task, in any order, and returns when they are done. It must not be called from two
// goroutines at once, nor from within a task.
func (w *Workers) Run(task Task, pieces int) {
	s := w.shared
	s.task, s.pieces = task, int64(pieces)
	s.next.Store(0)
	for i := range min(len(s.wake), pieces-1) {
		s.done.Add(1)
		s.wake[i] <- struct{}{}
	}
	s.work(0)
	s.done.Wait()
	s.task = nil
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
	for i := s.next.Add(1) - 1; i < s.pieces; i = s.next.Add(1) - 1 {
		s.task.Do(worker, int(i))
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
	for _, wake := range s.wake {
		close(wake)
	}
	s.wake = nil
}
