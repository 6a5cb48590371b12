package bake

import (
	"math"
	"slices"
)

// maxRate bounds the frames per second where a grid cell is divided into several intervals.
const maxRate = 500

// frameRun is a run of consecutive grid cells over which frames are spaced evenly: several cells that one interval
// between two frames is enough for, or one cell of several intervals.
type frameRun struct {
	firstCell, cells, intervals int
}

// runIntervals are the possible numbers of intervals of a run, and runCells the possible numbers of cells.
var (
	runIntervals = [16]int{1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256}
	runCells     = [...]int{1, 2, 3, 4, 6, 8, 12, 15}
)

// time returns the time in seconds at part k of n equal parts of the run. The same place in a cell has the same bits
// whatever run it is in.
func (r frameRun) time(g frameGrid, k, n int) float64 {
	return g.time(float64(r.firstCell) + float64(k*r.cells)/float64(n))
}

// spaceFrames divides a grid into runs of as few frames as keep the error of interpolation within a limit in meters. It
// makes each run as long as possible. If no number of frames is enough, it returns nil, the error in meters and its
// time in seconds.
func (s *runSpacer) spaceFrames(limit float64) (runs []frameRun, meters, time float64) {
	for cell := 0; cell < s.grid.cells; {
		r := frameRun{cell, 1, 1}
		worst := s.interpolationError(r, limit)
		if worst.meters <= limit {
			for _, cells := range runCells[1:] {
				longer := frameRun{cell, cells, 1}
				if cell+cells > s.grid.cells || !(s.interpolationError(longer, limit).meters <= limit) {
					break
				}
				r = longer
			}
		} else {
			for _, r.intervals = range runIntervals[1:] {
				worst = s.interpolationError(r, limit)
				if worst.meters <= limit || float64(float64(r.intervals)*s.grid.rate) >= maxRate {
					break
				}
			}
			if !(worst.meters <= limit) {
				return nil, worst.meters, worst.time
			}
		}
		runs = append(runs, r)
		cell += r.cells
	}
	return runs, 0, 0
}

// The fractions of an interval at which the error is measured, after its start: by the search, and by the final check.
// Where a joint turns, the error of interpolation peaks at 1/2 ± √3/6.
var (
	searchFractions = []float64{0.21132486540518713, 0.5, 0.7886751345948129}
	checkFractions  = []float64{0.10566243270259357, 0.21132486540518713, 0.35566243270259357, 0.5, 0.6443375672974064, 0.7886751345948129, 0.8943375672974064}
)

// appendTimes appends the times at which to measure the error in a run, at least one: the start and fractions of each
// interval in each cell, each key between them and, in a clip with stepped tracks, each key and the time just before it.
// An interval of several cells is measured at the fractions of each cell; the final check adds the fractions of the
// whole interval.
func (b *baker) appendTimes(times []float64, g frameGrid, r frameRun, fractions []float64) []float64 {
	start, end := r.time(g, 0, 1), r.time(g, 1, 1)
	times = append(times, b.clip.Clamp(start))
	add := func(t float64) {
		if t >= b.clip.Start() && t <= b.clip.End() {
			times = append(times, t)
		}
	}
	for unit := range r.cells * r.intervals {
		cell := float64(r.firstCell + unit/r.intervals)
		begin, intervals := float64(unit%r.intervals), float64(r.intervals)
		if unit > 0 {
			add(g.time(cell + begin/intervals))
		}
		for _, fraction := range fractions {
			add(g.time(cell + (begin+fraction)/intervals))
		}
	}
	if r.cells > 1 && len(fractions) > len(searchFractions) {
		for _, fraction := range fractions {
			add(g.time(float64(r.firstCell) + float64(fraction*float64(r.cells))))
		}
	}
	first, _ := slices.BinarySearch(b.keys, start)
	for _, t := range b.keys[first:] {
		if t > end {
			break
		}
		if line := float64((t - g.origin) * g.rate); len(b.stepped) > 0 || math.Abs(line-math.Floor(line+0.5)) > lineSlack {
			add(t)
		}
		if before := math.Nextafter(t, math.Inf(-1)); len(b.stepped) > 0 && before >= start {
			add(before)
		}
	}
	return times
}

// lineSlack is the largest distance in cells of a key from a line of the grid at which the error at the line, which is
// measured, stands for the error at the key.
const lineSlack = 0.001
