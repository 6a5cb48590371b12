package matching

import (
	"cmp"
	"math"

	"github.com/sinew-go/sinew/assets/matching/internal/form"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/order"
)

// newAxes finds the axes of frames. row returns the numbers of one of them, until it is called
// again.
func newAxes(frames int, weights []float32, row func(frame int) []float32) form.Axes {
	width := len(weights)
	a := form.Axes{Width: width, Count: min(width, form.MostAxes)}
	a.Vectors = make([]float64, form.MostCoordinates*width)
	roots := make([]float64, width)
	for i, weight := range weights {
		roots[i] = math.Sqrt(float64(weight))
	}
	mean, squares := spreadOf(frames, roots, row)
	if !exact.AllFinite(squares...) {
		return a // along no axis anything is far
	}
	findVectors(&a, squares)
	a.Roots, a.Middle = roots, mean
	for _, x := range mean {
		a.Size += math.Abs(x)
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
func findVectors(a *form.Axes, squares []float64) {
	const rounds = 12
	spread := make([]int, a.Width) // the numbers that spread most first
	for i := range spread {
		spread[i] = i
	}
	order.Stable(spread, func(i, j int) int {
		return cmp.Compare(squares[j*a.Width+j], squares[i*a.Width+i])
	})
	for k := range a.Count {
		a.Vectors[k*a.Width+spread[k]] = 1
	}
	product := make([]float64, a.Width)
	for range rounds {
		for k := range a.Count {
			v := a.Vector(k)
			for i := range product {
				product[i] = dot(squares[i*a.Width:][:a.Width], v)
			}
			copy(v, product)
			straighten(a, k)
		}
	}
}

// straighten puts a vector at right angles to those before it and gives it the length 1. One that
// depends on them becomes 0.
func straighten(a *form.Axes, k int) {
	v := a.Vector(k)
	for range 2 { // the second time what rounding left
		before := math.Sqrt(dot(v, v))
		for j := range k {
			other := a.Vector(j)
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
