package systems_test

import (
	"testing"

	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/background"
	"github.com/sinew-go/sinew/systems"
)

// gateReader is a system that notes whether the gate for work in the background is closed, and then
// panics if told.
type gateReader struct {
	closed, panics bool
}

func (s *gateReader) Name() string { return "gate reader" }

func (s *gateReader) Run(*ecs.Frame) {
	s.closed = background.Running()
	if s.panics {
		panic("told to")
	}
}

// The gate at which work in the background waits is closed while a frame runs, and open after it,
// also after one that panics. (Package background tests how long a worker waits at it.)
func TestBackgroundWaitsForFrames(t *testing.T) {
	k := newRichFixture(t, 1)
	s := &gateReader{}
	check(t, k.animation.Schedule().InsertBefore(systems.AtAdvance, s))
	for _, s.panics = range []bool{false, true} {
		s.closed = false
		func() {
			defer func() {
				if r := recover(); (r != nil) != s.panics {
					t.Errorf("recovered %v", r)
				}
			}()
			k.update(t, 1.0/60)
		}()
		if !s.closed {
			t.Error("the gate was open during a frame")
		}
		if background.Running() {
			t.Error("the gate is closed after a frame")
		}
	}
}
