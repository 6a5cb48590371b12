package ecs

import (
	"unsafe"

	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/posestore"
)

// PoseStore is a world resource that owns the memory of all poses: one [Pool] per skeleton in use,
// in which every character has a slot. A program reads palettes, morph weights and kept model
// matrices from it between two frames; the systems fill it.
type PoseStore posestore.Store

// store returns the store with the methods that the systems call.
func (s *PoseStore) store() *posestore.Store { return (*posestore.Store)(s) }

// Len returns the number of characters that have a slot.
func (s *PoseStore) Len() int {
	if s == nil {
		return 0
	}
	return s.store().Len()
}

// Pools returns the pools; elements of skeletons that were removed from the library are nil. The
// slice belongs to the store and must not be written to.
func (s *PoseStore) Pools() []*Pool {
	if s == nil {
		return nil
	}
	pools := s.store().Pools()
	return *(*[]*Pool)(unsafe.Pointer(&pools)) // a Pool is another name for what they point to
}

// Pool returns the pool and the slot of an entity's pose, given its component. It returns a nil
// pool if the entity has no pose: its component may refer to a slot that it lost, which is another
// character's now. This is the only way from an entity to its pose.
func (s *PoseStore) Pool(entity Entity, slot components.PoseSlot) (*Pool, int) {
	if s == nil {
		return nil, 0
	}
	pool, i := s.store().Pool(entity, slot)
	return (*Pool)(pool), i
}

// Frame returns the number of the current frame, counted from 1. It wraps around.
func (s *PoseStore) Frame() uint32 {
	if s == nil {
		return 0
	}
	return s.store().Frame()
}
