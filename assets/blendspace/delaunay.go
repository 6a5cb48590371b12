package blendspace

import (
	"cmp"
	"math"
	"slices"

	"github.com/sinew-go/sinew/internal/order"
)

// delaunayMesh is a triangulation prepared for computing weights.
type delaunayMesh struct {
	x, y      []float64
	triangles []meshTriangle
	start     int32 // the triangle where searches begin, near the middle
	sides     []hullSide
}

// meshTriangle is a triangle with its corners sorted by index.
type meshTriangle struct {
	corners   [3]int32
	neighbors [3]int32 // the triangle across the edge opposite each corner, or -1
	// flat marks a triangle whose corners all lie on one side of the hull except for rounding. The
	// hull side takes over for it.
	flat bool
	// barycentric is a 2x2 matrix, row-major: it maps the vector from corner 0 to a point to the
	// weights of corners 1 and 2.
	barycentric [4]float64
}

// hullSide is a straight side of the convex hull with the samples on it, in order. If all samples
// are on a line, the hull has one side, and if there is only one sample, a side of length 0.
type hullSide struct {
	x, y          float64 // where the side begins
	dx, dy        float64 // the vector to its end
	lengthSquared float64
	samples       []int32
	fractions     []float64 // where each sample is on the side, from 0 to 1
}

// insideTolerance is how far below 0 a barycentric weight can be for a point that counts as inside
// the triangle: more than rounding, and less than a unit of the weights.
const insideTolerance = 1e-9

// flatTolerance is the distance from a side of the hull, relative to the largest coordinate, within
// which a sample counts as on the side. It is a few roundings of a float32: a sample that was meant
// to be on the side must not lose its weight to its neighbors because rounding moved it inward.
const flatTolerance = 1e-6

// newDelaunayMesh returns the mesh of points, of which largest is the largest absolute coordinate.
func newDelaunayMesh(x, y []float64, largest float64) *delaunayMesh {
	m := &delaunayMesh{x: x, y: y}
	if m.singleSide(flatTolerance * largest) {
		return m
	}
	t := triangulate(plane{x, y})
	flat := make([]bool, len(t.triangles))
	m.hullSides(t, flat, flatTolerance*largest)
	middleX, middleY := float64((slices.Min(x)+slices.Max(x))/2), float64((slices.Min(y)+slices.Max(y))/2)
	nearest := math.Inf(1)
	for i, c := range t.triangles {
		m.triangles = append(m.triangles, m.triangle(t, c, flat[i]))
		cx, cy := (x[c[0]]+x[c[1]]+x[c[2]])/3-middleX, (y[c[0]]+y[c[1]]+y[c[2]])/3-middleY
		if square := float64(cx*cx) + float64(cy*cy); square < nearest {
			nearest, m.start = square, int32(i)
		}
	}
	return m
}

// singleSide makes one side of all samples if they are on a line within a tolerance, and reports
// whether they are.
func (m *delaunayMesh) singleSide(tolerance float64) bool {
	from, to, longest := 0, 0, 0.0
	for i := range m.x {
		for j := range i {
			dx, dy := m.x[i]-m.x[j], m.y[i]-m.y[j]
			if square := float64(dx*dx) + float64(dy*dy); square > longest {
				from, to, longest = j, i, square
			}
		}
	}
	s := m.side(from, to)
	along := make([]int, 0, len(m.x)) // samples, in their order on the side
	for i := range m.x {
		if s.distance(m.x[i], m.y[i]) > tolerance {
			return false
		}
		along = append(along, i)
	}
	order.Stable(along, func(a, b int) int {
		return cmp.Compare(s.fraction(m.x[a], m.y[a]), s.fraction(m.x[b], m.y[b]))
	})
	for i := 1; i < len(along); i++ {
		if a, b := along[i-1], along[i]; !(s.fraction(m.x[a], m.y[a]) < s.fraction(m.x[b], m.y[b])) {
			return false // beside each other, so not on a line
		}
	}
	m.sides = append(m.sides, m.sideWith(s, along))
	return true
}

// side returns the side between two samples, without the samples on it.
func (m *delaunayMesh) side(from, to int) hullSide {
	s := hullSide{x: m.x[from], y: m.y[from], dx: m.x[to] - m.x[from], dy: m.y[to] - m.y[from]}
	s.lengthSquared = float64(s.dx*s.dx) + float64(s.dy*s.dy)
	return s
}

// fraction returns where the projection of a point is along the side: 0 at its beginning, 1 at its
// end.
func (s *hullSide) fraction(x, y float64) float64 {
	if s.lengthSquared == 0 {
		return 0
	}
	return (float64((x-s.x)*s.dx) + float64((y-s.y)*s.dy)) / s.lengthSquared
}

// distance returns the distance of a point from the line through the side.
func (s *hullSide) distance(x, y float64) float64 {
	if s.lengthSquared == 0 {
		return 0
	}
	return math.Abs(float64((x-s.x)*s.dy)-float64((y-s.y)*s.dx)) / math.Sqrt(s.lengthSquared)
}

