package ecs

import "math"

// Clock is a world resource: how time goes. It is plain data, which can be written at any time and saved with the world.
type Clock struct {
	// Scale is the seconds of animation for each second. What is not finite, or below 0, is 0.
	Scale float64
	// Step makes every frame that long, in seconds of animation; at 0 or less, and where it is not finite, a frame takes what it is given.
	Step float64
	// Left is what did not make up a whole step yet.
	Left float64
	// MaxSteps is how many steps one update makes at most, so that a long wait does not cost as many frames as it missed; the time beyond is
	// counted in Skipped. 0 is [DefaultMaxSteps].
	MaxSteps int32
	// Skipped is the time that was left out in this way.
	Skipped float64
}

// DefaultMaxSteps is how many steps an update makes at most where [Clock.MaxSteps] says nothing.
const DefaultMaxSteps = 8

// Tick lets seconds pass, which are finite and not negative, and returns how many frames are to be run, and how long each is.
func (c *Clock) Tick(seconds float64) (frames int, delta float64) {
	scale := c.Scale
	if !(scale > 0) || math.IsInf(scale, 0) {
		scale = 0
	}
	seconds = min(seconds*scale, math.MaxFloat64)
	if !(c.Step > 0) || math.IsInf(c.Step, 0) {
		return 1, seconds
	}
	if !(c.Left >= 0 && c.Left < c.Step) {
		c.Left = 0
	}
	most := int(c.MaxSteps)
	if most <= 0 {
		most = DefaultMaxSteps
	}
	all := min(c.Left+seconds, math.MaxFloat64)
	c.Left = math.Mod(all, c.Step)
	steps := math.Floor((all-c.Left)/c.Step + 0.5)
	if beyond := steps - float64(most); beyond > 0 {
		c.Skipped += float64(beyond * c.Step)
		steps = float64(most)
	}
	return int(steps), c.Step
}
