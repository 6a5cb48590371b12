package decimate

import (
	"container/heap"
	"math"
	"slices"
)

// candidate is a point and what it costs to collapse it.
type candidate struct {
	cost    float64
	point   int32
	version int32
}

// queue is a heap of candidates, of which those of old versions are left out when they come up.
type queue []candidate

func (q queue) Len() int { return len(q) }

func (q queue) Less(i, k int) bool {
	return q[i].cost < q[k].cost || q[i].cost == q[k].cost && q[i].point < q[k].point
}

func (q queue) Swap(i, k int) { q[i], q[k] = q[k], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(candidate)) }

func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

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
	for _, k := range s.around {
		if cost := s.costOf(i, k, p.cost); cost < p.cost || cost == p.cost && k < p.target {
			p.target, p.cost = k, cost
		}
	}
	if p.target >= 0 {
		heap.Push(&s.queue, candidate{p.cost, i, p.version})
	}
}

// collapse collapses edges until so many faces are left. It stops at edges that cost more than
// largest, and reports whether there are others left.
func (s *surface) collapse(target int, largest float64) bool {
	for s.alive > target {
		if len(s.queue) == 0 || s.stops() {
			return false
		}
		next := heap.Pop(&s.queue).(candidate)
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
		if cost := s.costOf(i, k, next.cost); cost > next.cost {
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
		partner, _ := s.partner(i, s.cornerAt(f, i), k)
		s.partners = append(s.partners, partner)
	}
	for n, f := range p.faces {
		if s.cornerAt(f, k) >= 0 {
			s.faces[f].gone = true
			s.alive--
			continue
		}
		corners := &s.faces[f].corners
		corners[slices.Index(corners[:], s.cornerAt(f, i))] = s.partners[n]
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
	p.faces = slices.DeleteFunc(p.faces, s.isGone)
	if cost := s.costOf(n, k, p.cost); cost < p.cost || cost == p.cost && k < p.target {
		p.version++
		p.target, p.cost = k, cost
		heap.Push(&s.queue, candidate{cost, n, p.version})
	}
}
