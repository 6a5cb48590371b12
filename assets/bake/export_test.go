package bake

import (
	"slices"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/kernel"
)

// What the tests of this package call, and no program.

// SampledPoses bakes a clip and returns how many exact poses that sampled.
func SampledPoses(clip *clip.Clip, options Options) (int, Report) {
	if err := options.check(); err != nil {
		panic(err)
	}
	b := newBaker(clip, options, nil)
	baked, err := b.bake()
	report := newReport(clip, options)
	if err != nil {
		report.Exact, report.Reason = true, err.Error()
	} else {
		report.setResult(baked)
	}
	return b.errorMetric.sampled, report
}

// NearUnit returns what a clip with changed ranges of its rows finds of its rotations, and what
// comes out if the least value is computed between all frames.
func NearUnit(b *BakedClip, change func(ranges []float32)) (found, expected bool) {
	changed := *b
	changed.data.Ranges = slices.Clone(b.data.Ranges)
	change(changed.data.Ranges)
	from, to := make([]float32, len(b.data.Rest)), make([]float32, len(b.data.Rest))
	groups := slices.Concat(b.data.RotationGroups, b.data.NormalizedGroups)
	expected = true
	for frame := range max(1, b.intervals()) {
		kernel.InterpolateBaked(from, &changed.data, frame, frame, 0)
		next := (frame + 1) % b.frames
		kernel.InterpolateBaked(to, &changed.data, next, next, 0)
		expected = expected && stayNearUnit(from, to, groups)
	}
	return changed.rotationsNearUnit(), expected
}
