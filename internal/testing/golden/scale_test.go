package golden_test

import (
	"fmt"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/golden"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// Covers gltfio.Options.Scale: the poses of a file that is scaled when it is read are the golden
// poses, scaled.
func TestScaledFilesHaveScaledGoldenPoses(t *testing.T) {
	forEachFile(t, func(t *testing.T, s *goldenModel) {
		for _, scale := range []float64{0.01, 100} {
			scaled := &goldenModel{File: s.File, library: assets.NewLibrary(assets.Exact()), total: s.total}
			var err error
			if scaled.model, err = (gltfio.Options{Scale: scale}).Open(scaled.library,
				testassets.Path(t, "assets/"+s.File.File)); err != nil {
				t.Fatal(err)
			}
			scaled.skeleton = scaled.library.Skeleton(scaled.model.Skeleton)
			pose := rig.NewPose(scaled.skeleton)
			scaled.check(t, fmt.Sprintf("rest, scaled by %v", scale), s.Rest, unscaled(scaled.ofPose(t, pose), scale),
				s.ForFloat32())
			for _, c := range s.Clips {
				clip := scaled.clip(c.Animation)
				for i := range c.Samples {
					clip.Sample(scaled.time(clip, &c.Samples[i]), pose)
					what := fmt.Sprintf("clip %d at %v s (%s), scaled by %v", c.Animation, c.Samples[i].T,
						c.Samples[i].Mode, scale)
					scaled.check(t, what, c.Samples[i].Pose, unscaled(scaled.ofPose(t, pose), scale), s.ForFloat32())
				}
			}
		}
	})
}

// unscaled returns a pose with its lengths divided by a scale.
func unscaled(p golden.Pose, scale float64) golden.Pose {
	for i := range p.Local {
		for c := range 3 {
			p.Local[i][c] /= scale
		}
	}
	matrices := [][]golden.Matrix{p.Model}
	for _, list := range append(matrices, p.Palette...) {
		for i := range list {
			for c := range 3 {
				list[i][12+c] /= scale
			}
		}
	}
	for i := range p.Verts {
		for c := range 3 {
			p.Verts[i][c] /= scale
		}
	}
	return p
}
