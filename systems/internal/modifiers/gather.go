package modifiers

import (
	"github.com/sinew-go/sinew/internal/column"
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
