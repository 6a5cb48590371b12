package blendspace

import (
	"math"

	"github.com/sinew-go/sinew/internal/exact"
)

// gradientBands holds what gradient bands need of each pair of samples.
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
type gradientBands struct {
	x, y       []float64
	pairs      []pairFactors // (0, 1), (0, 2), ..., (1, 2), ...
	indices    [MaxWeights]int32
	polarPairs []pairFactors // for the polar form, in the same order
	// For the polar form: the distance of each sample from the origin, and its direction in
	// radians.
	radius, angle []float64
}

// pairFactors are the factors of h(i, j). In Cartesian form they are the vector from i to j over
// its squared length, in polar form the factors of the radius and of the squared angles.
type pairFactors struct{ u, v float64 }

func newCartesianBands(x, y []float64) *gradientBands {
	b := &gradientBands{x: x, y: y}
	for i := range b.indices {
		b.indices[i] = int32(i)
	}
	for i := range x {
		for j := i + 1; j < len(x); j++ {
			dx, dy := x[j]-x[i], y[j]-y[i]
			square := float64(dx*dx) + float64(dy*dy)
			b.pairs = append(b.pairs, pairFactors{dx / square, dy / square})
		}
	}
	return b
}

// cartesian appends the weights at a point by gradient bands.
func (b *gradientBands) cartesian(x, y float64, out []Weight) []Weight {
	var memory [MaxWeights]float64
	relative := memory[:len(b.x)]
	b.cartesianWeights(x, y, relative)
	return appendNormalized(out, b.indices[:len(relative)], relative)
}

// cartesianWeights computes the relative weights at a point, and returns their sum. It is at least
// 1/2, which is the least that the nearest sample has.
func (b *gradientBands) cartesianWeights(x, y float64, relative []float64) float64 {
	for i := range relative {
		relative[i] = 1
	}
	k := 0
	for i := range relative {
		dx, dy := x-b.x[i], y-b.y[i]
		own := relative[i]
		pairs := b.pairs[k : k+len(relative)-i-1]
		k += len(pairs)
		others := relative[i+1:][:len(pairs)]
		for j, p := range pairs {
			toward := float64(dx*p.u) + float64(dy*p.v)
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
func (b *gradientBands) nearest(x, y float64) int {
	nearest, least := 0, math.Inf(1)
	for i := range b.x {
		dx, dy := x-b.x[i], y-b.y[i]
		if square := float64(dx*dx) + float64(dy*dy); square < least {
			nearest, least = i, square
		}
	}
	return nearest
}

// angleFactor is the weight of a radian relative to a difference of radii that equals their mean.
const angleFactor = 2

// newPolarBands returns the polar form, for points of which one is the origin. The squared distance
// between points of radii r and s is ((r-s)/m)² + (angleFactor·angle)², where m is the mean radius
// of the pair of samples and the angle is that between the points, from 0 to pi. For a pair with
// the origin only the radius counts.
func newPolarBands(x, y []float64) *gradientBands {
	b := newCartesianBands(x, y)
	for i := range x {
		b.radius = append(b.radius, math.Sqrt(float64(x[i]*x[i])+float64(y[i]*y[i])))
		b.angle = append(b.angle, exact.Atan2(y[i], x[i]))
	}
	for i := range x {
		for j := i + 1; j < len(x); j++ {
			r, s := b.radius[i], b.radius[j]
			mean := (r + s) / 2
			radial, angular := (s-r)/mean, 0.0
			if r != 0 && s != 0 {
				angular = angleFactor * angleBetween(b.angle[i], b.angle[j])
			}
			twice := 2 * (float64(radial*radial) + float64(angular*angular))
			p := pairFactors{u: radial / mean / twice}
			if r != 0 && s != 0 {
				p.v = angleFactor * angleFactor / twice
			}
			b.polarPairs = append(b.polarPairs, p)
		}
	}
	return b
}

// angleBetween returns the angle in [0, pi] between two directions in [-pi, pi], in radians.
func angleBetween(a, b float64) float64 {
	d := math.Abs(a - b)
	return min(d, 2*math.Pi-d)
}

// polar appends the weights at a point by polar gradient bands.
//
// Since the mean radius differs from pair to pair, each of several samples with very different
// radii can lose against another, and the sum of the relative weights can fall below the 1/2 that
// is certain in Cartesian form. The Cartesian weights then fill up the difference.
func (b *gradientBands) polar(x, y float64, out []Weight) []Weight {
	var memory, angles [MaxWeights]float64
	relative, squares := memory[:len(b.x)], angles[:len(b.x)]
	radius, angle := math.Sqrt(float64(x*x)+float64(y*y)), exact.Atan2(y, x)
	for i := range relative {
		a := angleBetween(angle, b.angle[i])
		relative[i], squares[i] = 1, float64(a*a)
	}
	k := 0
	for i := range relative {
		twice := 2*radius - b.radius[i]
		own, square := relative[i], squares[i]
		pairs := b.polarPairs[k : k+len(relative)-i-1]
		k += len(pairs)
		others, otherSquares, otherRadii := relative[i+1:][:len(pairs)], squares[i+1:][:len(pairs)],
			b.radius[i+1:][:len(pairs)]
		for j, p := range pairs {
			// 1/2 + (d(p, i)² - d(p, j)²) / (2 d(i, j)²), where the squares of the radius cancel
			toward := 0.5 + (float64((twice-otherRadii[j])*p.u) + float64((square-otherSquares[j])*p.v))
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
	return appendNormalized(out, b.indices[:len(relative)], relative)
}
