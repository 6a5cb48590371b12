package ticks

import (
	"math"

	"github.com/sinew-go/sinew/ecs"
)

// Tick advances the clock by a number of seconds of real time, which must be finite and not
// negative. It returns how many frames to run and the length of each in seconds of animation.
func Tick(c *ecs.Clock, seconds float64) (frames int, delta float64) {
	scale := c.Scale
	if !(scale > 0) || math.IsInf(scale, 0) {
		scale = 0
	}
	seconds = min(seconds*scale, math.MaxFloat64)
	c.Left, c.Skipped = validTime(c.Left), validTime(c.Skipped)
	total := min(c.Left+seconds, math.MaxFloat64)
	if !(c.Step > 0) || math.IsInf(c.Step, 0) {
		c.Left = 0
		return 1, total
	}
	limit := min(int(c.MaxSteps), ecs.StepLimit)
	if limit <= 0 {
		limit = ecs.DefaultMaxSteps
	}
	c.Left = math.Mod(total, c.Step)
	steps := math.Floor((total-c.Left)/c.Step + 0.5)
	if beyond := steps - float64(limit); beyond > 0 {
		c.Skipped = min(c.Skipped+float64(min(beyond, math.MaxFloat64)*c.Step), math.MaxFloat64)
		steps = float64(limit)
	}
	return int(steps), c.Step
}

// validTime returns seconds, or 0 if they are negative or not finite.
func validTime(seconds float64) float64 {
	if seconds >= 0 && !math.IsInf(seconds, 0) {
		return seconds
	}
	return 0
}
