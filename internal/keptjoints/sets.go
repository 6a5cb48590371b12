package keptjoints

import (
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/column"
)

// jointSet is a set of joints whose model matrices characters keep, with the memory for the
// matrices. All characters of a pool that keep the same joints share it. Without users it stays
// until another set takes its place.
type jointSet struct {
	selected components.ModelPose
	joints   []int16 // ascending
	index    []int16 // by joint: its index in joints, or -1
	users    int     // number of rows
	matrices column.Floats
	free     []int32 // places of matrices that are not in use
	places   int32   // number of places, free ones included
}

// take returns the place of the matrices of one more user, which may hold what its last user left.
func (s *jointSet) take() (place int32) {
	s.users++
	if n := len(s.free); n > 0 {
		place, s.free = s.free[n-1], s.free[:n-1]
		return place
	}
	place = s.places
	s.places++
	s.matrices.Reserve(int(s.places))
	return place
}

// release takes a place back.
func (s *jointSet) release(place int32) {
	s.users--
	s.free = append(s.free, place)
}

// bitOf returns the bit of a [components.ModelPose] that stands for a joint of a skeleton with a
// number of joints. A bit may stand for several joints.
func bitOf(joint, joints int) int { return joint / (1 + (joints-1)/components.ModelPoseBits) }

// Select sets in a component that a joint is kept, of a skeleton with a number of joints.
func Select(pose *components.ModelPose, joint, joints int) {
	bit := bitOf(joint, joints)
	pose.Joints[bit/64] |= 1 << (bit % 64)
}

// selects reports whether a component selects a joint of a skeleton with a number of joints.
func selects(selected *components.ModelPose, joint, joints int) bool {
	bit := bitOf(joint, joints)
	return *selected == components.ModelPose{} || selected.Joints[bit/64]>>(bit%64)&1 != 0
}

// countSelected returns how many joints of a skeleton with a number of joints a component selects.
func countSelected(selected *components.ModelPose, joints int) (count int) {
	for joint := range joints {
		if selects(selected, joint, joints) {
			count++
		}
	}
	return count
}

// set returns the index of the set of joints that a component selects, and makes it if there is
// none.
func (r *rows) set(selected components.ModelPose) int32 {
	free := len(r.sets)
	for i := range r.sets {
		switch s := &r.sets[i]; {
		case s.selected == selected:
			return int32(i)
		case s.users == 0:
			free = i
		}
	}
	if free == len(r.sets) {
		r.sets = append(r.sets, jointSet{})
	}
	set := jointSet{selected: selected, index: make([]int16, r.joints)}
	for joint := range set.index {
		set.index[joint] = -1
		if selects(&selected, joint, r.joints) {
			set.index[joint] = int16(len(set.joints))
			set.joints = append(set.joints, int16(joint))
		}
	}
	set.matrices.SetSize(len(set.joints) * rig.MatrixSize)
	r.sets[free] = set
	return int32(free)
}
