package modifiers

import (
	"math/bits"

	"github.com/sinew-go/sinew/internal/column"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/posestore"
	"github.com/sinew-go/sinew/internal/solving"
)

// scratch is the scratch memory of a block.
type scratch struct {
	work  solving.Work
	begun begunModel
	// runs are the characters whose stacks are still to be applied, shown is what is kept of the
	// poses of those in work.
	runs  [posestore.BlockLanes]*Run
	shown [posestore.BlockLanes][]float32
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
	if !s.gather(b, r) {
		return
	}
	s.begun.begin(b, &s.runs, &s.work)
	for lane := range s.runs {
		if stack := s.take(lane); stack != nil {
			stack.Solve(&s.work)
			storeChanged(b, stack, &s.shown, &s.work)
		}
	}
	s.leave()
}

// gather finds the characters of a block that solvers change in this frame, and reports whether
// there are any. Their times, levels of detail and motions come into work.
func (s *scratch) gather(b *posestore.Block, r *rows) (hasRun bool) {
	work := &s.work
	s.runs = [posestore.BlockLanes]*Run{} // what a panic left
	var motions [posestore.BlockLanes]*solving.Motion
	moves := false
	for lane := range b.Lanes() {
		if row := b.Pool().Row(b.Slot(lane), column.Modifiers); row >= 0 {
			s.runs[lane] = r.At(row)
			s.runs[lane].prefetch()
		}
	}
	for lane, run := range &s.runs {
		s.runs[lane] = nil
		if run == nil || run.Stack == nil {
			continue
		}
		work.Delta[lane], work.Level[lane] = float32(run.Waited), b.Pool().Level(b.Slot(lane))
		if run.HasShown = false; run.Waited > maxGap {
			run.Reset()
		}
		run.Waited = 0
		if !run.IsActive || !run.Stack.IsActive(run.Goals[:], run.State, work.Level[lane]) {
			if !run.IsFresh {
				run.Stack.Forget(run.State)
				run.Motion.Before = run.Motion.World
			}
			continue
		}
		run.PrefetchState()
		s.runs[lane], run.HasShown, hasRun = run, true, true
		if run.HasMotion {
			if len(run.State) > 0 && run.IsFresh {
				run.Motion.Before, run.IsFresh = run.Motion.World, false
			}
			motions[lane], moves = &run.Motion, true
		}
	}
	if moves {
		work.SetMotions(&motions)
	}
	return hasRun
}

// take moves the characters with the same stack as the one in a lane from runs to work, and returns
// the stack, or nil if there is no character in the lane.
func (s *scratch) take(first int) *solving.Stack {
	if s.runs[first] == nil {
		return nil
	}
	work, stack := &s.work, s.runs[first].Stack
	for lane, run := range &s.runs {
		if run == nil || run.Stack != stack {
			work.Goals[lane], s.shown[lane] = nil, nil
			continue
		}
		work.Goals[lane], work.State[lane], work.Ground[lane], s.shown[lane] = run.Goals[:], run.State, run.Ground,
			run.Shown
		if len(run.State) > 0 {
			run.Motion.Before = run.Motion.World // work has a copy
		}
		s.runs[lane] = nil
	}
	return stack
}

// leave keeps nothing of the characters, which may be gone in the next frame.
func (s *scratch) leave() {
	work := &s.work
	work.Goals, work.State = [posestore.BlockLanes][]solving.Goal{}, [posestore.BlockLanes][]float32{}
	work.Ground, s.shown = [posestore.BlockLanes][]solving.FootGround{}, [posestore.BlockLanes][]float32{}
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
