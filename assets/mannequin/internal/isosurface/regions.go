package isosurface

import "github.com/sinew-go/sinew/internal/exact"

// Region is a part of a surface with a label.
type Region struct {
	Label int
	// Side is negative inside the region. Near its zero, along which the surface is cut, it is
	// close to a distance in meters. Its argument is folded (see [Fold]).
	Side func(p exact.Vec3) float64
}

// CutRegions cuts the surface of a field along the borders of regions and returns the label of each
// triangle: the label of the last region that contains it, or 0.
func (s *Surface) CutRegions(f *Field, regions []Region) []int {
	c := &cutter{Surface: s, field: f, labels: make([]int, len(s.Triangles)), pinned: make([]bool, len(s.Points))}
	for i := range regions {
		c.cut(&regions[i])
	}
	return c.labels
}

// cutter is a surface while regions are cut out of it.
type cutter struct {
	*Surface
	field  *Field
	labels []int  // of each triangle
	pinned []bool // whether each vertex lies on the border of a region, so that no later cut may move it
}

// snapFraction is the fraction of an edge within which a vertex is moved onto the border, where
// cutting the edge would leave a sliver.
const snapFraction = 0.25

// cut cuts along the border of a region and labels the triangles inside.
func (c *cutter) cut(r *Region) {
	side := make([]float64, len(c.Points))
	for v, p := range c.Points {
		side[v] = r.Side(Fold(p))
	}
	c.snap(side)
	split := map[[2]int32]int32{}
	triangles := make([]Triangle, 0, len(c.Triangles)+1024)
	labels := make([]int, 0, cap(triangles))
	for t, corners := range c.Triangles {
		triangles = c.divide(triangles, corners, side, split)
		for _, part := range triangles[len(labels):] {
			label := c.labels[t]
			if c.inside(part, side, r) {
				label = r.Label
			}
			labels = append(labels, label)
		}
	}
	c.Triangles, c.labels = triangles, labels
	for v, d := range side {
		c.pinned[v] = c.pinned[v] || d == 0
	}
	for range len(c.Points) - len(c.pinned) {
		c.pinned = append(c.pinned, true)
	}
}

// snap moves vertices that are close to the border onto it.
func (c *cutter) snap(side []float64) {
	for _, e := range c.Edges() {
		a, b := e[0], e[1]
		if !crosses(side[a], side[b]) {
			continue
		}
		u := side[a] / (side[a] - side[b])
		switch {
		case u < snapFraction && !c.pinned[a]:
		case u > 1-snapFraction && !c.pinned[b]:
			a, b, u = b, a, 1-u
		default:
			continue
		}
		c.Points[a] = c.field.Project(c.Points[a].Lerp(c.Points[b], u))
		side[a] = 0
	}
}

// crosses reports whether the border crosses an edge between vertices on these sides of it.
func crosses(a, b float64) bool { return a < 0 && b > 0 || a > 0 && b < 0 }

// divide appends the triangles into which the border divides t.
func (c *cutter) divide(out []Triangle, t Triangle, side []float64, split map[[2]int32]int32) []Triangle {
	var ring [5]int32 // the corners, and the cuts of the edges between them
	n, first := 0, -1 // the length of the ring, and the index of the last cut in it
	for k, v := range t {
		next := t[(k+1)%3]
		ring[n] = v
		n++
		if crosses(side[v], side[next]) {
			first = n
			ring[n] = c.cutEdge(v, next, side, split)
			n++
		}
	}
	at := func(k int) int32 { return ring[(first+k)%n] }
	switch n {
	case 3:
		return append(out, t)
	case 4: // from the cut to the opposite corner, which is on the border
		return append(out, Triangle{at(0), at(1), at(2)}, Triangle{at(0), at(2), at(3)})
	}
	// There are two cuts, with one corner on one side and two on the other. Begin at the cut before
	// the single corner.
	if v := at(2); v == t[0] || v == t[1] || v == t[2] {
		first = (first + 3) % n
	}
	return append(out, Triangle{at(0), at(1), at(2)}, Triangle{at(0), at(2), at(3)}, Triangle{at(0), at(3), at(4)})
}

// cutEdge returns the vertex where the border crosses an edge, a new one the first time.
func (c *cutter) cutEdge(a, b int32, side []float64, split map[[2]int32]int32) int32 {
	if a > b {
		a, b = b, a
	}
	v, known := split[[2]int32{a, b}]
	if !known {
		v = int32(len(c.Points))
		split[[2]int32{a, b}] = v
		u := side[a] / (side[a] - side[b])
		c.Points = append(c.Points, c.field.Project(c.Points[a].Lerp(c.Points[b], u)))
	}
	return v
}

// inside reports whether a triangle that the border does not cross is inside the region.
func (c *cutter) inside(t Triangle, side []float64, r *Region) bool {
	for _, v := range t {
		if int(v) < len(side) && side[v] != 0 {
			return side[v] < 0
		}
	}
	middle := c.Points[t[0]].Add(c.Points[t[1]]).Add(c.Points[t[2]]).Scale(1.0 / 3)
	return r.Side(Fold(middle)) < 0
}
