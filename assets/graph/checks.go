package graph

import (
	"fmt"

	"github.com/sinew-go/sinew/assets/clip"
)

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
	for _, layer := range c.parts.Layers {
		reach(int(layer.Entry))
	}
	for len(open) > 0 {
		leaf := open[len(open)-1]
		open = open[:len(open)-1]
		for _, t := range c.parts.Transitions(&c.parts.States[leaf]) {
			reach(int(t.Target))
		}
	}
	for leaf, ok := range reached {
		if !ok {
			c.problem(c.leaves[leaf].location,
				"expected transitions that lead to it from the entry state of its layer, found none")
		}
	}
}

// checkExitTimes checks that every exit time can be reached, and that every relative fade has a
// duration, in at least one of the leaf states that have the transition.
func (c *compiler) checkExitTimes() {
	if c.incomplete {
		return
	}
	type verdict struct {
		valid   bool   // in some leaf state
		problem string // in the first leaf state
	}
	verdicts := make([]verdict, len(c.parts.Authored))
	for i, leaf := range c.leaves {
		for _, t := range c.parts.Transitions(&c.parts.States[i]) {
			v := &verdicts[t.Index]
			if v.valid {
				continue
			}
			problem, arguments := c.exitTimeProblem(leaf, &t)
			if v.valid = problem == ""; !v.valid && v.problem == "" {
				v.problem = fmt.Sprintf(problem, arguments...)
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

// hasDuration reports whether a leaf state plays something with a duration. It assumes that
// everything has one that is not known: in an unresolved graph, and after a problem.
func (c *compiler) hasDuration(leaf *stateNode) bool {
	s := &c.parts.States[leaf.first]
	if c.parts.Unresolved || s.Motion == 0 {
		return leaf.spec.motion.given
	}
	return s.Duration > 0 || leaf.spec.motion.dimensions > 0
}

// exitTimeProblem returns why a transition can never leave a leaf state by its exit time, or why
// its relative fade has no duration there, as a format with its arguments. The format is "" if
// there is no problem.
func (c *compiler) exitTimeProblem(leaf *stateNode, t *Transition) (format string, arguments []any) {
	s, hasExitTime := leaf.spec, t.ExitTime >= 0
	const unreachable = "expected an exit time that is reached, found %v: "
	switch {
	case hasExitTime && !c.hasDuration(leaf):
		return unreachable + "the state has no duration", []any{t.ExitTime}
	case t.FadeIsFraction && t.Fade > 0 && !c.hasDuration(leaf):
		return "expected a state with a duration, of which the fade is the fraction %v, found none", []any{t.Fade}
	case hasExitTime && s.speed == 0 && t.ExitTime > 0:
		return unreachable + "the state's speed is 0", []any{t.ExitTime}
	case hasExitTime && (s.playMode == clip.Once || s.playMode == clip.Hold) && t.ExitTime > 1:
		return unreachable + "the state plays once, in play mode %v", []any{t.ExitTime, s.playMode}
	case hasExitTime && s.loopLimit > 0 && t.ExitTime > float64(s.loopLimit):
		return unreachable + "the state's loop limit is %d", []any{t.ExitTime, s.loopLimit}
	}
	return "", nil
}
