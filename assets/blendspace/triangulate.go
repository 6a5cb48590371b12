package blendspace

import "slices"

// triangulation is a set of triangles that go round anticlockwise, and the way round their hull, on which every point of it lies, those
// in the middle of a straight side too.
type triangulation struct {
	plane
	triangles [][3]int
	edges     map[[2]int]int // from an edge as its triangle goes round to the triangle
	hull      []int          // empty where all points are on a line
}

// triangulate makes the Delaunay triangulation of points that all differ. A sweep in order of x makes triangles, then edges are
// flipped till no circle through a triangle holds a point: C. L. Lawson, "Software for C1 surface interpolation", 1977. The
// result does not depend on the order of the points, since [plane.before] decides between the triangulations of points on one
// circle.
func triangulate(p plane) *triangulation {
	t := &triangulation{plane: p, edges: map[[2]int]int{}}
	order := make([]int, len(p.x))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		if p.sweepOrder(a, b) {
			return -1
		}
		return 1
	})
	first := 2 // the first point off the line through those before it
	for first < len(order) && p.turn(order[0], order[1], order[first]) == 0 {
		first++
	}
	if first >= len(order) {
		return t
	}
	t.firstTriangles(order[:first], order[first])
	for _, point := range order[first+1:] {
		t.extend(point)
	}
	t.flip()
	return t
}

// begin joins points on a line to the first one off it.
func (t *triangulation) firstTriangles(line []int, off int) {
	line = slices.Clone(line)
	if t.turn(line[0], line[1], off) < 0 {
		slices.Reverse(line)
	}
	for i := 1; i < len(line); i++ {
		t.add(line[i-1], line[i], off)
	}
	line = append(line, off)
	t.hull = line
}

// extend joins a point right of all others to the edges of the hull that it sees. These follow each other, or it would not be
// right of the hull.
func (t *triangulation) extend(point int) {
	n := len(t.hull)
	sees := func(i int) bool { return t.turn(t.hull[i%n], t.hull[(i+1)%n], point) < 0 }
	begin := 0
	for !sees(begin) || sees(begin+n-1) {
		begin++
	}
	end := begin
	for ; sees(end); end++ {
		t.add(t.hull[(end+1)%n], t.hull[end%n], point)
	}
	hull := []int{point}
	for i := end; i <= begin+n; i++ {
		hull = append(hull, t.hull[i%n])
	}
	t.hull = hull
}

func (t *triangulation) add(a, b, c int) {
	t.triangles = append(t.triangles, [3]int{})
	t.set(len(t.triangles)-1, a, b, c)
}

func (t *triangulation) set(i, a, b, c int) {
	t.triangles[i] = [3]int{a, b, c}
	t.edges[[2]int{a, b}], t.edges[[2]int{b, c}], t.edges[[2]int{c, a}] = i, i, i
}

// across returns the triangle on the left of the edge from a to b and its third corner.
func (t *triangulation) across(a, b int) (triangle, corner int, found bool) {
	if triangle, found = t.edges[[2]int{a, b}]; found {
		for _, corner = range t.triangles[triangle] {
			if corner != a && corner != b {
				break
			}
		}
	}
	return triangle, corner, found
}

// flip turns the diagonal between two triangles till all are Delaunay.
func (t *triangulation) flip() {
	var pending [][2]int
	for _, c := range t.triangles {
		pending = append(pending, [2]int{c[0], c[1]}, [2]int{c[1], c[2]}, [2]int{c[2], c[0]})
	}
	for len(pending) > 0 {
		a, b := pending[len(pending)-1][0], pending[len(pending)-1][1]
		pending = pending[:len(pending)-1]
		one, c, found := t.across(a, b)
		two, d, opposite := t.across(b, a)
		if !found || !opposite || !t.shouldFlip(a, b, c, d) {
			continue
		}
		delete(t.edges, [2]int{a, b})
		delete(t.edges, [2]int{b, a})
		t.set(one, a, d, c)
		t.set(two, d, b, c)
		pending = append(pending, [2]int{a, d}, [2]int{d, b}, [2]int{b, c}, [2]int{c, a})
	}
}

// better says whether the diagonal of the quadrilateral a, d, b, c should go from c to d rather than from a to b.
func (t *triangulation) shouldFlip(a, b, c, d int) bool {
	if t.turn(c, a, d) <= 0 || t.turn(d, b, c) <= 0 {
		return false // it has a corner pointing inward, and only the one diagonal
	}
	switch t.inCircle(a, b, c, d) {
	case 0: // all on one circle: the first of them gets the diagonal
		ab, cd := a, c
		if t.nearerOrigin(b, a) {
			ab = b
		}
		if t.nearerOrigin(d, c) {
			cd = d
		}
		return t.nearerOrigin(cd, ab)
	case 1:
		return true
	}
	return false
}
