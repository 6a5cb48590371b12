package posestore

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/column"
)

// Store is a world resource that owns the memory of all poses: one [Pool] per skeleton in use, in
// which every character has a slot. A program reads palettes, morph weights and kept model matrices
// from it between two frames; the systems fill it.
type Store struct {
	library  *assets.Library
	pools    []*Pool                     // nil where a skeleton was removed from the library
	index    map[assets.SkeletonID]int32 // index in pools
	chunks   []*Chunk
	frame    uint32 // number of the current frame
	restores uint64 // of snapshots
	marked   int    // number of characters marked or bound in this frame
	bound    int    // number of characters that have a slot
	columns  []column.Column
	absent   Absent
	culled   uint64 // characters, since TakeCulled
	lock     worldLock
	waves    waves
	unposed  unposed
	coming   coming
}

// New returns an empty store for characters whose assets are in the library.
func New(library *assets.Library) *Store {
	return &Store{library: library, index: map[assets.SkeletonID]int32{}}
}

// Library returns the library with the assets of the characters.
func (s *Store) Library() *assets.Library { return s.library }

// Len returns the number of characters that have a slot.
func (s *Store) Len() int { return s.bound }

// Pools returns the pools; elements of skeletons that were removed from the library are nil. The
// slice belongs to the store and must not be written to.
func (s *Store) Pools() []*Pool { return s.pools }

// Pool returns the pool and the slot of an entity's pose, given its component. It returns a nil
// pool if the entity has no pose: its component may refer to a slot that it lost, which is another
// character's now. This is the only way from an entity to its pose.
func (s *Store) Pool(entity Entity, slot components.PoseSlot) (*Pool, int) {
	i, at := uint(slot.Pool)-1, uint(slot.Slot) // a negative one becomes a large number
	if i >= uint(len(s.pools)) {
		return nil, 0
	}
	if pool := s.pools[i]; pool != nil && at < uint(len(pool.slots)) && pool.slots[at].owner == entity {
		return pool, int(at)
	}
	return nil, 0
}

// Frame returns the number of the current frame, counted from 1. It wraps around.
func (s *Store) Frame() uint32 { return s.frame }

// Restores returns how often a snapshot was restored, so that what is derived from the world and
// kept elsewhere knows that it is out of date. It is no part of snapshots.
func (s *Store) Restores() uint64 { return s.restores }

// current reports whether the skeleton of a pool is still in the library. If not, the next frame
// drops the pool.
func (s *Store) current(pool *Pool) bool {
	return pool != nil && s.library.Skeleton(pool.id) == pool.skeleton
}
