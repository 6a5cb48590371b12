package mannequin

import "github.com/sinew-go/sinew/internal/exact"

import (
	"errors"
	"slices"
)

// triangle is three vertices, counter-clockwise seen from outside.
type triangle [3]int32

// surface is a closed mesh.
type surface struct {
	points    []exact.Vec3
	triangles []triangle
}

var errOpenSurface = errors.New("mannequin: the surface leaves the octree that should hold it")

// newSurface polygonises the field by surface nets on an octree: every lattice edge that the surface crosses has a polygon,
// which joins vertices in the cells around the edge (S. F. F. Gibson, "Constrained elastic surface nets", 1998; T. Ju and
// others, "Dual contouring of Hermite data", 2002, for cells of different sizes: the edges taken are those that no smaller
// cell divides).
func newSurface(f *field) (*surface, error) {
	n := net{octree: newOctree(f)}
	for i := range n.leaves {
		for axis := range 3 {
			for corner := range 4 {
				if err := n.edge(int32(i), axis, corner); err != nil {
					return nil, err
				}
			}
		}
	}
	n.weld()
	n.relax(f)
	n.triangulate()
	return &n.surface, nil
}

// net is a surface while it is made.
type net struct {
	*octree
	surface
	polygons  []polygon
	crossings []exact.Vec3 // where the surface crosses each polygon's edge
}

// polygon has three or four corners: leaves at first, vertices once they are welded.
type polygon []int32

// edge adds the polygon of one of the leaf's twelve edges, if it is the leaf's turn to do so.
func (n *net) edge(own int32, axis, corner int) error {
	l := n.leaves[own]
	side, up := (axis+1)%3, (axis+2)%3
	from := l.corner.add(side, int32(corner&1)*l.size).add(up, int32(corner>>1)*l.size)
	a, b := n.value(from), n.value(from.add(axis, l.size))
	if (a < 0) == (b < 0) {
		return nil
	}
	var p polygon // around the edge, counter-clockwise seen against the axis
	for _, at := range [4]place{from, from.add(side, -1), from.add(side, -1).add(up, -1), from.add(up, -1)} {
		i, ok := n.around(at)
		if !ok && l.size == 1 {
			return errOpenSurface
		} else if !ok {
			return nil // smaller leaves meet the edge where the surface crosses it
		}
		size := n.leaves[i].size
		if size < l.size || size == l.size && i < own {
			return nil // that leaf's edge is shorter, or this one is its own too
		}
		if len(p) == 0 || p[len(p)-1] != i {
			p = append(p, i)
		}
	}
	if p[0] == p[len(p)-1] {
		p = p[1:]
	}
	if a >= 0 {
		slices.Reverse(p)
	}
	n.polygons = append(n.polygons, p)
	n.crossings = append(n.crossings, from.point().Lerp(from.add(axis, l.size).point(), a/(a-b)))
	return nil
}
