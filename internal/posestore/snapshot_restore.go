package posestore

import (
	"fmt"
	"slices"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/codec"
	"github.com/sinew-go/sinew/internal/column"
)

// restore restores a snapshot and returns the number of dead entities, which are an error unless
// skipDead is set.
func (s *Snapshots) restore(snapshot []byte, skipDead, byName bool) (dead int, err error) {
	if s.world.IsLocked() {
		return 0, ErrOpenQuery
	}
	h, err := s.getHeader(snapshot, byName)
	if err != nil {
		return 0, err
	}
	dead, first, err := s.check(&h)
	if err != nil {
		return 0, err
	}
	if dead > 0 && !skipDead {
		return 0, gone(first)
	}
	s.apply(&h, dead == 0)
	return dead, nil
}

// apply restores a snapshot that was checked.
func (s *Snapshots) apply(h *header, allAlive bool) {
	s.store.frame = h.frame
	s.store.restores++
	s.allAlive = allAlive
	b := s.getPools(h.records, h.pools)
	for range h.unbound {
		b = s.getCharacter(b, nil, 0, components.PoseSlot{})
	}
	for range h.attached {
		b = s.getAttached(b)
	}
	s.resources.Restore(h.head, h.tail)
}

// gone returns the error for a dead entity.
func gone(entity Entity) error {
	return fmt.Errorf("%w: entity %d of generation %d", ErrEntityGone, entity.ID(), entity.Generation())
}

// getPools restores the pools and returns what remains of b.
func (s *Snapshots) getPools(b []byte, pools uint32) []byte {
	store := s.store
	s.pools = s.pools[:0]
	store.bound = 0
	for i := range pools {
		id, slots := assets.SkeletonID(codec.GetUint32(b)), int(codec.GetUint32(b[4:]))
		b = b[poolSize:]
		var pool *Pool
		if id != 0 {
			if at, known := store.index[id]; known && store.current(store.pools[at]) {
				pool = store.pools[at]
			} else {
				pool = store.newPool(id, store.library.Skeleton(id))
			}
			pool.resize(slots)
			for id, n := range s.kept[i] {
				if n > 0 {
					pool.columns[id].Reserve(n)
				}
			}
			store.bound += slots
		}
		for slot := range slots {
			b = s.getSlot(b, pool, slot, int32(i)+1)
		}
		s.pools = append(s.pools, pool)
	}
	clear(store.index)
	for i, pool := range s.pools {
		if pool != nil {
			store.index[pool.id] = int32(i)
		}
	}
	store.pools, s.pools = append(store.pools[:0], s.pools...), s.pools[:0]
	store.restored()
	store.chunks = store.chunks[:0]
	return b
}

// resize gives the pool n slots, without blend inputs, and lists none of them to be posed.
func (p *Pool) resize(n int) {
	for p.Len() > n {
		p.remove(p.Len() - 1)
	}
	if more := n - p.Len(); more > 0 { // grow once, not with each slot
		p.slots, p.runs, p.components = slices.Grow(p.slots, more), slices.Grow(p.runs, more),
			slices.Grow(p.components, more)
		p.rows = slices.Grow(p.rows, more*p.mostSkins)
		p.morphs = grown(p.morphs, n*p.skeleton.MorphCount())
		for p.Len() < n {
			p.add(Entity{}, 0)
		}
	}
	clear(p.runs)
	p.stale = true
	p.posed, p.ends, p.isListed = p.posed[:0], p.ends[:0], false
}

