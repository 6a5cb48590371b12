package bake

import (
	"math"
	"slices"

	"github.com/sinew-go/sinew/internal/kernel"
)

// The fractions of an interval at which the error is measured, after its start: by the search, and
// the others by the final check. Where a joint turns, the error of interpolation peaks at 1/2 ±
// √3/6.
var (
	searchFractions = []float64{0.21132486540518713, 0.5, 0.7886751345948129}
	checkFractions  = []float64{0.10566243270259357, 0.35566243270259357, 0.6443375672974064, 0.8943375672974064}
)

// cellComparisons holds the comparisons in the cells of a grid. They are made once and serve all
// spacings of frames: for two neighboring cells together, whose usual 2·4 times fill the 8 lanes of
// a comparison, and for each cell that is divided into several intervals.
type cellComparisons struct {
	*baker
	grid    frameGrid
	pairs   map[int]*cellPair // by the index of the first cell, halved
	runs    map[frameRun][]comparison
	numbers int // in the positions that both maps hold
}

// cellPair holds the comparisons in two neighboring cells, the times of the first one before the
// times of the second one.
type cellPair struct {
	comparisons   []comparison
	second, count int // the index of the first time in the second cell, the number of times
}

func (b *baker) newCellComparisons(g frameGrid) *cellComparisons {
	return &cellComparisons{baker: b, grid: g, pairs: map[int]*cellPair{}, runs: map[frameRun][]comparison{}}
}

// pair returns the comparisons in the cells 2·i and 2·i+1.
func (c *cellComparisons) pair(i int) *cellPair {
	p, known := c.pairs[i]
	if !known {
		times := c.appendTimes(make([]float64, 0, kernel.Lanes), frameRun{2 * i, 1, 1})
		second := len(times)
		if 2*i+1 < c.grid.cells {
			times = c.appendTimes(times, frameRun{2*i + 1, 1, 1})
		}
		p = &cellPair{c.compare(times), second, len(times)}
		c.pairs[i] = p
	}
	return p
}

// dense returns the comparisons in a cell that is divided into several intervals.
func (c *cellComparisons) dense(r frameRun) []comparison {
	comparisons, known := c.runs[r]
	if !known {
		comparisons = c.compare(c.appendTimes(nil, r))
		c.runs[r] = comparisons
	}
	return comparisons
}

// compare returns new comparisons. It forgets all others if they take too much memory.
func (c *cellComparisons) compare(times []float64) []comparison {
	if c.numbers > maxExactNumbers {
		clear(c.pairs)
		clear(c.runs)
		c.numbers = 0
	}
	comparisons := c.errorMetric.newComparisons(times)
	c.numbers += len(comparisons) * (len(comparisons[0].expected) + len(comparisons[0].models))
	return comparisons
}

// each calls yield with the comparisons of every n-th part of a grid that is divided into runs: two
// cells, a cell with several intervals, and always the end of the clip. It stops if yield returns
// false, and then returns false.
func (c *cellComparisons) each(runs []frameRun, n int, yield func([]comparison) bool) bool {
	last, part := -1, 0
	chosen := func() bool { part++; return (part-1)%n == 0 }
	for _, r := range runs {
		if r.intervals > 1 {
			if chosen() && !yield(c.dense(r)) {
				return false
			}
			continue
		}
		for i := max(r.firstCell/2, last+1); 2*i < r.firstCell+r.cells; i++ {
			last = i
			if chosen() && !yield(c.pair(i).comparisons) {
				return false
			}
		}
	}
	return yield(c.errorMetric.newComparisons([]float64{c.clip.End()}))
}

// forSearch returns the comparisons of a search over a grid that is divided into runs: all parts,
// or every n-th of a long clip.
func (c *cellComparisons) forSearch(runs []frameRun) (search []comparison) {
	times := 0
	for _, r := range runs {
		times += r.cells * r.intervals * (1 + len(searchFractions))
	}
	limit := max(16, maxSearchPoints/len(c.errorMetric.offsets))
	c.each(runs, (times+limit-1)/limit, func(part []comparison) bool {
		search = append(search, part...)
		return true
	})
	return search
}

// appendTimes appends the times at which a search measures the error in a cell with one or several
// intervals, at least one: the start and fractions of each interval, each key between them and, in
// a clip with stepped tracks, each key and the time just before it.
func (c *cellComparisons) appendTimes(times []float64, r frameRun) []float64 {
	start, end := r.time(c.grid, 0, 1), r.time(c.grid, 1, 1)
	times = append(times, c.clip.Clamp(start))
	for k := range r.intervals {
		if k > 0 {
			times = c.appendTime(times, float64(r.firstCell)+float64(k)/float64(r.intervals))
		}
		for _, fraction := range searchFractions {
			times = c.appendTime(times, float64(r.firstCell)+(float64(k)+fraction)/float64(r.intervals))
		}
	}
	first, _ := slices.BinarySearch(c.keys, start)
	for _, t := range c.keys[first:] {
		if t > end {
			break
		}
		inside := t >= c.clip.Start() && t <= c.clip.End()
		if line := float64((t - c.grid.origin) * c.grid.rate); inside &&
			(len(c.stepped) > 0 || math.Abs(line-math.Floor(line+0.5)) > lineSlack) {
			times = append(times, t)
		}
		if before := math.Nextafter(t, math.Inf(-1)); len(c.stepped) > 0 && before >= max(start, c.clip.Start()) &&
			before <= c.clip.End() {
			times = append(times, before)
		}
	}
	return times
}

// appendCheckTimes appends the times at which only the final check measures the error in a run:
// more fractions of each interval, and of an interval of several cells, which a search measures at
// fractions of its cells, also its own.
func (c *cellComparisons) appendCheckTimes(times []float64, r frameRun) []float64 {
	for unit := range r.cells * r.intervals {
		cell, begin := float64(r.firstCell+unit/r.intervals), float64(unit%r.intervals)
		for _, fraction := range checkFractions {
			times = c.appendTime(times, cell+(begin+fraction)/float64(r.intervals))
		}
	}
	if r.cells > 1 {
		for _, fractions := range [][]float64{searchFractions, checkFractions} {
			for _, fraction := range fractions {
				times = c.appendTime(times, float64(r.firstCell)+float64(fraction*float64(r.cells)))
			}
		}
	}
	return times
}

// appendTime appends the time of a position in cells, unless it is outside the clip.
func (c *cellComparisons) appendTime(times []float64, position float64) []float64 {
	if t := c.grid.time(position); t >= c.clip.Start() && t <= c.clip.End() {
		times = append(times, t)
	}
	return times
}

// lineSlack is the largest distance in cells of a key from a line of the grid at which the error at
// the line, which is measured, stands for the error at the key.
const lineSlack = 0.001
