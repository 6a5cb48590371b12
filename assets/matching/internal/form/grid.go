package form

import (
	"math"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel/nearest"
)

// Grid puts coordinates along the axes on whole numbers from 0 to [nearest.Most].
type Grid struct {
	Origin [MostCoordinates]float64
	Step   float64 // of all axes
	Off    float64 // how far a frame is from its true place at most, in steps
}

// Rounding returns how many steps a place on the grid is from the true one at most, whose
// coordinates are so far from the true ones.
func (g *Grid) Rounding(count int, within float64) float64 {
	return float64(math.Sqrt(float64(count)) * (0.5 + 1.0/(1<<20) + within/g.Step))
}

// Place returns the place of a coordinate on the grid: the nearest one.
func (g *Grid) Place(k int, at float64) int16 {
	return int16(max(0, min(math.Floor((at-g.Origin[k])/g.Step+0.5), nearest.Most)))
}

// Sight is a query as it is seen on the grid.
type Sight struct {
	nearest.Query
	step  float64
	off   float64 // how far frames and the query together are from their true places at most, in steps
	slack float64 // what underflow may take from a cost
	more  float64 // by what part rounding may change a cost
}

// See returns a query on the grid. One outside goes to the edge, which is nearer to all frames.
func (x *Index) See(query []float32, s *Sight) {
	a, g := &x.Axes, &x.Grid
	var at [MostCoordinates]float64
	within := a.Along(query, &at)
	var coordinates [MostCoordinates]int16
	for k := range a.Count + 1 {
		coordinates[k] = g.Place(k, at[k])
	}
	s.SetCoordinates(coordinates[:a.Count+1])
	s.step, s.off = g.Step, g.Off+g.Rounding(a.Count+1, within)
	s.slack, s.more = x.Slack, 1+float64(float64(a.Width+32)*(1.0/(1<<22)))
}

// Look limits what is seen to the square distance on the grid that no frame exceeds whose cost is
// at most so much. Roots of costs are distances, to which the distance by which places are off is
// added.
func (s *Sight) Look(cost float32) {
	if !(cost >= 0) {
		s.SetLimit(-1)
		return
	}
	distance := math.Sqrt(float64((float64(cost)+s.slack)*s.more))/s.step + s.off
	square := float64(float64(distance*distance)*s.more) + 1
	if !(square < math.MaxInt32) || !exact.IsFinite(square) {
		square = math.MaxInt32
	}
	s.SetLimit(int32(square))
}
