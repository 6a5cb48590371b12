package ecs_test

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sinew-go/sinew/ecs"
)

// tally counts how often each piece is done, and by workers of which number.
type tally struct {
	pieces  []atomic.Int32
	workers []atomic.Int32
}

func (c *tally) Do(worker, i int) {
	c.pieces[i].Add(1)
	c.workers[worker].Add(1)
}

func TestWorkersDoEveryPieceOnce(t *testing.T) {
	for _, n := range []int{1, 2, 3, 8} {
		workers := ecs.NewWorkers(n)
		if workers.Len() != n {
			t.Fatalf("%d workers, want %d", workers.Len(), n)
		}
		for pieces := range 100 {
			c := &tally{make([]atomic.Int32, pieces), make([]atomic.Int32, n)}
			workers.Run(c, pieces)
			for i := range c.pieces {
				if got := c.pieces[i].Load(); got != 1 {
					t.Fatalf("%d workers: piece %d of %d was done %d times", n, i, pieces, got)
				}
			}
		}
		workers.Close()
		c := &tally{make([]atomic.Int32, 5), make([]atomic.Int32, 1)}
		workers.Run(c, 5) // the caller goes on alone
		if got := c.workers[0].Load(); got != 5 {
			t.Errorf("after Close %d of 5 pieces were done", got)
		}
	}
}

func TestForgottenWorkersEnd(t *testing.T) {
	before := runtime.NumGoroutine()
	func() { ecs.NewWorkers(8) }()
	for range 200 {
		runtime.GC()
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Errorf("%d goroutines are left, there were %d before", runtime.NumGoroutine(), before)
}
