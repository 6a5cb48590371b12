package mikktspace

import (
	"cmp"
	"slices"
)

// group is the triangles around a vertex that share a tangent: connected by edges and of one
// orientation.
type group struct {
	vertex    uint32
	preserves bool
	first     int // in solver.members
	count     int
}

// connect finds the neighbors of each triangle: the triangles that have the same edge in the other
// direction. Each edge has at most one neighbor; of several, the first two by number are connected.
func (s *solver) connect() {
	type edge struct {
		low, high uint32 // vertices
		corner    int32  // at which the edge starts
	}
	list := make([]edge, 0, len(s.corners))
	for f := range s.triangles {
		if s.triangles[f].degenerate {
			continue
		}
		for k := range 3 {
			a, b := s.corners[3*f+k], s.corners[3*f+(k+1)%3]
			list = append(list, edge{min(a, b), max(a, b), int32(3*f + k)})
		}
	}
	slices.SortFunc(list, func(a, b edge) int {
		return cmp.Or(cmp.Compare(a.low, b.low), cmp.Compare(a.high, b.high), cmp.Compare(a.corner, b.corner))
	})
	for first := 0; first < len(list); {
		end := first + 1
		for end < len(list) && list[end].low == list[first].low && list[end].high == list[first].high {
			end++
		}
		// The k-th edge in one direction belongs to the k-th in the other.
		var forward, backward []int32
		for _, e := range list[first:end] {
			if s.corners[e.corner] == e.low {
				forward = append(forward, e.corner)
			} else {
				backward = append(backward, e.corner)
			}
		}
		for i := range min(len(forward), len(backward)) {
			a, b := forward[i], backward[i]
			s.triangles[a/3].neighbors[a%3], s.triangles[b/3].neighbors[b%3] = b/3, a/3
		}
		first = end
	}
}

// group finds the groups.
func (s *solver) group() {
	for f := range s.triangles {
		t := &s.triangles[f]
		if t.degenerate || t.flat {
			continue
		}
		for k := range 3 {
			if t.assigned[k] < 0 {
				s.grow(int32(f), k)
			}
		}
	}
}

// grow makes the group that starts with a corner, and adds the triangles that it reaches over the
// edges at the vertex.
func (s *solver) grow(f int32, k int) {
	index := int32(len(s.groups))
	g := group{vertex: s.corners[3*int(f)+k], preserves: s.triangles[f].preserves, first: len(s.members)}
	s.triangles[f].assigned[k] = index
	s.members = append(s.members, 3*f+int32(k))
	pending := []int32{s.triangles[f].neighbors[(k+2)%3], s.triangles[f].neighbors[k]}
	for len(pending) > 0 {
		next := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if next < 0 {
			continue
		}
		t := &s.triangles[next]
		corner := slices.Index(s.corners[3*next:3*next+3], g.vertex)
		if corner < 0 || t.assigned[corner] >= 0 {
			continue
		}
		if t.flat && t.assigned == (edges{-1, -1, -1}) {
			t.preserves = g.preserves // the first group decides
		}
		if t.preserves != g.preserves {
			continue
		}
		t.assigned[corner] = index
		s.members = append(s.members, 3*next+int32(corner))
		pending = append(pending, t.neighbors[(corner+2)%3], t.neighbors[corner])
	}
	g.count = len(s.members) - g.first
	s.groups = append(s.groups, g)
}
