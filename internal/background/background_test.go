package background

import (
	"context"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// begin begins a number of frames, and returns a function that ends them once.
func begin(n int) (end func()) {
	for range n {
		BeginFrame()
	}
	return func() {
		for range n {
			EndFrame()
		}
	}
}

// A worker waits while frames run, however many overlap, and goes on soon after the last one ends.
func TestWorkersWaitForFrames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &Worker{}
		w.Yield() // no frame
		for _, frames := range []int{1, 3} {
			end := begin(frames)
			start := time.Now()
			go func() {
				time.Sleep(4 * time.Millisecond)
				end()
			}()
			w.Yield()
			if waited := time.Since(start); waited < 4*time.Millisecond || waited > 4*time.Millisecond+poll {
				t.Errorf("%d frames of 4 ms: the worker waited %v", frames, waited)
			}
			time.Sleep(12 * time.Millisecond) // work between frames
		}
		(*Worker)(nil).Yield()
	})
}

// simulate runs frames, each followed by a pause, and returns how long a worker worked, in slices
// of a tenth of a millisecond, while frames ran and between them.
func simulate(frame, pause time.Duration) (during, between time.Duration) {
	const slice = 100 * time.Microsecond
	stop, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default:
			}
			BeginFrame()
			time.Sleep(frame)
			EndFrame()
			time.Sleep(pause)
		}
	}()
	w := &Worker{}
	for start := time.Now(); time.Since(start) < time.Second; {
		w.Yield()
		if Running() {
			during += slice
		} else {
			between += slice
		}
		time.Sleep(slice)
	}
	close(stop)
	<-stopped
	return during, between
}

// A worker that has time between frames takes none of theirs. Where one frame follows the other,
// it gets about a tenth of the time.
func TestWorkersShareTheTime(t *testing.T) {
	for _, c := range []struct{ frame, pause, during, between time.Duration }{
		{4 * time.Millisecond, 12 * time.Millisecond, 30 * time.Millisecond, 700 * time.Millisecond},
		{12 * time.Millisecond, 4 * time.Millisecond, 30 * time.Millisecond, 200 * time.Millisecond},
		{4 * time.Millisecond, time.Microsecond, 120 * time.Millisecond, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			during, between := simulate(c.frame, c.pause)
			t.Logf("frames of %v with pauses of %v: worked %v during frames, %v between", c.frame, c.pause, during,
				between)
			if during > c.during || between < c.between || during+between < 80*time.Millisecond {
				t.Errorf("frames of %v with pauses of %v: worked %v during frames, %v between; want at most %v, at least %v",
					c.frame, c.pause, during, between, c.during, c.between)
			}
		})
	}
}

// A frame that waits for the work itself delays it once.
func TestFrameThatWaitsForWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		defer begin(1)()
		start := time.Now()
		w := &Worker{}
		for range 1000 {
			w.Yield()
			time.Sleep(time.Millisecond)
		}
		if took := time.Since(start); took > time.Second+2*patience {
			t.Errorf("1 s of work took %v in one frame", took)
		}
	})
}

func TestFramesAllocateNothing(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() {
		BeginFrame()
		BeginFrame()
		EndFrame()
		EndFrame()
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// A pool runs all work in order on no more goroutines than its limit, helpers among them, also
// after work that ends its goroutine, and no goroutine is left: the bubble would not end.
func TestPool(t *testing.T) {
	for _, limit := range []int{0, 1, 3} {
		synctest.Test(t, func(t *testing.T) {
			p := &Pool{Limit: limit}
			most := limit
			if limit == 0 {
				most = max(1, runtime.GOMAXPROCS(0)-1)
			}
			var mutex sync.Mutex
			now, peak, done, helped := 0, 0, 0, 0
			work := func() {
				mutex.Lock()
				now++
				peak = max(peak, now)
				mutex.Unlock()
				time.Sleep(time.Millisecond)
				mutex.Lock()
				now--
				done++
				mutex.Unlock()
			}
			for i := range 20 {
				p.Go(func(w *Worker) {
					work()
					if Of(With(t.Context(), w)) != w || Of(context.Background()) != nil {
						t.Error("the context has another worker")
					}
					if i == 5 {
						runtime.Goexit()
					}
				})
			}
			p.Go(func(w *Worker) {
				var helpers sync.WaitGroup
				time.Sleep(time.Second) // until all others are done
				for range 5 {
					helpers.Add(1)
					if !w.Help(func(*Worker) { defer helpers.Done(); work() }) {
						helpers.Done()
						continue
					}
					helped++
				}
				helpers.Wait()
			})
			synctest.Wait()
			time.Sleep(2 * time.Second)
			synctest.Wait()
			if peak != most || done != 20+helped || helped != most-1 || p.workers != 0 {
				t.Errorf("limit %d: %d at once, %d done, %d helpers, %d goroutines left", limit, peak, done, helped, p.workers)
			}
			if (*Worker)(nil).Help(nil) {
				t.Error("somebody helps in the foreground")
			}
		})
	}
}
