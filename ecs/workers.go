package ecs

import (
	"runtime"
	"sync"
	"sync/atomic"
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
	next   atomic.Int64
	done   sync.WaitGroup
}

// NewWorkers starts workers; 0 or less means one for each processor that Go uses (GOMAXPROCS). The goroutine that calls
// [Workers.Run] is one of them.
func NewWorkers(n int) *Workers {
	if n <= 0 {
		n = runtime.GOMAXPROCS(0)
	}
	s := &shared{}
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

// Len returns how many workers there are.
func (w *Workers) Len() int { return len(w.shared.wake) + 1 }

// Run does all pieces of the task, in any order, and returns when they are done. It must not be called from two
// goroutines at once, nor from within a task.
func (w *Workers) Run(task Task, pieces int) {
	s := w.shared
	s.task, s.pieces = task, int64(pieces)
	s.next.Store(0)
	helpers := min(len(s.wake), pieces-1)
	for i := range helpers {
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
	for {
		i := s.next.Add(1) - 1
		if i >= s.pieces {
			return
		}
		s.task.Do(worker, int(i))
	}
}

func (s *shared) end() {
	for _, wake := range s.wake {
		close(wake)
	}
	s.wake = nil
}
