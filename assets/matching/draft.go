package matching

import (
	"math"
	"slices"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/matching/internal/form"
	"github.com/sinew-go/sinew/assets/matching/search"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
)

// draft is a database while it is made. A database keeps it as its origin.
type draft struct {
	name     string
	skeleton *rig.Skeleton
	builder  *Builder // for Rebuild
	rate     float64  // frames per second
	period   float64  // 1/rate
	spans    []span
	tags     []string
	times    []float64 // of the trajectory
	features []Feature
	width    int // how many numbers a frame has
	frames   int // of all ranges
	weights  []float32
	index    form.Index
	report   Report
	owner    any // of the memory of the numbers; nil for that of Go
}

var _ search.Origin = (*draft)(nil)

// database returns the database that is made.
func (d *draft) database() *Database {
	p := search.Parts{
		Name: d.name, Skeleton: d.skeleton, Rate: d.rate, Tags: d.tags, Times: d.times, Features: d.features,
		Positions: -1, Directions: -1, Weights: d.weights, Index: d.index, Report: d.report, Owner: d.owner, Origin: d,
	}
	for i := range d.spans {
		p.Ranges, p.Spans = append(p.Ranges, d.spans[i].Range), append(p.Spans, d.spans[i].Span)
	}
	for i := range d.builder.features {
		switch d.builder.features[i].kind {
		case trajectoryPositions:
			p.Positions = d.features[i].First
		case trajectoryDirections:
			p.Directions = d.features[i].First
		}
	}
	return search.New(p)
}

// clips returns the clips in the order in which the ranges name them first.
func (d *draft) clips() (list []id.Clip) {
	for i := range d.spans {
		if of := d.spans[i].Clip; !slices.Contains(list, of) {
			list = append(list, of)
		}
	}
	return list
}

// Rebuild implements [search.Origin].
func (d *draft) Rebuild(clips motion.Clips) (*Database, error) { return d.builder.build(clips, d) }

// WithClips implements [search.Origin].
func (d *draft) WithClips(renamed func(id.Clip) id.Clip) search.Origin {
	copied, builder := *d, *d.builder
	copied.spans, builder.ranges = slices.Clone(d.spans), slices.Clone(d.builder.ranges)
	for i := range copied.spans {
		copied.spans[i].Clip = renamed(copied.spans[i].Clip)
	}
	for i := range builder.ranges {
		builder.ranges[i].Clip = renamed(builder.ranges[i].Clip)
	}
	copied.builder = &builder
	return &copied
}

// weigh finds the spreads of the features and the weights of their numbers, given those of each
// frame.
func (d *draft) weigh(row func(frame int) []float32) {
	sums, squares := make([]float64, d.width), make([]float64, d.width)
	n := float64(d.frames)
	for frame := range d.frames {
		for i, x := range row(frame) {
			sums[i] += float64(x)
		}
	}
	for frame := range d.frames {
		for i, x := range row(frame) {
			e := float64(x) - sums[i]/n
			squares[i] += float64(e * e)
		}
	}
	d.weights = make([]float32, d.width)
	for i := range d.features {
		f := &d.features[i]
		sum, largest := 0.0, 0.0
		for k := f.First; k < f.First+f.Width; k++ {
			sum += squares[k]
			largest = max(largest, math.Abs(sums[k]/n))
		}
		f.Spread = math.Sqrt(sum / float64(float64(f.Width)*n))
		// What only rounds differently does not change.
		if f.Spread <= float64(1e-6*max(largest, 1e-30)) {
			f.Spread = 0
			continue
		}
		scale := float64(f.Weight) / f.Spread
		for k := f.First; k < f.First+f.Width; k++ {
			d.weights[k] = float32(scale * scale)
		}
	}
}
