package nearest

import (
	"math"
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
		points, boxes := make([]float32, n*Points), make([]float32, 2*n*Boxes)
		samebits.Fill(random, points)
		samebits.Fill(random, query)
		for i := range weights {
			weights[i] = random.Float32() * 3
			if query[i]-query[i] != 0 {
				query[i] = 1
			}
		}
		for i := range n {
			for l := range Boxes { // so many around each point
				x := &points[i*Points+l%Points]
				if *x-*x != 0 {
					*x = -1
				}
				size := random.Float32() * 2
				boxes[2*i*Boxes+l], boxes[(2*i+1)*Boxes+l] = *x-size*random.Float32(), *x+size*random.Float32()
			}
		}
		var distances [Points]float32
		var bounds [Boxes]float32
		limit := float32(math.Inf(1))
		above := Distances(&distances, query, weights, points, limit)
		above = Bounds(&bounds, query, weights, boxes, limit) || above
		least, lowest := limit, limit
		for l := range Boxes {
			if bounds[l] > distances[l%Points] {
				t.Fatalf("lane %d: bound %v, distance %v", l, bounds[l], distances[l%Points])
			}
			least, lowest = min(least, distances[l%Points]), min(lowest, bounds[l])
		}
		if above {
			t.Fatal("sums are above infinity")
		}
		// Below the least sum all are above; at it they are not.
		for _, c := range []struct {
			limit float32
			want  bool
		}{{math.Nextafter32(least, -1), true}, {least, false}} {
			if got := Distances(&distances, query, weights, points, c.limit); got != c.want && least < limit {
				t.Fatalf("all above %v: %t, the least one is %v", c.limit, got, least)
			}
		}
		for _, c := range []struct {
			limit float32
			want  bool
		}{{math.Nextafter32(lowest, -1), true}, {lowest, false}} {
			if got := Bounds(&bounds, query, weights, boxes, c.limit); got != c.want && lowest < limit {
				t.Fatalf("all above %v: %t, the least one is %v", c.limit, got, lowest)
			}
		}
	}
}
