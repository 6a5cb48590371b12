package modifiers

import (
	"math/bits"

	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/column"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/posestore"
	"github.com/sinew-go/sinew/internal/solving"
)

// in returns the rows of a pool, or nil if there are none.
func in(pool *posestore.Pool) *rows {
	if r, ok := pool.Rows(column.Modifiers).(*rows); ok && r.Used() > 0 {
		return r
	}
	return nil
}

// Each calls f for each character with modifiers.
func Each(store *posestore.Store, f func(pool *posestore.Pool, slot int, run *Run, component *components.Modifiers)) {
	for _, pool := range store.Pools() {
		if pool == nil {
			continue
		}
		r := in(pool)
		if r == nil {
			continue
		}
		for slot := range pool.Len() {
			if row := pool.Row(slot, column.Modifiers); row >= 0 {
				f(pool, slot, r.At(row), r.Component(row))
			}
		}
	}
}

// scratch is the scratch memory of a block.
type scratch struct {
	work  solving.Work
	begun BegunModel
}

// maxGap is the longest time, in seconds, over which solvers remember a character that is not
// posed.
const maxGap = 0.5

// Modify applies the stack of each character of a block to its pose.
func Modify(b *posestore.Block) {
	r := in(b.Pool())
	if r == nil {
		return
	}
	s := b.Scratch(column.Modifiers).(*scratch)
	work := &s.work
	var runs [posestore.BlockLanes]*Run
	var motions [posestore.BlockLanes]*solving.Motion
	hasRun, moves := false, false
	for lane := range b.Lanes() {
		row := b.Pool().Row(b.Slot(lane), column.Modifiers)
		if row < 0 || r.At(row).Stack == nil {
			continue
		}
		run := r.At(row)
		work.Delta[lane], work.Level[lane] = float32(run.Waited), b.Pool().Level(b.Slot(lane))
		if run.HasShown = false; run.Waited > maxGap {
			run.Reset()
		}
		run.Waited = 0
		if !run.IsActive || !run.Stack.IsActive(&run.Goals, run.State, work.Level[lane]) {
			if !run.IsFresh {
				run.Stack.Forget(run.State)
				run.Motion.Before = run.Motion.World
			}
			continue
		}
		runs[lane], run.HasShown = run, true
		hasRun = true
		if run.HasMotion {
			if len(run.State) > 0 && run.IsFresh {
				run.Motion.Before, run.IsFresh = run.Motion.World, false
			}
			motions[lane], moves = &run.Motion, true
		}
	}
	if !hasRun {
		return
	}
	s.begun.enter(b, work)
	beginModel(b, &s.begun, &runs, work)
	if moves {
		work.SetMotions(&motions)
	}
	for first := range runs { // of the array itself, because lanes that are done leave it
		run := runs[first]
		if run == nil {
			continue
		}
		work.Goals = [posestore.BlockLanes]*[solving.MaxGoals]solving.Goal{}
		var spaces [posestore.BlockLanes]*solving.GoalSpaces
		var shown [posestore.BlockLanes][]float32
		for lane := first; lane < b.Lanes(); lane++ {
			if other := runs[lane]; other != nil && other.Stack == run.Stack {
				work.Goals[lane], work.State[lane], work.Ground[lane], shown[lane] = &other.Goals, other.State,
					other.Ground, other.Shown
				spaces[lane] = &other.Spaces
				other.Motion.Before = other.Motion.World // the block has a copy
				if lane > first {
					runs[lane] = nil
				}
			}
		}
		run.Stack.PlaceGoals(work, &spaces)
		run.Stack.Solve(work)
		storeChanged(b, run.Stack, &shown, work)
	}
	work.Goals, work.State = [posestore.BlockLanes]*[solving.MaxGoals]solving.Goal{}, [posestore.BlockLanes][]float32{}
	work.Ground = [posestore.BlockLanes][]solving.FootGround{}
}

// Repeat copies what the solvers made of the pose of the character in lane 0 of a block, because
// what they remember has moved on.
func Repeat(b *posestore.Block) {
	r, row := in(b.Pool()), b.Pool().Row(b.Slot(0), column.Modifiers)
	if r == nil || row < 0 || r.At(row).Stack == nil || !r.At(row).HasShown {
		return
	}
	run := r.At(row)
	pose := b.Local(0)
	for _, g := range run.Stack.ChangedGroups() {
		shown, own := run.Shown[g.Shown:], pose[g.Group*kernel.GroupSize:]
		for joints := g.Joints; joints != 0; joints &= joints - 1 {
			joint := bits.TrailingZeros8(joints)
			for r := range g.Rows {
				own[r*kernel.Lanes+joint] = shown[r*kernel.Lanes+joint]
			}
		}
	}
}

// storeChanged copies the groups of joints that a stack changed back to the local poses, and to
// what was shown. The other joints and the characters of other stacks have the same numbers in
// both.
func storeChanged(b *posestore.Block, stack *solving.Stack, shown *[posestore.BlockLanes][]float32,
	work *solving.Work,
) {
	for _, g := range stack.ChangedGroups() {
		at := g.Group * kernel.GroupSize
		var kept [posestore.BlockLanes][]float32
		for lane, keep := range shown {
			if keep != nil {
				kept[lane] = keep[g.Shown:]
			} else {
				kept[lane] = b.Local(lane)[at:]
			}
		}
		kernel.TransposeBack(b.Locals()[at:], b.Stride(), &kept, work.Locals[at*kernel.Lanes:], g.Rows)
	}
}
