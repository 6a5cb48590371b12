package bake

import (
	"math"
	"slices"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel"
)

// sampledFrames holds the exact poses of a clip at the frames of a grid. Each rotation is in the
// hemisphere of the same joint's rotation in the frame before.
type sampledFrames struct {
	frameGrid
	runs   []frameRun
	frames [][]float32 // local poses in the layout of [rig.Pose.Locals]
	closed bool        // the last frame was left out, since it equals the first
	table  cellTable
}

// sampleFrames samples the clip at the frames of a grid divided into runs.
func (b *baker) sampleFrames(g frameGrid, runs []frameRun) *sampledFrames {
	f := &sampledFrames{frameGrid: g, runs: runs, table: newCellTable(g, runs)}
	previous := b.clip.BaseLocals()
	add := func(time float64) {
		previous = b.sampleFrame(time, previous)
		f.frames = append(f.frames, previous)
	}
	for _, r := range runs {
		for k := range r.intervals {
			add(r.time(g, k, r.intervals))
		}
	}
	add(g.time(float64(g.cells)))
	last := len(f.frames) - 1
	endsOnGrid := math.Abs(float64((g.time(float64(g.cells))-b.clip.End())*g.rate)) < gridSlack
	if last > 1 && endsOnGrid && b.endsAsItBegins(f) {
		f.frames, f.closed = f.frames[:last], true
	}
	return f
}

// sampleFrame returns the exact pose at a time in seconds, with rotations in the hemispheres of the
// previous frame's.
func (b *baker) sampleFrame(time float64, previous []float32) []float32 {
	locals := slices.Clone(b.errorMetric.exactPose(time))
	removeStepped(b.stepped, locals, b.clip.BaseLocals())
	alignHemispheres(locals, previous)
	b.divideRotations(locals)
	return locals
}

// endsAsItBegins reports whether the first frame can replace the last.
func (b *baker) endsAsItBegins(f *sampledFrames) bool {
	first, last := f.frames[0], f.frames[len(f.frames)-1]
	aligned := append([]float32(nil), last...)
	alignHemispheres(aligned, first)
	for i := range aligned {
		if aligned[i] != last[i] {
			return false // after a full turn the quaternion is negated, and interpolation would turn all the way back
		}
	}
	start := b.errorMetric.newComparisons([]float64{f.time(0)})[0]
	return b.errorMetric.errorAt(start, b.tolerance/8, func(time float64, locals []float32) {
		copy(locals, last)
		kernel.Normalize(locals)
		writeStepped(b.stepped, time, locals)
	}) < b.tolerance/8
}

// alignHemispheres negates the rotations of a pose whose dot product with those of another pose is
// negative.
func alignHemispheres(locals, other []float32) {
	for group := 0; group+kernel.GroupSize <= len(locals); group += kernel.GroupSize {
		p, o := (*[32]float32)(locals[group:]), (*[32]float32)(other[group:])
		for l := range kernel.Lanes {
			if exact.Dot32([4]float32{p[l], p[8+l], p[16+l], p[24+l]}, [4]float32{o[l], o[8+l], o[16+l], o[24+l]}) < 0 {
				p[l], p[8+l], p[16+l], p[24+l] = -p[l], -p[8+l], -p[16+l], -p[24+l]
			}
		}
	}
}

// newClip returns a baked clip with the timing of the frames and without data.
func (b *baker) newClip(f *sampledFrames) *BakedClip {
	return &BakedClip{
		source: b.clip, stepped: b.stepped, joints: b.clip.Skeleton().Len(), start: b.clip.Start(), end: b.clip.End(),
		origin: f.origin, rate: f.rate, cells: f.cells, frames: len(f.frames), closed: f.closed,
		additive:  b.clip.Additive(),
		cellTable: f.table,
	}
}
