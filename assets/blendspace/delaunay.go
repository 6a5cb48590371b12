package blendspace

import (
	"math"
	"slices"
)

// delaunayMesh is a triangulation made ready for finding weights.
type delaunayMesh struct {
	x, y      []float64
	triangles []meshTriangle
	start     int32 // the triangle that a walk begins in, near the middle
	sides     []hullSide
}

// meshTriangle has its corners by rising index.
type meshTriangle struct {
	corners   [3]int32
	neighbors [3]int32 // across the edge opposite each corner; -1 is none
	// flat says that all corners are on one side of the hull but for rounding, so that it is left to the side.
	flat bool
	// Of a point at (u, v) from corner 0 the shares of corners 1 and 2 are u·a[0] + v·a[1] and u·a[2] + v·a[3].
	barycentric [4]float64
}

// hullSide is a straight side of the hull with the samples on it, in order, at so much of its length. Where all samples are on a line
// there is one side, and where there is only one sample a side of no length.
type hullSide struct {
	x, y, dx, dy, lengthSquared float64 // where it begins, how far it goes, and the square of its length
	samples                     []int32
	fractions                   []float64
}

// slack is how far below 0 a share may be for a point to count as in the triangle: more than rounding takes, and less than a weight's step.
const insideTolerance = 1e-9

// flatness is the distance from a side of the hull, in parts of the largest coordinate, within which a sample counts as on it. It
// is some roundings of a float32: a sample that was meant to be on the side must not stand back from it and lose its say to its
// neighbors.
const flatTolerance = 1e-6

// newBlendMesh is for points whose largest coordinate is reach.
func newDelaunayMesh(x, y []float64, reach float64) *delaunayMesh {
	m := &delaunayMesh{x: x, y: y}
	if m.singleSide(flatTolerance * reach) {
		return m
	}
	t := triangulate(plane{x, y})
	flat := make([]bool, len(t.triangles))
	m.hullSides(t, flat, flatTolerance*reach)
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

// line makes one side of all samples if they are on a line to within the tolerance, and says whether they are.
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
	order := make([]int, 0, len(m.x))
	for i := range m.x {
		if s.distance(m.x[i], m.y[i]) > tolerance {
			return false
		}
		order = append(order, i)
	}
	slices.SortFunc(order, func(a, b int) int {
		if s.fraction(m.x[a], m.y[a]) < s.fraction(m.x[b], m.y[b]) {
			return -1
		}
		return 1
	})
	for i := 1; i < len(order); i++ {
		if a, b := order[i-1], order[i]; !(s.fraction(m.x[a], m.y[a]) < s.fraction(m.x[b], m.y[b])) {
			return false // side by side: not on a line after all
		}
	}
	m.sides = append(m.sides, m.sideWith(s, order))
	return true
}

func (m *delaunayMesh) side(from, to int) hullSide {
	s := hullSide{x: m.x[from], y: m.y[from], dx: m.x[to] - m.x[from], dy: m.y[to] - m.y[from]}
	s.lengthSquared = float64(s.dx*s.dx) + float64(s.dy*s.dy)
	return s
}

// along returns how far a point is along the side: 0 where it begins, 1 where it ends.
func (s *hullSide) fraction(x, y float64) float64 {
	if s.lengthSquared == 0 {
		return 0
	}
	return (float64((x-s.x)*s.dx) + float64((y-s.y)*s.dy)) / s.lengthSquared
}

// distance returns how far a point is from the line through the side.
func (s *hullSide) distance(x, y float64) float64 {
	if s.lengthSquared == 0 {
		return 0
	}
	return math.Abs(float64((x-s.x)*s.dy)-float64((y-s.y)*s.dx)) / math.Sqrt(s.lengthSquared)
}

// chain returns the side with the samples on it.
func (m *delaunayMesh) sideWith(s hullSide, samples []int) hullSide {
	for _, i := range samples {
		s.samples = append(s.samples, int32(i))
		s.fractions = append(s.fractions, s.fraction(m.x[i], m.y[i]))
	}
	return s
}

