package solvers

import (
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/solving"
	"github.com/sinew-go/sinew/internal/steps"
)

// Parts are what a stack is made of.
type Parts struct {
	Name     string
	Skeleton *rig.Skeleton
	Goals    []string // their names
	Solvers  []Added
	Source   solving.Source
}

// Added is a solver of a stack, its kind, such as "aim", and the level of detail from which on it is
// left out, or 0.
type Added struct {
	Solver   Solver
	Kind     string
	OffLevel int
}

// Compile returns a stack.
func Compile(p Parts) *solving.Stack {
	steps.Stacks.Open(func(s steps.Stack) { s.DoWithStack() })
	s := &list{skeleton: p.Skeleton, goals: p.Goals, solvers: make([]placed, 0, len(p.Solvers))}
	out := solving.Facts{Name: p.Name, Skeleton: p.Skeleton, Goals: p.Goals, Solvers: s, Source: p.Source}
	for _, added := range p.Solvers {
		several, _ := added.Solver.(joined)
		s.solvers = append(s.solvers, placed{
			Solver: added.Solver, joined: several, toward: added.Solver.goal(), offLevel: added.OffLevel,
			kind: added.Kind,
		})
	}
	for i := range s.solvers {
		p := &s.solvers[i]
		p.state, p.own = out.StateSize, out.StateSize
		if p.offLevel > 0 {
			p.own++
		}
		p.end = p.own + p.stateSize()
		out.StateSize = p.end
		out.IsAlways = out.IsAlways || p.toward < 0
	}
	s.addGoals(&out)
	s.addJoints(&out)
	return solving.New(out)
}

// addGoals finds what the solvers do with the goals, and which feet ask for the ground.
func (s *list) addGoals(out *solving.Facts) {
	s.targets, s.rotations = make([]bool, len(s.goals)), make([]bool, len(s.goals))
	out.Targets, out.Uses, out.PolePoints = s.targets, make([]solving.TargetUse, len(s.goals)), make([]bool, len(s.goals))
	for i := range s.solvers {
		p := &s.solvers[i]
		switch t := p.Solver.(type) {
		case *FootSolver:
			out.Probes = append(out.Probes, t.probes(p)...)
			continue
		case *TwoBone:
			out.PolePoints[t.GoalIndex] = true
		}
		if _, ok := p.Solver.(simulated); ok {
			continue
		}
		plain, ok := p.Solver.(unrotated)
		use := targetUse(p.Solver)
		for _, goal := range p.goals() {
			if goal >= 0 {
				s.targets[goal], out.Uses[goal] = true, max(out.Uses[goal], use)
				s.rotations[goal] = s.rotations[goal] || !ok || !plain.ignoresRotation()
			}
		}
	}
	for i := range out.Probes {
		out.Uses[out.Probes[i].Goal] = solving.NeedsGround
	}
}

// targetUse returns what a solver with a goal, which is neither simulated nor places feet, does
// with the target.
func targetUse(s Solver) solving.TargetUse {
	switch s := s.(type) {
	case *Custom:
		return solving.MayUseTarget
	case *LaneConstraint:
		if !s.UsesTarget {
			return solving.WeightOnly
		}
	}
	return solving.NeedsTarget
}

// addJoints finds which joints the solvers read and write.
func (s *list) addJoints(out *solving.Facts) {
	read := make([]bool, s.skeleton.Len()) // by the solvers after the present one
	changed := make([]bool, s.skeleton.Len())
	above := make([]bool, s.skeleton.Len()) // joints that are read with all their ancestors
	for i := len(s.solvers) - 1; i >= 0; i-- {
		p := &s.solvers[i]
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
	whole := make([]bool, s.skeleton.Len()) // not only the rotation changes
	// A function computes all matrices again, from the first joint on that it changes.
	first := len(read)
	for i := range s.solvers {
		switch t := s.solvers[i].Solver.(type) {
		case *FootSolver: // the rotation alone changes of the other joints
			whole[t.Pelvis] = true
			continue
		case *Custom:
			if len(t.Change) > 0 {
				first = min(first, int(t.Change[0]))
			}
		}
		if _, ok := s.solvers[i].Solver.(turning); !ok {
			for _, joint := range s.solvers[i].changes() {
				whole[joint] = true
			}
		}
	}
	out.Needed, out.Moved = make([]uint8, (len(read)+7)/8), make([]uint8, (len(read)+7)/8)
	moved := make([]bool, len(read))
	for j := range read {
		if read[j] {
			out.Joints = j + 1
			out.Needed[j/8] |= 1 << (j % 8)
		}
		parent := s.skeleton.Parent(j)
		if moved[j] = changed[j] || parent >= 0 && moved[parent] || j > first; moved[j] {
			out.Moved[j/8] |= 1 << (j % 8)
		}
		if changed[j] {
			addChanged(out, j, whole[j])
		}
	}
}

// addChanged adds a joint whose local transform, or whose rotation alone, the solvers write.
func addChanged(out *solving.Facts, joint int, whole bool) {
	out.Changed = append(out.Changed, int16(joint))
	if n := len(out.Groups); n == 0 || out.Groups[n-1].Group != joint/Lanes {
		g := solving.ChangedGroup{Group: joint / Lanes, Rows: layout.RotationRows}
		if n > 0 {
			g.Shown = out.Groups[n-1].Shown + out.Groups[n-1].Rows*Lanes
		}
		out.Groups = append(out.Groups, g)
	}
	g := &out.Groups[len(out.Groups)-1]
	g.Joints |= 1 << (joint % Lanes)
	if whole {
		g.Rows = kernel.Rows
	}
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
