package matching

import (
	"github.com/sinew-go/sinew/assets/matching/internal/form"
	"github.com/sinew-go/sinew/internal/kernel/nearest"
)

// places are the coordinates of frames along the axes.
type places struct {
	count       int       // of the coordinates of a frame
	coordinates []float64 // of each frame; 0 of one that cannot be found
	within      float64   // how far one may be from the true one at most
}

// locate finds the places of frames with such numbers.
func (d *draft) locate(frames []int32, row func(frame int) []float32) places {
	a := &d.index.Axes
	p := places{count: a.Count + 1, coordinates: make([]float64, d.frames*(a.Count+1))}
	var at [form.MostCoordinates]float64
	for _, frame := range frames {
		p.within = max(p.within, a.Along(row(int(frame)), &at))
		copy(p.of(frame), at[:])
	}
	return p
}

func (p *places) of(frame int32) []float64 { return p.coordinates[int(frame)*p.count:][:p.count] }

// newGrid returns a grid on which all of some frames are.
func newGrid(p *places, frames []int32) (g form.Grid) {
	var largest [form.MostCoordinates]float64
	for i, frame := range frames {
		for k, at := range p.of(frame) {
			if i == 0 {
				g.Origin[k], largest[k] = at, at
			}
			g.Origin[k], largest[k] = min(g.Origin[k], at), max(largest[k], at)
		}
	}
	for k := range p.count {
		g.Step = max(g.Step, (largest[k]-g.Origin[k])/nearest.Most, p.within)
	}
	if !(g.Step > 0) {
		g.Step = 1
	}
	g.Off = g.Rounding(p.count, p.within)
	return g
}

// underflow returns how much smaller a cost may be than the sum of its products, as squares and
// products that are too small become 0.
func underflow(weights []float32) (slack float64) {
	for _, weight := range weights {
		slack += float64((float64(weight) + 1) * (1.0 / (1 << 62) / (1 << 62) / (1 << 20)))
	}
	return slack
}
