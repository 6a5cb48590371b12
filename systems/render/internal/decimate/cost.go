package decimate

import (
	"math"
	"slices"

	"github.com/sinew-go/sinew/assets/mesh"
)

// What an edge costs besides the distance of planes, all in units of length.
const (
	normalCost = 0.1  // of a normal that turns by 90 degrees, in lengths of the edge
	weightCost = 0.25 // of a vertex that other joints move, or half of a neighbor, in lengths of the edge
	colorCost  = 0.25 // of a color that changes by 1, in lengths of the edge
	morphCost  = 0.5  // of a difference of morph targets
	// borderWeight is the weight of planes through borders, and seamWeight of those through seams,
	// in squares of their edges; the planes of triangles weigh their areas.
	borderWeight = 10
	seamWeight   = 1
	// lengthCost is that of a long edge: among equal ones the shortest goes first, so that the
	// triangles of a flat surface do not all meet in one point.
	lengthCost = 1e-3
	// mostFaces is the number of faces that may meet in a point.
	mostFaces = 48
	// leastTurn is the least cosine between the normals of a triangle before and after a collapse.
	leastTurn = 0.2
)

// costOf returns what it costs to collapse a point into a neighbor: infinity if it cannot be done,
// or costs more than most.
func (s *surface) costOf(i, k int32, most float64) float64 {
	never := math.Inf(1)
	p, q := &s.points[i], &s.points[k]
	sum := p.quadric
	sum.add(&q.quadric)
	length := p.at.sub(q.at).length()
	cost := sum.distance(q.at) + lengthCost*length
	if cost > most {
		return never
	}
	// The two faces that they share go.
	if len(p.faces)+len(q.faces)-4 > mostFaces {
		if q.faces = slices.DeleteFunc(q.faces, s.isGone); len(p.faces)+len(q.faces)-4 > mostFaces {
			return never
		}
	}
	shared := 0
	for n, f := range p.faces {
		c, other := s.cornerAt(f, i), s.cornerAt(f, k)
		if other >= 0 {
			shared++
		}
		known := false // the corner of a face before
		for _, before := range p.faces[:n] {
			known = known || s.cornerAt(before, i) == c
		}
		if known {
			continue
		}
		partner, natural := other, true
		if other < 0 {
			partner, natural = s.partner(i, c, k)
		}
		if partner < 0 {
			return never
		}
		if cost += s.changes(c, partner, length, natural); cost > most {
			return never
		}
	}
	if shared > 2 || shared != 1 && s.onBorder(i) || s.sharedNeighbors(i, k) != shared || s.turnsOver(i, k) {
		return never
	}
	return cost
}

// turnsOver reports whether a triangle would turn over if a point collapsed into a neighbor.
func (s *surface) turnsOver(i, k int32) bool {
	for _, f := range s.points[i].faces {
		at := s.pointsOf(&s.faces[f])
		if at[0] == k || at[1] == k || at[2] == k {
			continue
		}
		before := s.normal(at)
		at[slices.Index(at[:], i)] = k
		after := s.normal(at)
		along := before.dot(after)
		squares := before.dot(before) * after.dot(after)
		if !(along > 0 && along*along > leastTurn*leastTurn*squares) && before != (vector{}) {
			return true
		}
	}
	return false
}

// onBorder reports whether a point is on an edge of only one face.
func (s *surface) onBorder(i int32) bool {
	// A point within the surface has as many neighbors as faces.
	s.mark++
	neighbors := 0
	for _, f := range s.points[i].faces {
		for _, k := range s.pointsOf(&s.faces[f]) {
			if k != i && s.marks[k] != s.mark {
				s.marks[k] = s.mark
				neighbors++
			}
		}
	}
	return neighbors > len(s.points[i].faces)
}

// sharedNeighbors counts the points that share a face with each of two points.
func (s *surface) sharedNeighbors(i, k int32) (n int) {
	s.mark += 2
	for _, f := range s.points[i].faces {
		for _, at := range s.pointsOf(&s.faces[f]) {
			s.marks[at] = s.mark - 1
		}
	}
	s.marks[i], s.marks[k] = 0, 0
	for _, f := range s.points[k].faces {
		if s.faces[f].gone {
			continue
		}
		for _, at := range s.pointsOf(&s.faces[f]) {
			if s.marks[at] == s.mark-1 {
				s.marks[at] = s.mark
				n++
			}
		}
	}
	return n
}

// partner returns the corner at point k that a corner at point i becomes: one that shares an edge
// with it, which is natural; else the nearest one of the same primitive; -1 without any.
func (s *surface) partner(i, c, k int32) (partner int32, natural bool) {
	for _, f := range s.points[i].faces {
		if s.cornerAt(f, i) == c {
			if other := s.cornerAt(f, k); other >= 0 {
				return other, true
			}
		}
	}
	partner = -1
	best := math.Inf(1)
	for _, f := range s.points[k].faces {
		other := s.cornerAt(f, k)
		if s.faces[f].gone || s.corners[other].primitive != s.corners[c].primitive {
			continue
		}
		if d := s.changes(c, other, 1, false); d < best {
			partner, best = other, d
		}
	}
	return partner, false
}

// changes returns what else than the position changes if one corner becomes another, over an edge
// of a length, as a length of at least 0.
func (s *surface) changes(c, other int32, length float64, natural bool) (cost float64) {
	p := &s.mesh.Primitives[s.corners[c].primitive]
	a, b := int(s.corners[c].vertex), int(s.corners[other].vertex)
	cost += normalCost * length * max(0, float64(1-p.Normals[a].Dot(p.Normals[b])))
	if p.Influences > 0 { // also if only what remains around it bends
		cost += weightCost * length * max(weightsDiffer(p, a, b), float64(s.corners[c].bend)/2)
	}
	if p.Colors != nil {
		cost += colorCost * length * float64(p.Colors[a].Sub(p.Colors[b]).Len())
	}
	if uv := p.TexCoords[0]; !natural && len(uv) > 0 && s.density > 0 {
		cost += max(0, float64(uv[a].Sub(uv[b]).Len())/s.density-length)
	}
	for t := range p.Targets {
		if deltas := p.Targets[t].Positions; deltas != nil {
			cost += morphCost * float64(deltas[a].Sub(deltas[b]).Len())
		}
	}
	return cost
}

// weightsDiffer returns the part of a vertex, from 0 to 1, that other joints move than another one.
func weightsDiffer(p *mesh.Primitive, a, b int) (differ float64) {
	same := float32(0)
	n := p.Influences
	for x := range n {
		for y := range n {
			if joint := p.Joints[a*n+x]; joint != mesh.NoInfluence && joint == p.Joints[b*n+y] {
				same += min(p.Weights[a*n+x], p.Weights[b*n+y])
			}
		}
	}
	return float64(max(0, 1-same))
}
