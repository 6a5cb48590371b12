package bake

import (
	"math"
	"slices"

	"github.com/sinew-go/sinew/internal/kernel"
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
func (b *baker) spaceFrames(g frameGrid, limit float64) (runs []frameRun, meters, time float64) {
	keys := keyTimes(b.clip)
	for cell := 0; cell < g.cells; {
		r := frameRun{cell, 1, 1}
		meters = b.interpolationError(g, r, keys, limit)
		if meters <= limit {
			for _, cells := range runCells[1:] {
				longer := frameRun{cell, cells, 1}
				if cell+cells > g.cells || !(b.interpolationError(g, longer, keys, limit) <= limit) {
					break
				}
				r = longer
			}
		} else {
			for _, r.intervals = range runIntervals[1:] {
				meters = b.interpolationError(g, r, keys, limit)
				if meters <= limit || float64(float64(r.intervals)*g.rate) >= maxRate {
					break
				}
			}
			if !(meters <= limit) {
				return nil, meters, b.errorMetric.failedTime
			}
		}
		runs = append(runs, r)
		cell += r.cells
	}
	return runs, 0, 0
}

// interpolationError returns the error in meters of interpolation between unquantized frames over a run, or the first
// error found above the limit.
func (b *baker) interpolationError(g frameGrid, r frameRun, keys []float64, limit float64) float64 {
	frames := make([][]float32, r.intervals+1)
	previous := b.clip.BaseLocals()
	for k := range frames {
		frames[k] = b.sampleFrame(r.time(g, k, r.intervals), previous)
		previous = frames[k]
	}
	sample := func(time float64, locals []float32) {
		position := float64(float64(float64((time-g.origin)*g.rate)-float64(r.firstCell)) * float64(r.intervals))
		position = max(0, position/float64(r.cells)) // in intervals
		k := min(int(position), r.intervals-1)
		interpolate(locals, frames[k], frames[k+1], float32(position-float64(k)))
	}
	if r.intervals > 1 {
		b.errorMetric.setTimes(b.appendTimes(nil, g, r, keys, searchFractions))
		return b.errorMetric.maxError(limit, sample)
	}
	largest := 0.0
	for cell := r.firstCell; cell < r.firstCell+r.cells; cell++ {
		exact := b.cellPoses(g, cell, keys)
		expected := exact.expected
		for times := exact.times; len(times) > 0; times = times[min(kernel.Lanes, len(times)):] {
			d := b.errorMetric.blockError(times[:min(kernel.Lanes, len(times))], expected, limit, sample)
			if !(d <= largest) {
				largest = d
			}
			if !(largest <= limit) {
				return largest
			}
			expected = expected[b.errorMetric.expectedSize():]
		}
	}
	return largest
}

// cellPoses holds the times in seconds at which runs of one interval are measured within a cell, and the exact positions
// of the vertices at these times.
type cellPoses struct {
	times    []float64
	expected []float32
}

// cellPoses returns the exact positions in a cell. It remembers them, since several runs cover each cell.
func (b *baker) cellPoses(g frameGrid, cell int, keys []float64) *cellPoses {
	poses, known := b.cells[cell]
	if !known {
		size := len(b.cells) * b.errorMetric.expectedSize()
		if b.cells == nil || size > maxExactNumbers {
			b.cells = map[int]*cellPoses{}
		}
		poses = &cellPoses{times: b.appendTimes(nil, g, frameRun{cell, 1, 1}, keys, searchFractions)}
		poses.expected = b.errorMetric.appendExpected(nil, poses.times)
		b.cells[cell] = poses
	}
	return poses
}

// interpolate does for unquantized frames what [kernel.SampleBaked] does for baked ones.
func interpolate(dst, from, to []float32, u float32) {
	for i := range dst {
		dst[i] = from[i] + float32((to[i]-from[i])*u)
	}
	kernel.Normalize(dst)
}

// The fractions of an interval at which the error is measured, after its start: by the search, and by the final check.
// Where a joint turns, the error of interpolation peaks at 1/2 ± √3/6.
var (
	searchFractions = []float64{0.21132486540518713, 0.5, 0.7886751345948129}
	checkFractions  = []float64{0.10566243270259357, 0.21132486540518713, 0.35566243270259357, 0.5, 0.6443375672974064, 0.7886751345948129, 0.8943375672974064}
)

// appendTimes appends the times at which to measure the error in a run, at least one: the start and fractions of each
// interval in each cell, each key and, in a clip with stepped tracks, the time just before it. An interval of several
// cells is measured at the fractions of each cell; the final check adds the fractions of the whole interval.
func (b *baker) appendTimes(times []float64, g frameGrid, r frameRun, keys, fractions []float64) []float64 {
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
	stepped := hasSteps(b.clip)
	first, _ := slices.BinarySearch(keys, start)
	for _, t := range keys[first:] {
		if t > end {
			break
		}
		add(t)
		if before := math.Nextafter(t, math.Inf(-1)); stepped && before >= start {
			add(before)
		}
	}
	return times
}

// An entry of a cell table holds, from the lowest bit on: the first frame of the cell's run in frameBits bits, the
// index of the cell in its run in 4 bits, the cells of the run in 4 bits, and the index of its number of intervals in
// runIntervals in 4 bits.
const frameBits = 20

// packCells returns the cell table of a grid divided into runs, or nil if every cell has one interval of its own.
func packCells(g frameGrid, runs []frameRun) []uint32 {
	table := make([]uint32, 0, g.cells)
	frame := 0
	for _, r := range runs {
		intervals := slices.Index(runIntervals[:], r.intervals)
		for cellInRun := range r.cells {
			table = append(table, uint32(frame|cellInRun<<frameBits|r.cells<<(frameBits+4)|intervals<<(frameBits+8)))
		}
		frame += r.intervals
	}
	if len(runs) == g.cells && frame == g.cells {
		return nil
	}
	return table
}

// unpackCell returns what an entry of a cell table holds.
func unpackCell(entry uint32) (firstFrame int, cellInRun, cells uint32, intervals int) {
	return int(entry & (1<<frameBits - 1)), entry >> frameBits & 15, entry >> (frameBits + 4) & 15, runIntervals[entry>>(frameBits+8)&15]
}
