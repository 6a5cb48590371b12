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

// SpringUnits returns the goal of the first spring, and for how many meters it takes a unit of
// model space. It returns false if the stack has no springs.
func (s *Stack) SpringUnits() (goal string, meters float64, ok bool) {
	if s.facts.Solvers == nil {
		return "", 0, false
	}
	return s.facts.Solvers.SpringUnits()
}

// Describe returns the solvers in their order, with their weights toward the goals of a character
// at a level of detail, which are MaxGoals.
func (s *Stack) Describe(goals []Goal, level int) []Description {
	if s.facts.Solvers == nil {
		return nil
	}
	return s.facts.Solvers.Describe(goals, level)
}
