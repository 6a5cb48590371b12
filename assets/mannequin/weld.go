package mannequin

import "github.com/sinew-go/sinew/internal/exact"

// corner is one corner of a polygon, and the side from there to the next.
type corner struct{ polygon, at int32 }

// welder finds out which corners of polygons are one vertex.
type welder struct {
	*net
	first  []int32            // the number of each polygon's corner 0
	parent []int32            // of each corner, in a forest of corners that are one
	sides  map[[2]int32][]int // corners by the leaves that their sides go from and to
}

// weld gives each leaf a vertex for each sheet of the surface that passes through it, and the polygons these instead of leaves.
// Two polygons whose sides run between the same two leaves, in opposite directions, meet there; so do their corners. Where
// two sheets pass between the same leaves, those sides meet that are closer together.
func (n *net) weld() {
	w := welder{net: n, sides: make(map[[2]int32][]int, 4*len(n.polygons))}
	var corners []corner
	for i, p := range n.polygons {
		w.first = append(w.first, int32(len(corners)))
		for k, leaf := range p {
			key := [2]int32{leaf, p[(k+1)%len(p)]}
			w.sides[key] = append(w.sides[key], len(corners))
			w.parent = append(w.parent, int32(len(corners)))
			corners = append(corners, corner{int32(i), int32(k)})
		}
	}
	for i, c := range corners {
		p := n.polygons[c.polygon]
		from, to := p[c.at], p[(int(c.at)+1)%len(p)]
		here, there := w.sides[[2]int32{from, to}], w.sides[[2]int32{to, from}]
		if len(here) == 1 && len(there) == 1 {
			w.join(corners[i], corners[there[0]])
		} else if here[0] == i && len(here) == 2 && len(there) == 2 {
			at := func(k int) exact.Vec3 { return n.crossings[corners[k].polygon] }
			straight := at(here[0]).Sub(at(there[0])).Length() + at(here[1]).Sub(at(there[1])).Length()
			crossed := at(here[0]).Sub(at(there[1])).Length() + at(here[1]).Sub(at(there[0])).Length()
			if crossed < straight {
				there = []int{there[1], there[0]}
			}
			w.join(corners[here[0]], corners[there[0]])
			w.join(corners[here[1]], corners[there[1]])
		}
	}
	w.number(corners)
}

// join makes the ends of two sides one, which run in opposite directions.
func (w *welder) join(a, b corner) {
	w.unite(w.corner(a, 0), w.corner(b, 1))
	w.unite(w.corner(a, 1), w.corner(b, 0))
}

// corner returns the number of a side's first or second end.
func (w *welder) corner(c corner, end int32) int32 {
	return w.first[c.polygon] + (c.at+end)%int32(len(w.polygons[c.polygon]))
}

func (w *welder) find(i int32) int32 {
	for w.parent[i] != i {
		w.parent[i] = w.parent[w.parent[i]]
		i = w.parent[i]
	}
	return i
}

// unite keeps the lower number, so that the outcome does not hang on the order.
func (w *welder) unite(a, b int32) {
	a, b = w.find(a), w.find(b)
	w.parent[max(a, b)] = min(a, b)
}

// number makes a vertex of each set of corners, in the middle of the crossings of their polygons.
func (w *welder) number(corners []corner) {
	vertex := make([]int32, len(corners))
	var counts []int32
	for i, c := range corners {
		top := w.find(int32(i))
		if top == int32(i) {
			vertex[i] = int32(len(w.points))
			w.points = append(w.points, exact.Vec3{})
			counts = append(counts, 0)
		}
		v := vertex[top]
		w.points[v] = w.points[v].Add(w.crossings[c.polygon])
		counts[v]++
		w.polygons[c.polygon][c.at] = v
	}
	for v, count := range counts {
		w.points[v] = w.points[v].Scale(1 / float64(count))
	}
}
