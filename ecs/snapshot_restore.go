package ecs

import (
	"fmt"
	"unsafe"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
)

// Restore brings the state back that was saved, in the same world or in another one with the same library in which the entities
// are alive under the same numbers. Components are added where an entity lacks some and removed where it has too many.
//
// Characters that are not in the snapshot stay as they are and get slots behind those that are, in the next frame. Until then poses
// are undefined but for those that were saved; the next frame makes them all.
//
// The errors are [ErrSnapshot], [ErrEntityGone] and [ErrOpenQuery]; nothing has changed then.
func (s *Snapshots) Restore(snapshot []byte) error {
	_, err := s.restore(snapshot, false)
	return err
}

// RestoreAlive does so but passes over entities that are dead, and returns how many. The others go on as if those had died right after the snapshot
// was made.
func (s *Snapshots) RestoreAlive(snapshot []byte) (dead int, err error) {
	return s.restore(snapshot, true)
}

func (s *Snapshots) restore(snapshot []byte, pass bool) (dead int, err error) {
	if s.world.IsLocked() {
		return 0, ErrOpenQuery
	}
	h, err := takeHeader(snapshot)
	if err != nil {
		return 0, err
	}
	dead, first, err := s.check(&h)
	if err != nil {
		return 0, err
	}
	if dead > 0 && !pass {
		return 0, fmt.Errorf("%w: number %d of generation %d", ErrEntityGone, first.ID(), first.Generation())
	}
	s.store.epoch = h.epoch
	s.whole = dead == 0
	b := s.takePools(h.bodies, h.pools)
	for range h.unbound {
		b = s.takeCharacter(b, nil, 0, components.PoseSlot{})
	}
	for range h.attached {
		b = s.takeAttached(b)
	}
	takeClock(h.clock, s.clock)
	takeQueue(h.queue, h.list, s.events)
	return dead, nil
}

// takePools makes the store's pools what they were and returns what is behind them.
func (s *Snapshots) takePools(b []byte, pools uint32) []byte {
	store := s.store
	s.pools = s.pools[:0]
	store.bound = 0
	for i := range pools {
		id, slots := assets.SkeletonID(takeUint32(b)), int(takeUint32(b[4:]))
		b = b[poolSize:]
		var pool *Pool
		if id != 0 {
			if at, known := store.index[id]; known && store.holds(store.pools[at]) {
				pool = store.pools[at]
			} else {
				pool = &Pool{id: id, skeleton: store.library.Skeleton(id)}
			}
			pool.resize(slots)
			store.bound += slots
		}
		for slot := range slots {
			b = s.takeSlot(b, pool, slot, int32(i)+1)
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
	store.chunks = store.chunks[:0]
	return b
}

// resize gives the pool so many slots, in which nothing is played or posed until the next frame.
func (p *Pool) resize(slots int) {
	for p.Len() > slots {
		p.remove(p.Len() - 1)
	}
	for p.Len() < slots {
		p.add(Entity{}, 0)
	}
	clear(p.runs)
	p.posed = p.posed[:0]
}

// takeSlot reads the record of a slot and returns what is behind it.
func (s *Snapshots) takeSlot(b []byte, pool *Pool, slot int, number int32) []byte {
	entity, flags := takeEntity(b), takeUint32(b[8:])
	if pool.places[slot].owner != entity {
		pool.places[slot].owner, pool.handles[slot] = entity, Handles{}
	}
	pool.places[slot].epoch = s.store.epoch
	pool.places[slot].resting, pool.places[slot].detailed = false, flags&isDetailed != 0
	var model assets.ModelID
	if flags != isGone {
		model = assets.ModelID(takeUint32(b[16:]))
	}
	pool.use(slot, model, s.store.library)
	pool.keep(slot, flags&isKept != 0)
	pool.keepInertia(slot, flags&hasRow != 0)
	if flags == isGone {
		return b[recordSize:]
	}
	return s.takeCharacter(b, pool, slot, components.PoseSlot{Pool: number, Slot: int32(slot)})
}

// takeCharacter reads the record of a character, unless it is dead, and returns what is behind it.
func (s *Snapshots) takeCharacter(b []byte, pool *Pool, slot int, where components.PoseSlot) []byte {
	entity, flags := takeEntity(b), takeUint32(b[8:])
	if s.isDead(entity) {
		b = b[recordSize+recordTail+s.componentsSize(b, recordSize+recordTail, flags):]
	} else {
		var at [managed]unsafe.Pointer
		s.fit(entity, &at, flags, allComponents)
		skeleton, own := s.world.GetUnchecked(entity, s.skeleton), s.world.GetUnchecked(entity, s.slot)
		if skeleton == nil || own == nil && pool != nil {
			s.complete(entity, skeleton == nil, own == nil && pool != nil)
			s.locate(entity, &at)
			skeleton, own = s.world.GetUnchecked(entity, s.skeleton), s.world.GetUnchecked(entity, s.slot)
		}
		(*components.Skeleton)(skeleton).ID = assets.SkeletonID(takeUint32(b[12:]))
		if own != nil {
			*(*components.PoseSlot)(own) = where
		}
		b = takeComponents(b[recordSize+recordTail:], &at, flags)
	}
	if pool != nil {
		b = pool.takePose(b, slot, flags)
	}
	return b
}

// takeAttached does so with an entity that is attached to a character.
func (s *Snapshots) takeAttached(b []byte) []byte {
	entity, flags := takeEntity(b), takeUint32(b[8:])
	if s.isDead(entity) {
		return b[recordSize+sizeOfFixed(flags):]
	}
	var at [managed]unsafe.Pointer
	s.fit(entity, &at, flags, flags)
	return takeComponents(b[recordSize:], &at, flags)
}

// isDead says whether an entity of a snapshot is dead that was checked.
func (s *Snapshots) isDead(entity Entity) bool {
	if s.whole {
		return false
	}
	alive, _ := s.status(entity)
	return !alive
}

// fit gives an entity those of some components that flags tell, and finds them.
func (s *Snapshots) fit(entity Entity, at *[managed]unsafe.Pointer, flags, of uint32) {
	has := s.locate(entity, at)
	change := (has ^ flags) & of
	if change == 0 {
		return
	}
	s.add, s.remove = s.add[:0], s.remove[:0]
	for i, id := range s.ids {
		switch bit := uint32(1) << i; {
		case change&bit == 0:
		case has&bit == 0:
			s.add = append(s.add, id)
		default:
			s.remove = append(s.remove, id)
		}
	}
	s.world.Exchange(entity, s.add, s.remove)
	s.locate(entity, at)
}

// complete makes an entity a character, with a slot.
func (s *Snapshots) complete(entity Entity, skeleton, slot bool) {
	s.add = s.add[:0]
	if skeleton {
		s.add = append(s.add, s.skeleton)
	}
	if slot {
		s.add = append(s.add, s.slot)
	}
	s.world.Exchange(entity, s.add, []arche.ID(nil))
}
