package blendspace

import (
	"math"

	"github.com/sinew-go/sinew/internal/exact"
)

// blendBands holds what gradient bands need of each pair of samples.
//
// The weight of sample i is in proportion to the least, over all other samples j, of a number h(i, j) that falls from 1 at i to 0
// at j and is clamped to 0 and 1: R. S. Johansen, "Automated Semi-Procedural Animation for Character Locomotion", Aarhus
// University 2009, chapter 6. With d a distance,
//
//	h(i, j) = 1/2 + (d(p, j)² - d(p, i)²) / (2 d(i, j)²)
//
// which in a plane is 1 - (p-i)·(j-i)/|j-i|². Since h(j, i) = 1 - h(i, j), each pair is looked at once.
type gradientBands struct {
	x, y       []float64
	pairs      []pairFactors // (0, 1), (0, 2), ..., (1, 2), ...
	indices    [MaxWeights]int32
	polarPairs []pairFactors // those of the polar form
	// for the polar form: the distance of each sample from the origin, and its direction in radians
	radius, angle []float64
}

// bandPair holds the two factors of h(i, j): in the plane the vector from i to j over the square of its length; in polar form those of
// the radius and of the squares of the angles.
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

// cartesian appends the weights at a point.
func (b *gradientBands) cartesian(x, y float64, out []Weight) []Weight {
	var least [MaxWeights]float64
	shares := least[:len(b.x)]
	b.cartesianWeights(x, y, shares)
	return appendNormalized(out, b.indices[:len(shares)], shares)
}

// straight finds the shares at a point by straight lines, and returns their sum. That is at least a half: so much has the sample
// that is nearest.
func (b *gradientBands) cartesianWeights(x, y float64, shares []float64) float64 {
	for i := range shares {
		shares[i] = 1
	}
	k := 0
	for i := range shares {
		dx, dy := x-b.x[i], y-b.y[i]
		own := shares[i]
		pairs := b.pairs[k : k+len(shares)-i-1]
		k += len(pairs)
		others := shares[i+1:][:len(pairs)]
		for j, p := range pairs {
			toward := float64(dx*p.u) + float64(dy*p.v)
			if away := 1 - toward; away < own { // min would look for NaN, of which there is none
				own = away
			}
			if toward < others[j] {
				others[j] = toward
			}
		}
		shares[i] = own
	}
	total := clampAndSum(shares)
	if !(total > 0) { // but for rounding, where samples are all but the same
		shares[b.nearest(x, y)], total = 1, 1
	}
	return total
}

// sumShares raises shares below 0 to 0 and returns the sum.
func clampAndSum(shares []float64) float64 {
	total := 0.0
	for i, share := range shares {
		if share < 0 {
			shares[i] = 0
			continue
		}
		total += share
	}
	return total
}

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

// angleFactor is how much a radian counts against a difference of radii as large as their mean.
const angleFactor = 2

// newPolarBands is for points of which one is the origin. The square of the distance between points of radii r and s is
// ((r-s)/m)² + (angleFactor·angle)², m being the mean of the radii of the pair of samples and the angle that between the points,
// 0 to pi. Against the origin only the radius counts.
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

// angleBetween returns the smaller angle between directions from -pi to pi, in radians.
func angleBetween(a, b float64) float64 {
	d := math.Abs(a - b)
	return min(d, 2*math.Pi-d)
}

// polar appends the weights at a point.
//
// The means differ from pair to pair, so that of samples of very different radii each may lose against another, and all shares
// come to less than the half that is certain by straight lines. What is missing then comes from those.
func (b *gradientBands) polar(x, y float64, out []Weight) []Weight {
	var least, turned [MaxWeights]float64
	shares, squares := least[:len(b.x)], turned[:len(b.x)]
	radius, angle := math.Sqrt(float64(x*x)+float64(y*y)), exact.Atan2(y, x)
	for i := range shares {
		a := angleBetween(angle, b.angle[i])
		shares[i], squares[i] = 1, float64(a*a)
	}
	k := 0
	for i := range shares {
		twice := 2*radius - b.radius[i]
		own, square := shares[i], squares[i]
		pairs := b.polarPairs[k : k+len(shares)-i-1]
		k += len(pairs)
		others, otherSquares, otherRadii := shares[i+1:][:len(pairs)], squares[i+1:][:len(pairs)], b.radius[i+1:][:len(pairs)]
		for j, p := range pairs {
			// d(p, i)² - d(p, j)², of which the squares of the radius cancel
			toward := 0.5 + (float64((twice-otherRadii[j])*p.u) + float64((square-otherSquares[j])*p.v))
			if away := 1 - toward; away < own {
				own = away
			}
			if toward < others[j] {
				others[j] = toward
			}
		}
		shares[i] = own
	}
	if total := clampAndSum(shares); total < 0.5 {
		lines := turned[:len(shares)]
		b.cartesianWeights(x, y, lines)
		for i, line := range lines {
			shares[i] += float64((0.5 - total) * line)
		}
	}
	return appendNormalized(out, b.indices[:len(shares)], shares)
}
