//go:build amd64 && !noasm

package kernel

import (
	"math"
	"math/rand/v2"
	"testing"

	"golang.org/x/sys/cpu"
)

// FuzzInertiaTwins holds Decay with AVX2 against its plain Go twin, bit by bit, on random numbers of every kind. What lies behind the last group must stay as
// it was.
func FuzzInertiaTwins(f *testing.F) {
	if !cpu.X86.HasAVX2 {
		f.Skip("this processor has no AVX2")
	}
	for seed := range uint64(300) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 22))
		groups := 1 + random.IntN(6)
		const guard = 16
		n := groups * GroupSize
		pose, inertia := numbers(random, n+guard), numbers(random, groups*InertiaSize)
		seconds := []float32{0, 0.25, 1, random.Float32(), math.Float32frombits(special[random.IntN(len(special))])}[random.IntN(5)]
		got, want := append([]float32(nil), pose...), append([]float32(nil), pose...)
		withAVX2(func() { ApplyInertia(got[:n], inertia, seconds) })
		applyInertiaGeneric(want[:n], inertia, seconds)
		same(t, "Decay", got, want)
	})
}
