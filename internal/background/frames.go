package background

import (
	"runtime"
	"sync/atomic"
	"time"
)

// Ended is a channel that is closed: for work that nobody began, so that nobody waits for its end.
var Ended = func() <-chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

// frames counts the frames of all Animations of the process: those that run in the low bits, and
// those that have begun above them.
var frames atomic.Uint64

const (
	begunShift = 16 // more Animations than 1<<16 do not run at once
	running    = 1<<begunShift - 1
)

// BeginFrame closes the gate until [EndFrame]. Frames may overlap.
func BeginFrame() { frames.Add(1<<begunShift | 1) }

// EndFrame ends a frame, and opens the gate if no other frame runs.
func EndFrame() { frames.Add(^uint64(0)) }

// Running reports whether a frame runs: the gate is closed.
func Running() bool { return frames.Load()&running != 0 }

const (
	// poll is how often a worker that waits looks at the gate: the frame wakes nobody.
	poll = 200 * time.Microsecond
	// patience is how long a worker waits before it works although frames run, so that work ends
	// where one frame follows the other without a pause, and where a frame waits for that work.
	patience = 20 * time.Millisecond
	// share is how long it works then: a worker has a tenth of the time whatever frames do.
	share = patience / 10
	// turns is after how many steps a worker lets other goroutines run, which matters on one
	// processor: nobody could begin a frame there.
	turns = 64
)

// Worker is a goroutine that works in the background. A nil Worker works in the foreground and
// yields to nothing. Its methods are for that goroutine alone.
type Worker struct {
	pool    *Pool
	steps   uint
	waited  time.Duration // since it worked for its share
	resumed time.Time     // when it waited last
	until   time.Time     // it works on until then, although frames run
	ignored uint64        // the count of frames begun while one ran for longer than patience
}

// Yield waits while a frame runs. It is called every few microseconds of work, holds up no frame,
// and without a frame takes a nanosecond or so.
func (w *Worker) Yield() {
	if w == nil {
		return
	}
	if now := frames.Load(); now&running != 0 {
		w.wait(now)
	}
	if w.steps++; w.steps%turns == 0 {
		runtime.Gosched()
	}
}

// wait waits until no frame runs, or for as long as its patience lasts.
func (w *Worker) wait(first uint64) {
	begin := time.Now()
	if begin.Before(w.until) || first>>begunShift == w.ignored {
		return
	}
	if begin.Sub(w.resumed) >= w.waited/10 {
		w.waited = 0 // it has had its share between frames
	}
	for now := first; now&running != 0; now = frames.Load() {
		if waited := w.waited + time.Since(begin); waited >= patience {
			if now>>begunShift == first>>begunShift && time.Since(begin) >= patience {
				w.ignored = now >> begunShift // one frame all the time, which may wait for this very work
			}
			w.waited, w.until = 0, time.Now().Add(share)
			return
		}
		time.Sleep(poll)
	}
	w.resumed = time.Now()
	w.waited += w.resumed.Sub(begin)
}
