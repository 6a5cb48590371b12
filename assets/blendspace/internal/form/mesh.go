package form

import "math"

// Mesh is a Delaunay triangulation of the samples, prepared for computing weights.
type Mesh struct {
	X, Y      []float64
	Triangles []Triangle
	Start     int32 // the triangle where searches begin, near the middle
	Sides     []Side
}

// Triangle is a triangle with its corners sorted by index.
type Triangle struct {
	Corners   [3]int32
	Neighbors [3]int32 // the triangle across the edge opposite each corner, or -1
	// Flat marks a triangle whose corners all lie on one side of the hull except for rounding. The
	// hull side takes over for it.
	Flat bool
	// Barycentric is a 2x2 matrix, row-major: it maps the vector from corner 0 to a point to the
	// weights of corners 1 and 2.
	Barycentric [4]float64
}

// Side is a straight side of the convex hull with the samples on it, in order. If all samples
// are on a line, the hull has one side, and if there is only one sample, a side of length 0.
type Side struct {
	X, Y          float64 // where the side begins
	DX, DY        float64 // the vector to its end
	LengthSquared float64
	Samples       []int32
	Fractions     []float64 // where each sample is on the side, from 0 to 1
}

// insideTolerance is how far below 0 a barycentric weight can be for a point that counts as inside
// the triangle: more than rounding, and less than a unit of the weights.
const insideTolerance = 1e-9

// Weights appends the weights at a point. It walks from triangle to triangle toward the point,
// which ends in a Delaunay triangulation: L. De Floriani et al., "On sorting triangles in a
// Delaunay tessellation", 1991.
func (m *Mesh) Weights(x, y float64, out []Weight) []Weight {
	current := m.Start
	for range m.Triangles {
		t := &m.Triangles[current]
		u, v := x-m.X[t.Corners[0]], y-m.Y[t.Corners[0]]
		weight1 := float64(u*t.Barycentric[0]) + float64(v*t.Barycentric[1])
		weight2 := float64(u*t.Barycentric[2]) + float64(v*t.Barycentric[3])
		weights := [3]float64{1 - weight1 - weight2, weight1, weight2}
		least := 0
		if weights[1] < weights[least] {
			least = 1
		}
		if weights[2] < weights[least] {
			least = 2
		}
		if weights[least] >= -insideTolerance {
			if t.Flat {
				break
			}
			weights[least] = max(0, weights[least])
			return appendNormalized(out, t.Corners[:], weights[:])
		}
		if current = t.Neighbors[least]; current < 0 {
			break
		}
	}
	return m.hullWeights(x, y, out)
}

// hullWeights appends the weights at the nearest point of the hull.
func (m *Mesh) hullWeights(x, y float64, out []Weight) []Weight {
	nearest, fraction, least := 0, 0.0, math.Inf(1)
	for i := range m.Sides {
		s := &m.Sides[i]
		u := max(0, min(1, s.Fraction(x, y)))
		dx, dy := x-(s.X+float64(u*s.DX)), y-(s.Y+float64(u*s.DY))
		if square := float64(dx*dx) + float64(dy*dy); square < least {
			nearest, fraction, least = i, u, square
		}
	}
	s := &m.Sides[nearest]
	i := 1
	for i < len(s.Fractions)-1 && s.Fractions[i] < fraction {
		i++
	}
	if i >= len(s.Fractions) {
		return append(out, Weight{Index: int(s.Samples[0]), Weight: 1})
	}
	u := 0.0
	if length := s.Fractions[i] - s.Fractions[i-1]; length > 0 { // 0 for samples at almost the same position
		u = max(0, min(1, (fraction-s.Fractions[i-1])/length))
	}
	return AppendPair(out, int(s.Samples[i-1]), int(s.Samples[i]), u)
}

// Fraction returns where the projection of a point is along the side: 0 at its beginning, 1 at its
// end.
func (s *Side) Fraction(x, y float64) float64 {
	if s.LengthSquared == 0 {
		return 0
	}
	return (float64((x-s.X)*s.DX) + float64((y-s.Y)*s.DY)) / s.LengthSquared
}
