package solvers

import "github.com/sinew-go/sinew/internal/solving"

// Describe implements [solving.Solvers].
func (s *list) Describe(goals []solving.Goal, level int) []solving.Description {
	described := make([]solving.Description, len(s.solvers))
	for i := range s.solvers {
		p := &s.solvers[i]
		d := &described[i]
		d.Kind, d.Changes, d.Weight = p.kind, p.changes(), p.weight(goals)
		if p.offLevel > 0 && level >= p.offLevel {
			d.Weight = 0
		}
		d.Goals = s.goalsOf(p)
	}
	return described
}

// SpringUnits implements [solving.Solvers].
func (s *list) SpringUnits() (goal string, meters float64, ok bool) {
	for _, p := range s.solvers {
		if spring, isSpring := p.Solver.(*Spring); isSpring {
			return s.goals[p.toward], spring.Meters, true
		}
	}
	return "", 0, false
}

// goalsOf returns the names of the goals of a solver.
func (s *list) goalsOf(p *placed) (names []string) {
	for _, goal := range p.goals() {
		if goal >= 0 {
			names = append(names, s.goals[goal])
		}
	}
	return names
}
