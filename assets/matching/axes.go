package matching

import (
	"cmp"
	"math"
	"slices"

	"github.com/sinew-go/sinew/internal/exact"
)

// mostAxes is how many axes there are at most. The numbers of frames depend on each other: in
// databases of walking and running these show 97 to 99 % of 27 numbers' squares.
const mostAxes = 12

// axes are the directions in which the frames spread most, at right angles to each other where each
// number counts by the root of its weight. Along them the square distance of two frames is at most
// the cost of one for a query with the numbers of the other, and nearly that.
type axes struct {
	width, count int
	vectors      []float64 // for each axis what each number adds to the coordinate
	middle       []float64 // the coordinates of a middle of the frames, which are subtracted
}

// newAxes finds the axes of frames. row returns the numbers of one of them, until it is called
// again.
func newAxes(frames int, weights []float32, row func(frame int) []float32) axes {
	width := len(weights)
	a := axes{width: width, count: min(width, mostAxes)}
	a.vectors, a.middle = make([]float64, a.count*width), make([]float64, a.count)
	roots := make([]float64, width)
	for i, weight := range weights {
		roots[i] = math.Sqrt(float64(weight))
	}
	mean, squares := spreadOf(frames, roots, row)
	if !exact.AllFinite(squares...) {
		return a // along no axis anything is far
	}
	a.findVectors(squares)
	for k := range a.count {
		for i, root := range roots {
			v := &a.vectors[k*width+i]
			a.middle[k] += float64(*v * mean[i]) // the mean has the root
			*v = float64(*v * root)
		}
	}
	return a
}

// spreadOf returns the mean of the numbers of frames, each times its root, and the mean products of
// their differences from it, of some thousand frames.
func spreadOf(frames int, roots []float64, row func(frame int) []float32) (mean, squares []float64) {
	const enough = 4096
	width, step := len(roots), (frames+enough-1)/enough
	mean, squares = make([]float64, width), make([]float64, width*width)
	differences := make([]float64, width)
	n := float64((frames + step - 1) / max(step, 1))
	for frame := 0; frame < frames; frame += step {
		for i, x := range row(frame) {
			mean[i] += float64(float64(x)*roots[i]) / n
		}
	}
	for frame := 0; frame < frames; frame += step {
		for i, x := range row(frame) {
			differences[i] = float64(float64(x)*roots[i]) - mean[i]
		}
		for i, d := range differences {
			for j, e := range differences[:i+1] {
				squares[i*width+j] += float64(d*e) / n
			}
		}
	}
	for i := range width {
		for j := range i {
			squares[j*width+i] = squares[i*width+j]
		}
	}
	return mean, squares
}

// findVectors finds the axes of mean products by orthogonal iteration: axes that are multiplied by
// them and put at right angles again turn toward the directions of the largest spreads. Any axes at
// right angles are right; better ones only save work.
func (a *axes) findVectors(squares []float64) {
	const rounds = 12
	order := make([]int, a.width) // the numbers that spread most first
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Compare(squares[j*a.width+j], squares[i*a.width+i])
	})
	for k := range a.count {
		a.vectors[k*a.width+order[k]] = 1
	}
	product := make([]float64, a.width)
	for range rounds {
		for k := range a.count {
			v := a.vector(k)
			for i := range product {
				product[i] = dot(squares[i*a.width:][:a.width], v)
			}
			copy(v, product)
			a.straighten(k)
		}
	}
}

func (a *axes) vector(k int) []float64 { return a.vectors[k*a.width:][:a.width] }

// straighten puts a vector at right angles to those before it and gives it the length 1. One that
// depends on them becomes 0.
func (a *axes) straighten(k int) {
	v := a.vector(k)
	for range 2 { // the second time what rounding left
		before := math.Sqrt(dot(v, v))
		for j := range k {
			other := a.vector(j)
			along := dot(v, other)
			for i := range v {
				v[i] -= float64(along * other[i])
			}
		}
		length := math.Sqrt(dot(v, v))
		if !(length > float64(1e-6*before)) || !exact.IsFinite(length) {
			clear(v)
			return
		}
		for i := range v {
			v[i] /= length
		}
	}
}

func dot(a, b []float64) (sum float64) {
	for i, x := range a {
		sum += float64(x * b[i])
	}
	return sum
}

// along returns the coordinate of numbers along an axis, and how far it may be from the true one at
// most.
func (a *axes) along(k int, numbers []float32) (at, within float64) {
	rounding := float64(a.width+8) * (1.0 / (1 << 52)) // of the sum
	at, within = -a.middle[k], math.Abs(a.middle[k])
	for i, v := range a.vector(k) {
		p := float64(v * float64(numbers[i]))
		at += p
		within += math.Abs(p)
	}
	return at, float64(within * rounding)
}

// sight is a query as it is seen along the axes.
type sight struct {
	coordinates [mostAxes]float32
	ones        [mostAxes]float32 // the weights of the coordinates
	off         float64           // how far from the true coordinates these are at most
	slack       float64           // what underflow may take from a cost
	more        float64           // by what part rounding may change a cost
}

// see returns a query along the axes of a database.
func (d *Database) see(query []float32) (s sight) {
	a := &d.index.axes
	off := 0.0
	for k := range a.count {
		at, within := a.along(k, query)
		s.coordinates[k], s.ones[k] = float32(at), 1
		within += float64(math.Abs(at) * (1.0 / (1 << 23)))
		off += float64(within * within)
	}
	s.off = math.Sqrt(off)
	s.slack, s.more = d.index.slack, 1+float64(float64(d.width+32)*(1.0/(1<<22)))
	return s
}

// reach returns a square distance along the axes that no frame exceeds whose cost is at most so
// much. Roots of costs are distances, to which the distance by which the query is off is added.
func (s *sight) reach(cost float32) float32 {
	if !(cost >= 0) {
		return -1
	}
	distance := math.Sqrt(float64((float64(cost)+s.slack)*s.more)) + s.off
	square := float64(float64(distance*distance)*s.more) + s.slack
	reach := float32(square)
	if !exact.IsFinite(reach) {
		return float32(math.Inf(1))
	}
	return reach
}

// underflow returns how much smaller a cost may be than the sum of its products, as squares and
// products that are too small become 0.
func underflow(weights []float32) (slack float64) {
	for _, weight := range weights {
		slack += float64((float64(weight) + 1) * (1.0 / (1 << 62) / (1 << 62) / (1 << 20)))
	}
	return slack
}

// box is the bounds of a coordinate of a frame.
func (a *axes) box(k int, numbers []float32) (least, largest float32) {
	at, within := a.along(k, numbers)
	infinity := float32(math.Inf(1))
	least, largest = float32(at-within), float32(at+within)
	if !exact.AllFinite(least, largest) {
		return -infinity, infinity
	}
	return math.Nextafter32(least, -infinity), math.Nextafter32(largest, infinity)
}
