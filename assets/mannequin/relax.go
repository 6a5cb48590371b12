package mannequin

import "github.com/sinew-go/sinew/internal/exact"

// relaxations is how often vertices are evened out.
const relaxations = 4

// relax moves each vertex toward the middle of its neighbors and back onto the surface, which makes the polygons even and
// their vertices exact.
func (n *net) relax(f *field) {
	sums := make([]exact.Vec3, len(n.points))
	counts := make([]int32, len(n.points))
	for round := range relaxations {
		clear(sums)
		clear(counts)
		for _, p := range n.polygons {
			for k, v := range p {
				next := p[(k+1)%len(p)]
				sums[v] = sums[v].Add(n.points[next])
				counts[v]++
				sums[next] = sums[next].Add(n.points[v])
				counts[next]++
			}
		}
		for v, p := range n.points {
			middle := sums[v].Scale(1 / float64(counts[v]))
			steps := 1 // the last round settles what the others leave
			if round == relaxations-1 {
				steps = projections
			}
			n.points[v] = f.project(p.Lerp(middle, 0.5), steps)
		}
	}
}

// triangulate cuts polygons of four along the shorter diagonal, or along the other one where the shorter would join two
// vertices that are joined already.
func (n *net) triangulate() {
	joined := make(map[[2]int32]bool, 2*len(n.polygons))
	for _, p := range n.polygons {
		for k, v := range p {
			joined[[2]int32{v, p[(k+1)%len(p)]}] = true
		}
	}
	for _, p := range n.polygons {
		if len(p) == 3 {
			n.triangles = append(n.triangles, triangle{p[0], p[1], p[2]})
			continue
		}
		a := n.points[p[0]].Sub(n.points[p[2]])
		b := n.points[p[1]].Sub(n.points[p[3]])
		if (a.Dot(a) > b.Dot(b) || joined[[2]int32{p[0], p[2]}]) && !joined[[2]int32{p[1], p[3]}] {
			p = polygon{p[1], p[2], p[3], p[0]}
		}
		n.triangles = append(n.triangles, triangle{p[0], p[1], p[2]}, triangle{p[0], p[2], p[3]})
	}
}
