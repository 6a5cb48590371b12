package reference

import "math"

// Point is a position in a blend space.
type Point [2]float64

// Sub returns p - q.
func (p Point) Sub(q Point) Point { return Point{p[0] - q[0], p[1] - q[1]} }

// Dot returns p·q.
func (p Point) Dot(q Point) float64 { return p[0]*q[0] + p[1]*q[1] }

// Cross returns the signed area of the parallelogram of p and q: positive if q is counterclockwise
// of p.
func (p Point) Cross(q Point) float64 { return p[0]*q[1] - p[1]*q[0] }

// LineWeights returns the weights at x of samples at increasing positions xs: linear between two
// neighbors, constant outside.
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

// Barycentric returns the weights with which a, b and c sum to p. The weight of a corner is the
// fraction of the triangle's area that belongs to the triangle of p and the other two corners.
func Barycentric(a, b, c, p Point) [3]float64 {
	whole := b.Sub(a).Cross(c.Sub(a))
	return [3]float64{
		b.Sub(p).Cross(c.Sub(p)) / whole,
		c.Sub(p).Cross(a.Sub(p)) / whole,
		a.Sub(p).Cross(b.Sub(p)) / whole,
	}
}

// DelaunayWeights returns the weights at p by the definition of a Delaunay triangulation: the
// barycentric weights in the triangle around p whose circumcircle contains no other point. If p is
// outside of all triangles, it is replaced by the nearest point on a line between two points. No
// four points may lie on a circle, and no three on a line.
func DelaunayWeights(points []Point, p Point) []float64 {
	weights := make([]float64, len(points))
	for i, a := range points {
		for j, b := range points[:i] {
			for k, c := range points[:j] {
				corners := Barycentric(a, b, c, p)
				if math.Min(corners[0], math.Min(corners[1], corners[2])) >= 0 && emptyCircle(points, a, b, c) {
					weights[i], weights[j], weights[k] = corners[0], corners[1], corners[2]
					return weights
				}
			}
		}
	}
	if len(points) == 1 {
		return []float64{1}
	}
	nearest, from, to, fraction := math.Inf(1), 0, 0, 0.0
	for i, a := range points {
		for j, b := range points[:i] {
			along := b.Sub(a)
			u := Clamp(p.Sub(a).Dot(along)/along.Dot(along), 0, 1)
			offset := p.Sub(Point{a[0] + u*along[0], a[1] + u*along[1]})
			if d := offset.Dot(offset); d < nearest {
				nearest, from, to, fraction = d, i, j, u
			}
		}
	}
	weights[from], weights[to] = 1-fraction, fraction
	return weights
}

// emptyCircle reports whether the circle through a, b and c contains no other point.
func emptyCircle(points []Point, a, b, c Point) bool {
	u, v := b.Sub(a), c.Sub(a)
	d := 2 * u.Cross(v)
	center := Point{(v[1]*u.Dot(u) - u[1]*v.Dot(v)) / d, (u[0]*v.Dot(v) - v[0]*u.Dot(u)) / d}
	for _, p := range points {
		if p == a || p == b || p == c {
			continue
		}
		if offset := p.Sub(a).Sub(center); offset.Dot(offset) < center.Dot(center) {
			return false
		}
	}
	return true
}

// GradientBands returns the weights at p by R. S. Johansen, "Automated Semi-Procedural Animation
// for Character Locomotion", 2009, chapter 6. The weight of point i is proportional to the minimum
// over all other points j of 1 - (p-i)·(j-i)/|j-i|², clamped to 0 to 1.
func GradientBands(points []Point, p Point) []float64 {
	weights, _ := linearInfluences(points, p)
	return normalized(weights)
}

// PolarGradientBands returns the weights as [GradientBands] does, in polar coordinates: a vector
// between two points is their relative difference in distance from the origin, and twice their
// angle in radians. Between the origin and another point only the distance counts. The scalar
// product of two vectors follows from their lengths by the law of cosines, so that each angle is
// the smaller one. If the influences sum to less than one half, linear influences make up the
// difference.
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

// influences returns for each of n points the minimum of influence(i, j) over all other points j,
// clamped to 0 to 1, and the sum.
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

// linearInfluences returns the influences of [GradientBands].
func linearInfluences(points []Point, p Point) ([]float64, float64) {
	return influences(len(points), func(i, j int) float64 {
		along := points[j].Sub(points[i])
		return 1 - p.Sub(points[i]).Dot(along)/along.Dot(along)
	})
}

// normalized scales the weights, in place, to the sum 1.
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
