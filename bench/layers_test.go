package bench

import (
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/systems"
)

// BenchmarkLayers is a whole frame of characters with upper layers, on all joints or on half of
// them, compared with characters without layers. Each layer plays one clip.
func BenchmarkLayers(b *testing.B) {
	plain := frameCase{joints: 64, clips: 1, characters: 1000, workers: 1}
	b.Run("layer=none/"+plain.name(), func(b *testing.B) {
		library, model := shared(b, plain)
		runFrames(b, newCrowd(b, library, model, plain), plain)
	})
	for _, row := range []struct {
		name   string
		mode   clip.LayerMode
		masked bool
		weight float32
		above  int
	}{
		{"override", clip.Override, false, 0.5, 1},
		{"override/mask=half", clip.Override, true, 1, 1},
		{"override/mask=half", clip.Override, true, 0.75, 2},
		{"override/mask=half", clip.Override, true, 0.75, 3},
		{"additive", clip.Additive, false, 0.5, 1},
		{"additive/mask=half", clip.Additive, true, 0.5, 1},
		{"subtractive/mask=half", clip.Additive, true, -0.5, 1},
	} {
		layered := plain
		layered.clips = 1 + row.above
		b.Run("layer="+row.name+"/"+layered.name(), func(b *testing.B) {
			library := assets.NewLibrary(assets.Exact())
			model := character(b, library, plain.joints, false)
			skeleton, over := library.Skeleton(model.Skeleton), model.Clips[1]
			if row.mode == clip.Additive {
				pose := rig.NewPose(skeleton)
				library.Clip(over).Sample(0, pose)
				difference, err := clip.MakeAdditive(library.Clip(over), pose)
				if err != nil {
					b.Fatal(err)
				}
				over = library.AddClip(difference)
			}
			bakeAll(b, library)
			mask := systems.WholeBody
			if row.masked {
				half, err := rig.NewMask("half", skeleton).Feather(skeleton.JointName(plain.joints/2), 2).Build()
				if err != nil {
					b.Fatal(err)
				}
				if mask, err = library.AddMask(half); err != nil {
					b.Fatal(err)
				}
			}
			animation := newCrowd(b, library, model, plain)
			for _, entity := range animation.entities {
				for k := range row.above {
					layer := animation.Player(entity).Layer(1 + k)
					for _, err := range []error{
						layer.SetBlend(row.mode), layer.FadeWeight(row.weight, 0),
						layer.Overlay(over, mask, 0),
					} {
						if err != nil {
							b.Fatal(err)
						}
					}
				}
			}
			runFrames(b, animation, layered)
		})
	}
}

// BenchmarkLayerKernel is the kernels of upper layers, on the local poses of a block of 8
// characters.
func BenchmarkLayerKernel(b *testing.B) {
	library := assets.NewLibrary(assets.Exact())
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
