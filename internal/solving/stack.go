package solving

import (
	"math"
	"slices"
	"unsafe"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/kernel/solve"
	"github.com/sinew-go/sinew/internal/kernel/springs"
)

// MaxGoals is the largest number of goals of a stack.
const MaxGoals = 16

// Stack is an ordered list of solvers for the characters of one skeleton. It is immutable;
// [Compile] makes one.
type Stack struct {
	name      string
	skeleton  *rig.Skeleton
	goals     []string
	solvers   any // the []placed that solversOf returns; programs without stacks do not contain its type
	source    Source
	joints    int // the solvers need the model matrices of the joints below this one
	needed    []uint8
	moved     []uint8
	changed   []int16
	groups    []solve.ChangedGroup
	targets   []bool // by goal: solvers use its target
	rotations []bool // by goal: solvers use its rotation
	uses      []TargetUse
	state     int
	probes    []FootProbe
}

// unrotated is a solver that may use no rotation of its goal. Others count as ones that do.
type unrotated interface{ ignoresRotation() bool }

// joined is a solver that works toward several goals.
type joined interface {
	// weight returns the weight of the solver toward a character's goals, which have weights, and
	// targets the goals whose targets it uses.
	weight(weights [MaxGoals]float32) float32
	targets() []int
}

// simulated is a solver that needs no target.
type simulated interface{ simulates() }

// turning is a solver that writes rotations only.
type turning interface{ turns() }

// solversOf returns the solvers of a stack in their order.
func solversOf(s *Stack) []placed {
	solvers, _ := s.solvers.([]placed)
	return solvers
}

// placed is a solver at its place in a stack.
type placed struct {
	Solver
	joined    joined  // the solver, or nil if it has one goal at most
	toward    int     // its goal, or -1
	refreshed []int16 // joints whose model matrices are computed again after it, because a later solver reads them
	// What it remembers are the numbers of the state from own to end. Its weight by the level of
	// detail, if it has an offLevel, is at state, before own.
	state, own, end int
	offLevel        int    // level of detail from which on it is left out, or 0
	kind            string // such as "aim"
}

// Solver changes the local transforms of some joints in 8 lanes.
type Solver interface {
	// goal returns the index of its goal, or -1 if it is always applied.
	goal() int
	// reads returns the joints whose model matrices it reads.
	reads() []int16
	// changes returns the joints whose local transforms it writes.
	changes() []int16
	// stateSize returns how many numbers it remembers for each character. If the first one is 0 it
	// begins anew.
	stateSize() int
	// solve works on the lanes in which weights is above 0.
	solve(w *Work, weights *[Lanes]float32, state int)
}

// Name returns the stack's name.
func (s *Stack) Name() string { return s.name }

// Skeleton returns the skeleton that the stack is for.
func (s *Stack) Skeleton() *rig.Skeleton { return s.skeleton }

// Goals returns the names of the goals, in the order in which solvers first named them. The slice
// is the stack's own: read only.
func (s *Stack) Goals() []string { return s.goals }

// Goal returns the index of a goal.
func (s *Stack) Goal(name string) (index int, ok bool) {
	i := slices.Index(s.goals, name)
	return i, i >= 0
}

// StateSize returns how many float32 the solvers remember for each character from frame to frame.
func (s *Stack) StateSize() int { return s.state }

// Joints returns for how many joints, from the first on, a [Work] needs transforms and model
// matrices.
func (s *Stack) Joints() int { return s.joints }

// Needed returns the joints of which a [Work] needs transforms and model matrices: a byte for each
// group of 8 joints of the skeleton, with a bit for each joint. The slice is the stack's own: read
// only.
func (s *Stack) Needed() []uint8 { return s.needed }

// Moved returns, like [Stack.Needed], the joints whose model matrices are not what they were before
// the solvers, or may not be up to date after them. The slice is the stack's own: read only.
func (s *Stack) Moved() []uint8 { return s.moved }

// UsesTarget reports whether a solver uses the target of a goal, and not only its weight.
func (s *Stack) UsesTarget(goal int) bool { return s.targets[goal] }

// weight returns the weight of the solver toward a character's goals.
func (p *placed) weight(goals []Goal) float32 {
	if p.joined != nil {
		var weights [MaxGoals]float32
		for i := range goals {
			weights[i] = goals[i].weight()
		}
		return p.joined.weight(weights)
	}
	if p.toward >= 0 {
		return goals[p.toward].weight()
	}
	return 1
}

// levelFade is how many seconds a solver takes to fade when the level of detail leaves it out, or
// uses it again.
const levelFade = 0.25

// IsAlways reports whether the stack has a solver without a goal, which is always applied.
func (s *Stack) IsAlways() bool {
	solvers := solversOf(s)
	for i := range solvers {
		if solvers[i].toward < 0 {
			return true
		}
	}
	return false
}

