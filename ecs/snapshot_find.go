package ecs

import (
	"cmp"
	"math/bits"
	"slices"
	"unsafe"

	"github.com/sinew-go/sinew/components"
)

// isBound says whether an entity is a character that knows of its slot.
func (s *Snapshots) isBound(entity Entity, pool *Pool, slot int) bool {
	if alive, _ := s.status(entity); !alive {
		return false
	}
	component := (*components.PoseSlot)(s.world.GetUnchecked(entity, s.slot))
	if component == nil || s.world.GetUnchecked(entity, s.skeleton) == nil {
		return false
	}
	named, at := s.store.Pool(*component)
	return named == pool && at == slot
}

// status says whether an entity is alive, and whether the world has ever had it: arche panics when asked about one that it never had.
func (s *Snapshots) status(entity Entity) (alive, known bool) {
	if entity.ID() == 0 {
		return false, entity == Entity{}
	}
	defer func() {
		if recover() != nil {
			alive, known = false, false
		}
	}()
	return s.world.Alive(entity), true
}

// locate finds an entity's components. Entities that have the same mostly come one after the other.
func (s *Snapshots) locate(entity Entity, at *[managed]unsafe.Pointer) (flags uint32) {
	if mask := s.world.Mask(entity); mask != s.mask {
		s.mask, s.located = mask, 0
		for i, id := range s.ids {
			if mask.Get(id) {
				s.located |= 1 << i
			}
		}
	}
	clear(at[:])
	for left := s.located; left != 0; left &= left - 1 {
		i := bits.TrailingZeros32(left)
		at[i] = s.world.GetUnchecked(entity, s.ids[i])
	}
	return s.located
}

// findUnbound gathers the characters that have no slot, by their numbers, given how many have one.
func (s *Snapshots) findUnbound(bound int) {
	s.entities = s.entities[:0]
	query := s.world.Query(s.characters)
	if query.Count() == bound {
		query.Close()
		return
	}
	for query.Next() {
		entity := query.Entity()
		if slot := (*components.PoseSlot)(query.Get(s.slot)); slot != nil {
			if pool, i := s.store.Pool(*slot); s.store.holds(pool) && pool.places[i].owner == entity {
				continue
			}
		}
		s.entities = append(s.entities, entity)
	}
	slices.SortFunc(s.entities, byNumber)
}

// findAttached gathers what follows characters and is none itself.
func (s *Snapshots) findAttached() {
	s.entities = s.entities[:0]
	query := s.world.Query(s.attached)
	for query.Next() {
		s.entities = append(s.entities, query.Entity())
	}
	slices.SortFunc(s.entities, byNumber)
}

func byNumber(a, b Entity) int { return cmp.Compare(a.ID(), b.ID()) }
