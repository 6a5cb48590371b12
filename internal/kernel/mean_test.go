package kernel_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/testing/samebits"
)

// Interpolating listed parts of a pose, in any order, gives the bits of interpolating all of it,
// and Blend is Lerp and Normalize.
func TestBlendIsTheSumOfItsParts(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 1))
	for range 100 {
		n := 1 + random.IntN(80) // more than one chunk
		from, to, u := randomPose(random, n), randomPose(random, n), random.Float32()
		var groups, rows []int32
		for _, g := range random.Perm(n) {
			groups = append(groups, int32(g*kernel.GroupSize))
			for r := 4; r < kernel.Rows; r++ {
				rows = append(rows, int32(g*kernel.GroupSize+r*kernel.Lanes))
			}
		}
		lerped, parts := append([]float32(nil), from...), append([]float32(nil), from...)
		kernel.Lerp(lerped, to, u)
		kernel.LerpRotations(parts, to, groups, u)
		kernel.LerpRows(parts, to, rows, u)
		equal(t, "Lerp by parts", parts, lerped)
		blended, parts := append([]float32(nil), from...), append([]float32(nil), from...)
		kernel.Blend(blended, to, u, false)
		kernel.NlerpRotations(parts, to, groups, u, false)
		kernel.LerpRows(parts, to, rows, u)
		equal(t, "Blend by parts", parts, blended)
		kernel.Normalize(lerped)
		equal(t, "Lerp and Normalize", lerped, blended)
	}
}

// Rotations of length 1 are blended as such by Blend too, unless the share is not from 0 to 1 or
// one rotation has another length.
func TestBlendOfUnitRotations(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 4))
	for range 200 {
		n, u, isUnit := 1+random.IntN(80), random.Float32(), false
		from, to := randomPose(random, n), randomPose(random, n)
		odd := from
		if random.IntN(2) == 0 {
			odd = to
		}
		switch random.IntN(4) {
		case 0:
			u = []float32{-0.25, 1.5}[random.IntN(2)]
		case 1:
			odd[random.IntN(n)*kernel.GroupSize+random.IntN(4*kernel.Lanes)] = 1.01
		case 2:
			odd[random.IntN(n)*kernel.GroupSize+random.IntN(4*kernel.Lanes)] = float32(math.NaN())
		default:
			isUnit = true
		}
		blended, parts := append([]float32(nil), from...), append([]float32(nil), from...)
		kernel.Blend(blended, to, u, true)
		for g := range n {
			kernel.NlerpRotations(parts, to, []int32{int32(g * kernel.GroupSize)}, u, isUnit)
			for r := 4; r < kernel.Rows; r++ {
				kernel.LerpRows(parts, to, []int32{int32(g*kernel.GroupSize + r*kernel.Lanes)}, u)
			}
		}
		samebits.Require(t, "Blend", blended, parts)
	}
}

// What two poses have in common stays exactly as it is, for any u; of rotations, all but rounding.
func TestLerpKeepsWhatPosesHaveInCommon(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 2))
	pose := randomPose(random, 3)
	for range 100 {
		got := append([]float32(nil), pose...)
		kernel.Blend(got, pose, random.Float32(), true)
		for i := range got {
			bound := 0.0
			if i%kernel.GroupSize < 4*kernel.Lanes {
				bound = 3e-7
			}
			if !(math.Abs(float64(got[i]-pose[i])) <= bound) {
				t.Fatalf("number %d is %v, was %v", i, got[i], pose[i])
			}
		}
	}
}

// A group whose mask is 0 keeps its bits, even of -0 beside NaN.
func TestGroupsWithoutWeightAreLeftAsTheyAre(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 3))
	below, above := randomPose(random, 3), randomPose(random, 3)
	for i := range kernel.GroupSize {
		below[kernel.GroupSize+i] = float32(math.Copysign(0, -1))
		above[kernel.GroupSize+i] = float32(math.NaN())
	}
	mask := randomMask(random, 3)
	clear(mask[kernel.Lanes : 2*kernel.Lanes])
	for name, apply := range map[string]func(dst []float32){
		"AccumulateMasked": func(dst []float32) { kernel.AccumulateMasked(dst, above, mask, 0.5, 0.5) },
		"AddMasked":        func(dst []float32) { kernel.AddMasked(dst, above, mask, 0.5) },
		"subtracting":      func(dst []float32) { kernel.AddMasked(dst, above, mask, -0.5) },
	} {
		got := append([]float32(nil), below...)
		apply(got)
		for i := kernel.GroupSize; i < 2*kernel.GroupSize; i++ {
			if math.Float32bits(got[i]) != 1<<31 {
				t.Fatalf("%s: number %d is %v", name, i, got[i])
			}
		}
	}
}
