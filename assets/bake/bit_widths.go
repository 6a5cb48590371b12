package bake

import (
	"math"
	"slices"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel"
)

// maxSearchPoints bounds times multiplied by joints in a search; [baker.measureError] then checks
// the result at all times.
const maxSearchPoints = 1 << 19

// The margins that a search leaves for times between those that it measures, as the fraction of the
// tolerance that it uses. If the final check, at more times, finds the error just over the
// tolerance, the search is repeated with the next.
var searchMargins = [...]float64{0.95, 0.85, 0.7}

// candidate is a clip with frames of one spacing.
type candidate struct {
	*sampledFrames
	ranges *valueRanges
	share  float64      // of the tolerance, for interpolation
	search []comparison // where the search measures
	limit  float64      // meters: what the search for the layout kept to
	layout *rowLayout   // of the smallest clip that the search found; nil if there is none
	clip   *BakedClip   // in that layout
	// outerError is the error in meters of the clip that refine returned, at the virtual and the
	// outer vertices.
	outerError float64
}

// newCandidate returns a candidate without a layout. Share is the part of the tolerance that
// interpolation may use.
func (b *baker) newCandidate(f *sampledFrames, share float64) *candidate {
	b.errorMetric.worker.Yield()
	return &candidate{sampledFrames: f, ranges: b.measureRanges(f), share: share}
}

// refine takes bits away from a candidate as long as the error allows. It returns nil if the final
// check finds the error over the tolerance, whatever the margin, and for a clip that takes not
// fewer bytes than another one that is given, which may be nil.
func (b *baker) refine(c *candidate, other *BakedClip) *BakedClip {
	for _, margin := range searchMargins {
		if limit := float64(margin * b.tolerance); limit != c.limit {
			b.findLayout(c, limit, b.tolerance)
		}
		if c.layout == nil {
			return nil
		}
		newBitReducer(b, c).reduce()
		clip := b.newClip(c.sampledFrames)
		clip.data = c.layout.quantize(b.clip.BaseLocals(), c.frames, c.ranges, b.errorMetric.worker)
		if other != nil && clip.Bytes() >= other.Bytes() {
			return nil
		}
		clip.data.NearUnit = clip.rotationsNearUnit()
		c.outerError = b.measureError(clip, c.sampledFrames)
		if clip.maxError <= b.tolerance {
			return clip
		}
		if !(clip.maxError <= float64(1.2*b.tolerance)) {
			return nil
		}
	}
	return nil
}

