package solving

import "slices"

// Same tells what two stacks have in common.
type Same struct {
	// State are the parts of what solvers remember that mean the same in both.
	State []SamePart
	// Probes are, by foot of the one stack, that foot of the other, or -1.
	Probes []int
	// Shown reports that both change the same joints, so that what is shown has the same numbers.
	Shown bool
}

// SamePart are numbers of a state: Size of them, at From in the other stack and at To in the one.
type SamePart struct{ From, To, Size int }

// SameAs returns what a stack has in common with one that it replaces. Solvers are the same if they
// have the same kind, goals and joints; of several, the first of one stack is the first of the
// other. Their settings may differ, but for those that decide what is remembered.
func (s *Stack) SameAs(before *Stack) Same {
	same := Same{Probes: make([]int, len(s.probes)), Shown: slices.Equal(s.groups, before.groups)}
	solvers, old := solversOf(s), solversOf(before)
	taken := make([]bool, len(old))
	for i := range solvers {
		p := &solvers[i]
		for k := range old {
			q := &old[k]
			if taken[k] || !s.isSame(p, before, q) {
				continue
			}
			taken[k] = true
			if p.offLevel > 0 && q.offLevel > 0 {
				same.State = append(same.State, SamePart{q.state, p.state, 1})
			}
			if size := p.end - p.own; size == q.end-q.own && size > 0 && remembersAlike(p.Solver, q.Solver) {
				same.State = append(same.State, SamePart{q.own, p.own, size})
			}
			break
		}
	}
	for i := range s.probes {
		p := &s.probes[i]
		same.Probes[i] = slices.IndexFunc(before.probes, func(q FootProbe) bool {
			return q.End == p.End && before.goals[q.Goal] == s.goals[p.Goal] &&
				before.goals[q.Owner] == s.goals[p.Owner]
		})
	}
	return same
}

// isSame reports whether a solver of the stack and one of another have the same kind, goals and
// joints.
func (s *Stack) isSame(p *placed, other *Stack, q *placed) bool {
	return p.kind == q.kind && slices.Equal(s.goalsOf(p), other.goalsOf(q)) && slices.Equal(p.changes(), q.changes())
}

// goalsOf returns the names of the goals of a solver.
func (s *Stack) goalsOf(p *placed) (names []string) {
	toward := []int{p.toward}
	if p.joined != nil {
		toward = p.joined.targets()
	}
	for _, goal := range toward {
		if goal >= 0 {
			names = append(names, s.goals[goal])
		}
	}
	return names
}

// remembersAlike reports whether what two solvers of one kind remember means the same, if it has as
// many numbers.
func remembersAlike(a, b Solver) bool {
	s, isSpring := a.(*Spring)
	t, isOther := b.(*Spring)
	if isSpring && isOther {
		return s.CenterJoint == t.CenterJoint && s.InCharacter == t.InCharacter &&
			len(s.Bones) == len(t.Bones) && len(s.Colliders) == len(t.Colliders)
	}
	return isSpring == isOther
}
