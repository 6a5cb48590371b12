package bench

import (
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
)

// BenchmarkLayerKernel is the arithmetic of upper layers, on the local poses of a block of 8 characters.
func BenchmarkLayerKernel(b *testing.B) {
	library := assets.NewLibrary()
	model := character(b, library, kernelJoints, true)
	skeleton := library.Skeleton(model.Skeleton)
	below, above := rig.NewPose(skeleton), rig.NewPose(skeleton)
	library.Clip(model.Clips[0]).Sample(0.25, below)
	library.Clip(model.Clips[1]).Sample(0.5, above)
	mask := make([]float32, kernelJoints)
	for joint := range mask {
		mask[joint] = float32(joint) / kernelJoints
	}
	dst := make([]float32, len(below.Locals))
	for _, k := range []struct {
		name string
		run  func()
	}{
		{"AccumulateMasked", func() { kernel.AccumulateMasked(dst, above.Locals, mask, 0.5, 0.5) }},
		{"Add", func() { kernel.Add(dst, above.Locals, 0.5) }},
		{"AddMasked", func() { kernel.AddMasked(dst, above.Locals, mask, 0.5) }},
		{"SubtractMasked", func() { kernel.AddMasked(dst, above.Locals, mask, -0.5) }},
	} {
		b.Run("kernel="+k.name+"/joints=64", func(b *testing.B) {
			for b.Loop() {
				for range kernel.Lanes {
					copy(dst, below.Locals)
					k.run()
				}
			}
			perCharacter(b, kernel.Lanes, kernelJoints, "joint")
		})
	}
}
