package solving

import (
	"unsafe"

	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/kernel/solve"
	"github.com/sinew-go/sinew/internal/kernel/springs"
)

// WorldAxes marks a goal in [GoalSpaces] that is relative to the origin of the character, along the
// axes of the world.
const WorldAxes = -1

// NoJoint marks a goal in [GoalSpaces] that is relative to a joint that does not exist.
const NoJoint = -2

// GoalSpaces are the spaces of the goals of one character before [Stack.PlaceGoals].
type GoalSpaces [MaxGoals]GoalSpace

// GoalSpace are the spaces of the target and of the pole of a goal: 0 for model space, [WorldAxes],
// or 1 plus the index of a joint of the character.
type GoalSpace struct {
	Target, Pole int16
}

// A goal has the layout of solve.GoalRows.
var _ = [1]struct{}{}[unsafe.Sizeof(Goal{})-4*layout.GoalNumbers|
	unsafe.Offsetof(Goal{}.Target)-4*layout.GoalTarget|
	unsafe.Offsetof(Goal{}.Pole)-4*layout.GoalPole|
	unsafe.Offsetof(Goal{}.PoleDirection)-4*layout.GoalUp|
	unsafe.Offsetof(Goal{}.Rotation)-4*layout.GoalRotation|
	unsafe.Offsetof(Goal{}.HasPole)-4*layout.GoalFlags|
	unsafe.Offsetof(Goal{}.Weight)-4*layout.GoalRawWeight]

// numbers returns a goal as numbers; the flags are none.
func (g *Goal) numbers() []float32 { return (*[layout.GoalNumbers]float32)(unsafe.Pointer(g))[:] }

// noGoal is the goal of lanes without one. It is only read.
var noGoal Goal

// gatherGoal writes goal i of all lanes to rows.
func (w *Work) gatherGoal(rows *solve.GoalRows, i int) {
	var from [Lanes][]float32
	for l, goals := range &w.Goals {
		g := &noGoal
		if goals != nil {
			g = &goals[i]
		}
		from[l] = g.numbers()
		rows[layout.GoalHasPole*Lanes+l] = Number(g.HasPole)
		rows[layout.GoalHasRotation*Lanes+l] = Number(g.HasRotation)
	}
	springs.Gather(rows[:layout.GoalNumbers*Lanes], &from)
}

// prepareGoals writes the rows of the goals that have a weight, unless [Stack.PlaceGoals] has.
func (s *Stack) prepareGoals(w *Work) {
	for i := range s.goals {
		active := false
		for _, goals := range &w.Goals {
			active = active || goals != nil && goals[i].Weight > 0
		}
		switch rows := &w.GoalRows[i]; {
		case !active:
			clear(rows[layout.GoalWeightOut*Lanes:])
		case s.targets[i]:
			if w.isPlaced&(1<<i) == 0 {
				w.gatherGoal(rows, i)
			}
			solve.GoalWeight(rows)
		default:
			for l, goals := range &w.Goals {
				if rows[layout.GoalWeightOut*Lanes+l] = 0; goals != nil && goals[i].Weight > 0 {
					rows[layout.GoalWeightOut*Lanes+l] = min(goals[i].Weight, 1)
				}
			}
		}
	}
	w.isPlaced = 0
}

// goalSpaces is memory for PlaceGoals.
type goalSpaces struct {
	inverse      solve.Matrix // from the axes of the world to model space
	hasInverse   bool
	target, pole solve.Matrix
	placed       solve.Placed
	gathered     solve.GoalRows // before it is placed
}

// PlaceGoals takes the goals of a block to model space, from the spaces given for each lane with
// goals: in the rows that solvers read, and where a solver reads the goals of each lane, in
// [Work.Goals] too. [Stack.Solve] must follow. The motions and the model matrices must be known. A
// goal in a joint that is none, or in a world whose axes have no inverse, gets the weight 0.
func (s *Stack) PlaceGoals(w *Work, spaces *[Lanes]*GoalSpaces) {
	w.isPlaced = 0
	for i := range s.goals {
		moves, points, rotates := false, false, false
		for l, goals := range &w.Goals {
			if goals == nil || !(goals[i].Weight > 0) {
				continue
			}
			g, space := &goals[i], spaces[l][i]
			if !s.hasSpace(space.Target) || g.HasPole && !s.hasSpace(space.Pole) {
				g.Weight = 0
				continue
			}
			moves = moves || space.Target != 0
			points, rotates = points || g.HasPole, rotates || g.HasRotation && s.rotations[i]
		}
		if moves || points || rotates {
			s.placeGoal(w, i, spaces, moves || points, rotates)
		}
	}
}

func (s *Stack) hasSpace(space int16) bool {
	return space >= WorldAxes && int(space) <= s.skeleton.Len()
}

// placeGoal takes goal i to model space: its points, its rotation, or both.
func (s *Stack) placeGoal(w *Work, i int, spaces *[Lanes]*GoalSpaces, points, rotates bool) {
	p := &w.spaces
	p.placed = solve.Placed{}
	target, pole := &p.inverse, &p.inverse
	for l, goals := range &w.Goals {
		if goals == nil || !(goals[i].Weight > 0) {
			continue
		}
		w.placeLane(l, spaces[l][i].Target, layout.PlacedTarget, &target, &p.target)
		if goals[i].HasPole {
			w.placeLane(l, spaces[l][i].Pole, layout.PlacedPole, &pole, &p.pole)
		}
	}
	out := &w.GoalRows[i]
	w.gatherGoal(&p.gathered, i)
	*out = p.gathered
	if points {
		solve.PlacePoints(out, &p.gathered, &p.placed, target, pole)
	}
	if rotates {
		solve.PlaceRotation(out, &p.gathered, &p.placed, target)
	}
	w.isPlaced |= 1 << i
	if s.laneByLane[i] {
		w.scatterGoal(i)
	}
}

// scatterGoal writes the rows of goal i back to the goals of the lanes in which it has a weight.
func (w *Work) scatterGoal(i int) {
	rows := &w.GoalRows[i]
	var to [Lanes][]float32
	var unused [layout.GoalNumbers]float32
	for l, goals := range &w.Goals {
		to[l] = unused[:]
		if goals != nil && goals[i].Weight > 0 {
			to[l] = goals[i].numbers()
		}
	}
	springs.Scatter(&to, rows[:layout.GoalNumbers*Lanes])
	for l, goals := range &w.Goals {
		if goals != nil && goals[i].Weight > 0 {
			goals[i].HasPole = rows[layout.GoalHasPole*Lanes+l] > 0.5
			goals[i].HasRotation = rows[layout.GoalHasRotation*Lanes+l] > 0.5
		}
	}
}

// placeLane marks a target or a pole in a lane as one in a space, and sees to its matrix: the
// matrices are those of the world's axes, until a lane has another one.
func (w *Work) placeLane(lane int, space int16, placed int, matrices **solve.Matrix, own *solve.Matrix) {
	p := &w.spaces
	if space == 0 {
		return
	}
	p.placed[placed*Lanes+lane] = 1
	if space == WorldAxes && !p.hasInverse {
		solve.InverseAxes(&p.inverse, w.world())
		p.hasInverse = true
	}
	if space <= 0 {
		if *matrices == own {
			copyLane(own, &p.inverse, lane)
		}
		return
	}
	if *matrices != own {
		*matrices, *own = own, p.inverse
	}
	copyLane(own, w.ModelOf(int(space)-1), lane)
}

func copyLane(to, from *solve.Matrix, lane int) {
	for e := lane; e < len(to); e += Lanes {
		to[e] = from[e]
	}
}
