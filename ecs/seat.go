package ecs

import (
	"runtime"
	"sync/atomic"
	"time"
)

// patience is how long somebody watches for what is to come before going to sleep. It is longer than the systems between two tasks of a frame take for
// crowds of usual size, and too short to count beside a frame.
const spinDuration = 100 * time.Microsecond

// What the goroutine at a seat does.
const (
	watching int32 = iota // for being called
	asleep
	called
	ended
)

// seat is where a worker waits for tasks.
type parker struct {
	state        atomic.Int32
	signal       chan struct{}
	spinDuration time.Duration
	_            [128]byte // no cache line is another seat's too
}

// await returns when the seat is called, or false when it is ended.
func (s *parker) await() bool {
	for {
		if watch(s.spinDuration, func() bool { return s.state.Load() != watching }) || !s.state.CompareAndSwap(watching, asleep) {
			return s.state.Load() == called
		}
		<-s.signal
		if state := s.state.Load(); state != watching {
			return state == called
		}
	}
}

func (s *parker) call() {
	if s.state.Swap(called) == asleep {
		s.signal <- struct{}{}
	}
}

// leave goes back to watching after a task.
func (s *parker) leave() { s.state.CompareAndSwap(called, watching) }

// rouse has a worker that sleeps watch again.
func (s *parker) wake() {
	if s.state.CompareAndSwap(asleep, watching) {
		s.signal <- struct{}{}
	}
}

func (s *parker) end() {
	if s.state.Swap(ended) == asleep {
		s.signal <- struct{}{}
	}
}

// crew are the workers at a task besides the one that waits for them.
type completion struct {
	at           atomic.Int64 // how many are still at it
	waiting      atomic.Bool  // somebody sleeps until they are done
	finished     chan struct{}
	spinDuration time.Duration
}

// leave says that one of them is done.
func (c *completion) leave() {
	if c.at.Add(-1) == 0 && c.waiting.CompareAndSwap(true, false) {
		c.finished <- struct{}{}
	}
}

// wait returns when all are done.
func (c *completion) wait() {
	done := func() bool { return c.at.Load() == 0 }
	if watch(c.spinDuration, done) {
		return
	}
	// A swap, since a store may still be on its way when the next line looks, on machines that are emulated at least.
	c.waiting.Swap(true)
	if done() && c.waiting.CompareAndSwap(true, false) {
		return
	}
	<-c.finished
}

// looks is how often something is looked at before others get their turn.
const looks = 128

// watch looks whether something has happened until it has, or for a duration; it says which.
func watch(patience time.Duration, happened func() bool) bool {
	if happened() {
		return true
	}
	if patience <= 0 {
		return false
	}
	for start := time.Now(); ; runtime.Gosched() {
		for range looks {
			if happened() {
				return true
			}
		}
		if time.Since(start) > patience {
			return false
		}
	}
}
