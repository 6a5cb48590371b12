package graph

import (
	"fmt"
	"strings"

	"github.com/sinew-go/sinew/assets/clip"
)

// maxCycleSteps limits the search for cycles. Only a graph with very many transitions without a fade comes near it.
const maxCycleSteps = 1 << 16

// cycleSearch looks for cycles of transitions without a fade that can all be taken for the same parameters, so that a
// frame would never end. A transition with a trigger cannot be in such a cycle, since taking it clears the trigger. A
// transition with an exit time can be in one only if its state is entered at or after that time.
type cycleSearch struct {
	compiler *compiler
	start    int
	path     []*Transition // from the leaf state start
	onPath   []bool        // of each leaf state
	steps    int
}

// checkCycles reports a cycle of instant transitions for each leaf state that is the first in one.
func (c *compiler) checkCycles() {
	if c.incomplete {
		return
	}
	s := cycleSearch{compiler: c, onPath: make([]bool, len(c.leaves))}
	for s.start = range c.leaves {
		if !s.extend(s.start) {
			continue
		}
		names := make([]string, 0, len(s.path)+1)
		leaf := s.start
		for _, t := range s.path {
			names = append(names, c.graph.paths[leaf])
			leaf = int(t.Target)
		}
		names = append(names, c.graph.paths[leaf])
		c.problem(fmt.Sprintf("layer %q", c.document.layers[c.leaves[leaf].layer].name),
			"transitions without a fade form a cycle that can be taken forever in one frame: %s", strings.Join(names, " -> "))
		clear(s.onPath)
		s.path = s.path[:0]
	}
}

// extend extends the path from a leaf state, and reports whether it returned to the start. It ignores leaf states
// before the start, so that every cycle is found once, from its first leaf state.
func (s *cycleSearch) extend(leaf int) bool {
	s.onPath[leaf] = true
	transitions := s.compiler.graph.Transitions(&s.compiler.graph.states[leaf])
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

// canTakeInOneFrame reports whether the last transition of the path can be taken in the same frame as those before it.
func (s *cycleSearch) canTakeInOneFrame() bool {
	n := len(s.path)
	if n > 1 && !s.needsNoWait(s.path[n-1], s.path[n-2]) {
		return false
	}
	for parameter := range s.compiler.graph.parameters {
		if !s.satisfiable(uint8(parameter)) {
			return false
		}
	}
	return true
}

// needsNoWait reports whether a transition can be taken at once in a state that was entered by the transition before.
func (s *cycleSearch) needsNoWait(t, before *Transition) bool {
	return t.ExitTime < 0 || t.ExitTime <= before.Offset && s.compiler.hasDuration(s.compiler.leaves[before.Target])
}

// satisfiable reports whether all conditions on a parameter along the path hold for some value.
func (s *cycleSearch) satisfiable(parameter uint8) bool {
	low, high := int64(-1)<<31, int64(1)<<31-1
	var excluded [][2]int64
	for _, t := range s.path {
		for _, condition := range s.compiler.graph.conditions[t.first:][:t.count] {
			if condition.parameter != parameter {
				continue
			}
			from := int64(int32(condition.low))
			to := from + int64(condition.width)
			if condition.negated {
				excluded = append(excluded, [2]int64{from, to})
			} else {
				low, high = max(low, from), min(high, to)
			}
		}
	}
	for moved := true; moved && low <= high; {
		moved = false
		for _, keys := range excluded {
			if low >= keys[0] && low <= keys[1] {
				low, moved = keys[1]+1, true
			}
		}
	}
	return low <= high
}

// checkReachable checks that every leaf state can be reached from the entry state of its layer.
func (c *compiler) checkReachable() {
	if c.incomplete {
		return
	}
	reached := make([]bool, len(c.leaves))
	var open []int // reached, but their transitions are not yet followed
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
			c.problem(c.leaves[leaf].location, "it cannot be reached: no transitions lead to it from the entry state of its layer")
		}
	}
}

// checkExitTimes checks that every exit time can be reached, and that every relative fade has a duration, in at least
// one of the leaf states that have the transition.
func (c *compiler) checkExitTimes() {
	if c.incomplete {
		return
	}
	type verdict struct {
		valid   bool   // in some leaf state
		problem string // the first
	}
	verdicts := make([]verdict, len(c.graph.authored))
	for i, leaf := range c.leaves {
		for _, t := range c.graph.Transitions(&c.graph.states[i]) {
			if problem := c.exitTimeProblem(leaf, &t); problem == "" {
				verdicts[t.Index].valid = true
			} else if verdicts[t.Index].problem == "" {
				verdicts[t.Index].problem = problem
			}
		}
	}
	for _, t := range c.compiledTransitions() {
		if v := verdicts[t.compiled.Index]; !v.valid && v.problem != "" {
			c.problem(t.location, "%s", v.problem)
		}
	}
}

// compiledTransitions returns all transitions whose targets exist.
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
	for _, root := range c.roots {
		visit(root)
	}
	return all
}

// hasDuration reports whether a leaf state plays something with a duration. In an unresolved graph it assumes that
// everything has one.
func (c *compiler) hasDuration(leaf *stateNode) bool {
	s := &c.graph.states[leaf.first]
	if c.graph.unresolved {
		return leaf.spec.clip.given || leaf.spec.blendSpace.given
	}
	return s.Duration > 0 || leaf.spec.blendSpace.given
}

// exitTimeProblem returns why a transition can never leave a leaf state by its exit time, or why its relative fade has
// no duration there. It returns "" if there is no problem.
func (c *compiler) exitTimeProblem(leaf *stateNode, t *Transition) string {
	s, hasExitTime := leaf.spec, t.ExitTime >= 0
	unreachable := func(reason string) string {
		return fmt.Sprintf("its exit time %v is never reached: %s", t.ExitTime, reason)
	}
	switch {
	case hasExitTime && !c.hasDuration(leaf):
		return unreachable("the state has no duration")
	case t.FadeIsFraction() && t.Fade > 0 && !c.hasDuration(leaf):
		return fmt.Sprintf("its fade is the fraction %v of the state's duration, but the state has none", t.Fade)
	case hasExitTime && s.speed == 0 && t.ExitTime > 0:
		return unreachable("the state's speed is 0")
	case hasExitTime && (s.playMode == clip.Once || s.playMode == clip.Hold) && t.ExitTime > 1:
		return unreachable(fmt.Sprintf("the state plays once, in play mode %v", s.playMode))
	case hasExitTime && s.loopLimit > 0 && float64(t.ExitTime) > float64(s.loopLimit):
		return unreachable(fmt.Sprintf("the state's loop limit is %d", s.loopLimit))
	}
	return ""
}
