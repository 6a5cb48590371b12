package graph

import (
	"iter"
	"strings"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/names"
)

// transitions finds the targets of all transitions and compiles the transitions with their
// conditions.
func (c *compiler) transitions() {
	for _, root := range c.roots {
		c.transitionsOf(root)
	}
}

func (c *compiler) transitionsOf(node *stateNode) {
	if node.machine != nil {
		node.anyState = c.compileTransitions(node, node.machine.anyState, true)
	}
	if node.spec != nil {
		node.own = c.compileTransitions(node, node.spec.transitions, false)
	}
	for _, child := range node.children {
		c.transitionsOf(child)
	}
}

// compileTransitions compiles the transitions from a state, or from any state of a machine.
func (c *compiler) compileTransitions(node *stateNode, specs []transitionSpec, fromAnyState bool) []compiledTransition {
	out := make([]compiledTransition, 0, len(specs))
	noun, scope := "transition", node.parent
	if fromAnyState {
		noun, scope = "transition from any state", node
	}
	for i := range specs {
		s := &specs[i]
		location := locate(s.jsonPath, "%s, %s to %q", c.describe(node), noun, s.to)
		if len(c.parts.Authored) >= maxTransitions {
			c.limitProblem(&c.tooManyTransitions, location, "expected at most %d transitions in the graph, found more",
				maxTransitions)
			return out
		}
		target := findState(scope, s.to)
		if target == nil || target.entry == nil {
			c.structuralProblem(location, "expected a state or machine as its target, found none%s",
				c.meant(s.to, visible(scope)))
			c.transition(&compiledTransition{spec: s, location: location}) // for its other problems
			continue
		}
		t := compiledTransition{spec: s, location: location, target: target}
		c.transition(&t)
		authored := AuthoredTransition{
			Layer: node.layer, From: node.path, AnyState: fromAnyState, To: target.path, Curve: s.curve.name,
			Transition: t.compiled,
		}
		for i := range s.conditions {
			authored.Conditions = append(authored.Conditions, s.conditions[i].String())
		}
		c.parts.Authored = append(c.parts.Authored, authored)
		out = append(out, t)
	}
	return out
}

// visible returns the names that a transition in a machine may have as its target: of the states
// and machines of that machine, and of those around it.
func visible(scope *stateNode) iter.Seq[string] {
	return func(yield func(string) bool) {
		for ; scope != nil; scope = scope.parent {
			for name := range scope.byName {
				if !yield(name) {
					return
				}
			}
		}
	}
}

// findState returns the state or machine at a path from a machine, or else from the nearest machine
// around it that has the path.
func findState(scope *stateNode, path string) *stateNode {
	for ; scope != nil; scope = scope.parent {
		node := scope
		for name := range strings.SplitSeq(path, "/") { // a list of all names of a long path would take much memory
			if node = node.byName[name]; node == nil {
				break
			}
		}
		if node != nil {
			return node
		}
	}
	return nil
}

// transition checks and compiles a transition, as far as it has a target.
func (c *compiler) transition(t *compiledTransition) {
	s := t.spec
	c.checkTransition(t.location, s)
	if s.fade == 0 {
		s.fade = 0 // not -0, which JSON would lose
	}
	if s.offset == 0 {
		s.offset = 0
	}
	t.compiled = Transition{
		ExitTime: -1, Fade: s.fade, Offset: s.offset, Curve: c.curve(t.location, &s.curve),
		Index:          uint16(len(c.parts.Authored)),
		FadeIsFraction: s.fadeIsFraction, FrozenSource: s.frozenSource, Inertialized: s.inertialized,
		CanRestart: s.restart, Interruption: s.interruption,
	}
	if to := t.target; to != nil {
		t.compiled.Target, t.compiled.TargetFirst, t.compiled.TargetEnd = int16(to.entry.first), int16(to.first),
			int16(to.end)
	}
	if s.hasExitTime {
		t.compiled.ExitTime = s.exitTime
	}
	c.conditions(t)
}

