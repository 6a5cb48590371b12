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

// planesCost returns the part of the costs of collapsing a point into a neighbor that is quickly
// known: the distance from the planes, and the edge. The others add to it.
func (s *surface) planesCost(i, k int32) float64 {
	sum := s.points[i].quadric
	sum.add(&s.points[k].quadric)
	at := s.at[k]
	return sum.distance(at) + lengthCost*s.at[i].sub(at).length()
}

// costOf returns what it costs to collapse a point, the last one whose neighbors were found, into a
// neighbor, with planesCost as the first part: infinity if it cannot be done, or costs more than
// most.
func (s *surface) costOf(i, k int32, planes, most float64) float64 {
	if planes > most {
		return math.Inf(1)
	}
	cost := s.cornersCost(i, k, planes, most)
	if cost > most || !s.collapses(i, k) {
		return math.Inf(1)
	}
	return cost
}

// cornersCost adds to a cost what changes at the corners of a point if it collapses into a neighbor:
// infinity if a corner can become none there, or the sum is more than most.
func (s *surface) cornersCost(i, k int32, cost, most float64) float64 {
	length := s.at[i].sub(s.at[k]).length()
	s.known = s.known[:0]
	for _, f := range s.points[i].faces {
		face := &s.faces[f]
		c := face.cornerAt(i)
		if slices.Contains(s.known, c) {
			continue
		}
		s.known = append(s.known, c)
		partner, natural := face.cornerAt(k), true
		if partner < 0 {
			partner, natural = s.partner(i, c, k)
		}
		if partner < 0 {
			return math.Inf(1)
		}
		if cost += s.changes(c, partner, length, natural); cost > most {
			return math.Inf(1)
		}
	}
	return cost
}

// collapses reports whether a point, the last one whose neighbors were found, can collapse into a
// neighbor: the surface stays one, and no triangle turns over.
func (s *surface) collapses(i, k int32) bool {
	p, q := &s.points[i], &s.points[k]
	// The two faces that they share go.
	if len(p.faces)+len(q.faces)-4 > mostFaces {
		if q.faces = slices.DeleteFunc(q.faces, s.isGone); len(p.faces)+len(q.faces)-4 > mostFaces {
			return false
		}
	}
	shared := 0
	for _, f := range p.faces {
		if s.faces[f].cornerAt(k) >= 0 {
			shared++
		}
	}
	border := len(s.around) > len(p.faces) // a point within the surface has as many neighbors as faces
	return shared <= 2 && (shared == 1 || !border) && s.sharedNeighbors(i, k) == shared && !s.turnsOver(i, k)
}

// turnsOver reports whether a triangle would turn over if a point collapsed into a neighbor.
func (s *surface) turnsOver(i, k int32) bool {
	for _, f := range s.points[i].faces {
		face := &s.faces[f]
		at := face.points
		if at[0] == k || at[1] == k || at[2] == k {
			continue
		}
		at[slices.Index(at[:], i)] = k
		before, after := face.normal, s.normal(at)
		along := before.dot(after)
		squares := before.dot(before) * after.dot(after)
		if !(along > 0 && along*along > leastTurn*leastTurn*squares) && before != (vector{}) {
			return true
		}
	}
	return false
}

// sharedNeighbors counts the points that share a face with each of two points, of which the first is
// the last one whose neighbors were found.
func (s *surface) sharedNeighbors(i, k int32) (n int) {
	s.mark++
	for _, f := range s.points[k].faces {
		face := &s.faces[f]
		if face.gone {
			continue
		}
		for _, at := range face.points {
			if mark := s.marks[at]; mark >= s.neighbors && mark != s.mark && at != i && at != k {
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
		if face := &s.faces[f]; face.cornerAt(i) == c {
			if other := face.cornerAt(k); other >= 0 {
				return other, true
			}
		}
	}
	partner = -1
	best := math.Inf(1)
	for _, f := range s.points[k].faces {
		other := s.faces[f].cornerAt(k)
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