// IsActive reports whether a solver may change a character with these goals, this state and this
// level of detail.
func (s *Stack) IsActive(goals []Goal, state []float32, level int) bool {
	solvers := solversOf(s)
	for i := range solvers {
		p := &solvers[i]
		if p.weight(goals) > 0 &&
			(p.offLevel == 0 || level < p.offLevel || len(state) > p.state && state[p.state] > 1) {
			return true
		}
	}
	return false
}

// Forget clears what the solvers remember of a character, except how far levels of detail faded
// them: for one that none of them changes in a frame.
func (s *Stack) Forget(state []float32) {
	solvers := solversOf(s)
	for i := range solvers {
		if p := &solvers[i]; p.end <= len(state) {
			clear(state[p.own:p.end])
		}
	}
}

// Solve applies the solvers to a block of characters. It writes the local transforms of the joints
// of [Stack.Changed], and model matrices.
func (s *Stack) Solve(w *Work) {
	w.skeleton = s.skeleton
	w.spring.hasFrame, w.feet.hasFrame = false, false
	s.gatherGoals(w)
	solvers := solversOf(s)
	for i := range solvers {
		p := &solvers[i]
		if !p.weigh(w) {
			continue
		}
		p.solve(w, &w.weights, p.own)
		for _, joint := range p.refreshed {
			w.refresh(int(joint))
		}
	}
}

// weigh writes the weights of a solver, and reports whether one is above 0. It clears the state of
// the lanes without a weight.
func (p *placed) weigh(w *Work) (active bool) {
	weights := &w.weights
	switch {
	case p.joined != nil:
		for l := range weights {
			var of [MaxGoals]float32
			for goal := range of {
				of[goal] = w.goalWeight(goal, l)
			}
			weights[l] = p.joined.weight(of)
		}
	case p.toward >= 0:
		*weights = [Lanes]float32(w.goals.rows[p.toward][layout.GoalWeightOut*Lanes:])
	default:
		for l, goals := range &w.Goals {
			weights[l] = Number(goals != nil)
		}
	}
	if p.offLevel > 0 {
		for l, weight := range weights {
			if weight > 0 {
				if weights[l] = float32(weight * p.levelWeight(w, l)); !(weights[l] > 0) {
					weights[l] = 0 // also for the state of a damaged snapshot that is no number
				}
			}
		}
	}
	bits := uint32(0)
	for _, weight := range weights {
		bits |= math.Float32bits(weight)
	}
	if p.own < p.end {
		for l, weight := range weights {
			if state := w.State[l]; weight == 0 && w.Goals[l] != nil && len(state) >= p.end {
				clear(state[p.own:p.end])
			}
		}
	}
	return bits != 0
}

// levelWeight moves a solver's weight by the level of detail of the character in a lane, and
// returns it.
func (p *placed) levelWeight(w *Work, lane int) float32 {
	target := Number(w.Level[lane] < p.offLevel)
	if len(w.State[lane]) <= p.state {
		return target
	}
	state := &w.State[lane][p.state] // 1 more than the weight; 0 before the first frame
	if step := float32(w.Delta[lane] * (1 / levelFade)); *state == 0 || !(step < 1) {
		*state = 1 + target
	} else {
		*state = min(max(*state-step, 1+target), *state+step)
	}
	return *state - 1
}

// Lanes is the number of characters that are solved together.
const Lanes = kernel.Lanes

// Work is a block of up to 8 characters of one skeleton, each in a lane, and memory for the
// solvers. A zero Work is ready to be filled in, and may be used for one block after the other.
type Work struct {
	// Locals holds the local transforms, by joint: ten rows of 8 lanes each.
	Locals []float32
	// Model holds the model matrices, by joint: twelve rows of 8 lanes each.
	Model []float32
	// Goals holds the goals of the character in each lane, in the order of [Stack.Goals], or nil
	// for a lane that the stack does not change.
	Goals [Lanes][]Goal
	// Idle tells for each lane, bit by bit, which goals need not be read: their weights are 0.
	Idle [Lanes]uint16
	// State holds what the solvers remember of the character in each lane: [Stack.StateSize]
	// numbers.
	State [Lanes][]float32
	// Delta is the time since the last frame, in seconds, for each lane.
	Delta [Lanes]float32
	// Level is the level of detail of the character in each lane; 0 is full detail.
	Level [Lanes]int
	// Ground is the ground under the feet of the character in each lane, in the order of
	// [Stack.FootProbes]. Feet beyond have none.
	Ground [Lanes][]FootGround

	motion [2 * kernel.BlockMatrixSize]float32 // see SetMotion: the matrices now and before
	goals  goalWork
	lanes  [Lanes]*Goal // of the present goal

	skeleton    *rig.Skeleton
	weights     [Lanes]float32 // of the present solver
	twoBone     solve.TwoBoneRows
	turnTo      solve.TurnToRows
	aim         aimWork
	target      solve.TargetRows
	orient      solve.OrientRows
	Limit       solve.LimitRows
	constrained solve.Local
	Product     solve.Matrix
	points      []solve.Point
	lengths     [][Lanes]float32
	links       []chainLink
	pose        Pose
	spring      springWork
	feet        feetWork
	body        bodyWork

	gripGoals [Lanes]Goal // of the present limb
	gripRows  solve.GoalRows
}

