//go:build (amd64 || arm64 || js) && !noasm

package nearest

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/testing/samebits"
	"github.com/sinew-go/sinew/internal/testing/seeds"
)

// FuzzAssemblyEqualsGo compares the bits of both versions of every function, on numbers of any
// kind.
func FuzzAssemblyEqualsGo(f *testing.F) {
	if !hasAssembly || !assembly {
		_, reason := kernel.Running()
		f.Skip("the assembly does not run here: ", reason)
	}
	for seed := range uint64(300) {
		seeds.Add(f, seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 26))
		n := random.IntN(40)
		query, weights, rows := make([]float32, n), make([]float32, n), make([]float32, 2*Boxes*n)
		for _, numbers := range [][]float32{query, weights, rows} {
			samebits.Fill(random, numbers)
		}
		limits := make([]float32, 2)
		samebits.Fill(random, limits)
		if random.IntN(2) == 0 { // in reach, so that sums are compared part by part
			for _, numbers := range [][]float32{query, weights, rows} {
				for i := range numbers {
					numbers[i] = random.Float32()
				}
			}
			limits[0], limits[1] = random.Float32()*4, random.Float32()
		}
		run := func(fast bool) (results [2][Boxes + 1]float32) {
			assembly = fast
			defer func() { assembly = true }()
			var above [2]bool
			above[0] = Distances((*[Points]float32)(results[0][:]), query, weights, rows, limits[0])
			above[1] = Bounds((*[Boxes]float32)(results[1][:]), query, weights, rows, limits[1])
			for k, all := range above {
				if all {
					results[k][Boxes] = 1
				}
			}
			return results
		}
		fast, plain := run(true), run(false)
		for k := range fast {
			for i, a := range fast[k] {
				if b := plain[k][i]; math.Float32bits(a) != math.Float32bits(b) && (a == a || b == b) {
					t.Fatalf("function %d: lane %d: assembly %v (%#x), plain %v (%#x)", k, i, a, math.Float32bits(a), b,
						math.Float32bits(b))
				}
			}
		}
	})
}

func BenchmarkNearest(b *testing.B) {
	const n = 27
	random := rand.New(rand.NewPCG(1, 1))
	query, weights, rows := make([]float32, n), make([]float32, n), make([]float32, 2*Boxes*n)
	for _, numbers := range [][]float32{query, weights, rows} {
		for i := range numbers {
			numbers[i] = random.Float32()
		}
	}
	var distances [Points]float32
	var bounds [Boxes]float32
	for _, c := range []struct {
		name  string
		count float64
		run   func()
	}{
		{"Distances", Points, func() { Distances(&distances, query, weights, rows, 1e9) }},
		{"Bounds", Boxes, func() { Bounds(&bounds, query, weights, rows, 1e9) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				c.run()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/c.count, "ns/point")
		})
	}
}
