package mannequin

import "errors"

// triangle is three vertices, counter-clockwise seen from outside.
type triangle [3]int32

// surface is a closed mesh.
type surface struct {
	points    []vector
	triangles []triangle
}

var errOpenSurface = errors.New("mannequin: the surface leaves the octree that should hold it")

// newSurface polygonises the field by surface nets on an octree: every cell that the surface enters has one vertex, and
// every lattice edge that it crosses has one polygon, which joins the vertices of the cells around the edge (S. F. F.
// Gibson, "Constrained elastic surface nets", 1998; T. Ju and others, "Dual contouring of Hermite data", 2002, for cells of
// different sizes: the edges taken are those that no smaller cell divides).
func newSurface(f *field) (*surface, error) {
	n := net{octree: newOctree(f), vertex: map[int32]int32{}}
	for i := range n.leaves {
		for axis := range 3 {
			for corner := range 4 {
				if err := n.edge(int32(i), axis, corner); err != nil {
					return nil, err
				}
			}
		}
	}
	for i, count := range n.crossings {
		n.points[i] = n.points[i].scale(1 / float64(count))
	}
	n.relax(f)
	n.triangulate()
	return &n.surface, nil
}

type net struct {
	*octree
	surface
	polygons  [][]int32
	vertex    map[int32]int32 // of a leaf
	crossings []int32         // of lattice edges around each vertex
}

// edge adds the polygon of one of the leaf's twelve edges, if it is the leaf's turn to do so.
func (n *net) edge(own int32, axis, corner int) error {
	l := n.leaves[own]
	side, up := (axis+1)%3, (axis+2)%3
	from := l.corner.add(side, int32(corner&1)*l.size).add(up, int32(corner>>1)*l.size)
	a, b := n.value(from), n.value(from.add(axis, l.size))
	if (a < 0) == (b < 0) {
		return nil
	}
	// Around the edge, counter-clockwise seen against the axis.
	var ring [4]int32
	for k, at := range [4]place{from, from.add(side, -1), from.add(side, -1).add(up, -1), from.add(up, -1)} {
		i, ok := n.around(at)
		if !ok {
			return errOpenSurface
		}
		size := n.leaves[i].size
		if size < l.size || size == l.size && i < own {
			return nil // that leaf's edge is shorter, or this one is its own too
		}
		ring[k] = i
	}
	where := from.vector().mix(from.add(axis, l.size).vector(), a/(a-b))
	var polygon []int32
	for k, i := range ring {
		if i == ring[(k+3)%4] {
			continue
		}
		v, known := n.vertex[i]
		if !known {
			v = int32(len(n.points))
			n.vertex[i] = v
			n.points = append(n.points, vector{})
			n.crossings = append(n.crossings, 0)
		}
		n.points[v] = n.points[v].add(where)
		n.crossings[v]++
		polygon = append(polygon, v)
	}
	if a >= 0 {
		for i, j := 0, len(polygon)-1; i < j; i, j = i+1, j-1 {
			polygon[i], polygon[j] = polygon[j], polygon[i]
		}
	}
	n.polygons = append(n.polygons, polygon)
	return nil
}