// Motion is the Transform of a character, in this frame and in the one before.
type Motion struct {
	World, Before rig.Matrix
}

// numbers returns a motion as numbers.
func (m *Motion) numbers() []float32 { return (*[2 * rig.MatrixSize]float32)(unsafe.Pointer(m))[:] }

// noMotion is the motion of lanes without one. It is only read.
var noMotion Motion

// SetMotions sets the motions of the characters in all lanes, for goals in the axes of the world
// and for solvers that simulate in the world. A lane with nil has none.
func (w *Work) SetMotions(motions *[Lanes]*Motion) {
	var from [Lanes][]float32
	for l, m := range motions {
		if m == nil {
			m = &noMotion
		}
		from[l] = m.numbers()
	}
	springs.Gather(w.motion[:], &from)
	w.goals.hasInverse = false
}

// SetMotion is [Work.SetMotions] for one lane.
func (w *Work) SetMotion(lane int, world, before rig.Matrix) {
	for e := range world {
		w.world()[e*Lanes+lane], w.before()[e*Lanes+lane] = world[e], before[e]
	}
	w.goals.hasInverse = false
}

func (w *Work) world() *solve.Matrix { return (*solve.Matrix)(w.motion[:]) }

func (w *Work) before() *solve.Matrix { return (*solve.Matrix)(w.motion[kernel.BlockMatrixSize:]) }

// identity is the model matrix of what is no joint: the parent of a root.
var identity = func() (m solve.Matrix) {
	for l := range Lanes {
		m[layout.Element(0, 0)*Lanes+l], m[layout.Element(1, 1)*Lanes+l], m[layout.Element(2, 2)*Lanes+l] = 1, 1, 1
	}
	return m
}()

// LocalOf returns the rows of the local transforms of a joint.
func (w *Work) LocalOf(joint int) *solve.Local {
	return (*solve.Local)(w.Locals[joint*kernel.GroupSize:])
}

// ModelOf returns the model matrix of a joint, or the identity for -1.
func (w *Work) ModelOf(joint int) *solve.Matrix {
	if joint < 0 {
		return &identity
	}
	return (*solve.Matrix)(w.Model[joint*kernel.BlockMatrixSize:])
}

// refresh computes the model matrices of a joint from its parent's.
func (w *Work) refresh(joint int) {
	if parent := w.skeleton.Parent(joint); parent >= 0 {
		solve.ChildModel(w.ModelOf(joint), w.ModelOf(parent), w.LocalOf(joint))
		return
	}
	root := [1]int16{-1}
	kernel.LocalToModel(w.ModelOf(joint)[:], w.LocalOf(joint)[:], root[:])
}

// setRotation copies new local rotations, four rows, to a joint.
func (w *Work) setRotation(joint int, rows []float32) {
	copy(w.LocalOf(joint)[:layout.RotationRows*Lanes], rows)
}

func putQuat(rows []float32, row, lane int, q [4]float32) {
	for i, x := range q {
		rows[(row+i)*Lanes+lane] = x
	}
}

// PutVec writes a vector into three rows of a lane.
func PutVec(rows []float32, row, lane int, v [3]float32) {
	rows[row*Lanes+lane], rows[(row+1)*Lanes+lane], rows[(row+2)*Lanes+lane] = v[0], v[1], v[2]
}

// Changed returns the joints whose local transforms the solvers write, ascending. The slice is the
// stack's own: read only.
func (s *Stack) Changed() []int16 { return s.changed }

// ChangedGroups returns the groups with the joints of [Stack.Changed], ascending. The slice is the
// stack's own: read only.
func (s *Stack) ChangedGroups() []solve.ChangedGroup { return s.groups }

// ShownSize returns how many numbers the rows of all changed groups have.
func (s *Stack) ShownSize() int {
	if len(s.groups) == 0 {
		return 0
	}
	last := &s.groups[len(s.groups)-1]
	return last.Shown + last.Rows*Lanes
}

// addChanged adds a joint whose local transform, or whose rotation alone, the solvers write.
func (s *Stack) addChanged(joint int, whole bool) {
	s.changed = append(s.changed, int16(joint))
	if n := len(s.groups); n == 0 || s.groups[n-1].Group != joint/Lanes {
		s.groups = append(s.groups, solve.ChangedGroup{
			Group: joint / Lanes, Rows: layout.RotationRows,
			Shown: s.ShownSize(),
		})
	}
	g := &s.groups[len(s.groups)-1]
	g.Joints |= 1 << (joint % Lanes)
	if whole {
		g.Rows = kernel.Rows
	}
}
