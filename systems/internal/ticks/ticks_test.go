package ticks

import (
	"math"
	"testing"

	"github.com/sinew-go/sinew/ecs"
)

// No time is lost when the step of a clock changes: what passed was run, is left, or counts as
// skipped.
func TestClockStepChanges(t *testing.T) {
	c := ecs.Clock{Scale: 1, Step: 0.5}
	total := 0.0
	update := func(seconds float64) {
		frames, delta := Tick(&c, seconds)
		total += float64(frames) * delta
	}
	update(0.4375)
	if c.Left != 0.4375 {
		t.Fatalf("%v s are left", c.Left)
	}
	c.Step = 0.125
	update(0.0625)
	if total != 0.5 || c.Left != 0 {
		t.Errorf("%v s ran and %v are left, want 0.5 and 0", total, c.Left)
	}
	update(0.0625)
	c.Step = 0
	if update(0.25); total != 0.8125 || c.Left != 0 {
		t.Errorf("%v s ran and %v are left, want 0.8125 and 0", total, c.Left)
	}
}

// Whatever the numbers in a clock are, an update runs a bounded number of finite steps.
func TestClockWithAnyNumbers(t *testing.T) {
	numbers := []float64{0, -1, 1, 1e-9, 5e-324, math.MaxFloat64, math.NaN(), math.Inf(1), math.Inf(-1)}
	for _, step := range numbers {
		for _, left := range numbers {
			for _, skipped := range numbers {
				for _, steps := range []int32{0, -1, 1, 100, math.MaxInt32, math.MinInt32} {
					c := ecs.Clock{Scale: 1, Step: step, Left: left, Skipped: skipped, MaxSteps: steps}
					before := c
					frames, delta := Tick(&c, 1)
					if frames < 0 || frames > ecs.StepLimit || !(delta >= 0) || math.IsInf(delta, 0) {
						t.Fatalf("%+v: %d frames of %v s", before, frames, delta)
					}
					if !(c.Left >= 0) || !(c.Skipped >= 0) || math.IsInf(c.Left, 0) || math.IsInf(c.Skipped, 0) {
						t.Fatalf("%+v became %+v", before, c)
					}
				}
			}
		}
	}
}
