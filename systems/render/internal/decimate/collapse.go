package decimate

import (
	"math"
	"slices"
)

// choose finds the point that another one would best collapse into, and queues it.
func (s *surface) choose(i int32) {
	p := &s.points[i]
	p.version++
	p.target, p.cost = -1, math.Inf(1)
	if p.fixed || p.into != i {
		return
	}
	s.findNeighbors(i)
	if len(p.faces) > mostFaces {
		return // until some of them are gone
	}
	p.target, p.cost = s.cheapest(i)
	if p.target >= 0 {
		s.queue.push(candidate{p.cost, i, p.version})
	}
}

// offer is a neighbor into which a point may collapse.
type offer struct {
	cost    float64 // or a part of it
	point   int32
	corners bool // the cost has the part of the corners
}

// cheapest returns the neighbor into which a point, the last one whose neighbors were found, would
// collapse at the least cost, the first of equal ones; or -1 and infinity. It works out no more of
// each neighbor than it takes to know that another one costs less.
func (s *surface) cheapest(i int32) (target int32, cost float64) {
	s.offers = s.offers[:0]
	for _, k := range s.around {
		s.offers = append(s.offers, offer{cost: s.planesCost(i, k), point: k})
	}
	for {
		var least *offer
		for n := range s.offers {
			o := &s.offers[n]
			if least == nil && o.cost < math.Inf(1) || least != nil && o.before(least) {
				least = o
			}
		}
		switch {
		case least == nil:
			return -1, math.Inf(1)
		case !least.corners:
			least.cost, least.corners = s.cornersCost(i, least.point, least.cost, math.Inf(1)), true
		case s.collapses(i, least.point):
			return least.point, least.cost
		default:
			least.cost = math.Inf(1)
		}
	}
}

// before reports whether an offer is to be looked at before another one.
func (o *offer) before(other *offer) bool {
	if o.cost != other.cost {
		return o.cost < other.cost
	}
	if o.corners != other.corners {
		return !o.corners
	}
	return o.point < other.point
}

// collapse collapses edges until so many faces are left. It stops at edges that cost more than
// largest, and reports whether there are others left.
func (s *surface) collapse(target int, largest float64) bool {
	for s.alive > target {
		if len(s.queue) == 0 || s.stops() {
			return false
		}
		next := s.queue.pop()
		i := next.point
		if p := &s.points[i]; p.into != i || p.version != next.version {
			continue
		}
		if next.cost > largest {
			return false
		}
		// What is around the point may have changed since.
		k := s.points[i].target
		s.findNeighbors(i)
		if cost := s.costOf(i, k, s.planesCost(i, k), next.cost); cost > next.cost {
			s.choose(i)
			continue
		}
		s.join(i, k)
	}
	return true
}

// stops reports whether the work is to stop.
func (s *surface) stops() bool {
	s.stopped = s.stopped || !s.goOn()
	return s.stopped
}

// join collapses a point into a neighbor.
func (s *surface) join(i, k int32) {
	p, q := &s.points[i], &s.points[k]
	s.partners = s.partners[:0]
	for _, f := range p.faces {
		partner, _ := s.partner(i, s.faces[f].cornerAt(i), k)
		s.partners = append(s.partners, partner)
	}
	for n, f := range p.faces {
		face := &s.faces[f]
		if face.cornerAt(k) >= 0 {
			face.gone = true
			s.alive--
			continue
		}
		at := slices.Index(face.points[:], i)
		face.corners[at], face.points[at] = s.partners[n], k
		face.normal = s.normal(face.points)
		q.faces = append(q.faces, f)
	}
	q.quadric.add(&p.quadric)
	p.into, p.faces = k, nil
	s.findNeighbors(k)
	s.changed = append(s.changed[:0], s.around...)
	s.choose(k)
	for _, n := range s.changed {
		if at := s.points[n].target; at < 0 || at == i || at == k {
			s.choose(n)
		} else {
			s.consider(n, k)
		}
	}
}

// consider makes a neighbor the target of a point, and queues it, if that costs less than the
// present one.
func (s *surface) consider(n, k int32) {
	p := &s.points[n]
	if p.fixed {
		return
	}
	planes := s.planesCost(n, k)
	if planes > p.cost {
		return
	}
	s.findNeighbors(n)
	if cost := s.costOf(n, k, planes, p.cost); cost < p.cost || cost == p.cost && k < p.target {
		p.version++
		p.target, p.cost = k, cost
		s.queue.push(candidate{cost, n, p.version})
	}
}