// sideWith returns the side with the samples that are on it.
func (m *delaunayMesh) sideWith(s hullSide, samples []int) hullSide {
	for _, i := range samples {
		s.samples = append(s.samples, int32(i))
		s.fractions = append(s.fractions, s.fraction(m.x[i], m.y[i]))
	}
	return s
}

// hullSides finds the sides of the hull from corner to corner. If a triangle has an edge on a side
// and its third corner is nearly on the side, the triangle is marked as flat and the corner is
// added to the side. So the samples of a side are always the edge of the triangles that remain, and
// the weights are continuous across it.
func (m *delaunayMesh) hullSides(t *triangulation, flat []bool, tolerance float64) {
	var corners []int // indices in t.hull
	n := len(t.hull)
	onHull := map[int]bool{}
	for i, v := range t.hull {
		onHull[v] = true
		if t.turn(t.hull[(i+n-1)%n], v, t.hull[(i+1)%n]) > 0 {
			corners = append(corners, i)
		}
	}
	for k, from := range corners {
		to := corners[(k+1)%len(corners)]
		onSide := []int{t.hull[from]}
		for i := from; i != to; {
			i = (i + 1) % n
			onSide = append(onSide, t.hull[i])
		}
		s := m.side(onSide[0], onSide[len(onSide)-1])
		for i := 0; i+1 < len(onSide); {
			a, b := onSide[i], onSide[i+1]
			triangle, c, _ := t.across(a, b)
			fraction := s.fraction(m.x[c], m.y[c])
			between := fraction > s.fraction(m.x[a], m.y[a]) && fraction < s.fraction(m.x[b], m.y[b])
			if !onHull[c] && between && s.distance(m.x[c], m.y[c]) <= tolerance {
				flat[triangle], onHull[c] = true, true
				onSide = slices.Insert(onSide, i+1, c)
			} else {
				i++
			}
		}
		m.sides = append(m.sides, m.sideWith(s, onSide))
	}
}

// triangle prepares a triangle of the triangulation.
func (m *delaunayMesh) triangle(t *triangulation, c [3]int, flat bool) meshTriangle {
	order.Ints(c[:])
	r := meshTriangle{flat: flat}
	for i, v := range c {
		r.corners[i], r.neighbors[i] = int32(v), -1
		p, q := c[(i+1)%3], c[(i+2)%3]
		for _, e := range [2][2]int{{p, q}, {q, p}} {
			if other, corner, found := t.across(e[0], e[1]); found && corner != v {
				r.neighbors[i] = int32(other)
			}
		}
	}
	ux, uy := m.x[c[1]]-m.x[c[0]], m.y[c[1]]-m.y[c[0]]
	vx, vy := m.x[c[2]]-m.x[c[0]], m.y[c[2]]-m.y[c[0]]
	area := float64(ux*vy) - float64(uy*vx)
	if area == 0 { // by rounding
		r.flat = true
		return r
	}
	r.barycentric = [4]float64{vy / area, -vx / area, -uy / area, ux / area}
	return r
}

// weights appends the weights at a point. It walks from triangle to triangle toward the point,
// which ends in a Delaunay triangulation: L. De Floriani et al., "On sorting triangles in a
// Delaunay tessellation", 1991.
func (m *delaunayMesh) weights(x, y float64, out []Weight) []Weight {
	current := m.start
	for range m.triangles {
		t := &m.triangles[current]
		u, v := x-m.x[t.corners[0]], y-m.y[t.corners[0]]
		weight1 := float64(u*t.barycentric[0]) + float64(v*t.barycentric[1])
		weight2 := float64(u*t.barycentric[2]) + float64(v*t.barycentric[3])
		weights := [3]float64{1 - weight1 - weight2, weight1, weight2}
		least := 0
		if weights[1] < weights[least] {
			least = 1
		}
		if weights[2] < weights[least] {
			least = 2
		}
		if weights[least] >= -insideTolerance {
			if t.flat {
				break
			}
			weights[least] = max(0, weights[least])
			return appendNormalized(out, t.corners[:], weights[:])
		}
		if current = t.neighbors[least]; current < 0 {
			break
		}
	}
	return m.hullWeights(x, y, out)
}

// hullWeights appends the weights at the nearest point of the hull.
func (m *delaunayMesh) hullWeights(x, y float64, out []Weight) []Weight {
	nearest, fraction, least := 0, 0.0, math.Inf(1)
	for i := range m.sides {
		s := &m.sides[i]
		u := max(0, min(1, s.fraction(x, y)))
		dx, dy := x-(s.x+float64(u*s.dx)), y-(s.y+float64(u*s.dy))
		if square := float64(dx*dx) + float64(dy*dy); square < least {
			nearest, fraction, least = i, u, square
		}
	}
	s := &m.sides[nearest]
	i := 1
	for i < len(s.fractions)-1 && s.fractions[i] < fraction {
		i++
	}
	if i >= len(s.fractions) {
		return append(out, Weight{Index: int(s.samples[0]), Weight: 1})
	}
	u := 0.0
	if length := s.fractions[i] - s.fractions[i-1]; length > 0 { // 0 for samples at almost the same position
		u = max(0, min(1, (fraction-s.fractions[i-1])/length))
	}
	return appendPair(out, int(s.samples[i-1]), int(s.samples[i]), u)
}
