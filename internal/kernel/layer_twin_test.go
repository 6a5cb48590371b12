//go:build amd64 && !noasm

package kernel

import (
	"math"
	"math/rand/v2"
	"testing"

	"golang.org/x/sys/cpu"
)

// FuzzLayerTwins holds AccumulateMasked and AddMasked with AVX2 against their plain Go twins, bit by bit, with masks and without,
// on random numbers of every kind. What lies behind the last group must stay as it was.
func FuzzLayerTwins(f *testing.F) {
	if !cpu.X86.HasAVX2 {
		f.Skip("this processor has no AVX2")
	}
	for seed := range uint64(300) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 21))
		groups := 1 + random.IntN(6)
		const guard = 16
		n := groups * GroupSize
		pose, other := numbers(random, n+guard), numbers(random, n)
		for range random.IntN(8) { // differences without length, and scales that are divided by 0
			joint := random.IntN(groups)*GroupSize + random.IntN(Lanes)
			for r := range Rows {
				other[joint+r*Lanes] = 0
			}
		}
		mask := numbers(random, groups*Lanes)
		if random.IntN(3) == 0 {
			mask = nil
		}
		weight := func() float32 {
			return []float32{0, 1, 0.5, -0.25, -1, math.Float32frombits(special[random.IntN(len(special))])}[random.IntN(6)]
		}
		cover, added := weight(), weight()
		rows, step := maskRows(mask)
		twins := func(what string, fast, plain func(dst []float32)) {
			got, want := append([]float32(nil), pose...), append([]float32(nil), pose...)
			withAVX2(func() { fast(got[:n]) })
			plain(want[:n])
			same(t, what, got, want)
		}
		twins("AccumulateMasked", func(d []float32) { AccumulateMasked(d, other, mask, cover, added) },
			func(d []float32) { accumulateMaskedGeneric(d, other, rows, step, cover, added) })
		twins("AddMasked", func(d []float32) { AddMasked(d, other, mask, added) }, func(d []float32) {
			if added < 0 {
				addGeneric(d, other, rows, step, -added, true)
			} else {
				addGeneric(d, other, rows, step, added, false)
			}
		})
	})
}
