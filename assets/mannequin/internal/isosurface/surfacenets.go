package isosurface

import (
	"errors"
	"slices"

	"github.com/sinew-go/sinew/internal/exact"
)

// Triangle holds three vertex indices, counter-clockwise as seen from outside.
type Triangle [3]int32

// Surface is a closed triangle mesh.
type Surface struct {
	Points    []exact.Vec3
	Triangles []Triangle
}

var errOpenSurface = errors.New("isosurface: the surface leaves the octree cells found for it, so the mesh would " +
	"have a hole")

// Mesh returns the zero surface of a field. The error reports a surface that cannot be closed
// because the field's distances are too inaccurate to find all of it.
func Mesh(f *Field) (*Surface, error) {
	n := net{octree: newOctree(f)}
	for i := range n.leaves {
		if err := n.addEdges(int32(i)); err != nil {
			return nil, err
		}
	}
	n.weld()
	n.relax()
	n.triangulate()
	return &n.Surface, nil
}

// net is a surface under construction.
type net struct {
	*octree
	Surface
	polygons  []polygon
	crossings []exact.Vector // where the surface crosses the lattice edge of each polygon
}

// polygon has three or four corners, which are leaves until [net.weld] replaces them with vertices.
type polygon []int32

// addEdges adds the polygons of those of the twelve edges of a leaf that the surface crosses.
func (n *net) addEdges(own int32) error {
	l := n.leaves[own]
	var values [8]float64 // at the corners: bit k of the index is the side on axis k
	inside := 0
	for i := range values {
		at := l.corner
		for axis := range 3 {
			at[axis] += int32(i>>axis&1) * l.size
		}
		if values[i] = n.value(at); values[i] < 0 {
			inside++
		}
	}
	if inside == 0 || inside == len(values) {
		return nil
	}
	for axis := range 3 {
		for corner := range 4 {
			side, up := (axis+1)%3, (axis+2)%3
			i := (corner&1)<<side | (corner>>1)<<up
			if a, b := values[i], values[i|1<<axis]; (a < 0) != (b < 0) {
				if err := n.addEdge(own, axis, corner, a, b); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// addEdge adds the polygon of an edge of a leaf, at whose ends the field has the values a and b, of
// which one is inside. An edge belongs to the smallest leaf around it, and among equal ones to the
// first.
func (n *net) addEdge(own int32, axis, corner int, a, b float64) error {
	l := n.leaves[own]
	side, up := (axis+1)%3, (axis+2)%3
	from := l.corner.add(side, int32(corner&1)*l.size).add(up, int32(corner>>1)*l.size)
	var p polygon // around the edge, counter-clockwise as seen against the axis
	for _, cell := range [4]latticePoint{from, from.add(side, -1), from.add(side, -1).add(up, -1), from.add(up, -1)} {
		i, ok := n.leafAt(cell)
		if !ok && l.size == 1 {
			return errOpenSurface
		} else if !ok {
			return nil // smaller leaves meet the edge where the surface crosses it
		}
		size := n.leaves[i].size
		if size < l.size || size == l.size && i < own {
			return nil // the edge belongs to leaf i, or smaller leaves divide it
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
	n.crossings = append(n.crossings, from.position().Lerp(from.add(axis, l.size).position(), a/(a-b)))
	return nil
}

// relaxRounds is the number of rounds in which vertices are evened out.
const relaxRounds = 4

// relax moves each vertex toward the middle of its neighbors and back onto the surface, which makes
// the polygons even and the vertices accurate.
func (n *net) relax() {
	sums := make([]exact.Vector, len(n.Points))
	counts := make([]int32, len(n.Points))
	for round := range relaxRounds {
		clear(sums)
		clear(counts)
		for _, p := range n.polygons {
			for k, v := range p {
				next := p[(k+1)%len(p)]
				sums[v] = sums[v].Add(n.Points[next].Vector())
				counts[v]++
				sums[next] = sums[next].Add(n.Points[v].Vector())
				counts[next]++
			}
		}
		for v, p := range n.Points {
			middle := sums[v].Scale(1 / float64(counts[v]))
			steps := 1 // the last round corrects the error that the others leave
			if round == relaxRounds-1 {
				steps = fullProjection
			}
			n.Points[v] = n.field.project(p.Vector().Lerp(middle, 0.5), steps).Vec3()
		}
	}
}

// triangulate splits quadrilaterals along the shorter diagonal, or along the other one if an edge
// of a polygon already joins the ends of the shorter one.
func (n *net) triangulate() {
	joined := make(map[[2]int32]bool, 2*len(n.polygons))
	for _, p := range n.polygons {
		for k, v := range p {
			joined[[2]int32{v, p[(k+1)%len(p)]}] = true
		}
	}
	for _, p := range n.polygons {
		if len(p) == 3 {
			n.Triangles = append(n.Triangles, Triangle{p[0], p[1], p[2]})
			continue
		}
		a := n.Points[p[0]].Sub(n.Points[p[2]])
		b := n.Points[p[1]].Sub(n.Points[p[3]])
		if (a.Dot(a) > b.Dot(b) || joined[[2]int32{p[0], p[2]}]) && !joined[[2]int32{p[1], p[3]}] {
			p = polygon{p[1], p[2], p[3], p[0]}
		}
		n.Triangles = append(n.Triangles, Triangle{p[0], p[1], p[2]}, Triangle{p[0], p[2], p[3]})
	}
}

// Edges returns each edge once, its lower vertex first, in the order of the triangles.
func (s *Surface) Edges() [][2]int32 {
	edges := make([][2]int32, 0, len(s.Triangles)*3/2)
	for _, t := range s.Triangles {
		for k := range 3 {
			if a, b := t[k], t[(k+1)%3]; a < b { // in the other direction it is an edge of the neighbor
				edges = append(edges, [2]int32{a, b})
			}
		}
	}
	return edges
}
