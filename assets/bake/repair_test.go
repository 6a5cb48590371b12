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

// A short clip is as small as without repairs and free lengths, or smaller.
func TestShortClipsAreBakedPlainToo(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 28))
	plainer := 0
	for n := range 8 {
		source := branching(t, r, n%2 == 0)
		options := Options{Unscaled: true, Tolerance: 0.01, AllowLarger: true}
		baked, report := Bake(source, options)
		if baked == nil || baked.frames > fewFrames {
			t.Fatalf("clip %d: expected a clip of at most %d frames, found %v", n, fewFrames, report)
		}
		var sizes []int
		for _, plain := range [...]bool{false, true} {
			b := newBaker(source, options, nil)
			grid := newFrameGrid(source)
			b.plain, b.cells, b.arms = plain, b.newCellComparisons(grid), b.measureArms(grid)
			b.chooseDivided(grid)
			candidates, err := b.candidates(grid)
			if err != nil {
				t.Fatal(err)
			}
			best, _ := b.smallest(candidates)
			sizes = append(sizes, best.Bytes())
		}
		if least := min(sizes[0], sizes[1]); baked.Bytes() != least {
			t.Errorf("clip %d: expected %d bytes, the least of %d, found %d", n, least, sizes, baked.Bytes())
		}
		if sizes[1] < sizes[0] {
			plainer++
		}
	}
	if plainer == 0 {
		t.Error("expected clips that plain attempts make smaller, found none")
	}
}
