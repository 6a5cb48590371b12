package bake

import "github.com/sinew-go/sinew/assets/clip"

// What the tests of this package call, and no program.

// SampledPoses bakes a clip and returns how many exact poses that sampled.
func SampledPoses(clip *clip.Clip, options Options) (int, Report) {
	if err := options.check(); err != nil {
		panic(err)
	}
	b := newBaker(clip, options, nil)
	_, report := b.bake()
	return b.errorMetric.sampled, report
}
