package matching

import (
	"math"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel/nearest"
)

// places are the coordinates of frames along the axes.
type places struct {
	count       int       // of the coordinates of a frame
	coordinates []float64 // of each frame; 0 of one that cannot be found
	within      float64   // how far one may be from the true one at most
}

// locate finds the places of frames with such numbers.
func (d *Database) locate(frames []int32, row func(frame int) []float32) places {
	a := &d.index.axes
	p := places{count: a.count + 1, coordinates: make([]float64, d.frames*(a.count+1))}
	var at [mostCoordinates]float64
	for _, frame := range frames {
		p.within = max(p.within, a.along(row(int(frame)), &at))
		copy(p.of(frame), at[:])
	}
	return p
}

func (p *places) of(frame int32) []float64 { return p.coordinates[int(frame)*p.count:][:p.count] }

// grid puts coordinates along the axes on whole numbers from 0 to [nearest.Most].
type grid struct {
	origin [mostCoordinates]float64
	step   float64 // of all axes
	off    float64 // how far a frame is from its true place at most, in steps
}

// newGrid returns a grid on which all of some frames are.
func newGrid(p *places, frames []int32) (g grid) {
	var largest [mostCoordinates]float64
	for i, frame := range frames {
		for k, at := range p.of(frame) {
			if i == 0 {
				g.origin[k], largest[k] = at, at
			}
			g.origin[k], largest[k] = min(g.origin[k], at), max(largest[k], at)
		}
	}
	for k := range p.count {
		g.step = max(g.step, (largest[k]-g.origin[k])/nearest.Most, p.within)
	}
	if !(g.step > 0) {
		g.step = 1
	}
	g.off = g.rounding(p.count, p.within)
	return g
}

// rounding returns how many steps a place on the grid is from the true one at most, whose
// coordinates are so far from the true ones.
func (g *grid) rounding(count int, within float64) float64 {
	return float64(math.Sqrt(float64(count)) * (0.5 + 1.0/(1<<20) + within/g.step))
}

// place returns the place of a coordinate on the grid: the nearest one.
func (g *grid) place(k int, at float64) int16 {
	return int16(max(0, min(math.Floor((at-g.origin[k])/g.step+0.5), nearest.Most)))
}

// sight is a query as it is seen on the grid.
type sight struct {
	nearest.Query
	step  float64
	off   float64 // how far frames and the query together are from their true places at most, in steps
	slack float64 // what underflow may take from a cost
	more  float64 // by what part rounding may change a cost
}

// see returns a query on the grid of a database. One outside goes to the edge, which is nearer to
// all frames.
func (d *Database) see(query []float32, s *sight) {
	a, g := &d.index.axes, &d.index.grid
	var at [mostCoordinates]float64
	within := a.along(query, &at)
	var coordinates [mostCoordinates]int16
	for k := range a.count + 1 {
		coordinates[k] = g.place(k, at[k])
	}
	s.SetCoordinates(coordinates[:a.count+1])
	s.step, s.off = g.step, g.off+g.rounding(a.count+1, within)
	s.slack, s.more = d.index.slack, 1+float64(float64(d.width+32)*(1.0/(1<<22)))
}

// look limits what is seen to the square distance on the grid that no frame exceeds whose cost is at
// most so much. Roots of costs are distances, to which the distance by which places are off is added.
func (s *sight) look(cost float32) {
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

// underflow returns how much smaller a cost may be than the sum of its products, as squares and
// products that are too small become 0.
func underflow(weights []float32) (slack float64) {
	for _, weight := range weights {
		slack += float64((float64(weight) + 1) * (1.0 / (1 << 62) / (1 << 62) / (1 << 20)))
	}
	return slack
}
