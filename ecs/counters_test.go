package ecs_test

import (
	"sync"
	"testing"
	"time"

	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/posestore"
)

// counting is a block system that only counts.
type counting struct{}

func (counting) Name() string { return "counting" }

func (counting) RunBlock(_ *ecs.Frame, b *ecs.Block) {
	(*posestore.Block)(b).CountSampled(2*b.Lanes(), 1)
	(*posestore.Block)(b).CountMatrices(10 * b.Lanes())
}

// culler is a system that counts culled characters.
type culler struct{}

func (culler) Name() string { return "culler" }

func (culler) Run(frame *ecs.Frame) { (*posestore.Store)(frame.Store).CountCulled(3) }

func TestCountersDoNotDependOnWorkers(t *testing.T) {
	for _, n := range []int{1, 2, 5} {
		world, store := newStore(t, map[string]int{"a": 300, "b": 9})
		inner := (*posestore.Store)(store)
		pool := inner.Pools()[0]
		for slot := range 4 {
			pool.SetSkipped(slot, true)
		}
		inner.Gather()
		workers := ecs.NewWorkers(n)
		defer workers.Close()
		var schedule ecs.Schedule
		for _, system := range []ecs.System{culler{}, ecs.EachBlock(counting{})} {
			if err := schedule.Add(system); err != nil {
				t.Fatal(err)
			}
		}
		frame := &ecs.Frame{World: world, Store: store, Workers: workers}
		schedule.Run(frame)
		first := schedule.Counters()
		for range 2 {
			schedule.Run(frame)
		}
		got := schedule.Counters().Since(first)
		if got.Busy <= 0 || first.Busy <= 0 {
			t.Errorf("%d workers were busy for %v, then for %v", n, first.Busy, got.Busy)
		}
		switch serial := got.SerialPart(); {
		case got.Sharing <= 0 || got.Elapsed <= got.Sharing || serial <= 0 || serial >= 1:
			t.Errorf("%d workers shared %v of %v, a serial part of %v", n, got.Sharing, got.Elapsed, serial)
		case n == 1 && (got.Taken != 0 || got.Parks != 0 || got.Busy > got.Sharing):
			t.Errorf("one worker took %d pieces from others and slept %d times, and was busy for %v of %v", got.Taken,
				got.Parks, got.Busy, got.Sharing)
		case got.Taken > got.Pieces:
			t.Errorf("%d of %d pieces were taken from others", got.Taken, got.Pieces)
		}
		got.Busy, got.Timed, got.Elapsed, got.Sharing, got.Taken, got.Parks = 0, 0, 0, 0, 0, 0
		want := ecs.Counters{
			Pieces: 2 * 39, Frames: 2, Posed: 2 * 305, Blocks: 2 * (37 + 2), Skipped: 2 * 4, Culled: 2 * 3,
			Baked: 2 * 2 * 305, Exact: 2 * 39, Matrices: 2 * 10 * 305,
		}
		if got != want {
			t.Errorf("%d workers counted\n%+v, want\n%+v", n, got, want)
		}
		var busy time.Duration
		for worker := range n {
			busy += workers.Busy(worker)
		}
		if all := schedule.Counters().Busy; all != busy {
			t.Errorf("workers were busy for %v, the schedule counted %v", busy, all)
		}
	}
}

// waiting is a task of four pieces, two in the share of each of two workers. The first piece waits
// for the others, so that a worker takes a piece from the share of the other one.
type waiting struct{ others sync.WaitGroup }

func (*waiting) Name() string { return "waiting" }

func (w *waiting) Run(frame *ecs.Frame) {
	w.others.Add(3)
	frame.Workers.Run(w, 4)
}

func (w *waiting) Do(_, i int) {
	if i == 0 {
		w.others.Wait()
	} else {
		w.others.Done()
	}
}

func TestTakenPiecesAreCounted(t *testing.T) {
	workers := ecs.NewWorkers(2)
	defer workers.Close()
	var schedule ecs.Schedule
	if err := schedule.Add(&waiting{}); err != nil {
		t.Fatal(err)
	}
	world := ecs.NewWorld()
	for range 100 {
		schedule.Run(&ecs.Frame{World: &world, Workers: workers})
	}
	if c := schedule.Counters(); c.Pieces != 400 || c.Taken < 100 || c.Taken > 400 {
		t.Errorf("%d pieces and %d taken from others, want 400, and at least 100 taken", c.Pieces, c.Taken)
	}
	if c := (ecs.Counters{}); c.SerialPart() != 0 {
		t.Error("without a frame there is a serial part")
	}
}
