package ecs

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/trace"
	"sync/atomic"
	"time"
)

// Task is work in numbered pieces, which do not depend on each other.
type Task interface {
	// Do does piece i. worker is the number of the calling goroutine, below [Workers.Len]: memory that belongs to a worker
	// needs no lock.
	Do(worker, i int)
}

// Workers is a set of goroutines that share tasks. After a task they spin for a moment, because the next task often comes at
// once, and then park. They end some time after the last reference to the Workers is gone, or at once on [Workers.Close].
//
// Nil stands for the calling goroutine alone.
type Workers struct {
	shared  *shared
	cleanup runtime.Cleanup
}

// shared is what the goroutines hold, so that they do not keep the Workers itself alive.
type shared struct {
	starts   []*latch // where each worker waits for a task, but for worker 0, which is the goroutine that calls Run
	finished *latch   // where Run waits for them
	closed   atomic.Bool
	task     Task
	shares   []share // one for each worker at the task
	all      []share // one for each worker
	spent    []spent // for each worker
	panicked atomic.Pointer[TaskPanic]
	ctx      context.Context
	region   string // the task's name in a trace; empty: it is not shown
	used     bool   // whether there was a task since the workers were last woken
	untimed  bool   // the time of the task is not measured

	elapsed time.Duration // from handing out tasks until they were done
}

// share is the part of a task that a worker begins with, so that most memory stays with one worker from frame to frame. A worker
// that is done with its share helps the others with theirs.
type share struct {
	next atomic.Int64 // written for every piece, so it has a cache line to itself
	end  int64
	_    [112]byte
}

// spent is what a worker has done.
type spent struct {
	time.Duration
	pieces uint64    // of tasks
	taken  uint64    // of these, from the shares of other workers
	_      [104]byte // no cache line is another worker's too
}

// TaskPanic is the value with which [Workers.Run] panics after a piece of its task panicked on any of the workers.
type TaskPanic struct {
	Value any    // the value that the piece panicked with
	Stack []byte // the stack of the goroutine that panicked, as debug.Stack writes it
}

func (p *TaskPanic) Error() string { return fmt.Sprintf("%v\n\nin a worker:\n%s", p.Value, p.Stack) }

// Unwrap returns the value that the piece panicked with, if it is an error.
func (p *TaskPanic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}

// NewWorkers starts workers; 0 or less means one for each processor that Go uses (GOMAXPROCS). The goroutine that calls
// [Workers.Run] is one of them.
func NewWorkers(n int) *Workers {
	processors := runtime.GOMAXPROCS(0)
	if n <= 0 {
		n = processors
	}
	spin := spinDuration
	if n > processors { // goroutines that spin would keep others from working
		spin = 0
	}
	s := &shared{spent: make([]spent, n), all: make([]share, n), finished: newLatch(spin)}
	for worker := 1; worker < n; worker++ {
		start := newLatch(spin)
		start.arm(1)
		s.starts = append(s.starts, start)
		go func() {
			for start.wait(); !s.closed.Load(); start.wait() {
				s.work(worker)
				start.arm(1) // before Run can return and call done again
				s.finished.done()
			}
		}()
	}
	w := &Workers{shared: s}
	w.cleanup = runtime.AddCleanup(w, func(s *shared) { s.end() }, s)
	return w
}

// Len returns the number of workers.
func (w *Workers) Len() int {
	if w == nil {
		return 1
	}
	return len(w.shared.starts) + 1
}

// Run does all pieces of the task, in any order, and returns when they are done. It must not be called from two
// goroutines at once, nor from within a task.
//
// If pieces panic, the other workers finish the task, and Run then panics with a [*TaskPanic] of the first panic in time.
func (w *Workers) Run(task Task, pieces int) {
	if w == nil {
		for i := range pieces {
			task.Do(0, i)
		}
		return
	}
	s := w.shared
	n := max(0, min(len(s.starts), pieces-1))
	if n == 0 {
		s.alone(task, pieces)
		runtime.KeepAlive(w) // or its goroutines could be ended meanwhile
		return
	}
	var start time.Time
	if !s.untimed {
		start = time.Now()
	}
	s.task, s.shares = task, s.all[:n+1]
	for i := range s.shares {
		s.shares[i].next.Store(int64(i * pieces / (n + 1)))
		s.shares[i].end = int64((i + 1) * pieces / (n + 1))
	}
	s.used = true
	s.finished.arm(n)
	for _, start := range s.starts[:n] {
		start.done()
	}
	func() {
		defer s.finished.wait() // also where a piece ends this goroutine by runtime.Goexit
		s.work(0)
	}()
	if !s.untimed {
		s.elapsed += time.Since(start)
	}
	s.task = nil
	if p := s.panicked.Swap(nil); p != nil {
		panic(p)
	}
	runtime.KeepAlive(w)
}

