//go:build amd64 && !noasm

package kernel

import (
	"math/rand/v2"
	"testing"

	"golang.org/x/sys/cpu"
)

// FuzzBoundsTwins holds Bounds with AVX2 against its plain Go twin.
func FuzzBoundsTwins(f *testing.F) {
	if !cpu.X86.HasAVX2 {
		f.Skip("this processor has no AVX2")
	}
	for seed := range uint64(500) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 5))
		joints := 1 + random.IntN(20)
		model := numbers(random, joints*BlockMatrixSize)
		named := make([]int16, random.IntN(20))
		for i := range named {
			named[i] = int16(random.IntN(joints))
		}
		boxes := numbers(random, len(named)*JointBoxSize)
		var got, want [BoundsSize]float32
		EmptyBounds(&got)
		if random.IntN(2) == 0 {
			got = [BoundsSize]float32(numbers(random, BoundsSize))
		}
		want = got
		withAVX2(func() { Bounds(&got, model, named, boxes) })
		boundsGeneric(&want, model, named, boxes)
		same(t, "Bounds", got[:], want[:])
	})
}