// findLayout finds the layout of the smallest clip whose error at the times of the search is within
// a limit in meters. Each value may cause the same error, in meters. The larger it is, the fewer
// the bits: findLayout first lowers it from a first one until the clip is within the limit, then
// raises it by bisection in powers of two.
func (b *baker) findLayout(c *candidate, limit, firstLimit float64) {
	c.limit, c.layout, c.clip = limit, nil, nil
	if c.search == nil {
		c.search = b.cells.forSearch(c.runs)
	}
	b.errorMetric.failed = 0
	try := func(valueLimit float64) bool {
		l := newRowLayout(b.clip.BaseLocals(), c.ranges, valueLimit)
		clip := b.newClip(c.sampledFrames)
		clip.data = l.tables(b.clip.BaseLocals(), c.ranges)
		q := newQuantizer(l, c.frames, &clip.data)
		e := b.errorMetric.maxError(c.search, limit, func(time float64, locals []float32) {
			frame, next, u := clip.locate(time)
			q.quantize(frame)
			q.quantize(next)
			kernel.SampleBaked(locals, &clip.data, frame, next, u)
			writeStepped(b.stepped, time, locals)
		})
		if !(e <= limit) {
			return false
		}
		q.quantizeAll(b.errorMetric.worker)
		c.layout, c.clip = l, clip
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
	for _, factor := range [...]float64{2, 1.4142135623730951, 1.189207115002721, 1.0905077326652577} {
		if try(valueLimit * factor) {
			valueLimit *= factor
		}
	}
}

// measureError measures the error of a finished clip at twice as many times as the search does,
// without leaving any out, and stores it in the clip. It stops at an error far over the tolerance.
// It returns the error at the virtual and the outer vertices.
func (b *baker) measureError(clip *BakedClip, f *sampledFrames) (outer float64) {
	e := b.errorMetric
	clip.maxError = 0
	measure := func(comparisons ...comparison) bool {
		for _, c := range comparisons {
			if d := e.errorAt(c, b.tolerance, clip.sampleLocals); !(d <= clip.maxError) {
				clip.maxError = d
			}
			if !(clip.maxError <= float64(1.2*b.tolerance)) {
				return false
			}
			if outer = max(outer, clip.maxError); e.outer != nil {
				outer = e.outer.maxDistance(e.models, c.models, outer)
			}
		}
		return true
	}
	if !b.cells.each(f.runs, 1, func(part []comparison) bool { return measure(part...) }) {
		return outer
	}
	var times []float64
	for _, r := range f.runs {
		times = b.cells.appendCheckTimes(times, r)
	}
	c := e.newComparison(nil)
	for c.times = range slices.Chunk(times, kernel.Lanes) {
		e.expect(c)
		if !measure(c) {
			break
		}
	}
	return outer
}

// rotationsNearUnit reports whether the rotations that sampling normalizes are near unit length
// before that, at any time. See [kernel.Baked]. Between two frames the square of the length is a
// parabola, whose least value is at an end or at the vertex.
func (b *BakedClip) rotationsNearUnit() bool {
	from, to := make([]float32, kernel.PoseSize(b.joints)), make([]float32, kernel.PoseSize(b.joints))
	kernel.InterpolateBaked(from, &b.data, 0, 0, 0)
	copy(to, from)
	rows := b.withoutNormalizing()
	groups := slices.Concat(b.data.RotationGroups, b.data.NormalizedGroups)
	squares := make([][kernel.Lanes]float32, len(groups)) // of the lengths in the frame before
	for i, group := range groups {
		surelyNearUnit((*rotations)(from[group:]), (*rotations)(from[group:]), &squares[i])
	}
	for frame := range max(1, b.intervals()) {
		next := (frame + 1) % b.frames
		kernel.SampleBaked(to, &rows, next, next, 0)
		for i, group := range groups {
			p, q := (*rotations)(from[group:]), (*rotations)(to[group:])
			if surelyNearUnit(p, q, &squares[i]) {
				continue
			}
			for l := range kernel.Lanes {
				var at, d exact.Quat
				for r := range at {
					at[r] = float64(p[r*kernel.Lanes+l])
					d[r] = float64(q[r*kernel.Lanes+l]) - at[r]
				}
				if !staysNearUnit(at, d, nearLimit) {
					return false
				}
			}
		}
		from, to = to, from
	}
	return true
}

// nearLimit is how far from 1 the squared length of a rotation may be; float32 may round either
// way.
const nearLimit = kernel.NearUnitLimit - 1e-5

// rotations are those of a group of joints, as rows of x, y, z and w.
type rotations [4 * kernel.Lanes]float32

// surelyNearUnit reports whether all rotations between two poses are near unit length by a bound
// that is quick to compute: the square of a length between them is at most the larger one, and at
// least the smaller one less a quarter of the square of the difference. It takes the squares in the
// first pose, and replaces them by those in the second.
func surelyNearUnit(p, q *rotations, squares *[kernel.Lanes]float32) bool {
	const low, high = 1 - nearLimit + 1e-5, 1 + nearLimit - 1e-5 // the sums are rounded
	ok := true
	for l := range kernel.Lanes {
		x, y, z, w := q[l], q[8+l], q[16+l], q[24+l]
		square := float32(x*x) + float32(y*y) + float32(z*z) + float32(w*w)
		x, y, z, w = x-p[l], y-p[8+l], z-p[16+l], w-p[24+l]
		turn := float32((float32(x*x) + float32(y*y) + float32(z*z) + float32(w*w)) / 4)
		before := squares[l]
		squares[l] = square
		if !(square-turn > low) || !(before-turn > low) || !(square < high) || !(before < high) {
			ok = false
		}
	}
	return ok
}

// withoutNormalizing returns the rows of the clip's frames alone, with its whole rotations as other
// whole rows, so that sampling does not normalize them.
func (b *BakedClip) withoutNormalizing() kernel.Baked {
	rows := kernel.Baked{
		Rest: b.data.Rest, Bits: b.data.Bits, Ranges: b.data.Ranges, Scattered: b.data.Scattered,
		Frames: b.data.Frames, FrameSize: b.data.FrameSize,
	}
	for _, group := range b.data.RotationGroups {
		for r := range int32(4) {
			rows.Whole = append(rows.Whole, group+r*kernel.Lanes)
		}
	}
	rows.Whole = append(rows.Whole, b.data.Whole...)
	return rows
}

// staysNearUnit reports whether |p + u·d|² = p·p + 2u·p·d + u²·d·d is within limit of 1 for all u
// from 0 to 1.
func staysNearUnit(p, d exact.Quat, limit float64) bool {
	pp, pd, dd := p.Dot(p), p.Dot(d), d.Dot(d)
	least, largest := pp, max(pp, pp+float64(2*pd)+dd)
	if u := -pd / dd; u > 0 {
		u = min(u, 1)
		least = pp + float64(u*(float64(2*pd)+float64(dd*u)))
	}
	return math.Abs(1-least) <= limit && math.Abs(1-largest) <= limit
}
