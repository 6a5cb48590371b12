package bake

import (
	"maps"
	"slices"

	"github.com/sinew-go/sinew/internal/kernel"
)

// layoutSearch finds the layout of the fewest bits whose error is within a limit. It measures most
// attempts at a part of the times: at every few comparisons, and at those where a layout failed
// that these had allowed.
type layoutSearch struct {
	all      []comparison
	chosen   []int  // their indices in all
	isChosen []bool // by index in all
	failed   int    // the index in all of the comparison at which a layout failed last
	memory   []byte // for the frames of attempts
}

// everyComparison is the step between the comparisons that are chosen from the beginning.
const everyComparison = 16

func newLayoutSearch(all []comparison) *layoutSearch {
	s := &layoutSearch{all: all, isChosen: make([]bool, len(all))}
	for i := 0; i < len(all); i += everyComparison {
		s.choose(i)
	}
	return s
}

// choose adds a comparison to the chosen ones.
func (s *layoutSearch) choose(i int) {
	if !s.isChosen[i] {
		s.isChosen[i], s.chosen = true, append(s.chosen, i)
	}
}

// mostChosen is how many comparisons are chosen at once where a layout failed.
const mostChosen = 24

// attempt is a layout that is measured: the clip in it, whose frames are quantized as they are
// needed.
type attempt struct {
	*baker
	clip      *BakedClip
	quantizer *quantizer
	repairs   int // how many more places may be repaired
}

// newAttempt returns an attempt to store a candidate in a layout.
func (b *baker) newAttempt(c *candidate, l *rowLayout) *attempt {
	clip := b.newClip(c.sampledFrames)
	clip.data = l.tables(b.clip.BaseLocals(), c.ranges)
	s := c.search
	if size := c.bytesOfFrames(&clip.data); len(s.memory) < size {
		s.memory = make([]byte, size)
	}
	return &attempt{b, clip, newQuantizer(l, c, &clip.data, s.memory), 0}
}

// sample samples the clip, as [errorMetric.errorAt] asks for.
func (a *attempt) sample(time float64, locals []float32) {
	frame, next, u := a.clip.locate(time)
	a.quantizer.quantize(frame)
	a.quantizer.quantize(next)
	kernel.SampleBaked(locals, &a.clip.data, frame, next, u)
	writeStepped(a.stepped, time, locals)
}

// finish returns the clip with all of its frames, in memory of their own.
func (a *attempt) finish() *BakedClip {
	a.quantizer.quantizeAll(a.errorMetric.worker)
	frames := make([]byte, len(a.clip.data.Frames))
	copy(frames, a.clip.data.Frames[:len(frames)-kernel.BakedPadding])
	a.clip.data.Frames = frames
	return a.clip
}

// seemsWithin reports whether the error of a candidate in a layout is within the limit at the
// chosen times. If so, the layout gets the flips that this needs.
func (b *baker) seemsWithin(c *candidate, l *rowLayout) bool {
	a, chosen := b.newAttempt(c, l), c.search.chosen
	a.quantizer.flips, a.repairs = nil, b.mostRepairs(len(chosen))
	for i := range chosen {
		index := (i + b.errorMetric.failed) % len(chosen)
		if !(a.errorAt(c, chosen[index]) <= c.limit) {
			b.errorMetric.failed = index
			return false
		}
	}
	l.flips = a.quantizer.flips
	return true
}

// isWithin reports whether the error of a candidate in a layout is within the limit at all times of
// the search. If not, it chooses some of the times where it is not. The candidate gets the attempt.
func (b *baker) isWithin(c *candidate, l *rowLayout) bool {
	s, a := c.search, b.newAttempt(c, l)
	a.quantizer.flips, a.repairs = maps.Clone(l.flips), b.mostRepairs(len(s.all))
	count := 0
	for k := range s.all {
		i := (k + s.failed) % len(s.all)
		if s.isChosen[i] || a.errorAt(c, i) <= c.limit {
			continue
		}
		if count == 0 {
			s.failed = i
		}
		s.choose(i)
		if count++; count == mostChosen {
			break
		}
	}
	l.flips, c.attempt = a.quantizer.flips, a
	return count == 0
}

// findLayout finds the layout of the smallest clip whose error at the chosen times of the search is
// within a limit in meters. Each value may cause the same error, in meters. The larger it is, the
// fewer the bits: findLayout first lowers it from a first one until the clip is within the limit,
// then raises it by bisection in powers of two.
func (b *baker) findLayout(c *candidate, limit, firstLimit float64) {
	c.limit, c.layout = limit, nil
	if c.search == nil {
		c.search = newLayoutSearch(b.cells.forSearch(c.runs))
	}
	b.errorMetric.failed = 0
	try := func(valueLimit float64) bool {
		l := newRowLayout(b.clip.BaseLocals(), c.ranges, valueLimit)
		if !b.seemsWithin(c, l) {
			return false
		}
		c.layout = l
		return true
	}
	valueLimit := firstLimit
	for range 24 {
		if try(valueLimit) {
			break
		}
		valueLimit *= 0.25
	}
	if c.layout == nil {
		return
	}
	for _, factor := range [...]float64{2, 1.4142135623730951, 1.189207115002721, leastFactor} {
		if try(valueLimit * factor) {
			valueLimit *= factor
		}
	}
	c.bytes = b.newAttempt(c, c.layout).clip.Bytes()
}

// leastFactor is the least factor between two limits of the error of each value that are tried.
const leastFactor = 1.0905077326652577

// maxAttempts bounds the attempts to take bits away from rows.
const maxAttempts = 400

// maxReductionPoints bounds attempts multiplied by times and joints in [baker.reduceBits].
const maxReductionPoints = 1 << 26

// reduceBits takes bits away from one row after another of a candidate's layout, as long as the
// error allows: only some values are on the chain of joints that uses up the tolerance. For a large
// clip it stops before the last row. If the error turns out to be over the limit at times that were
// not chosen, it begins again with these, and with a layout of more bits if it has to. The layout
// becomes nil if that finds none, or none that takes fewer bytes than another clip, which may be
// nil.
func (b *baker) reduceBits(c *candidate, other *BakedClip) {
	for range maxSearches {
		l := *c.layout
		l.rows = slices.Clone(l.rows)
		attempts := min(maxAttempts, maxReductionPoints/(len(c.search.chosen)*kernel.Lanes*len(b.errorMetric.offsets)))
		for i := range l.rows {
			row := &l.rows[i]
			for ; row.bits > 1 && attempts > 0; attempts-- {
				row.bits--
				if !b.seemsWithin(c, &l) {
					row.bits++
					break
				}
			}
		}
		if other != nil && b.newAttempt(c, &l).clip.Bytes() >= other.Bytes() {
			break
		}
		if b.isWithin(c, &l) {
			c.layout = &l
			return
		}
		for tries := 0; !b.seemsWithin(c, c.layout); tries++ {
			if tries == maxLowered {
				c.layout = nil
				return
			}
			c.layout = newRowLayout(b.clip.BaseLocals(), c.ranges, c.layout.valueLimit/leastFactor)
		}
	}
	c.layout = nil
}

// How often a search begins again, and how often it lowers the error of each value for that.
const maxSearches, maxLowered = 100, 64
