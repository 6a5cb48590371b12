package form

import (
	"math"

	"github.com/sinew-go/sinew/internal/kernel/nearest"
)

// MostAxes is how many axes there are at most. The numbers of frames depend on each other: in
// databases of walking and running these show 97 to 99 % of 27 numbers' squares. What they do not
// show is one more coordinate.
const MostAxes = MostCoordinates - 1

// MostCoordinates is how many coordinates there are at most: those along the axes, and one more.
const MostCoordinates = 2 * nearest.MostPairs

// Axes are the directions in which the frames spread most, at right angles to each other where each
// number counts by the root of its weight. Along them the square distance of two frames is at most
// the cost of one for a query with the numbers of the other, and nearly that.
type Axes struct {
	Width, Count int
	Vectors      []float64 // for each of MostCoordinates what each number adds to it
	Middle       []float64 // the numbers of a middle of the frames, from which coordinates are counted
	Roots        []float64 // of the weights; none where numbers add nothing
	Size         float64   // of the middle, like the size of numbers
}

// Vector returns what each number adds to a coordinate.
func (a *Axes) Vector(k int) []float64 { return a.Vectors[k*a.Width:][:a.Width] }

// Along writes the coordinates of numbers along the axes to at, then how far they are from the
// space of the axes: two that differ in that are at least so far from each other beside it. It
// returns how far one of these may be from the true one at most.
func (a *Axes) Along(numbers []float32, at *[MostCoordinates]float64) (within float64) {
	*at = [MostCoordinates]float64{}
	if a.Roots == nil {
		return 0
	}
	const most = 32 // numbers that are kept at once
	var kept [most]float64
	size, square := a.Size, 0.0
	for first := 0; first < len(numbers); first += most {
		part := kept[:min(most, len(numbers)-first)]
		for i := range part {
			x := float64(float64(numbers[first+i]) * a.Roots[first+i])
			size += math.Abs(x)
			x -= a.Middle[first+i]
			square += float64(x * x)
			part[i] = x
		}
		for k := 0; k < MostCoordinates; k += 4 { // sums that do not wait for each other
			v, w := a.Vector(k)[first:][:len(part)], a.Vector(k + 1)[first:][:len(part)]
			x, y := a.Vector(k + 2)[first:][:len(part)], a.Vector(k + 3)[first:][:len(part)]
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
	for _, x := range at[:a.Count] {
		square -= float64(x * x)
	}
	at[a.Count] = math.Sqrt(max(square, 0))
	// The square is of what may be as large as the size, and off by some of its last bits.
	return float64(size * math.Sqrt(float64(a.Width+64)) * (1.0 / (1 << 23)))
}
