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
	// Do does piece i. worker is the number of the calling goroutine, below [Workers.Len]: memory
	// that belongs to a worker needs no lock.
	Do(worker, i int)
}

// Workers is a number of goroutines that share tasks. All Workers of a process use the same
// goroutines: each [Workers.Run] takes those that are free at the time, and works alone if none is.
// So any number of worlds can be animated in turn or at the same time, each by Workers of its own.
//
// After a task the goroutines spin for a moment, because the next task often comes at once, and
// then park. Those that no Workers need any more end after [Workers.Close], or some time after the
// last reference to the Workers is gone.
//
// Nil stands for the calling goroutine alone.
type Workers struct {
	shared  *shared
	cleanup runtime.Cleanup
}

// shared is what the goroutines hold, so that they do not keep the Workers itself alive.
type shared struct {
	limit      int // how many workers the program wants; 0: one for each processor
	processors int // that Go used when n was set
	wakes      int // how often wake was called
	n          int // workers, of which worker 0 is the goroutine that calls Run
	closed     bool
	crew       []*helper     // that help with the task: worker k is number k-1
	finished   *latch        // where Run waits for them
	spin       time.Duration // how long Run spins there
	task       Task
	shares     []share // one for each worker at the task
	all        []share // one for each worker
	spent      []spent // for each worker that there ever was
	panicked   atomic.Pointer[TaskPanic]
	ctx        context.Context
	region     string // the task's name in a trace; empty: it is not shown
	observe    observer
	used       bool // whether there was a task since the workers were last woken
	untimed    bool // the time of the task is not measured

	elapsed time.Duration // from handing out tasks until they were done
}

// share is the part of a task that a worker begins with, so that most memory stays with one worker
// from frame to frame. A worker that is done with its share helps the others with theirs.
type share struct {
	next atomic.Int64 // written for every piece, so it has a cache line to itself
	end  int64
	_    [112]byte
}

// spent is what a worker has done.
type spent struct {
	time.Duration
	pieces uint64   // of tasks
	taken  uint64   // of these, from the shares of other workers
	parks  uint64   // how often it slept before a task
	_      [96]byte // no cache line is another worker's too
}

// TaskPanic is the value with which [Workers.Run] panics after a piece of its task panicked on any
// of the workers.
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

// NewWorkers returns workers: at most n goroutines at the same time, of which the goroutine that
// calls [Workers.Run] is the first. 0 or less means as many as the processors that Go uses
// (GOMAXPROCS), also when their number changes: the workers follow it at the beginning of a frame,
// every 16 frames.
func NewWorkers(n int) *Workers {
	s := &shared{limit: max(n, 0), finished: newLatch()}
	s.fit(runtime.GOMAXPROCS(0))
	helpers.join(s.limit)
	w := &Workers{shared: s}
	w.cleanup = runtime.AddCleanup(w, helpers.leave, s.limit)
	return w
}

// fit sets the number of workers for a number of processors.
func (s *shared) fit(processors int) {
	s.processors, s.n = processors, workersOf(s.limit, processors)
	if s.spin = 0; s.n <= processors {
		s.spin = spinDuration
	}
	if s.n > len(s.all) {
		s.all, s.crew = make([]share, s.n), make([]*helper, 0, s.n-1)
		s.spent = append(s.spent, make([]spent, s.n-len(s.spent))...)
	}
}

// Len returns the number of workers. It changes only at the beginning of [Schedule.Run], and by
// [Workers.Close].
func (w *Workers) Len() int {
	if w == nil {
		return 1
	}
	return w.shared.n
}

// Run does all pieces of the task, in any order, and returns when they are done. It must not be
// called from two goroutines at once, nor from within a task.
//
// If pieces panic, the other workers finish the task, and Run then panics with a [*TaskPanic] of
// the first panic in time.
func (w *Workers) Run(task Task, pieces int) {
	if w == nil {
		for i := range pieces {
			task.Do(0, i)
		}
		return
	}
	s := w.shared
	n := s.hire(min(s.n, pieces) - 1)
	if n == 0 {
		s.alone(task, pieces)
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
	for _, h := range s.crew {
		h.start.done()
	}
	func() {
		defer s.dismiss() // also where a piece ends this goroutine by runtime.Goexit
		s.work(0)
	}()
	if !s.untimed {
		s.elapsed += time.Since(start)
	}
	if p := s.panicked.Swap(nil); p != nil {
		panic(p)
	}
}

// hire claims up to n free helpers and returns their number.
func (s *shared) hire(n int) int {
	s.crew = s.crew[:0]
	if n <= 0 {
		return 0
	}
	for _, h := range helpers.all() {
		if h.claim() {
			s.crew = append(s.crew, h)
			h.shared, h.worker = s, len(s.crew)
			if len(s.crew) == n {
				break
			}
		}
	}
	return len(s.crew)
}

// dismiss waits until the helpers are done, and releases them.
func (s *shared) dismiss() {
	s.finished.wait(s.spin)
	for _, h := range s.crew {
		h.release()
	}
	s.task = nil
}

// alone does all pieces of a task in the calling goroutine, which then needs nothing that several
// agree on.
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

// attempt does the pieces from next on, up to the first that panics. It moves next after what was
// done.
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

// followFrames is the number of frames of which one asks for the number of processors, which takes
// a lock of Go.
const followFrames = 16

// wake prepares for a frame. It follows the number of processors, and makes helpers that park spin
// again, if a task is to be expected: because there was one since the last call.
func (w *Workers) wake() {
	if w == nil || w.shared.closed {
		return
	}
	s := w.shared
	if s.wakes++; s.wakes%followFrames == 0 {
		if processors := runtime.GOMAXPROCS(0); processors != s.processors {
			s.fit(processors)
			helpers.refit()
		}
	}
	if !s.used {
		return
	}
	s.used = false
	for i, h := range helpers.all() {
		if i == s.n-1 {
			break
		}
		h.start.wake()
	}
}

// Close gives up the goroutines. From then on [Workers.Run] does all pieces in the calling
// goroutine. It must not be called during Run; calling it again changes nothing, and other Workers
// are not affected.
func (w *Workers) Close() {
	if w == nil || w.shared.closed {
		return
	}
	w.cleanup.Stop()
	w.shared.closed, w.shared.n = true, 1
	helpers.leave(w.shared.limit)
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
		if s.observe != nil {
			s.observe(worker, s.region)
			defer s.observe(worker, "")
		}
	}
	for !s.finish(worker) {
	}
	s.spent[worker].Duration += time.Since(start)
}

// finish does what is left of the task. It reports whether it came to the end, or false after a
// piece panicked.
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

// label sets the name that the next tasks have in a trace, the trace task that they belong to, and
// who observes them; an empty name hides them.
func (w *Workers) label(ctx context.Context, region string, observe observer) {
	if w != nil {
		w.shared.ctx, w.shared.region, w.shared.observe = ctx, region, observe
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

// count sets c to what the workers have done so far.
func (w *Workers) count(c *workDone) {
	*c = workDone{}
	if w == nil {
		return
	}
	s := w.shared
	for i := range s.spent {
		c.busy += s.spent[i].Duration
		c.pieces += s.spent[i].pieces
		c.taken += s.spent[i].taken
		c.parks += s.spent[i].parks
	}
	c.sharing = s.elapsed
	c.parks += s.finished.parks
}

// busy returns the total time for which a worker, of those that there were, has worked on pieces of
// tasks. It is 0 for nil, which measures nothing. It must not be called during [Workers.Run].
func (w *Workers) busy(worker int) time.Duration {
	if w == nil {
		return 0
	}
	return w.shared.spent[worker].Duration
}
