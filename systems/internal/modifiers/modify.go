package modifiers

import (
	"math/bits"

	"github.com/sinew-go/sinew/internal/column"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/posestore"
	"github.com/sinew-go/sinew/internal/solving"
	"github.com/sinew-go/sinew/internal/steps"
)

// scratch is the scratch memory of a block.
type scratch struct {
	begun begunModel
	runs  [posestore.BlockLanes]*Run // the characters whose stacks are still to be applied
	block *posestore.Block           // only while it is worked on
	space any                        // a *workspace from the first stack on: programs without stacks have none
}

// workspace is what applies the stacks of a block.
type workspace struct {
	solving.Block
	shown [posestore.BlockLanes][]float32 // what is kept of the poses of the characters in Block
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
	if s.find(b, r) {
		s.block = b
		steps.Stacks.Do(s)
		s.block = nil
	}
}

// DoWithStack implements [steps.Stack]: it applies the stacks of the characters that find found.
func (s *scratch) DoWithStack() {
	b, w := s.block, s.workspace()
	if !w.gather(b, &s.runs) {
		return
	}
	s.begun.begin(b, &s.runs, &w.Block)
	for lane := range s.runs {
		if stack := w.take(&s.runs, lane); stack != nil {
			stack.Solve(&w.Block)
			storeChanged(b, stack, w)
		}
	}
	w.leave()
}

// workspace returns what applies stacks.
func (s *scratch) workspace() *workspace {
	w, ok := s.space.(*workspace)
	if !ok {
		w = &workspace{}
		s.space = w
	}
	return w
}

// find finds the characters of a block with modifiers, and reports whether there are any.
func (s *scratch) find(b *posestore.Block, r *rows) (found bool) {
	s.runs = [posestore.BlockLanes]*Run{} // what a panic left
	for lane := range b.Lanes() {
		if row := b.Pool().Row(b.Slot(lane), column.Modifiers); row >= 0 {
			s.runs[lane] = r.At(row)
			s.runs[lane].prefetch()
			found = true
		}
	}
	return found
}

// gather leaves those of the characters in runs that solvers change in this frame, and reports
// whether there are any. It takes their times, levels of detail and motions.
func (w *workspace) gather(b *posestore.Block, runs *[posestore.BlockLanes]*Run) (hasRun bool) {
	w.Motions = [posestore.BlockLanes]*solving.Motion{}
	for lane, run := range runs {
		runs[lane] = nil
		if run == nil || run.Stack == nil {
			continue
		}
		w.Delta[lane], w.Level[lane] = float32(run.Waited), b.Pool().Level(b.Slot(lane))
		if run.HasShown = false; run.Waited > maxGap {
			run.Reset()
		}
		run.Waited = 0
		if !run.IsActive || !run.Stack.IsActive(run.Goals[:], run.State, w.Level[lane]) {
			if !run.IsFresh {
				run.Stack.Forget(run.State)
				run.Motion.Before = run.Motion.World
			}
			continue
		}
		run.PrefetchState()
		runs[lane], run.HasShown, hasRun = run, true, true
		if run.HasMotion {
			if len(run.State) > 0 && run.IsFresh {
				run.Motion.Before, run.IsFresh = run.Motion.World, false
			}
			w.Motions[lane] = &run.Motion
		}
	}
	return hasRun
}

// take takes the characters with the same stack as the one in a lane out of runs, and returns the
// stack, or nil if there is no character in the lane.
func (w *workspace) take(runs *[posestore.BlockLanes]*Run, first int) *solving.Stack {
	if runs[first] == nil {
		return nil
	}
	stack := runs[first].Stack
	for lane, run := range runs {
		if run == nil || run.Stack != stack {
			w.Goals[lane], w.shown[lane] = nil, nil
			continue
		}
		w.Goals[lane], w.State[lane], w.Ground[lane], w.shown[lane] = run.Goals[:], run.State, run.Ground, run.Shown
		w.Idle[lane] = run.Idle
		runs[lane] = nil
	}
	return stack
}

// leave keeps nothing of the characters, which may be gone in the next frame. Solvers have run: what
// they remember is of this frame.
func (w *workspace) leave() {
	for lane, motion := range &w.Motions {
		if motion != nil && len(w.State[lane]) > 0 {
			motion.Before = motion.World
		}
	}
	w.Motions = [posestore.BlockLanes]*solving.Motion{}
	w.Goals, w.State = [posestore.BlockLanes][]solving.Goal{}, [posestore.BlockLanes][]float32{}
	w.Ground, w.shown = [posestore.BlockLanes][]solving.FootGround{}, [posestore.BlockLanes][]float32{}
}

// storeChanged copies the groups of joints that a stack changed back to the local poses, and to
// what was shown. The other joints and the characters of other stacks have the same numbers in
// both.
func storeChanged(b *posestore.Block, stack *solving.Stack, w *workspace) {
	for _, g := range stack.ChangedGroups() {
		at := g.Group * kernel.GroupSize
		var kept [posestore.BlockLanes][]float32
		for lane, keep := range &w.shown {
			if keep != nil {
				kept[lane] = keep[g.Shown:]
			} else {
				kept[lane] = b.Local(lane)[at:]
			}
		}
		kernel.TransposeBack(b.Locals()[at:], b.Stride(), &kept, w.Locals[at*kernel.Lanes:], g.Rows)
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
