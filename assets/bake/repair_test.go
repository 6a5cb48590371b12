package bake

import (
	"math/rand/v2"
	"testing"
)

// Frames in which a few integers are rounded the other way keep a clip within the limit in a layout
// in which it otherwise is not.
func TestFewFramesAreRoundedTheOtherWay(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 26))
	repaired := 0
	for n := range 8 {
		source := branching(t, r, false)
		b := newBaker(source, Options{Unscaled: true}, nil)
		grid := newFrameGrid(source)
		b.cells, b.arms = b.newCellComparisons(grid), b.measureArms(grid)
		var runs []frameRun
		for cell := range grid.cells {
			runs = append(runs, frameRun{cell, 1, 1})
		}
		c := b.newCandidate(b.sampleFrames(grid, runs), 0.8)
		limit := 4 * interpolated(b, c)
		b.findLayout(c, limit, limit)
		if c.layout == nil {
			t.Fatalf("clip %d: expected a layout, found none", n)
		}
		for !b.isWithin(c, c.layout) {
			c.layout = newRowLayout(source.BaseLocals(), c.ranges, c.layout.valueLimit/leastFactor)
			for !b.seemsWithin(c, c.layout) {
				c.layout = newRowLayout(source.BaseLocals(), c.ranges, c.layout.valueLimit/leastFactor)
			}
		}
		largest := func() float64 {
			return b.errorMetric.maxError(c.search.all, 1, b.newAttempt(c, c.layout).sample)
		}
		if with := largest(); with > limit {
			t.Errorf("clip %d: expected an error of at most %.3g m, found %.3g m", n, limit, with)
		}
		flips := 0
		for _, frame := range c.layout.flips {
			flips += len(frame)
		}
		c.layout.flips = nil
		if without := largest(); flips > 0 && without > limit {
			repaired++
		} else if flips > 0 {
			t.Errorf("clip %d: expected no need of %d integers that are rounded the other way, found %.3g m without them", n,
				flips, without)
		}
	}
	if repaired < 4 {
		t.Errorf("expected at least 4 of 8 clips with integers that are rounded the other way, found %d", repaired)
	}
}

// interpolated returns the error of interpolation between the exact frames of a candidate, in
// meters.
func interpolated(b *baker, c *candidate) (meters float64) {
	spacer := b.runSpacer(c.frameGrid)
	for _, run := range c.runs {
		meters = max(meters, spacer.interpolationError(run, 1).meters)
	}
	return meters
}
