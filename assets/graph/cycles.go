package graph

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-go/sinew/assets/graph/machine"
	"github.com/sinew-go/sinew/internal/order"
)

// maxCycleWork limits the search for cycles, in transitions and conditions looked at. Only a graph
// with very many transitions without a fade between states that can all reach each other comes near
// it.
const maxCycleWork = 1 << 22

// cycleSearch looks for cycles of transitions without a fade that can all be taken for the same
// parameters, so that a frame would never end. A transition with a trigger cannot be in such a
// cycle, since taking it clears the trigger. A transition with an exit time can be in one only if
// its state is entered at or after that time.
type cycleSearch struct {
	compiler  *compiler
	component []int // of each leaf state: those that can reach each other have the same number
	start     int
	path      []*Transition // from the leaf state start
	onPath    []bool        // of each leaf state
	allowed   [MaxParameters]valueRange
	work      int
}

// valueRange is the set of the values of a parameter that fulfill the conditions along a path, as
// keys of conditions.
type valueRange struct {
	low, high int64
	excluded  [][2]int64 // ranges of keys that are not in the set
}

// checkCycles reports a cycle of instant transitions for each leaf state that is the first in one.
func (c *compiler) checkCycles() {
	if c.incomplete {
		return
	}
	s := cycleSearch{compiler: c, onPath: make([]bool, len(c.leaves)), component: c.instantComponents()}
	for s.start = range c.leaves {
		for i := range s.allowed {
			s.allowed[i] = valueRange{low: -1 << 31, high: 1<<31 - 1}
		}
		if !s.extend(s.start) {
			continue
		}
		c.problem(fmt.Sprintf("layer %q", c.document.layers[c.leaves[s.start].layer].name),
			"expected no cycle of transitions without a fade, which could be taken forever in one frame, found %s",
			s.describe())
		clear(s.onPath)
		s.path = s.path[:0]
	}
}

// describe lists the states of the path. It omits the middle of a long path.
func (s *cycleSearch) describe() string {
	const ends = 10 // states to list at each end
	names := []string{s.compiler.parts.Paths[s.start]}
	for i, t := range s.path {
		switch omitted := len(s.path) - 2*ends; {
		case omitted <= 1 || i < ends || i >= len(s.path)-ends:
			names = append(names, s.compiler.parts.Paths[t.Target])
		case i == ends:
			names = append(names, fmt.Sprintf("(%d more)", omitted))
		}
	}
	return strings.Join(names, " -> ")
}

// canBeInCycle reports whether a transition has neither a fade nor a trigger.
func canBeInCycle(t *Transition) bool { return t.Fade == 0 && t.Triggers == 0 }

// extend extends the path from a leaf state, and reports whether it returned to the start. It
// ignores leaf states before the start, so that every cycle is found once, from its first leaf
// state, and those that cannot reach the start.
func (s *cycleSearch) extend(leaf int) bool {
	s.onPath[leaf] = true
	transitions := s.compiler.parts.Transitions(&s.compiler.parts.States[leaf])
	for i := range transitions {
		t := &transitions[i]
		target := int(t.Target)
		if s.work++; s.work >= maxCycleWork {
			break
		}
		if !canBeInCycle(t) || target < s.start || s.component[target] != s.component[s.start] {
			continue
		}
		if n := len(s.path); n > 0 && !s.needsNoWait(t, s.path[n-1]) || target != s.start && s.onPath[target] {
			continue
		}
		s.path = append(s.path, t)
		conditions := s.compiler.parts.Conditions(t)
		before := make([]valueRange, len(conditions)) // what the conditions replace
		for i := range conditions {
			before[i] = s.allowed[conditions[i].Parameter]
			s.allowed[conditions[i].Parameter].restrict(&conditions[i])
		}
		if s.canHold(conditions) {
			if target == s.start {
				if s.needsNoWait(s.path[0], t) {
					return true
				}
			} else if s.extend(target) {
				return true
			}
		}
		for i := len(conditions) - 1; i >= 0; i-- {
			s.allowed[conditions[i].Parameter] = before[i]
		}
		s.path = s.path[:len(s.path)-1]
	}
	s.onPath[leaf] = false
	return false
}

// needsNoWait reports whether a transition can be taken at once in a state that was entered by the
// transition before.
func (s *cycleSearch) needsNoWait(t, before *Transition) bool {
	return t.ExitTime < 0 || t.ExitTime <= before.Offset && s.compiler.hasDuration(s.compiler.leaves[before.Target])
}

// restrict removes the values that do not fulfill a condition.
func (r *valueRange) restrict(c *machine.Condition) {
	from := int64(int32(c.Low))
	to := from + int64(c.Width)
	if c.Negated {
		r.excluded = append(r.excluded, [2]int64{from, to})
	} else {
		r.low, r.high = max(r.low, from), min(r.high, to)
	}
}

// canHold reports whether the parameters of conditions still have values that fulfill all
// conditions along the path.
func (s *cycleSearch) canHold(conditions []machine.Condition) bool {
	for i := range conditions {
		parameter := conditions[i].Parameter
		if slices.ContainsFunc(conditions[:i], func(c machine.Condition) bool { return c.Parameter == parameter }) {
			continue
		}
		s.work += 1 + len(s.allowed[parameter].excluded)
		if s.allowed[parameter].isEmpty() {
			return false
		}
	}
	return true
}

// isEmpty reports whether no value is left.
func (r *valueRange) isEmpty() bool {
	low := r.low
	if len(r.excluded) == 0 || low > r.high {
		return low > r.high
	}
	excluded := slices.Clone(r.excluded) // the path needs their order
	order.Stable(excluded, func(a, b [2]int64) int {
		switch {
		case a[0] < b[0]:
			return -1
		case a[0] > b[0]:
			return 1
		}
		return 0
	})
	for _, keys := range excluded {
		if low < keys[0] {
			break
		}
		low = max(low, keys[1]+1)
	}
	return low > r.high
}

// instantComponents returns a number for each leaf state. Two leaf states have the same one if
// transitions that can be in a cycle lead from each to the other: the strongly connected
// components, by R. Tarjan's algorithm.
func (c *compiler) instantComponents() []int {
	n := len(c.leaves)
	component, order, lowest := make([]int, n), make([]int, n), make([]int, n) // 0 is not visited
	var stack []int
	components, visited := 0, 0
	var visit func(leaf int)
	visit = func(leaf int) {
		visited++
		order[leaf], lowest[leaf] = visited, visited
		stack = append(stack, leaf)
		transitions := c.parts.Transitions(&c.parts.States[leaf])
		for i := range transitions {
			target := int(transitions[i].Target)
			switch {
			case !canBeInCycle(&transitions[i]):
			case order[target] == 0:
				visit(target)
				lowest[leaf] = min(lowest[leaf], lowest[target])
			case component[target] == 0: // on the stack
				lowest[leaf] = min(lowest[leaf], order[target])
			}
		}
		if lowest[leaf] != order[leaf] {
			return
		}
		components++
		for {
			last := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			component[last] = components
			if last == leaf {
				return
			}
		}
	}
	for leaf := range n {
		if order[leaf] == 0 {
			visit(leaf)
		}
	}
	return component
}
