package isosurface

import "github.com/sinew-go/sinew/internal/exact"

// corner identifies a corner of a polygon, and the side from there to the next corner.
type corner struct{ polygon, at int32 }

// welder finds the polygon corners that are the same vertex.
type welder struct {
	*net
	first  []int32              // index of corner 0 of each polygon
	parent []int32              // of each corner, in a disjoint-set forest
	sides  map[[2]int32]between // by the leaves from and to which the sides run
}

// between is the sides between two leaves: how many, and the corners of the first two.
type between struct {
	count   int32
	corners [2]int32
}

// weld makes a vertex for each sheet of the surface that passes through a leaf, and replaces the
// leaves in polygons with vertices. Two polygons are neighbors if a side of each runs between the
// same two leaves, in opposite directions. Where two sheets pass between the same leaves, the sides
// that are closer together are paired.
func (n *net) weld() {
	w := welder{net: n, sides: make(map[[2]int32]between, 4*len(n.polygons))}
	var corners []corner
	for i, p := range n.polygons {
		w.first = append(w.first, int32(len(corners)))
		for k, leaf := range p {
			key := [2]int32{leaf, p[(k+1)%len(p)]}
			found := w.sides[key]
			if found.count < 2 {
				found.corners[found.count] = int32(len(corners))
			}
			found.count++
			w.sides[key] = found
			w.parent = append(w.parent, int32(len(corners)))
			corners = append(corners, corner{int32(i), int32(k)})
		}
	}
	for i, c := range corners {
		p := n.polygons[c.polygon]
		from, to := p[c.at], p[(int(c.at)+1)%len(p)]
		here, there := w.sides[[2]int32{from, to}], w.sides[[2]int32{to, from}]
		if here.count == 1 && there.count == 1 {
			w.joinSides(corners[i], corners[there.corners[0]])
		} else if here.corners[0] == int32(i) && here.count == 2 && there.count == 2 {
			here, there := here.corners, there.corners
			crossing := func(k int32) exact.Vector { return n.crossings[corners[k].polygon] }
			inOrder := crossing(here[0]).Sub(crossing(there[0])).Length() + crossing(here[1]).
				Sub(crossing(there[1])).Length()
			swapped := crossing(here[0]).Sub(crossing(there[1])).Length() + crossing(here[1]).
				Sub(crossing(there[0])).Length()
			if swapped < inOrder {
				there[0], there[1] = there[1], there[0]
			}
			w.joinSides(corners[here[0]], corners[there[0]])
			w.joinSides(corners[here[1]], corners[there[1]])
		}
	}
	w.makeVertices(corners)
}

// joinSides unites the ends of two sides that run in opposite directions.
func (w *welder) joinSides(a, b corner) {
	w.unite(w.end(a, 0), w.end(b, 1))
	w.unite(w.end(a, 1), w.end(b, 0))
}

// end returns the index of the corner at the start (0) or the end (1) of a side.
func (w *welder) end(side corner, end int32) int32 {
	return w.first[side.polygon] + (side.at+end)%int32(len(w.polygons[side.polygon]))
}

// find returns the representative of a corner's set.
func (w *welder) find(i int32) int32 {
	for w.parent[i] != i {
		w.parent[i] = w.parent[w.parent[i]]
		i = w.parent[i]
	}
	return i
}

// unite merges the sets of two corners. The lowest index represents a set, so that the result does
// not depend on the order.
func (w *welder) unite(a, b int32) {
	a, b = w.find(a), w.find(b)
	w.parent[max(a, b)] = min(a, b)
}

// makeVertices makes a vertex of each set of corners, in the middle of the crossings of their
// polygons.
func (w *welder) makeVertices(corners []corner) {
	vertex := make([]int32, len(corners))
	var counts []int32
	for i, c := range corners {
		top := w.find(int32(i))
		if top == int32(i) {
			vertex[i] = int32(len(w.Points))
			w.Points = append(w.Points, exact.Vec3{})
			counts = append(counts, 0)
		}
		v := vertex[top]
		w.Points[v] = w.Points[v].Add(w.crossings[c.polygon].Vec3())
		counts[v]++
		w.polygons[c.polygon][c.at] = v
	}
	for v, count := range counts {
		w.Points[v] = w.Points[v].Scale(1 / float64(count))
	}
}
