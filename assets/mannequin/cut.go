package mannequin

// cut is the surface while regions are cut out of it.
type cut struct {
	*surface
	field *field
	paint []paint // of each triangle
	// pinned vertices lie on the edge of a region: no later cut may move them.
	pinned []bool
}

// snapWithin is how near to a cut a vertex must be, as a part of an edge's length, to be moved onto it: cutting the edge
// would leave a sliver.
const snapWithin = 0.25

// paintRegions cuts the surface along the edges of regions and returns each triangle's paint.
func (s *surface) paintRegions(f *field, regions []region) []paint {
	c := &cut{surface: s, field: f, paint: make([]paint, len(s.triangles)), pinned: make([]bool, len(s.points))}
	for i := range regions {
		c.region(&regions[i])
	}
	return c.paint
}

// region cuts along the edge of a region and paints what is inside.
func (c *cut) region(r *region) {
	side := make([]float64, len(c.points))
	for v, p := range c.points {
		side[v] = r.side(fold(p))
	}
	c.snap(r, side)
	split := map[[2]int32]int32{}
	triangles := make([]triangle, 0, len(c.triangles)+1024)
	paints := make([]paint, 0, cap(triangles))
	for t, corners := range c.triangles {
		triangles = c.divide(triangles, corners, side, split)
		for _, part := range triangles[len(paints):] {
			color := c.paint[t]
			if c.inside(part, side, r) {
				color = r.paint
			}
			paints = append(paints, color)
		}
	}
	c.triangles, c.paint = triangles, paints
	for v, d := range side {
		c.pinned[v] = c.pinned[v] || d == 0
	}
	for range len(c.points) - len(c.pinned) {
		c.pinned = append(c.pinned, true)
	}
}

// snap moves vertices that are close to the cut onto it.
func (c *cut) snap(r *region, side []float64) {
	for _, e := range c.edges() {
		a, b := e[0], e[1]
		if !crosses(side[a], side[b]) {
			continue
		}
		at := side[a] / (side[a] - side[b])
		switch {
		case at < snapWithin && !c.pinned[a]:
		case at > 1-snapWithin && !c.pinned[b]:
			a, b, at = b, a, 1-at
		default:
			continue
		}
		c.points[a] = c.field.project(c.points[a].Lerp(c.points[b], at), projections)
		side[a] = 0
	}
}

func crosses(a, b float64) bool { return a < 0 && b > 0 || a > 0 && b < 0 }

// divide appends the triangles into which the cut divides one.
func (c *cut) divide(out []triangle, t triangle, side []float64, split map[[2]int32]int32) []triangle {
	var ring [5]int32 // the corners, and the points at which the cut crosses the edges between them
	n, first := 0, -1 // how many there are, and where in the ring such a point is
	for k, v := range t {
		next := t[(k+1)%3]
		ring[n] = v
		n++
		if crosses(side[v], side[next]) {
			first = n
			ring[n] = c.between(v, next, side, split)
			n++
		}
	}
	at := func(k int) int32 { return ring[(first+k)%n] }
	switch n {
	case 3:
		return append(out, t)
	case 4: // from the point to the corner across, which is on the cut
		return append(out, triangle{at(0), at(1), at(2)}, triangle{at(0), at(2), at(3)})
	}
	// Two points, a corner between them on one side, two corners on the other. Begin at the point before that corner.
	if v := at(2); v == t[0] || v == t[1] || v == t[2] {
		first = (first + 3) % n
	}
	return append(out, triangle{at(0), at(1), at(2)}, triangle{at(0), at(2), at(3)}, triangle{at(0), at(3), at(4)})
}

// between returns the vertex where the cut crosses an edge, a new one the first time.
func (c *cut) between(a, b int32, side []float64, split map[[2]int32]int32) int32 {
	if a > b {
		a, b = b, a
	}
	v, known := split[[2]int32{a, b}]
	if !known {
		v = int32(len(c.points))
		split[[2]int32{a, b}] = v
		at := side[a] / (side[a] - side[b])
		c.points = append(c.points, c.field.project(c.points[a].Lerp(c.points[b], at), projections))
	}
	return v
}

// inside says whether a triangle that the cut does not cross is inside the region.
func (c *cut) inside(t triangle, side []float64, r *region) bool {
	for _, v := range t {
		if int(v) < len(side) && side[v] != 0 {
			return side[v] < 0
		}
	}
	middle := c.points[t[0]].Add(c.points[t[1]]).Add(c.points[t[2]]).Scale(1.0 / 3)
	return r.side(fold(middle)) < 0
}
