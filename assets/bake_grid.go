package assets

import (
	"math"
	"slices"
)

// grid is where in time the frames of a baked clip are: frame k at first + k/rate.
type grid struct {
	first     float64 // seconds; not after the clip's start
	rate      float64 // frames a second
	intervals int     // between frames; the last frame is not before the clip's end
}

func (g grid) frames() int { return g.intervals + 1 }

// time returns when the place between frames is, in seconds.
func (g grid) time(frame float64) float64 { return g.first + frame/g.rate }

const (
	maxBakedRate = 500 // frames a second
	// onGrid is how far, in frames, a key may be from a grid that it is taken to be on: exporters round times to milliseconds.
	onGrid = 0.02
)

// keyTimes returns the moments in seconds, in order and each once, at which any joint has a key.
func keyTimes(clip *Clip) []float64 {
	var times []float64
	seen := make([]bool, len(clip.timelines))
	for i, t := range clip.tracks {
		if line := clip.timelineOf[i]; t.Property != MorphWeights && !seen[line] {
			seen[line] = true
			for _, time := range clip.timelines[line] {
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
func gridOver(clip *Clip, at, rate float64) grid {
	const slack = onGrid
	before := math.Ceil(float64((at-clip.start)*rate) - slack)
	g := grid{first: at - before/rate, rate: rate}
	g.intervals = max(1, int(math.Ceil(min(float64((clip.end-g.first)*rate)-slack, 1<<40))))
	return g
}

// grids returns the grids to try, coarse ones first: parts and multiples of the keys' own grid where they have one, and frames
// spread evenly over the clip otherwise, or where no such grid will do.
func grids(clip *Clip) []grid {
	if !(clip.end > clip.start) {
		return []grid{{first: clip.start, rate: 1}}
	}
	times := keyTimes(clip)
	var list []grid
	add := func(g grid) {
		if g.rate > 0 && !math.IsInf(g.rate, 0) {
			list = append(list, g)
		}
	}
	first, step, ok := keyGrid(times)
	if ok {
		for _, part := range []float64{4, 3, 2} {
			add(gridOver(clip, first, 1/float64(step*part)))
		}
		add(gridOver(clip, first, 1/step)) // even if it is faster than that
		for multiple := 2.0; multiple/step <= maxBakedRate; multiple *= 2 {
			add(gridOver(clip, first, multiple/step))
			add(gridOver(clip, first, 1.5*multiple/step))
		}
		return list
	}
	duration := clip.end - clip.start
	for n := 1; n <= 64 || float64(n) <= float64(maxBakedRate*duration); n += n/4 + 1 {
		add(grid{first: clip.start, rate: float64(n) / duration, intervals: n})
	}
	return list
}