func (c *compiler) checkTransition(location string, s *transitionSpec) {
	notNegative := func(noun string, value float64) {
		if !(value >= 0 && exact.IsFinite(value)) {
			c.problem(location, "expected a finite %s of at least 0, found %v", noun, value)
		}
	}
	if s.hasExitTime {
		notNegative("exit time", s.exitTime)
	}
	switch {
	case !s.fadeIsFraction:
		notNegative("fade", s.fade)
	case !(s.fade >= 0 && s.fade <= 1):
		c.problem(location, "expected a fade fraction from 0 to 1, the source's whole duration, found %v", s.fade)
	}
	if !(s.offset >= 0 && s.offset <= 1) {
		c.problem(location, "expected an offset from 0 to 1, found %v", s.offset)
	}
	if s.fade == 0 {
		c.checkWithoutFade(location, s)
	}
	if s.frozenSource && s.inertialized {
		c.problem(location,
			"expected an inertialized transition, which stops playing the source, or a frozen source, found both")
	}
	if s.interruption > InterruptByTargetThenSource {
		c.problem(location, "expected the interruption %s, found %v", strings.Join(interruptionNames, ", "),
			s.interruption)
	}
}

// checkWithoutFade checks that a transition without a fade says nothing about one. What is as
// without being said, a linear curve and no interruption, may be said.
func (c *compiler) checkWithoutFade(location string, s *transitionSpec) {
	const found = "found one that takes no time"
	if s.frozenSource || s.inertialized {
		c.problem(location, "expected a fade, which a frozen source and an inertialized transition need, "+found)
	}
	if !isLinear(&s.curve) {
		c.problem(location, "expected a fade, which its curve eases, "+found)
	}
	if s.interruption != InterruptNone {
		c.problem(location, "expected a fade, which its interruption rule lets others end, "+found)
	}
}

// curve resolves an easing curve. The linear curve is the default, and becomes a reference that is
// not given.
func (c *compiler) curve(location string, ref *reference[id.Curve]) id.Curve {
	switch {
	case isLinear(ref):
		*ref = reference[id.Curve]{}
	case ref.name == names.SmoothStep || ref.id == clip.SmoothStep:
		*ref = reference[id.Curve]{given: true, name: names.SmoothStep, id: clip.SmoothStep}
	case checkReference(c, location, "curve", ref):
		resolveReference(c, location, c.lookup.curveKind(), ref)
	}
	return ref.id
}

func isLinear(ref *reference[id.Curve]) bool {
	return !ref.given || ref.name == names.StraightLine || ref.name == "" && ref.id == clip.StraightLine
}

// flatten lists for every leaf state the transitions that can leave it, in the order in which they
// are tried.
func (c *compiler) flatten() {
	var list []Transition // of a leaf state
	for i, leaf := range c.leaves {
		list = list[:0]
		leaf.parent.eachFromOutside(func(machine *stateNode) { list = appendTransitions(list, machine.anyState, i) })
		leaf.parent.eachFromOutside(func(machine *stateNode) { list = appendTransitions(list, machine.own, i) })
		for _, own := range leaf.own {
			t := own.compiled
			t.CanRestart = t.CanRestart || t.LeadsTo(i)
			list = append(list, t)
		}
		c.parts.SetTransitions(i, list) // at most maxTransitions
		if c.parts.TransitionCount() > maxCompiledTransitions {
			c.structuralProblem("", "expected at most %d transitions in total, where a shared one counts for every "+
				"state that has it, found more",
				maxCompiledTransitions)
			return
		}
	}
}

// appendTransitions appends transitions of a machine around a leaf state to the list of the leaf
// state. It omits those that lead to the leaf state and cannot restart it.
func appendTransitions(list []Transition, transitions []compiledTransition, leaf int) []Transition {
	for i := range transitions {
		if t := &transitions[i].compiled; t.CanRestart || !t.LeadsTo(leaf) {
			list = append(list, *t)
		}
	}
	return list
}

// eachFromOutside calls a function for the machines around a machine, the outermost first, and then
// for the machine.
func (n *stateNode) eachFromOutside(call func(*stateNode)) {
	if n.parent != nil {
		n.parent.eachFromOutside(call)
	}
	call(n)
}
