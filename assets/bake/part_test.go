package bake_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// rangeMask returns a mask of the joints of a range.
func rangeMask(t *testing.T, s *rig.Skeleton, first, end int) *rig.Mask {
	t.Helper()
	b := rig.NewMask("range", s)
	for j := first; j < end; j++ {
		b.Joints(0.5, s.JointName(j))
	}
	mask, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return mask
}

// A part writes the bits of a sample wherever its mask reaches, and leaves everything so that the
// whole clip can be sampled over it.
func TestPartEqualsSample(t *testing.T) {
	probe.Serial(t)
	r := rand.New(rand.NewPCG(4, 15))
	left := 0 // groups that were left out
	for range 10 {
		s := zeroSkeleton(t, r, 60+r.IntN(40))
		turning, _ := bake.Bake(handmade.Swing(t, r, s, clip.Linear, handmade.Grid(0, 30, 20)),
			bake.Options{AllowLarger: true})
		for _, b := range []*bake.BakedClip{turning, partial(t, r, s, 0.9), partial(t, r, s, 0.2)} {
			got, want := make([]float32, kernel.PoseSize(s.Len())), make([]float32, kernel.PoseSize(s.Len()))
			b.Sample(r.Float64(), got, nil)
			var part bake.Part
			mask := rangeMask(t, s, 0, 0)
			for range 40 {
				if r.IntN(2) == 0 {
					first := r.IntN(s.Len())
					mask = rangeMask(t, s, first, first+r.IntN(s.Len()-first+1))
				}
				time := r.Float64()
				b.Sample(time, want, nil)
				if r.IntN(4) == 0 {
					b.Resample(time, got, nil)
				} else {
					part.Set(b, mask)
					part.Resample(time, got, nil)
					first, end := mask.Groups()
					for group := range len(want) / kernel.GroupSize {
						if group < first || group >= end {
							w, g := want[group*kernel.GroupSize:][:kernel.GroupSize],
								got[group*kernel.GroupSize:][:kernel.GroupSize]
							if *(*[32]float32)(g) != *(*[32]float32)(w) {
								left++
							}
							copy(want[group*kernel.GroupSize:][:kernel.GroupSize], g)
						}
					}
				}
				for j := range want {
					if math.Float32bits(got[j]) != math.Float32bits(want[j]) {
						t.Fatalf("joint %d row %d is %v, want %v", j/kernel.GroupSize*8+j%8, j%kernel.GroupSize/8,
							got[j], want[j])
					}
				}
			}
		}
	}
	if left < 100 {
		t.Errorf("only %d groups were left out", left)
	}
}
