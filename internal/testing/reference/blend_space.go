package reference

import "math"

// Point is a position in a blend space.
type Point [2]float64

// Sub returns p - q.
func (p Point) Sub(q Point) Point { return Point{p[0] - q[0], p[1] - q[1]} }

// Dot returns p·q.
func (p Point) Dot(q Point) float64 { return p[0]*q[0] + p[1]*q[1] }

// Cross returns the area of the parallelogram that p and q span, above 0 where q lies anticlockwise of p.
func (p Point) Cross(q Point) float64 { return p[0]*q[1] - p[1]*q[0] }

// LineWeights returns the weights of samples at rising xs: hat functions, the first and the last of which stay at 1 outward.
func LineWeights(xs []float64, x float64) []float64 {
	weights := make([]float64, len(xs))
	x = math.Max(xs[0], math.Min(xs[len(xs)-1], x))
	for i := range xs {
		switch {
		case x == xs[i]:
			weights[i] = 1
		case i > 0 && x > xs[i-1] && x < xs[i]:
			weights[i] = (x - xs[i-1]) / (xs[i] - xs[i-1])
		case i+1 < len(xs) && x > xs[i] && x < xs[i+1]:
			weights[i] = (xs[i+1] - x) / (xs[i+1] - xs[i])
		}
	}
	return weights
}

// Barycentric returns the shares of a, b, c with which they add up to p: each is the part of the triangle's area that p makes with the
// other two.
func Barycentric(a, b, c, p Point) [3]float64 {
	whole := b.Sub(a).Cross(c.Sub(a))
	return [3]float64{
		b.Sub(p).Cross(c.Sub(p)) / whole,
		c.Sub(p).Cross(a.Sub(p)) / whole,
		a.Sub(p).Cross(b.Sub(p)) / whole,
	}
}

// DelaunayWeights returns the weights by the definition: those of the triangle around p whose circle no other point is inside of,
// or else of the two points the line between which comes nearest to p. No four points may be on a circle, no three on a line.
func DelaunayWeights(points []Point, p Point) []float64 {
	weights := make([]float64, len(points))
	for i, a := range points {
		for j, b := range points[:i] {
			for k, c := range points[:j] {
				shares := Barycentric(a, b, c, p)
				if math.Min(shares[0], math.Min(shares[1], shares[2])) >= 0 && emptyCircle(points, a, b, c) {
					weights[i], weights[j], weights[k] = shares[0], shares[1], shares[2]
					return weights
				}
			}
		}
	}
	if len(points) == 1 {
		return []float64{1}
	}
	nearest, from, to, part := math.Inf(1), 0, 0, 0.0
	for i, a := range points {
		for j, b := range points[:i] {
			along := b.Sub(a)
			u := Clamp(p.Sub(a).Dot(along)/along.Dot(along), 0, 1)
			away := p.Sub(Point{a[0] + u*along[0], a[1] + u*along[1]})
			if d := away.Dot(away); d < nearest {
				nearest, from, to, part = d, i, j, u
			}
		}
	}
	weights[from], weights[to] = 1-part, part
	return weights
}

// emptyCircle says whether no point is inside the circle through a, b and c, whose center is where two bisectors meet.
func emptyCircle(points []Point, a, b, c Point) bool {
	u, v := b.Sub(a), c.Sub(a)
	d := 2 * u.Cross(v)
	center := Point{(v[1]*u.Dot(u) - u[1]*v.Dot(v)) / d, (u[0]*v.Dot(v) - v[0]*u.Dot(u)) / d}
	for _, p := range points {
		if p == a || p == b || p == c {
			continue
		}
		if away := p.Sub(a).Sub(center); away.Dot(away) < center.Dot(center) {
			return false
		}
	}
	return true
}

// GradientBands returns the weights by R. S. Johansen, "Automated Semi-Procedural Animation for Character Locomotion", 2009,
// chapter 6: each in proportion to the least of 1 - (p-i)·(j-i)/|j-i|² over all others j, between 0 and 1.
func GradientBands(points []Point, p Point) []float64 {
	weights, _ := linearInfluences(points, p)
	return normalized(weights)
}

// PolarGradientBands returns the weights of the same with vectors of a relative difference in distance from the origin and twice
// the angle in radians, for points of which one is the origin; against that the distance alone counts. The product of two vectors
// is taken by the law of cosines from lengths, so that angles are those the shorter way round. Where the sum is below a half, the
// rest up to that is made of the influences along straight lines.
func PolarGradientBands(points []Point, p Point) []float64 {
	length := func(a Point) float64 { return math.Sqrt(a.Dot(a)) }
	weights, sum := influences(len(points), func(i, j int) float64 {
		a, b := points[i], points[j]
		mean := (length(a) + length(b)) / 2
		square := func(from, to Point) float64 {
			radial := (length(to) - length(from)) / mean
			if a == (Point{}) || b == (Point{}) {
				return radial * radial
			}
			angle := math.Abs(math.Atan2(from.Cross(to), from.Dot(to)))
			return radial*radial + 4*angle*angle
		}
		product := (square(a, p) + square(a, b) - square(b, p)) / 2
		return 1 - product/square(a, b)
	})
	straight, _ := linearInfluences(points, p)
	for i := range weights {
		weights[i] += math.Max(0, 0.5-sum) * straight[i]
	}
	return normalized(weights)
}

// influences returns for each the least over the others, no less than 0.
func influences(n int, influence func(i, j int) float64) (least []float64, sum float64) {
	weights := make([]float64, n)
	for i := range weights {
		least := 1.0
		for j := range weights {
			if i != j {
				least = math.Min(least, influence(i, j))
			}
		}
		weights[i] = math.Max(0, least)
		sum += weights[i]
	}
	return weights, sum
}

func linearInfluences(points []Point, p Point) ([]float64, float64) {
	return influences(len(points), func(i, j int) float64 {
		along := points[j].Sub(points[i])
		return 1 - p.Sub(points[i]).Dot(along)/along.Dot(along)
	})
}

func normalized(weights []float64) []float64 {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	for i := range weights {
		weights[i] /= sum
	}
	return weights
}
