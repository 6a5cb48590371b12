package modifiers

import (
	"math/bits"
	"slices"

	"github.com/sinew-go/sinew/internal/column"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/posestore"
	"github.com/sinew-go/sinew/internal/solving"
)

// begunModel is the part of a block's model matrices that [Modify] computed. Its fields have a byte
// for each group of 8 joints, with a bit for each joint.
type begunModel struct {
	// needed are the joints whose model matrices the solvers needed. The local transforms of their
	// groups are in locals, those of [solving.Block], and equal the block's Locals.
	needed []uint8
	// known are the joints whose model matrices are still right.
	known  []uint8
	locals []float32
	visit  uint64 // of the block, when they were computed
	unit   int    // number of the block system after the one that computed them
}

// begin computes the model matrices that the solvers of the characters in a block need.
func (m *begunModel) begin(b *posestore.Block, runs *[posestore.BlockLanes]*Run, work *solving.Block) {
	m.makeRoom(b, work)
	var stack *solving.Stack
	for _, run := range runs {
		if run == nil {
			continue
		}
		if run.Stack != stack {
			stack = run.Stack
			for g, needed := range stack.Needed() {
				m.needed[g] |= needed
				m.known[g] |= stack.Moved()[g] // inverted below
			}
		}
		for i := range stack.Goals() {
			if run.Idle>>i&1 == 0 && run.Goals[i].Weight > 0 {
				m.needJoint(b.Pool(), run.Goals[i].TargetSpace.Joint())
				m.needJoint(b.Pool(), run.Goals[i].PoleSpace.Joint())
			}
		}
	}
	parents := b.Pool().Skeleton().Parents()
	stride := b.Stride()
	if b.Lanes() == 1 {
		stride = 0 // the same character in all lanes
	}
	for g, needed := range m.needed {
		m.known[g] = needed &^ m.known[g]
		if needed == 0 {
			continue
		}
		if b.Lanes() > 1 {
			b.FillGroup(g)
		}
		kernel.Transpose(work.Locals[g*kernel.Lanes*kernel.GroupSize:], b.Locals()[g*kernel.GroupSize:], stride, 1)
		modelsOf(b, work.Locals, g, needed, parents)
	}
}

// HasBegunModel reports whether [CompleteModel] has something to complete.
func HasBegunModel(b *posestore.Block) bool { return begunIn(b) != nil }

// begunIn returns what [Modify] computed right before the present block system, or nil.
func begunIn(b *posestore.Block) *begunModel {
	if in(b.Pool()) == nil {
		return nil
	}
	m := &b.Scratch(column.Modifiers).(*scratch).begun
	if visit, unit := b.Visit(); m.visit != visit || m.unit != unit {
		return nil
	}
	return m
}

// CompleteModel computes those model matrices of a block that [Modify] left out or that its solvers
// moved, and reports true, if Modify ran right before the present block system. Otherwise it
// computes none and reports false.
func CompleteModel(b *posestore.Block) bool {
	m := begunIn(b)
	if m == nil {
		return false
	}
	parents := b.Pool().Skeleton().Parents()
	for g := 0; g < len(m.needed); {
		if m.needed[g] != 0 {
			modelsOf(b, m.locals, g, ^m.known[g]&ofGroup(len(parents)-g*8), parents)
			g++
			continue
		}
		first := g
		for g < len(m.needed) && m.needed[g] == 0 {
			g++
		}
		kernel.PosesToModel(b.Model(), b.Transposed(), b.Locals(), b.Stride(), parents, first*8, min(g*8, len(parents)))
	}
	return true
}

// makeRoom makes room for the characters that are in a block. No joint is needed or known yet.
func (m *begunModel) makeRoom(b *posestore.Block, work *solving.Block) {
	groups := b.Stride() / kernel.GroupSize
	m.needed, m.known = cleared(m.needed, groups), cleared(m.known, groups)
	visit, unit := b.Visit()
	m.visit, m.unit = visit, unit+1
	if n := groups * kernel.Lanes * kernel.GroupSize; n > len(work.Locals) {
		work.Locals = slices.Grow(work.Locals, n-len(work.Locals))
		work.Locals = work.Locals[:cap(work.Locals)]
	}
	work.Model, m.locals = b.Model(), work.Locals
}

// cleared returns s with n elements that are 0.
func cleared(s []uint8, n int) []uint8 {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}

// needJoint adds a joint and its ancestors to those that are needed; an index that is no joint adds
// nothing.
func (m *begunModel) needJoint(pool *posestore.Pool, joint int) {
	if joint >= pool.Skeleton().Len() {
		return
	}
	for ; joint >= 0 && m.needed[joint/8]&(1<<(joint%8)) == 0; joint = pool.Skeleton().Parent(joint) {
		m.needed[joint/8] |= 1 << (joint % 8)
	}
}

// modelsOf computes the model matrices of the joints of a group whose bits are set, from local
// transforms.
func modelsOf(b *posestore.Block, locals []float32, group int, joints uint8, parents []int16) {
	for joints != 0 {
		first := bits.TrailingZeros8(joints)
		end := first + bits.TrailingZeros8(^(joints >> first))
		kernel.LocalsToModel(b.Model(), locals, parents, group*8+first, group*8+end)
		joints &= uint8(0xff << end)
	}
}

// ofGroup returns the bits of the joints of a group, of which there are up to 8.
func ofGroup(joints int) uint8 { return uint8(1<<min(joints, 8) - 1) }
