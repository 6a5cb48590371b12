package bench

import (
	"slices"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
)

const kernelJoints = 64

// BenchmarkKernel is each kernel of the pose pipeline for a block of 8 characters.
func BenchmarkKernel(b *testing.B) {
	library := assets.NewLibrary(assets.Exact())
	model := character(b, library, kernelJoints, true)
	skeleton, skin := library.Skeleton(model.Skeleton), library.Skin(model.Skins[0])
	stride := kernel.PoseSize(kernelJoints)
	locals := make([]float32, kernel.Lanes*stride)
	other := make([]float32, len(locals))
	for lane := range kernel.Lanes {
		pose := rig.NewPose(skeleton)
		library.Clip(model.Clips[0]).Sample(float64(lane)/8, pose)
		copy(locals[lane*stride:], pose.Locals)
		library.Clip(model.Clips[1]).Sample(float64(lane)/8, pose)
		copy(other[lane*stride:], pose.Locals)
	}
	block := make([]float32, kernelJoints*kernel.GroupSize)
	matrices := make([]float32, kernelJoints*kernel.BlockMatrixSize)
	palette := make([]float32, kernel.Lanes*kernelJoints*kernel.MatrixSize)
	var palettes [kernel.Lanes][]float32
	for lane := range palettes {
		palettes[lane] = palette[lane*kernelJoints*kernel.MatrixSize:]
	}
	var bodies [kernel.Lanes][]float32
	for lane := range bodies {
		bodies[lane] = slices.Clone(skin.InverseBinds())
	}
	blended := make([]float32, len(locals))
	kernel.Transpose(block, locals, stride, stride/kernel.GroupSize)
	kernel.LocalToModel(matrices, block, skeleton.Parents())
	for _, k := range []struct {
		name string
		run  func()
	}{
		{"Scale", func() { kernel.Scale(blended, locals, 0.5) }},
		{"Accumulate", func() { kernel.Accumulate(blended, other, 0.5) }},
		{"Normalize", func() { kernel.Normalize(blended) }},
		{"Blend", func() { kernel.Blend(blended, other, 0.5, false) }},
		{"Transpose", func() { kernel.Transpose(block, locals, stride, stride/kernel.GroupSize) }},
		{"LocalToModel", func() { kernel.LocalToModel(matrices, block, skeleton.Parents()) }},
		{"PoseToModel", func() { kernel.PoseToModel(matrices, block, locals, stride, skeleton.Parents()) }},
		{"PoseToPalette", func() {
			kernel.PoseToPalette(
				matrices, block, locals, stride, skeleton.Parents(), &palettes, skin.PaletteIndices(),
				skin.InverseBinds())
		}},
		{"Palette", func() {
			kernel.Palette(&palettes, matrices, skin.Joints(), skin.InverseBinds())
		}},
		{"PaletteEach", func() {
			kernel.PaletteEach(&palettes, matrices, skin.Joints(), &bodies)
		}},
	} {
		b.Run("kernel="+k.name+"/joints=64", func(b *testing.B) {
			copy(blended, locals)
			least := leastTime{characters: kernel.Lanes}
			for b.Loop() {
				k.run()
				least.next()
			}
			perCharacter(b, kernel.Lanes, kernelJoints, "joint")
			least.report(b)
		})
	}
}

// BenchmarkSample samples an authored clip of the mannequin.
func BenchmarkSample(b *testing.B) {
	library := assets.NewLibrary(assets.Exact())
	model := newMannequin(b, library)
	skeleton := library.Skeleton(model.Skeleton)
	pose := rig.NewPose(skeleton)
	walk := library.Clip(model.Clip("walk"))
	for name, step := range map[string]float64{"forward": 1.0 / 60, "random": 0.61803 * walk.Duration()} {
		b.Run("mannequin/time="+name, func(b *testing.B) {
			var sampler clip.Sampler
			time := 0.0
			for b.Loop() {
				time = walk.Loop(time + step)
				sampler.Sample(walk, time, pose.Locals, pose.Morphs)
			}
			perCharacter(b, 1, skeleton.Len(), "joint")
		})
	}
}