// getSlot restores a slot and its character and returns what remains of b. Number is 1 + the index
// of the pool.
func (s *Snapshots) getSlot(b []byte, pool *Pool, slot int, number int32) []byte {
	entity, _, flags := s.table.getRecord(b)
	if pool.slots[slot].owner != entity {
		pool.slots[slot].owner, pool.components[slot] = entity, Handles{}
	}
	pool.slots[slot].frame, pool.slots[slot].found = s.store.frame, found{}
	pool.slots[slot].skipped, pool.slots[slot].detailed = false, flags&wasDetailed != 0
	pool.isListed = false
	var model assets.ModelID
	if flags != isVacated {
		model = assets.ModelID(codec.GetUint32(b[s.table.recordSize()+4:]))
	}
	pool.restoreModel(slot, model, s.store.library)
	pool.slots[slot].frozen = false
	pool.releaseRows(slot, pool.slots[slot].has&^flags.columns())
	pool.slots[slot].wants = column.Unknown
	if flags == isVacated {
		return b[s.table.recordSize():]
	}
	return s.getCharacter(b, pool, slot, components.PoseSlot{Pool: number, Slot: int32(slot)})
}

// getCharacter restores a character, unless it is dead, and returns what remains of b. Pool is nil
// for one without a slot.
func (s *Snapshots) getCharacter(b []byte, pool *Pool, slot int, where components.PoseSlot) []byte {
	entity, set, flags := s.table.getRecord(b)
	if s.isDead(entity) {
		b = s.table.skip(b[s.table.recordSize()+recordTail:], set)
	} else {
		s.exchange(entity, set, s.table.all, true, pool != nil)
		skeleton, own := s.world.GetUnchecked(entity, s.skeleton), s.world.GetUnchecked(entity, s.slot)
		(*components.Skeleton)(skeleton).ID = assets.SkeletonID(codec.GetUint32(b[s.table.recordSize():]))
		if own != nil {
			*(*components.PoseSlot)(own) = where
		}
		b = s.table.get(b[s.table.recordSize()+recordTail:], s.at, set)
	}
	if pool != nil {
		b = pool.getPose(b, slot, flags, s.store.library)
		for has := flags.columns(); has != 0; has &= has - 1 {
			id := has.First()
			if pool.slots[slot].has.Has(id) {
				pool.columns[id].Bind(pool.slots[slot].rows[id], nil)
			} else {
				pool.takeRow(slot, id, nil)
			}
			b = pool.columns[id].Get(b, pool.slots[slot].rows[id], s.saving(flags))
		}
	}
	return b
}

// getAttached restores an attached entity that is no character, unless it is dead, and returns what
// remains of b.
func (s *Snapshots) getAttached(b []byte) []byte {
	entity, set, _ := s.table.getRecord(b)
	if s.isDead(entity) {
		return s.table.skip(b[s.table.recordSize():], set)
	}
	s.exchange(entity, set, set, false, false)
	return s.table.get(b[s.table.recordSize():], s.at, set)
}

// isDead reports whether an entity of a checked snapshot is dead.
func (s *Snapshots) isDead(entity Entity) bool {
	if s.allAlive {
		return false
	}
	alive, _ := Status(s.world, entity)
	return !alive
}

// exchange adds and removes components, so that the entity has the managed components in set and no
// other managed ones, and locates them. Components that are not managed stay as they are, except
// that a Skeleton or a PoseSlot is added if asked for. All happens at once, because a world keeps
// memory for every combination of components that it ever had.
func (s *Snapshots) exchange(entity Entity, set, managed componentSet, skeleton, slot bool) {
	has := s.locate(entity)
	change := (has ^ set) & managed
	s.add, s.remove = s.add[:0], s.remove[:0]
	if skeleton && !s.world.HasUnchecked(entity, s.skeleton) {
		s.add = append(s.add, s.skeleton)
	}
	if slot && !s.world.HasUnchecked(entity, s.slot) {
		s.add = append(s.add, s.slot)
	}
	if change == 0 && len(s.add) == 0 {
		return
	}
	for i, id := range s.ids {
		switch bit := componentSet(1) << i; {
		case change&bit == 0:
		case has&bit == 0:
			s.add = append(s.add, id)
		default:
			s.remove = append(s.remove, id)
		}
	}
	s.world.Exchange(entity, s.add, s.remove)
	s.locate(entity)
}
