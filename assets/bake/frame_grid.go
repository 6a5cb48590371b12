package bake

import (
	"cmp"
	"math"
	"slices"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/order"
)

// frameGrid divides a clip into cells of equal duration: cell k begins at origin + k/rate seconds.
type frameGrid struct {
	origin float64 // seconds; not after the clip's start
	rate   float64 // cells per second
	cells  int     // the last cell does not end before the clip
}

// time returns the time in seconds of a position in cells.
func (g frameGrid) time(position float64) float64 { return g.origin + float64(position/g.rate) }

const (
	// defaultRate is the rate of the grid of a clip whose keys lie on no grid, and minRate the
	// lowest rate of any grid, in cells per second.
	defaultRate, minRate = 30, 4
	// gridSlack is the largest distance in cells of a key from the grid that it counts as lying on:
	// exporters round times to milliseconds.
	gridSlack = 0.02
)

// keyTimes returns the times in seconds at which any joint has a key, in ascending order without
// duplicates.
func keyTimes(c *clip.Clip) []float64 {
	var times []float64
	seen := make([]bool, len(c.Timelines()))
	for i, t := range c.Tracks() {
		if timeline := c.Timeline(i); t.Property < clip.MorphWeights && !seen[timeline] {
			seen[timeline] = true
			for _, time := range c.Timelines()[timeline] {
				times = append(times, float64(time))
			}
		}
	}
	order.Stable(times, cmp.Compare[float64])
	return slices.Compact(times)
}

// keyGrid returns the widest grid on which all keys lie, as the time of the first key and the
// seconds per cell. It returns false if there are fewer than two keys or no such grid.
func keyGrid(times []float64) (first, cell float64, ok bool) {
	if len(times) < 2 {
		return 0, 0, false
	}
	shortest := math.Inf(1)
	for k := 1; k < len(times); k++ {
		shortest = min(shortest, times[k]-times[k-1])
	}
	first, last := times[0], times[len(times)-1]
	for divisor := 1.0; divisor <= 8; divisor++ {
		// counted gap by gap: late float32 times are rounded, so that the shortest gap times many
		// is not exact
		cells := 0.0
		for k := 1; k < len(times); k++ {
			cells += math.Floor(float64((times[k]-times[k-1])/shortest*divisor) + 0.5)
		}
		cell = (last - first) / cells
		fits := true
		for _, t := range times {
			position := (t - first) / cell
			if math.Abs(position-math.Floor(position+0.5)) > gridSlack {
				fits = false
				break
			}
		}
		if fits {
			return first, cell, true
		}
	}
	return 0, 0, false
}

// gridThrough returns the grid of a rate that covers the clip and on which a given time, in
// seconds, begins a cell.
func gridThrough(clip *clip.Clip, time, rate float64) frameGrid {
	const slack = gridSlack
	before := math.Ceil(float64((time-clip.Start())*rate) - slack)
	g := frameGrid{origin: time - before/rate, rate: rate}
	g.cells = max(1, int(math.Ceil(min(float64((clip.End()-g.origin)*rate)-slack, 1<<30))))
	return g
}

// newFrameGrid returns the grid of a clip. It is the grid of the keys if they have one that is not
// too fine, with long cells divided to reach minRate; otherwise its cells are spread evenly over
// the clip.
func newFrameGrid(clip *clip.Clip) frameGrid {
	duration := clip.End() - clip.Start()
	if !(duration > 0) {
		return frameGrid{origin: clip.Start(), rate: 1}
	}
	if first, cell, ok := keyGrid(keyTimes(clip)); ok && cell*maxRate >= 1 {
		return gridThrough(clip, first, max(1, math.Ceil(float64(cell*minRate)-gridSlack))/cell)
	}
	cells := max(1, math.Ceil(min(float64(duration*defaultRate), 1<<30)))
	return frameGrid{origin: clip.Start(), rate: cells / duration, cells: int(cells)}
}
