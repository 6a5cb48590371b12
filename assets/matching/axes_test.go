package matching

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/assets/matching/internal/form"
	"github.com/sinew-go/sinew/internal/kernel/nearest"
)

// No frame whose place on the grid is out of sight of a cost has that cost or a lower one, in databases of numbers
// of any size, with numbers that depend on each other, and for queries far away and next to a frame.
func TestWhatIsOutOfSightHasNoBetterFrame(t *testing.T) {
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
		d := &draft{width: width, frames: 20, weights: weights}
		d.orient(row)
		frames := make([]int32, 20)
		for i := range frames {
			frames[i] = int32(i)
		}
		p := d.locate(frames, row)
		d.index.Grid = newGrid(&p, frames)
		query := make([]float32, width)
		for range 20 {
			copy(query, row(random.IntN(20)))
			for i := range query {
				query[i] += float32(random.NormFloat64() * scale * math.Exp2(float64(-random.IntN(40))))
			}
			var s form.Sight
			d.index.See(query, &s)
			for frame := range 20 {
				var distances [form.LeafSize]float32
				points, places := make([]float32, form.LeafSize*width), make([]int16, 2*form.NodeSize*d.index.Pairs())
				for i, n := range row(frame) {
					points[i*form.LeafSize] = n
				}
				for k, at := range p.of(int32(frame)) {
					places[k/2*2*form.NodeSize+k%2] = d.index.Grid.Place(k, at)
				}
				nearest.Distances(&distances, query, weights, points, float32(math.Inf(1)))
				cost := distances[0]
				s.Look(cost)
				var squares nearest.Squares
				nearest.ToPoints(&squares, &s.Query, places)
				if squares.Of[0] > s.Limit() || squares.Within()&1 == 0 {
					t.Fatalf("%d numbers: the frame is %v away, the limit of the cost %v is %v", width, squares.Of[0], cost,
						s.Limit())
				}
				if s.Look(cost / 2); squares.Of[0] > s.Limit() {
					pruned++
				}
			}
		}
	}
	if pruned < 10_000 {
		t.Errorf("only %d of 120000 frames are out of sight of half of their cost", pruned)
	}
}
