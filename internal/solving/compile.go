package solving

import (
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/steps"
)

// Parts are what a stack is made of.
type Parts struct {
	Name     string
	Skeleton *rig.Skeleton
	Goals    []string // their names
	Solvers  []Added
	Source   Source
}

// Added is a solver of a stack, its kind, such as "aim", and the level of detail from which on it is
// left out, or 0.
type Added struct {
	Solver   Solver
	Kind     string
	OffLevel int
}

// Compile returns a stack.
func Compile(p Parts) *Stack {
	steps.Stacks.Open(func(s steps.Stack) { s.DoWithStack() })
	s := Stack{name: p.Name, skeleton: p.Skeleton, goals: p.Goals, source: p.Source}
	solvers := make([]placed, 0, len(p.Solvers))
	for _, added := range p.Solvers {
		several, _ := added.Solver.(joined)
		solvers = append(solvers, placed{
			Solver: added.Solver, joined: several, toward: added.Solver.goal(), offLevel: added.OffLevel,
			kind: added.Kind,
		})
	}
	s.solvers = solvers
	read := make([]bool, s.skeleton.Len()) // by the solvers after the present one
	changed := make([]bool, s.skeleton.Len())
	above := make([]bool, s.skeleton.Len()) // joints that are read with all their ancestors
	for i := len(solvers) - 1; i >= 0; i-- {
		p := &solvers[i]
		p.refreshed = refreshed(s.skeleton, p.changes(), read)
		for _, joint := range p.reads() {
			for j := int(joint); j >= 0 && !above[j]; j = s.skeleton.Parent(j) {
				read[j], above[j] = true, true
			}
		}
		for _, joint := range p.changes() {
			read[joint], changed[joint] = true, true // its local transform at least
		}
	}
	for i := range solvers {
		p := &solvers[i]
		p.state, p.own = s.state, s.state
		if p.offLevel > 0 {
			p.own++
		}
		p.end = p.own + p.stateSize()
		s.state = p.end
	}
	s.probes = s.footProbes()
	s.targets, s.rotations = make([]bool, len(s.goals)), make([]bool, len(s.goals))
	s.uses = make([]TargetUse, len(s.goals))
	whole := make([]bool, s.skeleton.Len()) // not only the rotation changes
	for i := range solvers {
		if f, ok := solvers[i].Solver.(*FootSolver); ok { // the rotation alone changes of the other joints
			whole[f.Pelvis] = true
			continue
		}
		if _, ok := solvers[i].Solver.(turning); !ok {
			for _, joint := range solvers[i].changes() {
				whole[joint] = true
			}
		}
		if _, ok := solvers[i].Solver.(simulated); ok {
			continue
		}
		goals := []int{solvers[i].toward}
		if several := solvers[i].joined; several != nil {
			goals = several.targets()
		}
		plain, ok := solvers[i].Solver.(unrotated)
		use := targetUse(solvers[i].Solver)
		for _, goal := range goals {
			if goal >= 0 {
				s.targets[goal], s.uses[goal] = true, max(s.uses[goal], use)
				s.rotations[goal] = s.rotations[goal] || !ok || !plain.ignoresRotation()
			}
		}
	}
	for i := range s.probes {
		s.uses[s.probes[i].Goal] = NeedsGround
	}
	s.needed, s.moved = make([]uint8, (len(read)+7)/8), make([]uint8, (len(read)+7)/8)
	moved := make([]bool, len(read))
	first := len(read) // a function computes all matrices again, from the first joint on that it changes
	for i := range solvers {
		if f, ok := solvers[i].Solver.(*Custom); ok && len(f.Change) > 0 {
			first = min(first, int(f.Change[0]))
		}
	}
	for j := range read {
		if read[j] {
			s.joints = j + 1
			s.needed[j/8] |= 1 << (j % 8)
		}
		parent := s.skeleton.Parent(j)
		if moved[j] = changed[j] || parent >= 0 && moved[parent] || j > first; moved[j] {
			s.moved[j/8] |= 1 << (j % 8)
		}
		if changed[j] {
			s.addChanged(j, whole[j])
		}
	}
	return &s
}

// refreshed returns the joints that are read and that change with one of the given joints or an
// ancestor.
func refreshed(skeleton *rig.Skeleton, changes []int16, read []bool) (joints []int16) {
	moved := make([]bool, skeleton.Len())
	for _, joint := range changes {
		moved[joint] = true
	}
	for j := range moved {
		if parent := skeleton.Parent(j); parent >= 0 && moved[parent] {
			moved[j] = true
		}
		if moved[j] && read[j] {
			joints = append(joints, int16(j))
		}
	}
	return joints
}
