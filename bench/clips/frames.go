package main

import (
	"math"
	"slices"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
)

// Libraries that want poses at equal steps of time get those at the keys where the keys lie at
// equal steps of time, to a tenth of a millisecond and at most so many of them a second, and
// otherwise so many a second.
const (
	gridTolerance = 0.0001 // seconds
	densestGrid   = 120.0
	otherRate     = 60.0
)

// frameTimes returns the equally spaced times at which a clip is handed to such libraries, and
// whether all keys lie at one of them.
func frameTimes(c *assets.Clip) (times []float64, onKeys bool) {
	var keys []float64
	for i, t := range c.Tracks() {
		if movesJoint(t) {
			for _, key := range c.Timelines()[c.Timeline(i)] {
				keys = append(keys, c.Clamp(float64(key))-c.Start())
			}
		}
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	steps := max(1, int(math.Ceil(c.Duration()*otherRate)))
	for n := 1; float64(n) <= max(1, c.Duration()*densestGrid); n++ {
		if onGrid(keys, c.Duration()/float64(n)) {
			steps, onKeys = n, true
			break
		}
	}
	for k := range steps + 1 {
		times = append(times, c.Start()+c.Duration()*float64(k)/float64(steps))
	}
	return times, onKeys
}

// onGrid reports whether times lie at multiples of a step.
func onGrid(times []float64, step float64) bool {
	return !slices.ContainsFunc(times, func(t float64) bool {
		return math.Abs(t-math.Round(t/step)*step) > gridTolerance
	})
}

// jumps reports whether a clip has a value that changes at once, which no library that interpolates
// between frames can follow.
func jumps(c *assets.Clip) bool {
	return slices.ContainsFunc(c.Tracks(), func(t clip.JointTrack) bool {
		if !movesJoint(t) || t.Track.Interpolation() != clip.Step {
			return false
		}
		values, width := t.Track.Values(), t.Track.Width()
		for i := width; i < len(values); i++ {
			if values[i] != values[i-width] {
				return true
			}
		}
		return false
	})
}
