package nearest

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/internal/testing/samebits"
)

// Distances tells whether all are above a limit, to the last bit, whatever the numbers.
func TestLimitOfDistances(t *testing.T) {
	random := rand.New(rand.NewPCG(26, 1))
	for range 2000 {
		n := 1 + random.IntN(30)
		query, weights, points := make([]float32, n), make([]float32, n), make([]float32, n*Points)
		samebits.Fill(random, points)
		samebits.Fill(random, query)
		for _, numbers := range [][]float32{query, points} {
			for i, x := range numbers {
				if x-x != 0 {
					numbers[i] = 1
				}
			}
		}
		for i := range weights {
			weights[i] = random.Float32() * 3
		}
		var distances [Points]float32
		infinity := float32(math.Inf(1))
		if Distances(&distances, query, weights, points, infinity) {
			t.Fatal("sums are above infinity")
		}
		least := infinity
		for _, distance := range distances {
			least = min(least, distance)
		}
		// Below the least sum all are above; at it they are not.
		for _, c := range []struct {
			limit float32
			want  bool
		}{{math.Nextafter32(least, -1), true}, {least, false}} {
			if got := Distances(&distances, query, weights, points, c.limit); got != c.want && least < infinity {
				t.Fatalf("all above %v: %t, the least one is %v", c.limit, got, least)
			}
		}
	}
}

// randomGrid returns a query of any number of coordinates and boxes, some of them points, at the
// edges of the grid too.
func randomGrid(random *rand.Rand) (*Query, []int16) {
	coordinate := func() int16 {
		return int16(min(Most, max(0, random.IntN(Most+400)-200)))
	}
	coordinates := make([]int16, random.IntN(2*MostPairs+1))
	for k := range coordinates {
		coordinates[k] = coordinate()
	}
	query := &Query{}
	query.SetCoordinates(coordinates)
	boxes := make([]int16, 4*Boxes*((len(coordinates)+1)/2))
	for i := range boxes {
		boxes[i] = coordinate()
		if i%(4*Boxes) >= 2*Boxes {
			boxes[i] = max(boxes[i], boxes[i-2*Boxes])
		}
	}
	return query, boxes
}

// Square distances on the grid are those of whole numbers, and the bits tell which are above a
// limit.
func TestSquaresOnTheGrid(t *testing.T) {
	random := rand.New(rand.NewPCG(26, 3))
	for range 300 {
		query, boxes := randomGrid(random)
		pairs := len(boxes) / (4 * Boxes)
		points := make([]int16, 2*Boxes*pairs)
		for k := range pairs {
			copy(points[2*k*Boxes:], boxes[4*k*Boxes:][:2*Boxes])
		}
		var want [2][Boxes]int64 // to points, to boxes
		for thing := range Boxes {
			for k := range 2 * pairs {
				q := int64(query.rows[k/2][k%2])
				at := 4*(k/2)*Boxes + 2*thing + k%2
				least, largest := int64(boxes[at]), int64(boxes[at+2*Boxes])
				want[0][thing] += (least - q) * (least - q)
				e := max(least-q, q-largest, 0)
				want[1][thing] += e * e
			}
		}
		limit := want[random.IntN(2)][random.IntN(Boxes)] - int64(random.IntN(2))
		query.SetLimit(int32(limit))
		var got [2]Squares
		ToPoints(&got[0], query, points)
		ToBoxes(&got[1], query, boxes)
		for i := range got {
			within := got[i].Within()
			for bit := range Boxes {
				thing := Thing(bit)
				if square := want[i][thing]; int64(got[i].Of[thing]) != square || within>>bit&1 == 1 != (square <= limit) {
					t.Fatalf("thing %d: expected %d, found %d, within %d: %d", thing, square, got[i].Of[thing], limit,
						within>>bit&1)
				}
			}
		}
	}
}
