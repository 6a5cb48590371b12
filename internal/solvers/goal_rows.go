package solvers

import (
	"unsafe"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/kernel/solve"
	"github.com/sinew-go/sinew/internal/kernel/springs"
	"github.com/sinew-go/sinew/internal/solving"
)

// A goal has the layout of solve.GoalRows; the rows of its flags and spaces are no numbers.
var _ = [1]struct{}{}[unsafe.Sizeof(solving.Goal{})-4*layout.GoalNumbers|
	unsafe.Offsetof(solving.Goal{}.Target)-4*layout.GoalTarget|
	unsafe.Offsetof(solving.Goal{}.Pole)-4*layout.GoalPole|
	unsafe.Offsetof(solving.Goal{}.PoleDirection)-4*layout.GoalUp|
	unsafe.Offsetof(solving.Goal{}.Rotation)-4*layout.GoalRotation|
	unsafe.Offsetof(solving.Goal{}.HasPole)-4*layout.GoalFlags|
	unsafe.Offsetof(solving.Goal{}.Weight)-4*layout.GoalRawWeight]

// numbersOf returns a goal as numbers.
func numbersOf(g *solving.Goal) []float32 {
	return (*[layout.GoalNumbers]float32)(unsafe.Pointer(g))[:]
}

// weightOf returns the weight of a goal within 0 to 1, and 0 for one whose numbers are not finite.
func weightOf(g *solving.Goal) float32 {
	if !(g.Weight > 0) || !Finite(g.Target) || g.HasPole && (!Finite(g.Pole) || !Finite(g.PoleDirection)) {
		return 0
	}
	return min(g.Weight, 1)
}

// Finite reports whether all numbers of a vector are finite.
func Finite(v [3]float32) bool {
	return exact.IsFinite(v[0]) && exact.IsFinite(v[1]) && exact.IsFinite(v[2])
}

// noGoal is the goal of lanes without one. It is only read.
var noGoal solving.Goal

// goalWork is memory for the rows of goals.
type goalWork struct {
	rows         [solving.MaxGoals]solve.GoalRows // by goal: all lanes, in model space
	given        solve.GoalRows                   // one goal before it is taken to model space
	placed       solve.Placed                     // what of it is to be taken there
	target, pole solve.Matrix                     // from the spaces of the lanes to model space
	inverse      solve.Matrix                     // from the axes of the world to model space
	hasInverse   bool
}

// gatherGoals writes the rows that solvers read of all goals: those of 8 characters, in model
// space. A goal that is not finite, or in a space that is not there, gets the weight 0 in its lane.
func (s *list) gatherGoals(w *Work) {
	for i := range s.goals {
		rows := &w.goals.rows[i]
		lanes, found := s.findGoal(w, i)
		switch {
		case !found.any:
			clear(rows[layout.GoalWeightOut*Lanes:])
		case s.targets[i]:
			w.gatherGoal(rows, lanes)
			if found.isPlaced {
				w.placeGoal(rows, lanes, found)
			}
			solve.GoalWeight(rows)
		default:
			for l, g := range lanes {
				rows[layout.GoalWeightOut*Lanes+l] = min(g.Weight, 1)
			}
		}
	}
}

// foundGoals tells what there is of a goal in the lanes of a block.
type foundGoals struct {
	any      bool // a goal with a weight
	isPlaced bool // ... that the kernels take to model space
	rotates  bool // ... and that has a rotation which a solver uses
}

// findGoal finds goal i in all lanes; in a lane without a weight or a space it is noGoal.
func (s *list) findGoal(w *Work, i int) (lanes *[Lanes]*solving.Goal, found foundGoals) {
	lanes = &w.lanes
	for l, goals := range &w.Goals {
		lanes[l] = &noGoal
		if goals == nil || w.Idle[l]>>i&1 != 0 {
			continue
		}
		g := &goals[i]
		if !(weightOf(g) > 0) || !s.hasSpace(g.TargetSpace) || g.HasPole && !s.hasSpace(g.PoleSpace) {
			continue
		}
		lanes[l], found.any = g, true
		rotates := g.HasRotation && s.rotations[i]
		found.rotates = found.rotates || rotates
		found.isPlaced = found.isPlaced || rotates || g.HasPole || g.TargetSpace != solving.ModelSpace
	}
	return lanes, found
}

