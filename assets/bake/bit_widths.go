package bake

import (
	"math"
	"slices"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel"
)

const (
	// maxSearchPoints bounds times multiplied by joints in a search; [baker.measureError] then checks the result at all
	// times.
	maxSearchPoints = 1 << 20
	// maxReductionPoints bounds attempts multiplied by times and joints in [baker.reduceBits].
	maxReductionPoints = 1 << 26
)

// searchBitWidths returns the smallest clip it finds that keeps sampled frames within the tolerance, or nil. The search
// leaves a margin for times between those that it measures. If the final check, at more times, finds the error just
// over the tolerance, the search is repeated with a larger margin.
func (b *baker) searchBitWidths(f *sampledFrames) *BakedClip {
	for _, share := range []float64{0.95, 0.85, 0.7} {
		clip := b.searchWithin(f, float64(share*b.tolerance))
		if clip == nil || clip.maxError <= b.tolerance {
			return clip
		}
		if !(clip.maxError <= float64(1.2*b.tolerance)) {
			return nil
		}
	}
	return nil
}

// searchWithin returns the smallest clip it finds whose error at the times of the search is within a limit in meters,
// or nil, and stores the error of the final check in it.
func (b *baker) searchWithin(f *sampledFrames, limit float64) *BakedClip {
	b.errorMetric.setTimes(everyNth(b.errorTimes(f, searchFractions), max(16, maxSearchPoints/len(b.errorMetric.offsets))))
	ranges := b.measureRanges(f)
	attempt := func(l *rowLayout) *BakedClip {
		clip := b.newClip(f)
		clip.data = l.quantize(b.clip.BaseLocals(), f, ranges)
		if e := b.errorMetric.maxError(limit, clip.sampleLocals); !(e <= limit) {
			return nil
		}
		return clip
	}
	// Each value may cause an error of valueLimit meters. The larger the limit, the fewer the bits: first lower it
	// until the clip is within the tolerance, then raise it by bisection in powers of two.
	var best *BakedClip
	var bestLayout *rowLayout
	valueLimit := b.tolerance
	for range 24 {
		l := newRowLayout(b.clip.BaseLocals(), ranges, valueLimit)
		if clip := attempt(l); clip != nil {
			best, bestLayout = clip, l
			break
		}
		valueLimit *= 0.25
	}
	if best == nil {
		return nil
	}
	for _, factor := range []float64{2, 1.4142135623730951, 1.189207115002721, 1.0905077326652577} {
		l := newRowLayout(b.clip.BaseLocals(), ranges, valueLimit*factor)
		if clip := attempt(l); clip != nil {
			best, bestLayout, valueLimit = clip, l, valueLimit*factor
		}
	}
	best = b.reduceBits(best, bestLayout, f, ranges, limit)
	best.data.NearUnit = best.rotationsNearUnit()
	b.measureError(best, f)
	return best
}

// reduceBits removes bits from one row after another, as long as the error allows: only some values are on the chain of
// joints that uses up the tolerance. For a large clip it stops before the last row.
func (b *baker) reduceBits(best *BakedClip, l *rowLayout, f *sampledFrames, ranges *valueRanges, limit float64) *BakedClip {
	attempts := min(400, maxReductionPoints/(len(b.errorMetric.times)*len(b.errorMetric.offsets)))
	narrow := rowNarrower{data: &best.data, frames: f.frames}
	for i := range l.rows {
		row := &l.rows[i]
		for ; row.bits > 1 && attempts > 0; attempts-- {
			row.bits--
			narrow.row(i, l, ranges)
			if e := b.errorMetric.maxError(limit, best.sampleLocals); !(e <= limit) {
				row.bits++
				narrow.row(i, l, ranges)
				break
			}
		}
		narrow.offset += int(best.data.Bits[i])
	}
	best.data = l.quantize(b.clip.BaseLocals(), f, ranges)
	return best
}

// rowNarrower writes rows of fewer bits in the place of wider ones of a clip, which gives the same poses as a clip of
// narrower rows without moving all other rows.
type rowNarrower struct {
	data   *kernel.Baked
	frames [][]float32
	offset int // of the row in each frame, in bytes
}

// row writes a row of a layout again.
func (n *rowNarrower) row(i int, l *rowLayout, v *valueRanges) {
	row, width := l.rows[i], int(n.data.Bits[i])
	ranges := n.data.Ranges[i*2*kernel.Lanes:][:2*kernel.Lanes]
	copy(ranges, l.rowRanges(row, width, v))
	for frame, locals := range n.frames {
		to := n.data.Frames[frame*n.data.FrameSize+n.offset:]
		clear(to[:width])
		quantizeRow(to, row, width, ranges, locals)
	}
}

// measureError measures the error of a finished clip at twice as many times as the search does, without leaving any
// out, and stores it in the clip. It stops at an error far over the tolerance.
func (b *baker) measureError(clip *BakedClip, f *sampledFrames) {
	e := b.errorMetric
	var expected []float32
	clip.maxError = 0
	for times := range slices.Chunk(b.errorTimes(f, checkFractions), kernel.Lanes) {
		expected = e.appendExpected(expected[:0], times)
		if d := e.blockError(times, expected, b.tolerance, clip.sampleLocals); !(d <= clip.maxError) {
			clip.maxError = d
		}
		if !(clip.maxError <= float64(1.2*b.tolerance)) {
			break
		}
	}
}

// rotationsNearUnit reports whether the rotations that sampling normalizes are near unit length before that, at any
// time. See [kernel.Baked]. Between two frames the square of the length is a parabola, whose least value is at an end
// or at the vertex.
func (b *BakedClip) rotationsNearUnit() bool {
	const limit = kernel.NearUnitLimit - 1e-5 // float32 may round either way
	from, to := make([]float32, rig.PoseSize(b.joints)), make([]float32, rig.PoseSize(b.joints))
	pairs := b.intervals()
	if b.frames == 1 {
		pairs = 1
	}
	for frame := range pairs {
		next := (frame + 1) % b.frames
		kernel.InterpolateBaked(from, &b.data, frame, frame, 0)
		kernel.InterpolateBaked(to, &b.data, next, next, 0)
		for _, groups := range [][]int32{b.data.RotationGroups, b.data.NormalizedGroups} {
			for _, group := range groups {
				for l := range int32(rig.GroupJoints) {
					var p, d exact.Quat
					for r := range p {
						i := group + int32(r*rig.GroupJoints) + l
						p[r] = float64(from[i])
						d[r] = float64(to[i]) - p[r]
					}
					if !staysNearUnit(p, d, limit) {
						return false
					}
				}
			}
		}
	}
	return true
}

// staysNearUnit reports whether |p + u·d|² = p·p + 2u·p·d + u²·d·d is within limit of 1 for all u from 0 to 1.
func staysNearUnit(p, d exact.Quat, limit float64) bool {
	pp, pd, dd := p.Dot(p), p.Dot(d), d.Dot(d)
	least, largest := pp, max(pp, pp+float64(2*pd)+dd)
	if u := -pd / dd; u > 0 {
		u = min(u, 1)
		least = pp + float64(u*(float64(2*pd)+float64(dd*u)))
	}
	return math.Abs(1-least) <= limit && math.Abs(1-largest) <= limit
}