// alone does all pieces of a task in the calling goroutine, which then needs nothing that several agree on.
func (s *shared) alone(task Task, pieces int) {
	var start time.Time
	if !s.untimed {
		start = time.Now()
	}
	var first *TaskPanic
	for next := 0; next < pieces; {
		if p := attempt(task, &next, pieces); p != nil && first == nil {
			first = p
		}
	}
	s.spent[0].pieces += uint64(max(pieces, 0))
	if !s.untimed {
		elapsed := time.Since(start)
		s.spent[0].Duration += elapsed
		s.elapsed += elapsed
	}
	if first != nil {
		panic(first)
	}
}

// attempt does the pieces from next on, up to the first that panics. It moves next behind what was done.
func attempt(task Task, next *int, pieces int) (p *TaskPanic) {
	done := false
	defer func() {
		if done {
			return
		}
		if value := recover(); value != nil {
			p = &TaskPanic{value, debug.Stack()}
		}
	}()
	for *next < pieces {
		i := *next
		*next++
		task.Do(0, i)
	}
	done = true
	return nil
}

// wake makes workers that park spin again, if a task is to be expected: because there was one since the last call.
func (w *Workers) wake() {
	if w == nil || !w.shared.used {
		return
	}
	w.shared.used = false
	for _, start := range w.shared.starts {
		start.wake()
	}
}

// Close ends the goroutines. From then on [Workers.Run] does all pieces in the calling goroutine. It must not be called during
// Run; calling it again changes nothing.
func (w *Workers) Close() {
	if w == nil {
		return
	}
	w.cleanup.Stop()
	w.shared.end()
}

func (s *shared) end() {
	s.closed.Store(true)
	for _, start := range s.starts {
		start.done()
	}
	s.starts = nil
}

// work does the pieces of the worker's own share, then those that are left of the others'.
func (s *shared) work(worker int) {
	if s.untimed {
		for !s.finish(worker) {
		}
		return
	}
	start := time.Now()
	if worker > 0 && s.region != "" { // the goroutine that calls has a region already
		defer trace.StartRegion(s.ctx, s.region).End()
	}
	for !s.finish(worker) {
	}
	s.spent[worker].Duration += time.Since(start)
}

// finish does what is left of the task. It reports whether it came to the end, or false after a piece panicked.
func (s *shared) finish(worker int) (end bool) {
	defer func() {
		if end {
			return
		}
		if value := recover(); value != nil {
			s.panicked.CompareAndSwap(nil, &TaskPanic{value, debug.Stack()})
		} else if worker > 0 { // the goroutine ends for good, and Run would wait for it in vain
			panic("ecs: a piece of a task called runtime.Goexit in a worker's goroutine")
		}
	}()
	own := &s.spent[worker]
	for k := range s.shares {
		share := &s.shares[(worker+k)%len(s.shares)]
		pieces := uint64(0)
		for i := share.next.Add(1) - 1; i < share.end; i = share.next.Add(1) - 1 {
			s.task.Do(worker, int(i))
			pieces++
		}
		own.pieces += pieces
		if k > 0 {
			own.taken += pieces
		}
	}
	return true
}

// label sets the name that the next tasks have in a trace, and the trace task that they belong to; an empty name hides them.
func (w *Workers) label(ctx context.Context, region string) {
	if w != nil {
		w.shared.ctx, w.shared.region = ctx, region
	}
}

// setTimed sets whether the time of the next tasks is measured.
func (w *Workers) setTimed(timed bool) {
	if w != nil {
		w.shared.untimed = !timed
	}
}

// workDone is what workers have done, as [Counters] count it.
type workDone struct {
	busy, sharing        time.Duration
	pieces, taken, parks uint64
}

// count returns what the workers have done so far.
func (w *Workers) count() (c workDone) {
	if w == nil {
		return c
	}
	s := w.shared
	for i := range s.spent {
		c.busy += s.spent[i].Duration
		c.pieces += s.spent[i].pieces
		c.taken += s.spent[i].taken
	}
	c.sharing = s.elapsed
	c.parks = s.finished.parks.Load()
	for _, start := range s.starts {
		c.parks += start.parks.Load()
	}
	return c
}

// Busy returns the total time for which a worker, of those that were started, has worked on pieces of tasks. It is 0 for nil, which
// measures nothing. It must not be called during [Workers.Run].
func (w *Workers) Busy(worker int) time.Duration {
	if w == nil {
		return 0
	}
	return w.shared.spent[worker].Duration
}
