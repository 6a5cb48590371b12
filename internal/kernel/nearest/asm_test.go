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
		query, weights, rows := make([]float32, n), make([]float32, n), make([]float32, Points*n)
		for _, numbers := range [][]float32{query, weights, rows} {
			samebits.Fill(random, numbers)
		}
		limit := make([]float32, 1)
		samebits.Fill(random, limit)
		if random.IntN(2) == 0 { // in reach, so that sums are compared part by part
			for _, numbers := range [][]float32{query, weights, rows} {
				for i := range numbers {
					numbers[i] = random.Float32()
				}
			}
			limit[0] = random.Float32() * 4
		}
		distances := func(fast bool) (result [Points + 1]float32) {
			assembly = fast
			defer func() { assembly = true }()
			if Distances((*[Points]float32)(result[:]), query, weights, rows, limit[0]) {
				result[Points] = 1
			}
			return result
		}
		fast, plain := distances(true), distances(false)
		for i, a := range fast {
			if b := plain[i]; math.Float32bits(a) != math.Float32bits(b) && (a == a || b == b) {
				t.Fatalf("distances: lane %d: assembly %v (%#x), plain %v (%#x)", i, a, math.Float32bits(a), b,
					math.Float32bits(b))
			}
		}
		onGrid, boxes := randomGrid(random)
		onGrid.SetLimit(int32(random.Uint32()) >> random.IntN(8))
		for name, measure := range map[string]func(*Squares, *Query, []int16){"boxes": ToBoxes, "points": ToPoints} {
			var fast, plain Squares
			measure(&fast, onGrid, boxes)
			assembly = false
			measure(&plain, onGrid, boxes)
			if assembly = true; fast != plain {
				t.Fatalf("%s: assembly %v, plain %v", name, fast, plain)
			}
		}
	})
}

func BenchmarkNearest(b *testing.B) {
	const n = 27
	random := rand.New(rand.NewPCG(1, 1))
	query, weights, rows := make([]float32, n), make([]float32, n), make([]float32, Points*n)
	for _, numbers := range [][]float32{query, weights, rows} {
		for i := range numbers {
			numbers[i] = random.Float32()
		}
	}
	onGrid, boxes := &Query{}, make([]int16, 4*Boxes*MostPairs)
	onGrid.SetCoordinates(make([]int16, 2*MostPairs))
	var distances [Points]float32
	var squares Squares
	for _, c := range []struct {
		name  string
		count float64
		run   func()
	}{
		{"Distances", Points, func() { Distances(&distances, query, weights, rows, 1e9) }},
		{"ToBoxes", Boxes, func() { ToBoxes(&squares, onGrid, boxes) }},
		{"ToPoints", Boxes, func() { ToPoints(&squares, onGrid, boxes) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				c.run()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/c.count, "ns/point")
		})
	}
}
