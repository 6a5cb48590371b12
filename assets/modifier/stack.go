package modifier

import (
	"slices"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/kernel/solve"
)

// MaxGoals is the largest number of goals of a stack.
const MaxGoals = 16

// Stack is an ordered list of solvers for the characters of one skeleton. It is immutable; [New] begins one.
type Stack struct {
	name     string
	skeleton *rig.Skeleton
	goals    []string
	solvers  []placed
	joints   int // the solvers need the model matrices of the joints below this one
	changed  []int16
	turned   []int16 // of the changed joints, the ones whose rotation alone changes
	targets  []bool  // by goal: solvers use its target
	state    int
}

// simulated is a solver that needs no target, and that writes rotations only.
type simulated interface{ simulates() }

// placed is a solver at its place in a stack.
type placed struct {
	solver
	refreshed []int16 // joints whose model matrices are computed again after it, because a later solver reads them
	state     int     // where its state begins
}

// solver changes the local transforms of some joints in 8 lanes.
type solver interface {
	// goal returns the index of its goal.
	goal() int
	// reads returns the joints whose model matrices it reads.
	reads() []int16
	// changes returns the joints whose local transforms it writes.
	changes() []int16
	// stateSize returns how many numbers it remembers for each character. If the first one is 0 it begins anew.
	stateSize() int
	// solve works on the lanes in which weights is above 0.
	solve(w *Work, weights *[Lanes]float32, state int)
}

// Name returns the stack's name.
func (s *Stack) Name() string { return s.name }

// Skeleton returns the skeleton that the stack is for.
func (s *Stack) Skeleton() *rig.Skeleton { return s.skeleton }

// Goals returns the names of the goals, in the order in which solvers first named them. The slice is the stack's own: read
// only.
func (s *Stack) Goals() []string { return s.goals }

// Goal returns the index of a goal.
func (s *Stack) Goal(name string) (index int, ok bool) {
	i := slices.Index(s.goals, name)
	return i, i >= 0
}

// StateSize returns how many float32 the solvers remember for each character from frame to frame.
func (s *Stack) StateSize() int { return s.state }

// Joints returns for how many joints, from the first on, a [Work] needs transforms and model matrices.
func (s *Stack) Joints() int { return s.joints }

// Changed returns the joints whose local transforms the solvers write, ascending. The slice is the stack's own: read only.
func (s *Stack) Changed() []int16 { return s.changed }

// Turned returns the joints of [Stack.Changed] whose rotation alone changes. The slice is the stack's own: read
// only.
func (s *Stack) Turned() []int16 { return s.turned }

// UsesTarget reports whether a solver uses the target of a goal, and not only its weight.
func (s *Stack) UsesTarget(goal int) bool { return s.targets[goal] }

// Solve applies the solvers to a block of characters. It writes the local transforms of the joints of [Stack.Changed], and
// model matrices.
func (s *Stack) Solve(w *Work) {
	w.skeleton = s.skeleton
	w.spring.hasFrame = false
	for i := range s.solvers {
		p := &s.solvers[i]
		weights := &w.weights
		*weights = [Lanes]float32{}
		active := false
		for l, goals := range w.Goals {
			if goals == nil {
				continue
			}
			if weight := goals[p.goal()].weight(); weight > 0 {
				weights[l], active = weight, true
			} else if p.stateSize() > 0 {
				w.State[l][p.state] = 0 // it begins anew
			}
		}
		if !active {
			continue
		}
		p.solve(w, weights, p.state)
		for _, joint := range p.refreshed {
			w.refresh(int(joint))
		}
	}
}

// Lanes is the number of characters that are solved together.
const Lanes = kernel.Lanes

// Work is a block of up to 8 characters of one skeleton, each in a lane, and memory for the solvers. A zero Work is ready
// to be filled in, and may be used for one block after the other.
type Work struct {
	// Locals holds the local transforms, by joint: ten rows of 8 lanes each.
	Locals []float32
	// Model holds the model matrices, by joint: twelve rows of 8 lanes each.
	Model []float32
	// Goals holds the goals of the character in each lane, in the order of [Stack.Goals], or nil for a lane that the stack
	// does not change.
	Goals [Lanes]*[MaxGoals]Goal
	// State holds what the solvers remember of the character in each lane: [Stack.StateSize] numbers.
	State [Lanes][]float32
	// Delta is the time since the last frame, in seconds, for each lane.
	Delta [Lanes]float32

	world, before solve.Matrix // see SetMotion

	skeleton *rig.Skeleton
	weights  [Lanes]float32 // of the present solver
	twoBone  solve.TwoBoneRows
	aim      solve.AimRows
	orient   solve.OrientRows
	points   []solve.Point
	lengths  [][Lanes]float32
	pose     Pose
	spring   springWork
}

// SetMotion sets the Transform of the character in a lane, in this frame and in the one before, for solvers that simulate in the
// world.
func (w *Work) SetMotion(lane int, world, before rig.Matrix) {
	for e := range world {
		w.world[e*Lanes+lane], w.before[e*Lanes+lane] = world[e], before[e]
	}
}

// identity is the model matrix of what is no joint: the parent of a root.
var identity = func() (m solve.Matrix) {
	for l := range Lanes {
		m[l], m[5*Lanes+l], m[10*Lanes+l] = 1, 1, 1
	}
	return m
}()

func (w *Work) local(joint int) *solve.Local {
	return (*solve.Local)(w.Locals[joint*kernel.GroupSize:])
}

// model returns the model matrix of a joint, or the identity for -1.
func (w *Work) model(joint int) *solve.Matrix {
	if joint < 0 {
		return &identity
	}
	return (*solve.Matrix)(w.Model[joint*kernel.BlockMatrixSize:])
}

// refresh computes the model matrices of a joint from its parent's.
func (w *Work) refresh(joint int) {
	if parent := w.skeleton.Parent(joint); parent >= 0 {
		solve.ChildModel(w.model(joint), w.model(parent), w.local(joint))
		return
	}
	root := [1]int16{-1}
	kernel.LocalToModel(w.model(joint)[:], w.local(joint)[:], root[:])
}

// setRotation copies new local rotations, four rows, to a joint.
func (w *Work) setRotation(joint int, rows []float32) {
	copy(w.local(joint)[:4*Lanes], rows)
}

// putVec writes a vector into three rows of a lane.
func putVec(rows []float32, row, lane int, v [3]float32) {
	rows[row*Lanes+lane], rows[(row+1)*Lanes+lane], rows[(row+2)*Lanes+lane] = v[0], v[1], v[2]
}
