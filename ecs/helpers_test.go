package ecs_test

import (
	"math/rand/v2"
	"os"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// exclusive is a task whose pieces write, without a lock, to memory of the piece and of the worker:
// the race detector sees when two goroutines have the same number, or when Run returns early.
type exclusive struct {
	pieces, workers []int
}

func (e *exclusive) Do(worker, i int) {
	e.workers[worker]++
	if i%3 == worker%3 {
		runtime.Gosched()
	}
	e.pieces[i]++
}

// Many Workers at once, which come and go, share the goroutines of the process: each piece is done
// once, whoever helps.
func TestWorkersAtTheSameTime(t *testing.T) {
	limit := 500 * time.Millisecond
	if os.Getenv("SINEW_LONG") != "" {
		limit = time.Minute
	}
	end := time.Now().Add(limit)
	var group sync.WaitGroup
	for seed := range uint64(6) {
		group.Go(func() {
			random := rand.New(rand.NewPCG(seed, 4))
			for time.Now().Before(end) {
				workers := ecs.NewWorkers(random.IntN(5))
				e := &exclusive{make([]int, 1+random.IntN(9)), make([]int, workers.Len())}
				runs := 1 + random.IntN(20)
				for range runs {
					workers.Run(e, len(e.pieces))
				}
				done := 0
				for _, n := range e.workers {
					done += n
				}
				for i, n := range e.pieces {
					if n != runs || done != runs*len(e.pieces) {
						t.Errorf("%d runs did piece %d %d times, and %d pieces of %d", runs, i, n, done, len(e.pieces))
					}
				}
				if random.IntN(4) > 0 {
					workers.Close()
					workers.Close()
				}
			}
		})
	}
	group.Wait()
}

// The pieces of several Workers run at the same time, with as many goroutines as all of them may
// use together.
func TestWorkersHelpOneAnother(t *testing.T) {
	const n = 3
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2 * n))
	var group sync.WaitGroup
	var all [2]waiting
	for k := range all {
		group.Go(func() {
			workers := ecs.NewWorkers(n)
			defer workers.Close()
			for range 100 {
				all[k].others.Add(n)
				workers.Run(meeting{&all[k]}, n)
			}
		})
	}
	group.Wait()
}

// meeting is a task whose pieces wait for each other, so each needs a goroutine.
type meeting struct{ *waiting }

func (m meeting) Do(int, int) {
	m.others.Done()
	m.others.Wait()
}

// helper is the function of the goroutines that help Workers.
const helper = "ecs.(*helper).run"

// Fifty Workers have no more goroutines than one, and those of one do not end with another.
func TestWorkersShareGoroutines(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(5))
	if n := probe.Goroutines(helper, 0); n > 0 {
		t.Fatalf("%d goroutines are left of other tests", n)
	}
	var all []*ecs.Workers
	for range 50 {
		all = append(all, ecs.NewWorkers(0))
	}
	if n := probe.Goroutines(helper, 4); n != 4 {
		t.Errorf("50 Workers have %d goroutines on 5 processors, not 4", n)
	}
	var w waiting
	for _, workers := range all[1:] {
		workers.Close()
		w.others.Add(5)
		all[0].Run(meeting{&w}, 5) // returns only if all 5 are there
	}
	all[0].Close()
	if n := probe.Goroutines(helper, 0); n > 0 {
		t.Errorf("%d goroutines are left", n)
	}
}

// shared is a system that shares 30 pieces.
type shared struct{ exclusive }

func (*shared) Name() string { return "shared" }

func (s *shared) Run(frame *ecs.Frame) {
	for len(s.workers) < frame.Workers.Len() {
		s.workers = append(s.workers, 0)
	}
	frame.Workers.Run(&s.exclusive, len(s.pieces))
}

// Workers without a number follow GOMAXPROCS, up and down, within 16 frames; those with a number
// keep it.
func TestWorkersFollowTheProcessors(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	following, fixed := ecs.NewWorkers(0), ecs.NewWorkers(3)
	defer following.Close()
	defer fixed.Close()
	world := ecs.NewWorld()
	s := &shared{exclusive{pieces: make([]int, 30)}}
	var schedule ecs.Schedule
	if err := schedule.Add(s); err != nil {
		t.Fatal(err)
	}
	frames := 0
	for _, processors := range []int{2, 7, 1, 4, 3, 8} {
		runtime.GOMAXPROCS(processors)
		for range 20 {
			schedule.Run(&ecs.Frame{World: &world, Workers: following})
			schedule.Run(&ecs.Frame{World: &world, Workers: fixed})
			frames += 2
		}
		if following.Len() != processors || fixed.Len() != 3 {
			t.Errorf("%d workers with %d processors, and %d of those with a number", following.Len(), processors,
				fixed.Len())
		}
		for i, n := range s.pieces {
			if n != frames {
				t.Fatalf("piece %d was done %d times in %d frames", i, n, frames)
			}
		}
	}
	if busy := following.Busy(7); busy < 0 {
		t.Errorf("the last worker was busy for %v", busy)
	}
	frame := &ecs.Frame{World: &world, Workers: following}
	if allocations := testing.AllocsPerRun(100, func() { schedule.Run(frame) }); allocations > 0 {
		t.Errorf("a frame allocates %v times", allocations)
	}
}