// hullSides finds the sides from corner to corner of the hull. A triangle whose edge is on a side and whose third corner is nearly
// on it is marked as flat, and that corner goes into the side's chain: so the chain always is the edge of what triangles are left,
// and the weights on both sides of it are the same.
func (m *delaunayMesh) hullSides(t *triangulation, flat []bool, tolerance float64) {
	var corners []int // places in the hull
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
		chain := []int{t.hull[from]}
		for i := from; i != to; {
			i = (i + 1) % n
			chain = append(chain, t.hull[i])
		}
		s := m.side(chain[0], chain[len(chain)-1])
		for i := 0; i+1 < len(chain); {
			a, b := chain[i], chain[i+1]
			triangle, c, _ := t.across(a, b)
			at := s.fraction(m.x[c], m.y[c])
			if !onHull[c] && s.distance(m.x[c], m.y[c]) <= tolerance && at > s.fraction(m.x[a], m.y[a]) && at < s.fraction(m.x[b], m.y[b]) {
				flat[triangle], onHull[c] = true, true
				chain = slices.Insert(chain, i+1, c)
			} else {
				i++
			}
		}
		m.sides = append(m.sides, m.sideWith(s, chain))
	}
}

func (m *delaunayMesh) triangle(t *triangulation, c [3]int, flat bool) meshTriangle {
	slices.Sort(c[:])
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
	if area == 0 { // but for rounding
		r.flat = true
		return r
	}
	r.barycentric = [4]float64{vy / area, -vx / area, -uy / area, ux / area}
	return r
}

// weights appends the weights at a point. It walks from triangle to triangle toward the point, which in a Delaunay triangulation
// comes to an end: L. De Floriani et al., "On sorting triangles in a Delaunay tessellation", 1991.
func (m *delaunayMesh) weights(x, y float64, out []Weight) []Weight {
	at := m.start
	for range m.triangles {
		t := &m.triangles[at]
		u, v := x-m.x[t.corners[0]], y-m.y[t.corners[0]]
		one := float64(u*t.barycentric[0]) + float64(v*t.barycentric[1])
		two := float64(u*t.barycentric[2]) + float64(v*t.barycentric[3])
		shares := [3]float64{1 - one - two, one, two}
		least := 0
		if shares[1] < shares[least] {
			least = 1
		}
		if shares[2] < shares[least] {
			least = 2
		}
		if shares[least] >= -insideTolerance {
			if t.flat {
				break
			}
			shares[least] = max(0, shares[least])
			return appendNormalized(out, t.corners[:], shares[:])
		}
		if at = t.neighbors[least]; at < 0 {
			break
		}
	}
	return m.hullWeights(x, y, out)
}

// onHull appends the weights at the point of the hull that is nearest.
func (m *delaunayMesh) hullWeights(x, y float64, out []Weight) []Weight {
	nearest, along, least := 0, 0.0, math.Inf(1)
	for i := range m.sides {
		s := &m.sides[i]
		u := max(0, min(1, s.fraction(x, y)))
		dx, dy := x-(s.x+float64(u*s.dx)), y-(s.y+float64(u*s.dy))
		if square := float64(dx*dx) + float64(dy*dy); square < least {
			nearest, along, least = i, u, square
		}
	}
	s := &m.sides[nearest]
	i := 1
	for i < len(s.fractions)-1 && s.fractions[i] < along {
		i++
	}
	if i >= len(s.fractions) {
		return append(out, Weight{int(s.samples[0]), 1})
	}
	u := 0.0
	if length := s.fractions[i] - s.fractions[i-1]; length > 0 { // it is not where samples are all but the same
		u = max(0, min(1, (along-s.fractions[i-1])/length))
	}
	return appendPair(out, int(s.samples[i-1]), int(s.samples[i]), u)
}