func (s *list) hasSpace(space solving.Space) bool {
	return space >= solving.WorldAxes && int(space) <= s.skeleton.Len()
}

// gatherGoal writes a goal of all lanes to rows, as it is.
func (w *Work) gatherGoal(rows *solve.GoalRows, lanes *[Lanes]*solving.Goal) {
	var from [Lanes][]float32
	for l, g := range lanes {
		from[l] = numbersOf(g)
		rows[layout.GoalHasPole*Lanes+l] = solving.Number(g.HasPole)
		rows[layout.GoalHasRotation*Lanes+l] = solving.Number(g.HasRotation)
	}
	springs.Gather(rows[:layout.GoalNumbers*Lanes], &from)
}

// placeGoal takes the rows of a goal to model space.
func (w *Work) placeGoal(rows *solve.GoalRows, lanes *[Lanes]*solving.Goal, found foundGoals) {
	p := &w.goals
	p.placed = solve.Placed{}
	target, pole := &p.inverse, &p.inverse
	for l, g := range lanes {
		w.placeLane(l, g.TargetSpace, layout.PlacedTarget, &target, &p.target)
		if g.HasPole {
			w.placeLane(l, g.PoleSpace, layout.PlacedPole, &pole, &p.pole)
		}
	}
	p.given = *rows
	solve.PlacePoints(rows, &p.given, &p.placed, target, pole)
	if found.rotates {
		solve.PlaceRotation(rows, &p.given, &p.placed, target)
	}
}

// placeLane marks a target or a pole in a lane as one in a space, and sees to its matrix: the
// matrices are those of the world's axes, until a lane has another one.
func (w *Work) placeLane(lane int, space solving.Space, placed int, matrices **solve.Matrix, own *solve.Matrix) {
	p := &w.goals
	if space == solving.ModelSpace {
		return
	}
	p.placed[placed*Lanes+lane] = 1
	if space == solving.WorldAxes && !p.hasInverse {
		solve.InverseAxes(&p.inverse, w.world())
		p.hasInverse = true
	}
	if space == solving.WorldAxes {
		if *matrices == own {
			copyLane(own, &p.inverse, lane)
		}
		return
	}
	if *matrices != own {
		*matrices, *own = own, p.inverse
	}
	copyLane(own, w.ModelOf(space.Joint()), lane)
}

func copyLane(to, from *solve.Matrix, lane int) {
	for e := lane; e < len(to); e += Lanes {
		to[e] = from[e]
	}
}

// GoalRows returns the rows of a goal, in model space.
func (w *Work) GoalRows(goal int) *solve.GoalRows { return &w.goals.rows[goal] }

// goalWeight returns the weight of a goal in a lane, 0 to 1.
func (w *Work) goalWeight(goal, lane int) float32 {
	return w.goals.rows[goal][layout.GoalWeightOut*Lanes+lane]
}

// goalTarget returns the target of a goal in a lane, in model space.
func (w *Work) goalTarget(goal, lane int) [3]float32 {
	return vecAt(w.goals.rows[goal][:], layout.GoalTarget, lane)
}

// goalRotation returns the rotation of a goal in a lane, in model space, if it has one.
func (w *Work) goalRotation(goal, lane int) (q [4]float32, ok bool) {
	rows := &w.goals.rows[goal]
	for i := range q {
		q[i] = rows[(layout.GoalRotation+i)*Lanes+lane]
	}
	return q, rows[layout.GoalHasRotation*Lanes+lane] > 0.5
}

// goalAt returns a goal in a lane, in model space, for what works on one character at a time.
func (w *Work) goalAt(goal, lane int) (g solving.Goal) {
	rows := &w.goals.rows[goal]
	g.Target = w.goalTarget(goal, lane)
	g.Pole, g.PoleDirection = vecAt(rows[:], layout.GoalPole, lane), vecAt(rows[:], layout.GoalUp, lane)
	g.HasPole = rows[layout.GoalHasPole*Lanes+lane] > 0.5
	g.Rotation, g.HasRotation = w.goalRotation(goal, lane)
	g.Weight = rows[layout.GoalRawWeight*Lanes+lane]
	return g
}

func vecAt(rows []float32, row, lane int) [3]float32 {
	return [3]float32{rows[row*Lanes+lane], rows[(row+1)*Lanes+lane], rows[(row+2)*Lanes+lane]}
}
