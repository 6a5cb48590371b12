package bake

import (
	"math"
	"slices"

	"github.com/sinew-go/sinew/assets/clip"
)

// grid is a division of time into equal steps: step k begins at first + k/rate.
type grid struct {
	first     float64 // seconds; not after the clip's start
	rate      float64 // steps a second
	intervals int     // how many steps there are; the last does not end before the clip
}

// time returns when a place between steps is, in seconds.
func (g grid) time(place float64) float64 { return g.first + float64(place/g.rate) }

const (
	// offGridRate is how many steps a second there are where keys are on no grid, and the least there are.
	offGridRate, leastRate = 30, 4
	// onGrid is how far, in steps, a key may be from a grid that it is taken to be on: exporters round times to milliseconds.
	onGrid = 0.02
)

// keyTimes returns the moments in seconds, in order and each once, at which any joint has a key.
func keyTimes(c *clip.Clip) []float64 {
	var times []float64
	seen := make([]bool, len(c.Timelines()))
	for i, t := range c.Tracks() {
		if line := c.Timeline(i); t.Property != clip.MorphWeights && !seen[line] {
			seen[line] = true
			for _, time := range c.Timelines()[line] {
				times = append(times, float64(time))
			}
		}
	}
	slices.Sort(times)
	return slices.Compact(times)
}

// keyGrid returns the widest grid that all keys lie on, as its first key and the seconds between keys, and false where there
// is none: fewer than two keys, or keys at odds with one another.
func keyGrid(times []float64) (first, step float64, ok bool) {
	if len(times) < 2 {
		return 0, 0, false
	}
	shortest := math.Inf(1)
	for k := 1; k < len(times); k++ {
		shortest = min(shortest, times[k]-times[k-1])
	}
	first, last := times[0], times[len(times)-1]
	for parts := 1.0; parts <= 8; parts++ {
		count := math.Floor(float64((last-first)/shortest*parts) + 0.5)
		step = (last - first) / count // exact over the whole length, whatever the shortest gap was rounded to
		fits := true
		for _, t := range times {
			place := (t - first) / step
			if math.Abs(place-math.Floor(place+0.5)) > onGrid {
				fits = false
				break
			}
		}
		if fits {
			return first, step, true
		}
	}
	return 0, 0, false
}

// gridOver returns the grid of that rate which has a frame at the given time and covers the clip.
func gridOver(clip *clip.Clip, at, rate float64) grid {
	const slack = onGrid
	before := math.Ceil(float64((at-clip.Start())*rate) - slack)
	g := grid{first: at - before/rate, rate: rate}
	g.intervals = max(1, int(math.Ceil(min(float64((clip.End()-g.first)*rate)-slack, 1<<30))))
	return g
}

// clipGrid returns the grid of a clip: its keys' own where they have one that is not too fine, in smaller steps where these are long, and steps spread
// evenly over the clip otherwise.
func clipGrid(clip *clip.Clip) grid {
	duration := clip.End() - clip.Start()
	if !(duration > 0) {
		return grid{first: clip.Start(), rate: 1}
	}
	if first, step, ok := keyGrid(keyTimes(clip)); ok && step*maxBakedRate >= 1 {
		return gridOver(clip, first, max(1, math.Ceil(float64(step*leastRate)-onGrid))/step)
	}
	steps := max(1, math.Ceil(min(float64(duration*offGridRate), 1<<30)))
	return grid{first: clip.Start(), rate: steps / duration, intervals: int(steps)}
}
