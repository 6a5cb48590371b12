package blendspace

import (
	"cmp"
	"math"
	"slices"

	"github.com/sinew-go/sinew/assets/blendspace/internal/form"
	"github.com/sinew-go/sinew/internal/order"
)

// mesh is a triangulation while it is made.
type mesh struct{ form.Mesh }

// flatTolerance is the distance from a side of the hull, relative to the largest coordinate, within
// which a sample counts as on the side. It is a few roundings of a float32: a sample that was meant
// to be on the side must not lose its weight to its neighbors because rounding moved it inward.
const flatTolerance = 1e-6

// newMesh returns the mesh of points, of which largest is the largest absolute coordinate.
func newMesh(x, y []float64, largest float64) *form.Mesh {
	m := &mesh{form.Mesh{X: x, Y: y}}
	if m.singleSide(flatTolerance * largest) {
		return &m.Mesh
	}
	t := triangulate(plane{x, y})
	flat := make([]bool, len(t.triangles))
	m.hullSides(t, flat, flatTolerance*largest)
	middleX, middleY := float64((slices.Min(x)+slices.Max(x))/2), float64((slices.Min(y)+slices.Max(y))/2)
	nearest := math.Inf(1)
	for i, c := range t.triangles {
		m.Triangles = append(m.Triangles, m.triangle(t, c, flat[i]))
		cx, cy := (x[c[0]]+x[c[1]]+x[c[2]])/3-middleX, (y[c[0]]+y[c[1]]+y[c[2]])/3-middleY
		if square := float64(cx*cx) + float64(cy*cy); square < nearest {
			nearest, m.Start = square, int32(i)
		}
	}
	return &m.Mesh
}

// singleSide makes one side of all samples if they are on a line within a tolerance, and reports
// whether they are.
func (m *mesh) singleSide(tolerance float64) bool {
	from, to, longest := 0, 0, 0.0
	for i := range m.X {
		for j := range i {
			dx, dy := m.X[i]-m.X[j], m.Y[i]-m.Y[j]
			if square := float64(dx*dx) + float64(dy*dy); square > longest {
				from, to, longest = j, i, square
			}
		}
	}
	s := m.side(from, to)
	along := make([]int, 0, len(m.X)) // samples, in their order on the side
	for i := range m.X {
		if distance(&s, m.X[i], m.Y[i]) > tolerance {
			return false
		}
		along = append(along, i)
	}
	order.Stable(along, func(a, b int) int {
		return cmp.Compare(s.Fraction(m.X[a], m.Y[a]), s.Fraction(m.X[b], m.Y[b]))
	})
	for i := 1; i < len(along); i++ {
		if a, b := along[i-1], along[i]; !(s.Fraction(m.X[a], m.Y[a]) < s.Fraction(m.X[b], m.Y[b])) {
			return false // beside each other, so not on a line
		}
	}
	m.Sides = append(m.Sides, m.sideWith(s, along))
	return true
}

// side returns the side between two samples, without the samples on it.
func (m *mesh) side(from, to int) form.Side {
	s := form.Side{X: m.X[from], Y: m.Y[from], DX: m.X[to] - m.X[from], DY: m.Y[to] - m.Y[from]}
	s.LengthSquared = float64(s.DX*s.DX) + float64(s.DY*s.DY)
	return s
}

// distance returns the distance of a point from the line through the side.
func distance(s *form.Side, x, y float64) float64 {
	if s.LengthSquared == 0 {
		return 0
	}
	return math.Abs(float64((x-s.X)*s.DY)-float64((y-s.Y)*s.DX)) / math.Sqrt(s.LengthSquared)
}

// sideWith returns the side with the samples that are on it.
func (m *mesh) sideWith(s form.Side, samples []int) form.Side {
	for _, i := range samples {
		s.Samples = append(s.Samples, int32(i))
		s.Fractions = append(s.Fractions, s.Fraction(m.X[i], m.Y[i]))
	}
	return s
}

// hullSides finds the sides of the hull from corner to corner. If a triangle has an edge on a side
// and its third corner is nearly on the side, the triangle is marked as flat and the corner is
// added to the side. So the samples of a side are always the edge of the triangles that remain, and
// the weights are continuous across it.
func (m *mesh) hullSides(t *triangulation, flat []bool, tolerance float64) {
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
			fraction := s.Fraction(m.X[c], m.Y[c])
			between := fraction > s.Fraction(m.X[a], m.Y[a]) && fraction < s.Fraction(m.X[b], m.Y[b])
			if !onHull[c] && between && distance(&s, m.X[c], m.Y[c]) <= tolerance {
				flat[triangle], onHull[c] = true, true
				onSide = slices.Insert(onSide, i+1, c)
			} else {
				i++
			}
		}
		m.Sides = append(m.Sides, m.sideWith(s, onSide))
	}
}

// triangle prepares a triangle of the triangulation.
func (m *mesh) triangle(t *triangulation, c [3]int, flat bool) form.Triangle {
	order.Ints(c[:])
	r := form.Triangle{Flat: flat}
	for i, v := range c {
		r.Corners[i], r.Neighbors[i] = int32(v), -1
		p, q := c[(i+1)%3], c[(i+2)%3]
		for _, e := range [2][2]int{{p, q}, {q, p}} {
			if other, corner, found := t.across(e[0], e[1]); found && corner != v {
				r.Neighbors[i] = int32(other)
			}
		}
	}
	ux, uy := m.X[c[1]]-m.X[c[0]], m.Y[c[1]]-m.Y[c[0]]
	vx, vy := m.X[c[2]]-m.X[c[0]], m.Y[c[2]]-m.Y[c[0]]
	area := float64(ux*vy) - float64(uy*vx)
	if area == 0 { // by rounding
		r.Flat = true
		return r
	}
	r.Barycentric = [4]float64{vy / area, -vx / area, -uy / area, ux / area}
	return r
}
