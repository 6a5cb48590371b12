package solving

// Description is what a stack tells of one of its solvers.
type Description struct {
	Kind string
	// Goals are the names of its goals; empty for a solver that is always applied.
	Goals []string
	// Changes are the joints that it changes. The slice is the solver's own: read only.
	Changes []int16
	// Weight is its weight toward the goals of a character.
	Weight float32
}

// SpringUnits returns the goal of the first spring, and for how many meters it takes a unit of model
// space. It returns false if the stack has no springs.
func (s *Stack) SpringUnits() (goal string, meters float64, ok bool) {
	for _, p := range solversOf(s) {
		if spring, isSpring := p.Solver.(*Spring); isSpring {
			return s.goals[p.toward], spring.Meters, true
		}
	}
	return "", 0, false
}

// Describe returns the solvers in their order, with their weights toward the goals of a character
// at a level of detail, which are MaxGoals.
func (s *Stack) Describe(goals []Goal, level int) []Description {
	solvers := solversOf(s)
	list := make([]Description, len(solvers))
	for i := range solvers {
		p := &solvers[i]
		d := &list[i]
		d.Kind, d.Changes, d.Weight = p.kind, p.changes(), p.weight(goals)
		if p.offLevel > 0 && level >= p.offLevel {
			d.Weight = 0
		}
		d.Goals = s.goalsOf(p)
	}
	return list
}
