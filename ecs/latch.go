package ecs

import (
	"runtime"
	"sync/atomic"
	"time"
)

// spinDuration is how long a goroutine spins before it parks. It is longer than the systems between
// two tasks of a frame take for crowds of usual size, and too short to count beside a frame.
const spinDuration = 100 * time.Microsecond

// latch lets one goroutine wait until others have called done a number of times. The waiter spins
// for a while, since that is quicker than to be woken, and then parks on a channel. A helper waits
// for its next task on one latch, and the goroutine that called [Workers.Run] waits on another one
// for the helpers to finish.
//
// All of its state is one word, 2·(outstanding calls of done) + (1 while the waiter parks), so that
// every two steps on it have an order. The waiter alone sets the low bit. Whoever then clears it
// (wake), or takes the count to 0 and finds it set (the last done), sends exactly one signal, and
// the waiter receives exactly one signal for each time it set the bit:
//
//   - If the last done comes before the bit is set, it sees 0 and sends nothing; setting the bit
//     returns 0, and the waiter does not park.
//   - If the bit is set first, the last done sees 1 and sends; the waiter, which parks, receives.
//
// After its step on the word a done touches nothing but the signal that the waiter must receive
// before it returns. So nothing of one use of the latch can reach into the next. TestLatchModel
// explores every interleaving of these steps.
type latch struct {
	word   atomic.Int64
	signal chan struct{} // capacity 1
	parks  uint64        // how often the waiter parked; only the waiter reads it
	_      [104]byte     // no cache line is another latch's too
}

func newLatch() *latch { return &latch{signal: make(chan struct{}, 1)} }

// arm makes wait return after n calls of done. Nobody may wait, and no done may be outstanding.
func (l *latch) arm(n int) { l.word.Store(2 * int64(n)) }

// done counts down.
func (l *latch) done() {
	if l.word.Add(-2) == 1 {
		l.signal <- struct{}{}
	}
}

// wake makes a waiter that parks spin again, because done is about to be called.
func (l *latch) wake() {
	if word := l.word.Load(); word > 1 && word&1 == 1 && l.word.CompareAndSwap(word, word-1) {
		l.signal <- struct{}{}
	}
}

// wait returns when done has been called as often as arm asked for. It spins for a time before it
// parks.
func (l *latch) wait(spin time.Duration) {
	for {
		if l.spin(spin) {
			return
		}
		if l.word.Or(1) == 0 {
			l.word.Store(0)
			return
		}
		l.parks++
		<-l.signal
		if l.word.CompareAndSwap(1, 0) {
			return
		}
	}
}

// spinsPerYield is how often spin looks at the word before it lets other goroutines run.
const spinsPerYield = 128

// spin reports whether the count reached 0 within a time.
func (l *latch) spin(limit time.Duration) bool {
	if l.word.Load() == 0 {
		return true
	}
	if limit <= 0 {
		return false
	}
	for start := time.Now(); ; runtime.Gosched() {
		for range spinsPerYield {
			if l.word.Load() == 0 {
				return true
			}
		}
		if time.Since(start) > limit {
			return false
		}
	}
}
