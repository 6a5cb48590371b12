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
	share  float64       // of the tolerance, for interpolation
	models *modelPoses   // nil if joints cannot make up for errors of others
	search *layoutSearch // nil before the first search
	limit  float64       // meters: what the search for the layout kept to
	layout *rowLayout    // of the smallest clip that the search found; nil if there is none
	bytes  int           // of the clip in that layout
	// attempt is the last one to store the clip in a layout that keeps to the limit.
	attempt *attempt
	// outerError is the error in meters of the clip that refine returned, at the virtual and the
	// outer vertices.
	outerError float64
}

// newCandidate returns a candidate without a layout. Share is the part of the tolerance that
// interpolation may use.
func (b *baker) newCandidate(f *sampledFrames, share float64) *candidate {
	b.errorMetric.worker.Yield()
	c := &candidate{sampledFrames: f, ranges: b.measureRanges(f), share: share}
	c.ranges.links = b.findLinks(f, c.ranges)
	if c.models = b.newModelPoses(f, c.ranges); c.models != nil {
		c.models.shortenArms(c.ranges, float64(b.tolerance/8))
		b.freeLengths(c)
	}
	c.ranges.weighLinks()
	return c
}

// isPlain reports whether the candidate's layout has no repaired frames and no free lengths.
func (c *candidate) isPlain() bool {
	for _, flips := range c.layout.flips {
		if len(flips) > 0 {
			return false
		}
	}
	return c.models == nil || slices.Max(c.models.lengths) < 0
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
		if b.reduceBits(c, other); c.layout == nil {
			return nil
		}
		clip := c.attempt.finish()
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
// before that, at any time. See [kernel.Baked].
//
// Between two frames the square of a length is a parabola. It is at most the larger square of the
// two frames, and at least the smaller one less how far the square in the middle is below the mean
// of both. So it is quick to show for nearly all frames: their squares and those in the middle are
// near enough to 1. Only for the others the least value is computed.
func (b *BakedClip) rotationsNearUnit() bool {
	groups := slices.Concat(b.data.RotationGroups, b.data.NormalizedGroups)
	if len(groups) == 0 {
		return true
	}
	size := kernel.PoseSize(b.joints)
	memory := takePoseMemory(2 * size)
	defer poseMemories.Put(memory)
	from, to := (*memory)[:size], (*memory)[size:2*size]
	kernel.InterpolateBaked(from, &b.data, 0, 0, 0)
	b.levelOthers(from, groups)
	copy(to, from)
	rows := b.withoutNormalizing()
	rotations := rowsOf(groups)
	// The sums are rounded. Frames are quantized, so that the middle may be farther off.
	const ends, middle = float32(1.0 / 400), float32(nearLimit - 1e-5 - 2.0/400)
	isNear := kernel.HaveUnitLength(from, ends)
	for frame := range max(1, b.intervals()) {
		next := (frame + 1) % b.frames
		kernel.SampleBaked(to, &rows, next, next, 0)
		wasNear := isNear
		if isNear = kernel.HaveUnitLength(to, ends); isNear && wasNear {
			kernel.LerpRows(from, to, rotations, 0.5) // the pose in the middle
			if kernel.HaveUnitLength(from, middle) {
				from, to = to, from
				continue
			}
			kernel.SampleBaked(from, &rows, frame, frame, 0)
		}
		if !stayNearUnit(from, to, groups) {
			return false
		}
		from, to = to, from
	}
	return true
}

// levelOthers makes the rotations of all other groups of a pose the identity.
func (b *BakedClip) levelOthers(pose []float32, groups []int32) {
	for group := 0; group < len(pose); group += kernel.GroupSize {
		if !slices.Contains(groups, int32(group)) {
			rotations := pose[group:][:kernel.RowTranslation*kernel.Lanes]
			clear(rotations)
			for l := range kernel.Lanes {
				rotations[(kernel.RowTranslation-1)*kernel.Lanes+l] = 1
			}
		}
	}
}

// nearLimit is how far from 1 the squared length of a rotation may be; float32 may round either
// way.
const nearLimit = kernel.NearUnitLimit - 1e-5

// stayNearUnit reports whether the rotations of groups are near unit length between two poses.
func stayNearUnit(from, to []float32, groups []int32) bool {
	for _, group := range groups {
		for l := range kernel.Lanes {
			var at, d exact.Quat
			for r := range at {
				i := int(group) + r*kernel.Lanes + l
				at[r] = float64(from[i])
				d[r] = float64(to[i]) - at[r]
			}
			if !staysNearUnit(at, d, nearLimit) {
				return false
			}
		}
	}
	return true
}

// withoutNormalizing returns the rows of the clip's frames alone, with its whole rotations as other
// whole rows, so that sampling does not normalize them.
func (b *BakedClip) withoutNormalizing() kernel.Baked {
	rows := kernel.Baked{
		Rest: b.data.Rest, Bits: b.data.Bits, Ranges: b.data.Ranges, Scattered: b.data.Scattered,
		Derived: b.data.Derived,
		Frames:  b.data.Frames, FrameSize: b.data.FrameSize, Spans: b.data.Spans, Blocks: b.data.Blocks,
	}
	rows.Whole = append(rowsOf(b.data.RotationGroups), b.data.Whole...)
	return rows
}

// rowsOf returns the rows of the rotations of groups.
func rowsOf(groups []int32) []int32 {
	rows := make([]int32, 0, 4*len(groups))
	for _, group := range groups {
		for r := range int32(4) {
			rows = append(rows, group+r*kernel.Lanes)
		}
	}
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
