package ecs_test

import (
	"sync/atomic"
	"testing"

	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
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

// Nil works in the calling goroutine, and measures nothing. A negative number of pieces is none.
func TestNilWorkers(t *testing.T) {
	var none *ecs.Workers
	c := &tally{make([]atomic.Int32, 5), make([]atomic.Int32, 1)}
	none.Run(c, 5)
	none.Run(c, -1)
	none.Close()
	if c.workers[0].Load() != 5 || none.Len() != 1 || none.Busy(0) != 0 {
		t.Errorf("%d of 5 pieces, %d workers, busy for %v", c.workers[0].Load(), none.Len(), none.Busy(0))
	}
}

// negative is a system that asks for a negative number of pieces.
type negative struct{}

func (negative) Name() string { return "Negative" }

func (negative) Run(frame *ecs.Frame) { frame.Workers.Run(&tally{}, -3) }

func TestCountersOfNegativePieces(t *testing.T) {
	for _, n := range []int{1, 4} {
		workers := ecs.NewWorkers(n)
		var schedule ecs.Schedule
		if err := schedule.Add(negative{}); err != nil {
			t.Fatal(err)
		}
		schedule.Run(&ecs.Frame{Workers: workers})
		workers.Close()
		if got := schedule.Counters().Pieces; got != 0 {
			t.Errorf("%d workers: %d pieces", n, got)
		}
	}
}

func TestForgottenWorkersEnd(t *testing.T) {
	func() { ecs.NewWorkers(8) }()
	if n := probe.Goroutines(helper, 0); n > 0 {
		t.Errorf("%d goroutines are left", n)
	}
}
