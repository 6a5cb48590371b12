package bench

import (
	"fmt"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/testing/reference"
)

// BenchmarkPipeline is the arithmetic of a frame without a world: a block of 8 characters from
// baked clips to palettes.
func BenchmarkPipeline(b *testing.B) {
	for _, scaled := range []bool{false, true} {
		for clips := 1; clips <= 2; clips++ {
			c := frameCase{joints: 64, clips: clips, characters: kernel.Lanes, workers: 1, scaled: scaled}
			b.Run(c.name(), func(b *testing.B) { pipeline(b, c) })
		}
	}
}

func pipeline(b *testing.B, c frameCase) {
	b.Helper()
	library := assets.NewLibrary(assets.Exact())
	model := character(b, library, c.joints, c.scaled)
	bakeAll(b, library)
	skeleton, skin := library.Skeleton(model.Skeleton), library.Skin(model.Skins[0])
	stride := kernel.PoseSize(c.joints)
	locals, other := make([]float32, kernel.Lanes*stride), make([]float32, stride)
	group := make([]float32, kernel.Lanes*kernel.GroupSize)
	matrices := make([]float32, c.joints*kernel.BlockMatrixSize)
	palette := make([]float32, kernel.Lanes*c.joints*kernel.MatrixSize)
	var palettes [kernel.Lanes][]float32
	for lane := range palettes {
		palettes[lane] = palette[lane*c.joints*kernel.MatrixSize:]
	}
	first, second := library.Baked(model.Clips[0]), library.Baked(model.Clips[1])
	clip, time := library.Clip(model.Clips[0]), 0.0
	least := leastTime{characters: kernel.Lanes}
	for b.Loop() {
		time = clip.Loop(time + 1.0/60)
		for lane := range kernel.Lanes {
			local, at := locals[lane*stride:][:stride], clip.Loop(time+float64(lane)/9)
			mean := bake.Mean{Locals: local, Scratch: other}
			mean.Begin(first, at, nil)
			if c.clips == 2 {
				mean.Add(second, at, nil, 0.5, true)
			}
		}
		kernel.PoseToModel(matrices, group, locals, stride, skeleton.Parents())
		kernel.Palette(&palettes, matrices, skin.Joints(), skin.InverseBinds())
		least.next()
	}
	perCharacter(b, kernel.Lanes, c.joints, "joint")
	least.report(b)
}

// BenchmarkReference is the float64 reference implementation for one character, from authored clips
// to a palette.
func BenchmarkReference(b *testing.B) {
	for _, clips := range []int{1, 2} {
		b.Run(fmt.Sprintf("joints=64/clips=%d", clips), func(b *testing.B) {
			library := assets.NewLibrary(assets.Exact())
			model := character(b, library, 64, false)
			skeleton, skin := library.Skeleton(model.Skeleton), library.Skin(model.Skins[0])
			time := 0.0
			for b.Loop() {
				time += 1.0 / 60
				pose := reference.Sample(library.Clip(model.Clips[0]), reference.Loop(time, 0, 1))
				if clips == 2 {
					other := reference.Sample(library.Clip(model.Clips[1]), reference.Loop(time, 0, 1))
					pose = reference.Blend([]reference.Pose{pose, other}, []float64{0.5, 0.5})
				}
				reference.Palette(skin, reference.Models(skeleton, pose))
			}
			perCharacter(b, 1, 64, "joint")
		})
	}
}
