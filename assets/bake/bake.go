package bake

import (
	"fmt"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/exact"
)

// interpolationShares are the fractions of the tolerance that interpolation between frames may use, in the order tried.
// The rest is left for quantization: a smaller fraction needs more frames, but fewer bits in each.
var interpolationShares = [...]float64{0.8, 0.4, 0.15}

// maxFrameJoints bounds frames times joints, and so the memory that baking needs.
const maxFrameJoints = 1 << 21

// baker bakes one clip. It holds what all attempts share.
type baker struct {
	clip        *clip.Clip
	tolerance   float64 // meters
	errorMetric *errorMetric
	cells       map[int]*cellPoses // by the index of a cell; see [baker.cellPoses]
}

func newBaker(clip *clip.Clip, options Options) *baker {
	options = options.WithDefaults()
	scale := options.lengthScale(clip.Skeleton())
	return &baker{
		clip: clip, tolerance: float64(options.Tolerance * scale),
		errorMetric: newErrorMetric(clip, float64(options.VertexDistance*scale)),
	}
}

// Bake returns the runtime form of a clip and a report. The baked clip is nil if the report's Exact is set: if the
// options are invalid, or no practical frame rate and bit width meets the tolerance, as for a clip with stepped tracks.
// The same clip and options give the same bits on every machine. A library of package assets bakes the clips
// that are added to it.
//
// The error metric is the one of the Animation Compression Library (N. Frechette): distances of virtual vertices in
// model space.
func Bake(clip *clip.Clip, options Options) (*BakedClip, Report) {
	report := newReport(clip, options)
	stayExact := func(format string, arguments ...any) (*BakedClip, Report) {
		report.Exact, report.Reason = true, fmt.Sprintf(format, arguments...)
		return nil, report
	}
	if err := options.check(); err != nil {
		return stayExact("%v", err)
	}
	baker := newBaker(clip, options)
	if !exact.IsFinite(baker.tolerance) {
		return stayExact("the size of the skeleton is out of the range of float32")
	}
	joints := clip.Skeleton().Len()
	grid := newFrameGrid(clip)
	if int64(grid.cells)*int64(joints) > maxFrameJoints {
		return stayExact("it is too long: %d cells of the frame grid for %d joints", grid.cells, joints)
	}
	var best *BakedClip
	for _, share := range interpolationShares {
		limit := float64(share * baker.tolerance)
		runs, meters, time := baker.spaceFrames(grid, limit)
		if runs == nil && grid.cells > 0 {
			if best != nil {
				break
			}
			reason := "no rate keeps the error of interpolation within %.3g m, its part of the tolerance: at %.6g s it is at least %.3g m"
			if hasSteps(clip) {
				reason = "it has stepped tracks, and " + reason
			}
			return stayExact(reason, limit, time, meters)
		}
		frames := 1
		for _, r := range runs {
			frames += r.intervals
		}
		if int64(frames)*int64(joints) > maxFrameJoints || frames >= 1<<frameBits {
			if best == nil {
				return stayExact("it is too long: %d frames of %d joints", frames, joints)
			}
			break
		}
		candidate := baker.searchBitWidths(baker.sampleFrames(grid, runs))
		if candidate != nil && (best == nil || candidate.Bytes() < best.Bytes()) {
			best = candidate
		}
	}
	if best == nil {
		return stayExact("no bit width keeps the error within the tolerance of %.3g m", baker.tolerance)
	}
	best.sourceHash, best.options = hashOf(clip), options.WithDefaults()
	report.setResult(best)
	return best, report
}

// hasSteps reports whether a track of a joint has several keys and stepped interpolation.
func hasSteps(c *clip.Clip) bool {
	for _, t := range c.Tracks() {
		if t.Property < clip.MorphWeights && t.Track.Interpolation() == clip.Step && len(t.Track.Times()) > 1 {
			return true
		}
	}
	return false
}
