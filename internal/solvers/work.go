package solvers

import (
	"unsafe"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/kernel/solve"
	"github.com/sinew-go/sinew/internal/kernel/springs"
	"github.com/sinew-go/sinew/internal/solving"
)

// Lanes is the number of characters that are solved together.
const Lanes = solving.Lanes

// Work is a block of characters and memory for the solvers.
type Work struct {
	*solving.Block
	locals, model []float32 // those of the block: solvers read them often

	motion    [2 * kernel.BlockMatrixSize]float32 // the matrices now and before, once hasMotion is set
	hasMotion bool
	goals     goalWork
	lanes     [Lanes]*solving.Goal // of the present goal

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

	gripGoals [Lanes]solving.Goal // of the present limb
	gripRows  solve.GoalRows
}

// workOn returns the memory of a block, ready for the solvers of a stack.
func workOn(b *solving.Block, skeleton *rig.Skeleton) *Work {
	w, ok := b.Memory.(*Work)
	if !ok {
		w = new(Work)
		b.Memory = w
	}
	w.Block, w.skeleton, w.locals, w.model = b, skeleton, b.Locals, b.Model
	w.hasMotion, w.goals.hasInverse, w.spring.hasFrame, w.feet.hasFrame = false, false, false, false
	return w
}

// noMotion is the motion of lanes without one. It is only read.
var noMotion solving.Motion

// gatherMotions gathers the motions of the characters, of which most stacks need none.
func (w *Work) gatherMotions() {
	if w.hasMotion {
		return
	}
	var from [Lanes][]float32
	for l, m := range &w.Motions {
		if m == nil {
			m = &noMotion
		}
		from[l] = (*[2 * rig.MatrixSize]float32)(unsafe.Pointer(m))[:]
	}
	springs.Gather(w.motion[:], &from)
	w.hasMotion = true
}

// world returns the Transforms of the characters, and before those in the frame before.
func (w *Work) world() *solve.Matrix {
	w.gatherMotions()
	return (*solve.Matrix)(w.motion[:])
}

func (w *Work) before() *solve.Matrix {
	w.gatherMotions()
	return (*solve.Matrix)(w.motion[kernel.BlockMatrixSize:])
}

// LocalOf is [solving.Block.LocalOf].
func (w *Work) LocalOf(joint int) *solve.Local {
	return (*solve.Local)(w.locals[joint*kernel.GroupSize:])
}

// ModelOf is [solving.Block.ModelOf].
func (w *Work) ModelOf(joint int) *solve.Matrix {
	if joint < 0 {
		return w.Block.ModelOf(joint)
	}
	return (*solve.Matrix)(w.model[joint*kernel.BlockMatrixSize:])
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
