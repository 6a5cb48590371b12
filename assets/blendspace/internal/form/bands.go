package form

import (
	"math"

	"github.com/sinew-go/sinew/internal/exact"
)

// Bands holds what gradient bands need of each pair of samples.
//
// The weight of sample i is proportional to the minimum, over all other samples j, of h(i, j),
// which falls from 1 at i to 0 at j and is clamped to 0 and 1: R. S. Johansen, "Automated
// Semi-Procedural Animation for Character Locomotion", Aarhus University 2009, chapter 6. With p
// the point and d a distance,
//
//	h(i, j) = 1/2 + (d(p, j)² - d(p, i)²) / (2 d(i, j)²)
//
// which in Cartesian coordinates is 1 - (p-i)·(j-i)/|j-i|². Since h(j, i) = 1 - h(i, j), each pair
// is computed once.
type Bands struct {
	X, Y       []float64
	Pairs      []Factors // (0, 1), (0, 2), ..., (1, 2), ...
	Indices    [MaxWeights]int32
	PolarPairs []Factors // for the polar form, in the same order
	// For the polar form: the distance of each sample from the origin, and its direction in
	// radians.
	Radius, Angle []float64
}

// Factors are the factors of h(i, j). In Cartesian form they are the vector from i to j over
// its squared length, in polar form the factors of the radius and of the squared angles.
type Factors struct{ U, V float64 }

// Cartesian appends the weights at a point by gradient bands.
func (b *Bands) Cartesian(x, y float64, out []Weight) []Weight {
	var memory [MaxWeights]float64
	relative := memory[:len(b.X)]
	b.cartesianWeights(x, y, relative)
	return appendNormalized(out, b.Indices[:len(relative)], relative)
}

// cartesianWeights computes the relative weights at a point, and returns their sum. It is at least
// 1/2, which is the least that the nearest sample has.
func (b *Bands) cartesianWeights(x, y float64, relative []float64) float64 {
	for i := range relative {
		relative[i] = 1
	}
	k := 0
	for i := range relative {
		dx, dy := x-b.X[i], y-b.Y[i]
		own := relative[i]
		pairs := b.Pairs[k : k+len(relative)-i-1]
		k += len(pairs)
		others := relative[i+1:][:len(pairs)]
		for j, p := range pairs {
			toward := float64(dx*p.U) + float64(dy*p.V)
			if away := 1 - toward; away < own { // the min builtin would also test for NaN, which cannot occur
				own = away
			}
			if toward < others[j] {
				others[j] = toward
			}
		}
		relative[i] = own
	}
	total := clampAndSum(relative)
	if !(total > 0) { // by rounding, for samples at almost the same position
		relative[b.nearest(x, y)], total = 1, 1
	}
	return total
}

// clampAndSum replaces negative weights by 0 and returns the sum.
func clampAndSum(relative []float64) float64 {
	total := 0.0
	for i, weight := range relative {
		if weight < 0 {
			relative[i] = 0
			continue
		}
		total += weight
	}
	return total
}

// nearest returns the sample nearest to a point.
func (b *Bands) nearest(x, y float64) int {
	nearest, least := 0, math.Inf(1)
	for i := range b.X {
		dx, dy := x-b.X[i], y-b.Y[i]
		if square := float64(dx*dx) + float64(dy*dy); square < least {
			nearest, least = i, square
		}
	}
	return nearest
}

// AngleBetween returns the angle in [0, pi] between two directions in [-pi, pi], in radians.
func AngleBetween(a, b float64) float64 {
	d := math.Abs(a - b)
	return min(d, 2*math.Pi-d)
}

// Polar appends the weights at a point by polar gradient bands.
//
// Since the mean radius differs from pair to pair, each of several samples with very different
// radii can lose against another, and the sum of the relative weights can fall below the 1/2 that
// is certain in Cartesian form. The Cartesian weights then fill up the difference.
func (b *Bands) Polar(x, y float64, out []Weight) []Weight {
	var memory, angles [MaxWeights]float64
	relative, squares := memory[:len(b.X)], angles[:len(b.X)]
	radius, angle := math.Sqrt(float64(x*x)+float64(y*y)), exact.Atan2(y, x)
	for i := range relative {
		a := AngleBetween(angle, b.Angle[i])
		relative[i], squares[i] = 1, float64(a*a)
	}
	k := 0
	for i := range relative {
		twice := 2*radius - b.Radius[i]
		own, square := relative[i], squares[i]
		pairs := b.PolarPairs[k : k+len(relative)-i-1]
		k += len(pairs)
		others, otherSquares, otherRadii := relative[i+1:][:len(pairs)], squares[i+1:][:len(pairs)],
			b.Radius[i+1:][:len(pairs)]
		for j, p := range pairs {
			// 1/2 + (d(p, i)² - d(p, j)²) / (2 d(i, j)²), where the squares of the radius cancel
			toward := 0.5 + (float64((twice-otherRadii[j])*p.U) + float64((square-otherSquares[j])*p.V))
			if away := 1 - toward; away < own {
				own = away
			}
			if toward < others[j] {
				others[j] = toward
			}
		}
		relative[i] = own
	}
	if total := clampAndSum(relative); total < 0.5 {
		cartesian := angles[:len(relative)]
		b.cartesianWeights(x, y, cartesian)
		for i, weight := range cartesian {
			relative[i] += float64((0.5 - total) * weight)
		}
	}
	return appendNormalized(out, b.Indices[:len(relative)], relative)
}
