package posestore

import (
	"unsafe"

	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/prefetch"
)

// coming are the slots of the characters in the order in which a query of the world came to them in
// the last frame, and in this one as far as it is. Characters with the same components are together
// in the world, but in the pools they are between others, as they were spawned. Their memory is
// asked for ahead of time; nothing else depends on this list.
type coming []components.PoseSlot

// By how many characters it is too early for what [Store.Keep] reads first, and for what that points
// to.
const (
	farAhead  = 16
	nearAhead = 8
)

// meet notes that the query has come to a character, and asks for the memory of those that come
// after it.
func (s *Store) meet(slot components.PoseSlot) {
	n := s.marked
	if n >= len(s.coming) {
		s.coming = append(s.coming, slot)
		return
	}
	list := s.coming
	list[n] = slot
	if n+farAhead >= len(list) {
		return
	}
	if _, state := s.state(list[n+farAhead]); state != nil {
		prefetch.Lines(state, 1)
	}
	if pool, state := s.state(list[n+nearAhead]); state != nil && (state.found.worn != nil || state.has&pool.followed != 0) {
		prefetch.Within(state, unsafe.Offsetof(state.outfit), 1)
		prefetch.Lines(state.found.worn, 2)
	}
}

// state returns what a pool knows of the character in a slot, and the pool, or nil if there is none.
func (s *Store) state(slot components.PoseSlot) (*Pool, *slotState) {
	if i := uint(slot.Pool) - 1; i < uint(len(s.pools)) {
		if pool := s.pools[i]; pool != nil && uint(slot.Slot) < uint(len(pool.slots)) {
			return pool, &pool.slots[slot.Slot]
		}
	}
	return nil, nil
}
