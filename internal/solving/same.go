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
	of, old := &s.facts, &before.facts
	same := Same{Probes: make([]int, len(of.Probes)), Shown: slices.Equal(of.Groups, old.Groups)}
	if of.Solvers != nil {
		same.State = of.Solvers.SameState(old.Solvers)
	}
	for i := range of.Probes {
		p := &of.Probes[i]
		same.Probes[i] = slices.IndexFunc(old.Probes, func(q FootProbe) bool {
			return q.End == p.End && old.Goals[q.Goal] == of.Goals[p.Goal] &&
				old.Goals[q.Owner] == of.Goals[p.Owner]
		})
	}
	return same
}
