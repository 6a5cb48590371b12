package ecs_test

import (
	"errors"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sinew-go/sinew/ecs"
)

// uneven is a task whose pieces take different times, so that workers finish in any order. done has
// no lock: the race detector sees when Run returns before a piece is done.
type uneven struct {
	done []int
}

func (u *uneven) Do(_, i int) {
	n := uint32(u.done[i]*len(u.done)+i) * 2654435761 >> 24
	for range n / 64 {
		runtime.Gosched()
	}
	u.done[i]++
}

func (u *uneven) check(t *testing.T, run int) {
	for i, n := range u.done {
		if n != run+1 {
			t.Fatalf("run %d returned when piece %d of %d had been done %d times", run, i, len(u.done), n)
		}
	}
}

// Thousands of short tasks, one after another, with as many goroutines as processors and more: no
// Run returns early. Run it with -race, and with SINEW_LONG=1 for minutes.
func TestWorkersUnderStress(t *testing.T) {
	limit := 400 * time.Millisecond
	if os.Getenv("SINEW_LONG") != "" {
		limit = time.Minute
	}
	for _, n := range []int{2, 3, 4} {
		workers := ecs.NewWorkers(n)
		u := &uneven{done: make([]int, 7)}
		run := 0
		for end := time.Now().Add(limit); time.Now().Before(end); run++ {
			workers.Run(u, len(u.done))
			u.check(t, run)
			if run%5 == 0 { // let them park at times
				time.Sleep(time.Duration(run%3) * 60 * time.Microsecond)
			}
		}
		workers.Close()
	}
}

type panicking struct {
	at   int
	done atomic.Int32
}

var errPiece = errors.New("piece is broken")

func (p *panicking) Do(_, i int) {
	p.done.Add(1)
	if i == p.at {
		panic(errPiece)
	}
}

// A panic comes to the caller of Run whichever worker it happens on; the other pieces are done, and
// the workers go on working.
func TestPanicsReachTheCaller(t *testing.T) {
	for _, n := range []int{1, 2, 4} {
		workers := ecs.NewWorkers(n)
		for at := range 20 {
			p := &panicking{at: at}
			func() {
				defer func() {
					value := recover()
					var carried *ecs.TaskPanic
					if err, ok := value.(error); !ok || !errors.As(err, &carried) || !errors.Is(err, errPiece) {
						t.Fatalf("%d workers: the caller gets %v", n, value)
					}
					if !strings.Contains(string(carried.Stack), "panicking") {
						t.Errorf("the stack does not show where it was:\n%s", carried.Stack)
					}
				}()
				workers.Run(p, 20)
			}()
			if got := p.done.Load(); got != 20 {
				t.Errorf("%d workers: %d of 20 pieces were done beside the panic", n, got)
			}
		}
		counted := &tally{make([]atomic.Int32, 50), make([]atomic.Int32, n)}
		workers.Run(counted, 50)
		for i := range counted.pieces {
			if counted.pieces[i].Load() != 1 {
				t.Errorf("after panics piece %d was done %d times", i, counted.pieces[i].Load())
			}
		}
		workers.Close()
	}
}

func TestNilWorkersAreTheCaller(t *testing.T) {
	var workers *ecs.Workers
	counted := &tally{make([]atomic.Int32, 3), make([]atomic.Int32, 1)}
	workers.Run(counted, 3)
	workers.Close()
	if workers.Len() != 1 || counted.workers[0].Load() != 3 {
		t.Errorf("%d workers did %d of 3 pieces", workers.Len(), counted.workers[0].Load())
	}
}
