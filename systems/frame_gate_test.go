package systems_test

import (
	"testing"
	"time"

	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/background"
	"github.com/sinew-go/sinew/systems"
)

// waiting is a system that measures how long a worker in the background waits for the frame, and
// then panics if told.
type waiting struct {
	waited time.Duration
	panics bool
}

func (s *waiting) Name() string { return "waiting" }

func (s *waiting) Run(*ecs.Frame) {
	s.waited = waitInBackground()
	if s.panics {
		panic("told to")
	}
}

// waitInBackground returns how long a new worker waits, in the best of three attempts: another
// process may hold up each.
func waitInBackground() time.Duration {
	best := time.Hour
	for range 3 {
		begin := time.Now()
		new(background.Worker).Yield()
		best = min(best, time.Since(begin))
	}
	return best
}

// Work in the background waits while a frame runs, and not after it, also after one that panics.
func TestBackgroundWaitsForFrames(t *testing.T) {
	k := newRichFixture(t, 1)
	s := &waiting{}
	check(t, k.animation.Schedule().InsertBefore(systems.AtAdvance, s))
	for _, s.panics = range []bool{false, true} {
		func() {
			defer func() {
				if r := recover(); (r != nil) != s.panics {
					t.Errorf("recovered %v", r)
				}
			}()
			k.update(t, 1.0/60)
		}()
		if s.waited < 15*time.Millisecond {
			t.Errorf("a worker waited %v for a frame that waits for it, want about 20 ms", s.waited)
		}
		if waited := waitInBackground(); waited > 15*time.Millisecond {
			t.Errorf("a worker waited %v after the frame", waited)
		}
	}
}
