package blendspace

import (
	"cmp"
	"slices"

	"github.com/sinew-go/sinew/internal/order"
)

// triangulation is a set of counterclockwise triangles, and their hull. The hull has all points on
// it, including those in the middle of a straight side, counterclockwise.
type triangulation struct {
	plane
	triangles [][3]int
	edges     map[[2]int]int // from a counterclockwise edge of a triangle to the triangle
	hull      []int          // empty if all points are on a line
}

// triangulate returns the Delaunay triangulation of distinct points. A sweep in sweepOrder makes
// triangles, and then edges are flipped until no circle through a triangle's corners contains
// another point: C. L. Lawson, "Software for C1 surface interpolation", 1977. The result does not
// depend on the order of the points, since [plane.nearerOrigin] chooses between the triangulations
// of points on one circle.
func triangulate(p plane) *triangulation {
	t := &triangulation{plane: p, edges: map[[2]int]int{}}
	swept := make([]int, len(p.x))
	for i := range swept {
		swept[i] = i
	}
	order.Stable(swept, func(a, b int) int { return cmp.Or(cmp.Compare(p.x[a], p.x[b]), cmp.Compare(p.y[a], p.y[b])) })
	first := 2 // the first point that is not on the line through the points before it
	for first < len(swept) && p.turn(swept[0], swept[1], swept[first]) == 0 {
		first++
	}
	if first >= len(swept) {
		return t
	}
	t.firstTriangles(swept[:first], swept[first])
	for _, point := range swept[first+1:] {
		t.extend(point)
	}
	t.flip()
	return t
}

// firstTriangles connects points on a line to the first point that is not on the line.
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

// extend connects a point after all others in sweepOrder to the edges of the hull that are visible
// from it. These edges are consecutive.
func (t *triangulation) extend(point int) {
	n := len(t.hull)
	visible := func(i int) bool { return t.turn(t.hull[i%n], t.hull[(i+1)%n], point) < 0 }
	begin := 0
	for !visible(begin) || visible(begin+n-1) {
		begin++
	}
	end := begin
	for ; visible(end); end++ {
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

// flip flips the diagonals between pairs of triangles until all triangles are Delaunay.
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

// shouldFlip reports whether the diagonal of the quadrilateral a, d, b, c should go from c to d
// instead of from a to b.
func (t *triangulation) shouldFlip(a, b, c, d int) bool {
	if t.turn(c, a, d) <= 0 || t.turn(d, b, c) <= 0 {
		return false // the quadrilateral is not convex, and has only this diagonal
	}
	switch t.inCircle(a, b, c, d) {
	case 0: // all on one circle: the point nearest to the origin gets the diagonal
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
