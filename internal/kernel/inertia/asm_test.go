//go:build (amd64 || arm64 || js) && !noasm

package inertia

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/testing/samebits"
	"github.com/sinew-go/sinew/internal/testing/seeds"
)

// numbersOfAnyKind returns numbers: ordinary ones, in some trials mixed with special ones and bit
// patterns of any kind.
func numbersOfAnyKind(random *rand.Rand, n int) []float32 {
	numbers := make([]float32, n)
	samebits.Fill(random, numbers)
	return numbers
}

// FuzzAssemblyEqualsGo compares the bits of both versions of every function, on several groups of
// which the numbers after the last one must not change.
func FuzzAssemblyEqualsGo(f *testing.F) {
	if !hasAssembly || !assembly {
		_, reason := kernel.Running()
		f.Skip("the assembly does not run here: ", reason)
	}
	for seed := range uint64(500) {
		seeds.Add(f, seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		run := func(fast bool) map[string][]float32 {
			assembly = fast
			defer func() { assembly = true }()
			random := rand.New(rand.NewPCG(seed, 34))
			groups := 1 + random.IntN(5)
			n := groups * kernel.GroupSize
			const guard = 16
			var poses [4][]float32
			for k := range poses {
				poses[k] = numbersOfAnyKind(random, n+guard)
				if random.IntN(2) == 0 {
					kernel.Normalize(poses[k][:n])
				}
			}
			decay := numbersOfAnyKind(random, Size(groups)+guard)
			time := func() float64 { return math.Exp(random.NormFloat64() * []float64{1, 10, 100}[random.IntN(3)]) }
			results := map[string][]float32{}
			keep := func(name string, pose []float32) {
				results[name+": pose"], results[name+": decay"] = append([]float32(nil), pose...),
					append([]float32(nil), decay...)
			}
			pose := append([]float32(nil), poses[0]...)
			Apply(pose[:n], decay, float32(time()))
			keep("Apply to anything", pose)
			pose = append(pose[:0], poses[0]...)
			Begin(pose[:n], decay, poses[1][:n], poses[2][:n], poses[3][:n], time(), time())
			keep("Begin", pose)
			Extrapolate(pose[:n], decay, poses[1][:n], time())
			keep("Extrapolate", pose)
			Fit(poses[0][:n], decay, poses[1][:n], time(), time(), time())
			keep("Fit", poses[0])
			Apply(poses[0][:n], decay, []float32{0, 0.25, float32(time())}[random.IntN(3)])
			keep("Apply", poses[0])
			for offset := range 2 {
				stored := make([]float32, n+guard)
				Store(stored[offset:][:n], poses[2][:n])
				results["Store"] = append(results["Store"], stored...)
			}
			return results
		}
		fast, plain := run(true), run(false)
		for name := range fast {
			for i, a := range fast[name] {
				b := plain[name][i]
				if math.Float32bits(a) != math.Float32bits(b) && (a == a || b == b) {
					t.Fatalf("%s: number %d: assembly %v (%#x), plain %v (%#x)", name, i, a, math.Float32bits(a), b,
						math.Float32bits(b))
				}
			}
		}
	})
}

func BenchmarkDecay(b *testing.B) {
	const groups = 8
	random := rand.New(rand.NewPCG(1, 1))
	var poses [4][]float32
	for k := range poses {
		poses[k] = oddPose(random, groups)
		for i := range poses[k] {
			if !(math.Abs(float64(poses[k][i])) < 2) {
				poses[k][i] = 1
			}
		}
	}
	decay := make([]float32, Size(groups))
	for _, c := range []struct {
		name string
		run  func()
	}{
		{"Begin", func() { Begin(poses[0], decay, poses[1], poses[2], poses[3], 60, 1.0/60) }},
		{"Fit", func() {
			Begin(poses[0], decay, poses[1], poses[2], poses[3], 60, 1.0/60)
			Fit(poses[0], decay, poses[1], 1.0/60, 1.0/60, 1)
		}},
		{"Apply", func() { Apply(poses[0], decay, 1) }},
		{"Store", func() { Store(poses[0], poses[1]) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			Begin(poses[0], decay, poses[1], poses[2], poses[3], 60, 1.0/60)
			Fit(poses[0], decay, poses[1], 1.0/60, 1.0/60, 1)
			for b.Loop() {
				c.run()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/groups/Lanes, "ns/joint")
		})
	}
}
