package modifiers

import (
	"math/bits"

	"github.com/sinew-go/sinew/internal/column"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/posestore"
	"github.com/sinew-go/sinew/internal/solving"
)

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
