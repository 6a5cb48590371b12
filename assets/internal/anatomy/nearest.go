package anatomy

import (
	"math"
	"slices"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/order"
)

// nearTree finds the nearest of some joints to a point without looking at all of them: a k-d tree
// whose boxes are tight, so that joints in one place cost no more than others.
type nearTree struct {
	rest   *Frames
	joints []int
	nodes  []nearNode
	leafOf map[int]int // by joint that is not removed
	looked *int        // counts the joints and boxes that were looked at
}

// nearNode is a box around a run of the joints.
type nearNode struct {
	begin, end     int
	least, largest exact.Vec3
	parent         int
	low, high      int // children, or 0 for a leaf
	alive          int // joints that are not removed
	first          int // the least index of its joints
}

const leafJoints = 8

func newNearTree(rest *Frames, joints []int, looked *int) *nearTree {
	t := &nearTree{rest: rest, joints: slices.Clone(joints), leafOf: map[int]int{}, looked: looked}
	if len(joints) > 0 {
		t.add(0, len(joints), -1)
	}
	return t
}

func (t *nearTree) add(begin, end, parent int) int {
	n := len(t.nodes)
	node := nearNode{begin: begin, end: end, parent: parent, alive: end - begin, first: math.MaxInt}
	for i, j := range t.joints[begin:end] {
		v := t.rest.Position(j)
		if i == 0 {
			node.least, node.largest = v, v
		}
		for c := range v {
			node.least[c], node.largest[c] = min(node.least[c], v[c]), max(node.largest[c], v[c])
		}
		node.first = min(node.first, j)
	}
	t.nodes = append(t.nodes, node)
	if end-begin <= leafJoints {
		for _, j := range t.joints[begin:end] {
			t.leafOf[j] = n
		}
		return n
	}
	axis, extent := 0, node.largest.Sub(node.least)
	for c := range extent {
		if extent[c] > extent[axis] {
			axis = c
		}
	}
	order.Stable(t.joints[begin:end], func(a, b int) int {
		x, y := t.rest.Position(a)[axis], t.rest.Position(b)[axis]
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return a - b
	})
	middle := (begin + end) / 2
	low := t.add(begin, middle, n)
	high := t.add(middle, end, n)
	t.nodes[n].low, t.nodes[n].high = low, high
	return n
}

// remove takes a joint out.
func (t *nearTree) remove(j int) {
	n, ok := t.leafOf[j]
	if !ok {
		return
	}
	delete(t.leafOf, j)
	for ; n >= 0; n = t.nodes[n].parent {
		t.nodes[n].alive--
	}
}

// distance returns how far a point is from a node's box.
func (t *nearTree) distance(n int, at exact.Vec3) float64 {
	var d exact.Vec3
	node := &t.nodes[n]
	for c := range at {
		d[c] = max(0, node.least[c]-at[c], at[c]-node.largest[c])
	}
	return d.Length()
}

// has reports whether a joint is nearer to a point than a limit.
func (t *nearTree) has(at exact.Vec3, limit float64) bool {
	var visit func(n int) bool
	visit = func(n int) bool {
		node := &t.nodes[n]
		*t.looked++
		if node.alive == 0 || t.distance(n, at) >= limit {
			return false
		}
		if node.high == 0 {
			return slices.ContainsFunc(t.joints[node.begin:node.end], func(j int) bool {
				*t.looked++
				_, ok := t.leafOf[j]
				return ok && t.rest.Position(j).Sub(at).Length() < limit
			})
		}
		a, b := node.low, node.high
		if t.distance(b, at) < t.distance(a, at) {
			a, b = b, a
		}
		return visit(a) || visit(b)
	}
	return len(t.nodes) > 0 && visit(0)
}

// nearest returns the joint that is nearest to a point and nearer than a limit, other than one
// joint, or -1. Of equals it is the first.
func (t *nearTree) nearest(at exact.Vec3, limit float64, except int) int {
	found := -1
	var visit func(n int)
	visit = func(n int) {
		node := &t.nodes[n]
		*t.looked++
		if d := t.distance(n, at); node.alive == 0 || d > limit || d == limit && (found < 0 || node.first > found) {
			return
		}
		if node.high == 0 {
			for _, j := range t.joints[node.begin:node.end] {
				if _, ok := t.leafOf[j]; !ok || j == except {
					continue
				}
				*t.looked++
				if d := t.rest.Position(j).Sub(at).Length(); d < limit || d == limit && found > j {
					found, limit = j, d
				}
			}
			return
		}
		a, b := node.low, node.high
		if x, y := t.distance(a, at), t.distance(b, at); y < x || x == y && t.nodes[b].first < t.nodes[a].first {
			a, b = b, a
		}
		visit(a)
		visit(b)
	}
	if len(t.nodes) > 0 {
		visit(0)
	}
	return found
}
