package posestore

import (
	"math"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
)

// jointSet is a set of joints whose model matrices characters keep, with the memory for the
// matrices. All characters of a pool that keep the same joints share it. Without users it stays
// until another set takes its place.
type jointSet struct {
	selected components.ModelPose
	joints   []int16 // ascending
	index    []int16 // by joint: its index in joints, or -1
	users    int     // number of slots
	rows     rows    // the matrices of each slot, in the order of joints
}

// size returns how many numbers the kept matrices of a character take.
func (s *jointSet) size() int { return len(s.joints) * rig.MatrixSize }

// selects reports whether a component selects a joint of a skeleton of n joints.
func selects(selected *components.ModelPose, joint, n int) bool {
	bit := joint / (1 + (n-1)/components.ModelPoseBits) // a bit may stand for several joints
	return *selected == components.ModelPose{} || selected.Joints[bit/64]>>(bit%64)&1 != 0
}

// countSelected returns how many joints of a skeleton of n joints a component selects.
func countSelected(selected *components.ModelPose, n int) (count int) {
	for joint := range n {
		if selects(selected, joint, n) {
			count++
		}
	}
	return count
}

// ModelMatrices returns the model matrices of the character in a slot, one 3x4 row-major matrix
// ([assets.MatrixSize] numbers) per joint, parents first. It is nil if the character does not keep
// all of them ([components.ModelPose]).
func (p *Pool) ModelMatrices(slot int) []float32 {
	joints, matrices := p.KeptMatrices(slot)
	if len(joints) < p.skeleton.Len() {
		return nil
	}
	return matrices
}

// KeepsMatrices reports whether any character of the pool keeps model matrices.
func (p *Pool) KeepsMatrices() bool {
	for i := range p.jointSets {
		if p.jointSets[i].users > 0 {
			return true
		}
	}
	return false
}

// KeptMatrices returns the joints whose model matrices the character in a slot keeps, ascending,
// and their matrices in the same order ([assets.MatrixSize] numbers each). Both are nil if it keeps
// none ([components.ModelPose]).
func (p *Pool) KeptMatrices(slot int) (joints []int16, matrices []float32) {
	if slot < 0 || slot >= len(p.slots) || p.slots[slot].modelRow < 0 {
		return nil, nil
	}
	set := &p.jointSets[p.slots[slot].modelSet]
	return set.joints, set.rows.row(p.slots[slot].modelRow, set.size())
}

// unposed are the bits of the first number of a kept model matrix that no frame has computed yet.
// It is a NaN that no arithmetic makes.
const unposed = 0x7fc5eed0

// JointMatrix returns the kept model matrix of a joint of the character in a slot, as it was posed
// last. It is nil if it is not kept, or was not posed since the character keeps it.
func (p *Pool) JointMatrix(slot, joint int) []float32 {
	if slot < 0 || slot >= len(p.slots) || p.slots[slot].modelRow < 0 || joint < 0 || joint >= p.skeleton.Len() {
		return nil
	}
	set := &p.jointSets[p.slots[slot].modelSet]
	i := int(set.index[joint])
	if i < 0 {
		return nil
	}
	matrix := set.rows.row(p.slots[slot].modelRow, set.size())[i*rig.MatrixSize:][:rig.MatrixSize]
	if math.Float32bits(matrix[0]) == unposed {
		return nil
	}
	return matrix
}

// keepsMatrices reports whether a slot keeps the model matrices that a component, or nil, selects.
func (p *Pool) keepsMatrices(s *slotState, selected *components.ModelPose) bool {
	if selected == nil || s.modelRow < 0 {
		return selected == nil && s.modelRow < 0
	}
	return p.jointSets[s.modelSet].selected == *selected
}

// keepModelMatrices sets which model matrices the pool keeps of the character in a slot, nil for
// none, and reports whether this changes anything. Joints that were kept before keep their
// matrices; the others have none until they are posed.
func (p *Pool) keepModelMatrices(slot int, selected *components.ModelPose) (changed bool) {
	s := &p.slots[slot]
	if p.keepsMatrices(s, selected) {
		return false
	}
	oldSet, oldRow := s.modelSet, s.modelRow
	s.modelRow = -1
	if selected != nil {
		i := p.jointSet(*selected)
		set := &p.jointSets[i]
		set.users++
		s.modelSet, s.modelRow = int32(i), set.rows.take(set.size())
		matrices := set.rows.row(s.modelRow, set.size())
		for k, joint := range set.joints {
			matrix := matrices[k*rig.MatrixSize:][:rig.MatrixSize]
			if oldRow >= 0 {
				old := &p.jointSets[oldSet]
				if from := int(old.index[joint]); from >= 0 {
					copy(matrix, old.rows.row(oldRow, old.size())[from*rig.MatrixSize:])
					continue
				}
			}
			matrix[0] = math.Float32frombits(unposed)
		}
	}
	if oldRow >= 0 {
		old := &p.jointSets[oldSet]
		old.users--
		old.rows.free = append(old.rows.free, oldRow)
	}
	return true
}

// jointSet returns the index of the set of joints that a component selects, and makes it if there
// is none.
func (p *Pool) jointSet(selected components.ModelPose) int {
	free := len(p.jointSets)
	for i := range p.jointSets {
		switch s := &p.jointSets[i]; {
		case s.selected == selected:
			return i
		case s.users == 0:
			free = i
		}
	}
	if free == len(p.jointSets) {
		p.jointSets = append(p.jointSets, jointSet{})
	}
	set := jointSet{selected: selected, index: make([]int16, p.skeleton.Len())}
	for joint := range set.index {
		set.index[joint] = -1
		if selects(&selected, joint, len(set.index)) {
			set.index[joint] = int16(len(set.joints))
			set.joints = append(set.joints, int16(joint))
		}
	}
	p.jointSets[free] = set
	return free
}
