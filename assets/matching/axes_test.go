package matching

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/internal/kernel/nearest"
)

// No frame whose box is out of reach of a cost has that cost or a lower one, in databases of numbers
// of any size, with numbers that depend on each other, and for queries far away and next to a frame.
func TestBoxesOutOfReachHaveNoBetterFrame(t *testing.T) {
	random := rand.New(rand.NewPCG(26, 7))
	size := func() float64 { return math.Exp2(float64(random.IntN(70) - 35)) }
	pruned := 0
	for range 300 {
		width := 1 + random.IntN(40)
		weights, rows := make([]float32, width), make([]float32, 20*width)
		scale := size()
		for i := range weights {
			weights[i] = float32(random.Float64() * size())
			if random.IntN(8) == 0 {
				weights[i] = 0
			}
		}
		for i := range rows {
			rows[i] = float32(random.NormFloat64() * scale)
			if random.IntN(3) > 0 && i >= 2*width { // depends on others, or is far away
				rows[i] = rows[i-width]*2 - rows[i-2*width]
			}
		}
		row := func(frame int) []float32 { return rows[frame*width:][:width] }
		d := &Database{width: width, frames: 20, weights: weights}
		d.orient(row)
		a := &d.index.axes
		query := make([]float32, width)
		for range 20 {
			copy(query, row(random.IntN(20)))
			for i := range query {
				query[i] += float32(random.NormFloat64() * scale * math.Exp2(float64(-random.IntN(40))))
			}
			sight := d.see(query)
			for frame := range 20 {
				boxes := make([]float32, 2*nodeSize*a.count)
				for k := range a.count {
					boxes[2*k*nodeSize], boxes[(2*k+1)*nodeSize] = a.box(k, row(frame))
				}
				var distances [leafSize]float32
				points, bounds := make([]float32, leafSize*width), [nodeSize]float32{}
				for i, n := range row(frame) {
					points[i*leafSize] = n
				}
				infinity := float32(math.Inf(1))
				nearest.Distances(&distances, query, weights, points, infinity)
				nearest.Bounds(&bounds, sight.coordinates[:a.count], sight.ones[:a.count], boxes, infinity)
				if cost := distances[0]; bounds[0] > sight.reach(cost) {
					t.Fatalf("%d numbers: the box is %v away, the reach of the cost %v is %v", width, bounds[0], cost,
						sight.reach(cost))
				} else if bounds[0] > sight.reach(cost/2) {
					pruned++
				}
			}
		}
	}
	if pruned < 10_000 {
		t.Errorf("only %d of 120000 boxes are out of reach of half of the cost of their frame", pruned)
	}
}
