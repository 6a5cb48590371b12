package bench

import (
	"fmt"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/internal/testing/reference"
)

func BenchmarkReference(b *testing.B) {
	for _, clips := range []int{1, 2} {
		b.Run(fmt.Sprintf("joints=64/clips=%d", clips), func(b *testing.B) {
			library := assets.NewLibrary()
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
