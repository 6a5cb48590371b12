package bench

import (
	"fmt"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
)

// BenchmarkBlendSpace finds a character's weights in a blend space, and advances its phase and
// finds its clips' times.
func BenchmarkBlendSpace(b *testing.B) {
	library := assets.NewLibrary(assets.Exact())
	model := newMannequin(b, library)
	walk := model.Clip("walk")
	source := library.Clip(walk)
	line := blendspace.New1D("line")
	for i := range 3 {
		line.At(float32(i), walk)
	}
	nine := func(method blendspace.Method) *blendspace.Builder {
		builder := blendspace.New2D("plane", method)
		for i := range 9 {
			builder.At2(float32(i%3-1), float32(i/3-1), walk)
		}
		return builder
	}
	many := blendspace.New2D("many", blendspace.Delaunay)
	for i := range 100 {
		many.At2(float32(i%10), float32(i/10), walk)
	}
	for _, c := range []struct {
		name    string
		builder *blendspace.Builder
	}{
		{"method=line/clips=3", line},
		{"method=Delaunay/clips=9", nine(blendspace.Delaunay)},
		{"method=Delaunay/clips=100", many},
		{"method=bands/clips=9", nine(blendspace.GradientBands)},
		{"method=polar/clips=9", nine(blendspace.PolarGradientBands)},
	} {
		space, err := c.builder.Build(library)
		if err != nil {
			b.Fatal(err)
		}
		b.Run("work=weights/"+c.name, func(b *testing.B) {
			var buffer [blendspace.MaxWeights]blendspace.Weight
			i := 0
			for b.Loop() {
				i++
				space.Weights(float32(i%31)*0.1-1.5, float32(i%37)*0.08-1.5, buffer[:0])
			}
			perCharacter(b, 1, 0, "")
		})
	}
	for _, markers := range []int{0, 2} {
		builder := blendspace.New1D("times")
		for i := range 3 {
			builder.At(float32(i), walk)
			if markers > 0 {
				builder.Markers(clip.Marker{Name: "left", Time: source.Start()},
					clip.Marker{Name: "right", Time: source.Start() + source.Duration()/2})
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
