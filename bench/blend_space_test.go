package bench

import (
	"fmt"
	"testing"

	"github.com/sinew-go/sinew/assets"
)

// BenchmarkBlendSpace finds the weights of a character in a blend space, and the phase and the times of its clips in a frame.
func BenchmarkBlendSpace(b *testing.B) {
	library := assets.NewLibrary()
	model := newMannequin(b, library)
	walk := model.Clip("walk")
	clip := library.Clip(walk)
	line := assets.NewBlendSpace1D("line")
	for i := range 3 {
		line.At(float32(i), walk)
	}
	nine := func(method assets.BlendMethod) *assets.BlendSpaceBuilder {
		builder := assets.NewBlendSpace2D("plane", method)
		for i := range 9 {
			builder.At2(float32(i%3-1), float32(i/3-1), walk)
		}
		return builder
	}
	many := assets.NewBlendSpace2D("many", assets.Delaunay)
	for i := range 100 {
		many.At2(float32(i%10), float32(i/10), walk)
	}
	for _, c := range []struct {
		name    string
		builder *assets.BlendSpaceBuilder
	}{
		{"method=line/clips=3", line},
		{"method=Delaunay/clips=9", nine(assets.Delaunay)},
		{"method=Delaunay/clips=100", many},
		{"method=bands/clips=9", nine(assets.GradientBands)},
		{"method=polar/clips=9", nine(assets.PolarGradientBands)},
	} {
		space, err := c.builder.Build(library)
		if err != nil {
			b.Fatal(err)
		}
		b.Run("work=weights/"+c.name, func(b *testing.B) {
			var buffer [assets.MaxBlend]assets.BlendWeight
			i := 0
			for b.Loop() {
				i++
				space.Weights(float32(i%31)*0.1-1.5, float32(i%37)*0.08-1.5, buffer[:0])
			}
			perCharacter(b, 1, 0, "")
		})
	}
	for _, markers := range []int{0, 2} {
		builder := assets.NewBlendSpace1D("times")
		for i := range 3 {
			builder.At(float32(i), walk)
			if markers > 0 {
				builder.Markers(assets.Marker{Name: "left", Time: clip.Start()}, assets.Marker{Name: "right", Time: clip.Start() + clip.Duration()/2})
			}
		}
		space, err := builder.Build(library)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("work=times/markers=%d/clips=2", markers), func(b *testing.B) {
			weights := space.Weights(0.5, 0, nil)
			phase, sum := 0.0, 0.0
			for b.Loop() {
				if phase = space.Advance(phase, 1.0/60, weights); phase >= 1 {
					phase--
				}
				for _, w := range weights {
					sum += space.Time(w.Index, phase)
				}
			}
			perCharacter(b, 1, 0, "")
			_ = sum
		})
	}
}
