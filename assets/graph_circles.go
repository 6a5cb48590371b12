package assets

import "strings"

// maxCircleSteps bounds the search for circles. A graph needs very many transitions that take no time to come near it.
const maxCircleSteps = 1 << 16

// circleSearch looks for transitions without duration that lead around in a circle and can all be taken for the same parameters, so
// that a frame could go around without end. Triggers are consumed, so none of them is in such a circle; and a
// transition with an exit time is in one only where the target is entered behind it.
type circleSearch struct {
	c      *graphCompiler
	start  int
	path   []*GraphTransition
	onPath []bool
	steps  int
}

// circles checks that there are none.
func (c *graphCompiler) circles() {
	if c.broken {
		return
	}
	s := circleSearch{c: c, onPath: make([]bool, len(c.leaves))}
	for s.start = range c.leaves {
		if s.from(s.start) {
			names := make([]string, 0, len(s.path)+1)
			leaf := s.start
			for _, t := range s.path {
				names = append(names, c.graph.paths[leaf])
				leaf = int(t.Target)
			}
			names = append(names, c.graph.paths[leaf])
			layer := c.document.layers[c.leaves[leaf].layer].name
			c.problem("", "layer %q: transitions without duration lead around in a circle that can be taken without end in one frame: %s",
				layer, strings.Join(names, " -> "))
			clear(s.onPath)
			s.path = s.path[:0]
		}
	}
}

// from goes on from a leaf through those at or behind the start, so that every circle is met once, from its first leaf; it is true
// when it came around.
func (s *circleSearch) from(leaf int) bool {
	s.onPath[leaf] = true
	transitions := s.c.graph.Transitions(&s.c.graph.states[leaf])
	for i := range transitions {
		t := &transitions[i]
		target := int(t.Target)
		if t.Duration != 0 || t.Triggers != 0 || target < s.start || s.steps >= maxCircleSteps {
			continue
		}
		s.steps++
		s.path = append(s.path, t)
		if s.atOnce() {
			if target == s.start {
				if s.follows(s.path[0], t) {
					return true
				}
			} else if !s.onPath[target] && s.from(target) {
				return true
			}
		}
		s.path = s.path[:len(s.path)-1]
	}
	s.onPath[leaf] = false
	return false
}

// atOnce says whether the path's last transition can be taken in the frame of those before it.
func (s *circleSearch) atOnce() bool {
	n := len(s.path)
	if n > 1 && !s.follows(s.path[n-1], s.path[n-2]) {
		return false
	}
	for parameter := range s.c.graph.parameters {
		if !s.satisfiable(uint8(parameter)) {
			return false
		}
	}
	return true
}

// follows says whether a transition need not wait in a state that is entered by another one.
func (s *circleSearch) follows(t, before *GraphTransition) bool {
	return t.ExitTime < 0 || t.ExitTime <= before.Offset && s.c.lasts(s.c.leaves[before.Target])
}

// satisfiable says whether the parameter has a value for which all its conditions on the path hold.
func (s *circleSearch) satisfiable(parameter uint8) bool {
	low, high := int64(-1)<<31, int64(1)<<31-1
	var outside [][2]int64
	for _, t := range s.path {
		for _, condition := range s.c.graph.conditions[t.first:][:t.count] {
			if condition.parameter != parameter {
				continue
			}
			from := int64(int32(condition.low))
			to := from + int64(condition.span)
			if condition.outside {
				outside = append(outside, [2]int64{from, to})
			} else {
				low, high = max(low, from), min(high, to)
			}
		}
	}
	for moved := true; moved && low <= high; {
		moved = false
		for _, hole := range outside {
			if low >= hole[0] && low <= hole[1] {
				low, moved = hole[1]+1, true
			}
		}
	}
	return low <= high
}
