package graph

import (
	"strings"

	"github.com/sinew-go/sinew/assets/clip"
)

// maxCircleSteps bounds the search for circles. A graph needs very many transitions that take no time to come near it.
const maxCycleSteps = 1 << 16

// circleSearch looks for transitions without duration that lead around in a circle and can all be taken for the same parameters, so
// that a frame could go around without end. Triggers are consumed, so none of them is in such a circle; and a
// transition with an exit time is in one only where the target is entered behind it.
type cycleSearch struct {
	c      *compiler
	start  int
	path   []*Transition
	onPath []bool
	steps  int
}

// circles checks that there are none.
func (c *compiler) checkCycles() {
	if c.incomplete {
		return
	}
	s := cycleSearch{c: c, onPath: make([]bool, len(c.leaves))}
	for s.start = range c.leaves {
		if s.extend(s.start) {
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
func (s *cycleSearch) extend(leaf int) bool {
	s.onPath[leaf] = true
	transitions := s.c.graph.Transitions(&s.c.graph.states[leaf])
	for i := range transitions {
		t := &transitions[i]
		target := int(t.Target)
		if t.Fade != 0 || t.Triggers != 0 || target < s.start || s.steps >= maxCycleSteps {
			continue
		}
		s.steps++
		s.path = append(s.path, t)
		if s.canTakeInOneFrame() {
			if target == s.start {
				if s.needsNoWait(s.path[0], t) {
					return true
				}
			} else if !s.onPath[target] && s.extend(target) {
				return true
			}
		}
		s.path = s.path[:len(s.path)-1]
	}
	s.onPath[leaf] = false
	return false
}

// atOnce says whether the path's last transition can be taken in the frame of those before it.
func (s *cycleSearch) canTakeInOneFrame() bool {
	n := len(s.path)
	if n > 1 && !s.needsNoWait(s.path[n-1], s.path[n-2]) {
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
func (s *cycleSearch) needsNoWait(t, before *Transition) bool {
	return t.ExitTime < 0 || t.ExitTime <= before.Offset && s.c.hasDuration(s.c.leaves[before.Target])
}

// satisfiable says whether the parameter has a value for which all its conditions on the path hold.
func (s *cycleSearch) satisfiable(parameter uint8) bool {
	low, high := int64(-1)<<31, int64(1)<<31-1
	var outside [][2]int64
	for _, t := range s.path {
		for _, condition := range s.c.graph.conditions[t.first:][:t.count] {
			if condition.parameter != parameter {
				continue
			}
			from := int64(int32(condition.low))
			to := from + int64(condition.width)
			if condition.negated {
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

// reachable checks that every state can be reached from the entry of its layer.
func (c *compiler) checkReachable() {
	if c.incomplete {
		return
	}
	reached := make([]bool, len(c.leaves))
	var open []int
	reach := func(leaf int) {
		if !reached[leaf] {
			reached[leaf] = true
			open = append(open, leaf)
		}
	}
	for _, layer := range c.graph.layers {
		reach(int(layer.Entry))
	}
	for len(open) > 0 {
		leaf := open[len(open)-1]
		open = open[:len(open)-1]
		for _, t := range c.graph.Transitions(&c.graph.states[leaf]) {
			reach(int(t.Target))
		}
	}
	for leaf, ok := range reached {
		if !ok {
			c.problem(c.leaves[leaf].location, "no transitions lead to it from the state in which the layer begins")
		}
	}
}

// exitTimes checks that exit times, and durations in parts of the source's, are of states for which they mean something.
func (c *compiler) checkExitTimes() {
	if c.incomplete {
		return
	}
	type verdict struct {
		fine   bool
		reason string
	}
	verdicts := make([]verdict, len(c.graph.authored))
	for i, leaf := range c.leaves {
		for _, t := range c.graph.Transitions(&c.graph.states[i]) {
			if reason := c.exitTimeProblem(leaf, &t); reason == "" {
				verdicts[t.Index].fine = true
			} else if verdicts[t.Index].reason == "" {
				verdicts[t.Index].reason = reason
			}
		}
	}
	for _, b := range c.compiledTransitions() {
		if v := verdicts[b.compiled.Index]; !v.fine && v.reason != "" {
			c.problem(b.location, "%s", v.reason)
		}
	}
}

// built returns all transitions whose targets were found.
func (c *compiler) compiledTransitions() []*compiledTransition {
	var all []*compiledTransition
	var visit func(n *stateNode)
	visit = func(n *stateNode) {
		for i := range n.anyState {
			all = append(all, &n.anyState[i])
		}
		for i := range n.own {
			all = append(all, &n.own[i])
		}
		for _, child := range n.children {
			visit(child)
		}
	}
	for _, root := range c.nodes {
		visit(root)
	}
	return all
}

// lasts says whether a leaf plays something that takes time, as far as is known.
func (c *compiler) hasDuration(leaf *stateNode) bool {
	s := &c.graph.states[leaf.first]
	if c.graph.unresolved {
		return leaf.spec.clip.given || leaf.spec.blendSpace.given
	}
	return s.Duration > 0 || leaf.spec.blendSpace.given
}

// cannotWait says why a transition never leaves a leaf by its exit time, or has no duration there; empty where nothing is wrong.
func (c *compiler) exitTimeProblem(leaf *stateNode, t *Transition) string {
	p, waits := leaf.spec, t.ExitTime >= 0
	switch {
	case waits && !c.hasDuration(leaf):
		return "it waits for an exit time, and the state has no duration"
	case t.FadeIsFraction() && t.Fade > 0 && !c.hasDuration(leaf):
		return "its duration is a part of the state's, which has none"
	case waits && p.speed == 0 && t.ExitTime > 0:
		return "its exit time is never reached: the state's speed is 0"
	case waits && (p.playMode == clip.Once || p.playMode == clip.Hold) && t.ExitTime > 1:
		return "its exit time is never reached: the state plays once"
	case waits && p.loopLimit > 0 && float64(t.ExitTime) > float64(p.loopLimit):
		return "its exit time is never reached: the state repeats less often"
	}
	return ""
}
