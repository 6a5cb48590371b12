package matching

import (
	"cmp"
	"math"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel/nearest"
	"github.com/sinew-go/sinew/internal/order"
)

// mostAxes is how many axes there are at most. The numbers of frames depend on each other: in
// databases of walking and running these show 97 to 99 % of 27 numbers' squares. What they do not
// show is one more coordinate.
const mostAxes, mostCoordinates = mostCoordinates - 1, 2 * nearest.MostPairs

// axes are the directions in which the frames spread most, at right angles to each other where each
// number counts by the root of its weight. Along them the square distance of two frames is at most
// the cost of one for a query with the numbers of the other, and nearly that.
type axes struct {
	width, count int
	vectors      []float64 // for each of mostCoordinates what each number adds to it
	middle       []float64 // the numbers of a middle of the frames, from which coordinates are counted
	roots        []float64 // of the weights; none where numbers add nothing
	size         float64   // of the middle, like the size of numbers
}

// newAxes finds the axes of frames. row returns the numbers of one of them, until it is called
// again.
func newAxes(frames int, weights []float32, row func(frame int) []float32) axes {
	width := len(weights)
	a := axes{width: width, count: min(width, mostAxes)}
	a.vectors = make([]float64, mostCoordinates*width)
	roots := make([]float64, width)
	for i, weight := range weights {
		roots[i] = math.Sqrt(float64(weight))
	}
	mean, squares := spreadOf(frames, roots, row)
	if !exact.AllFinite(squares...) {
		return a // along no axis anything is far
	}
	a.findVectors(squares)
	a.roots, a.middle = roots, mean
	for _, x := range mean {
		a.size += math.Abs(x)
	}
	return a
}

// spreadOf returns the means of numbers times their roots, and the mean products of the differences
// from them, of some thousand frames.
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
	spread := make([]int, a.width) // the numbers that spread most first
	for i := range spread {
		spread[i] = i
	}
	order.Stable(spread, func(i, j int) int {
		return cmp.Compare(squares[j*a.width+j], squares[i*a.width+i])
	})
	for k := range a.count {
		a.vectors[k*a.width+spread[k]] = 1
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

// along writes the coordinates of numbers along the axes to at, then how far they are from the space
// of the axes: two that differ in that are at least so far from each other beside it. It returns how
// far one of these may be from the true one at most.
func (a *axes) along(numbers []float32, at *[mostCoordinates]float64) (within float64) {
	*at = [mostCoordinates]float64{}
	if a.roots == nil {
		return 0
	}
	const most = 32 // numbers that are kept at once
	var kept [most]float64
	size, square := a.size, 0.0
	for first := 0; first < len(numbers); first += most {
		part := kept[:min(most, len(numbers)-first)]
		for i := range part {
			x := float64(float64(numbers[first+i]) * a.roots[first+i])
			size += math.Abs(x)
			x -= a.middle[first+i]
			square += float64(x * x)
			part[i] = x
		}
		for k := 0; k < mostCoordinates; k += 4 { // sums that do not wait for each other
			v, w := a.vector(k)[first:][:len(part)], a.vector(k + 1)[first:][:len(part)]
			x, y := a.vector(k + 2)[first:][:len(part)], a.vector(k + 3)[first:][:len(part)]
			s0, s1, s2, s3 := at[k], at[k+1], at[k+2], at[k+3]
			for i, n := range part {
				s0 += float64(v[i] * n)
				s1 += float64(w[i] * n)
				s2 += float64(x[i] * n)
				s3 += float64(y[i] * n)
			}
			at[k], at[k+1], at[k+2], at[k+3] = s0, s1, s2, s3
		}
	}
	for _, x := range at[:a.count] {
		square -= float64(x * x)
	}
	at[a.count] = math.Sqrt(max(square, 0))
	// The square is of what may be as large as the size, and off by some of its last bits.
	return float64(size * math.Sqrt(float64(a.width+64)) * (1.0 / (1 << 23)))
}
