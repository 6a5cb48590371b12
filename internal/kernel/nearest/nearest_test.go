package nearest

import (
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/internal/testing/samebits"
)

// No point of a box is nearer than its bound, to the last bit, whatever the finite query.
func TestBoundsAreBelowDistances(t *testing.T) {
	random := rand.New(rand.NewPCG(26, 1))
	for range 2000 {
		n := 1 + random.IntN(30)
		query, weights := make([]float32, n), make([]float32, n)
		points, boxes := make([]float32, n*Width), make([]float32, 2*n*Width)
		samebits.Fill(random, points)
		samebits.Fill(random, query)
		for i := range weights {
			weights[i] = random.Float32() * 3
			if query[i]-query[i] != 0 {
				query[i] = 1
			}
		}
		for i := range n {
			for l := range Width {
				x := &points[i*Width+l]
				if *x-*x != 0 {
					*x = -1
				}
				size := random.Float32() * 2
				boxes[2*i*Width+l], boxes[(2*i+1)*Width+l] = *x-size*random.Float32(), *x+size*random.Float32()
			}
		}
		var distances, bounds [Width]float32
		Distances(&distances, query, weights, points)
		Bounds(&bounds, query, weights, boxes)
		for l := range Width {
			if bounds[l] > distances[l] {
				t.Fatalf("lane %d: bound %v, distance %v", l, bounds[l], distances[l])
			}
		}
	}
}
