package ecs

import (
	"cmp"
	"hash/crc32"
	"math/bits"
	"slices"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
)

// save appends a snapshot to dst.
func (s *Snapshots) save(dst []byte) []byte {
	start := len(dst)
	dst, _ = extend(dst, headerSize)
	pools, bound := 0, 0
	for i, pool := range s.store.pools {
		if s.store.current(pool) {
			pools = i + 1 // leaves out missing pools at the end
		}
	}
	for _, pool := range s.store.pools[:pools] {
		var n int
		dst, n = s.appendPool(dst, pool)
		bound += n
	}
	s.findUnbound(bound)
	unbound := len(s.entities)
	for _, entity := range s.entities {
		dst = s.appendCharacter(dst, entity, nil, 0)
	}
	s.findAttached()
	for _, entity := range s.entities {
		dst = s.appendAttached(dst, entity)
	}
	for i := range s.events.list {
		var b []byte
		dst, b = extend(dst, eventSize)
		putEvent(b, &s.events.list[i])
	}
	header := dst[start:]
	copy(header, snapshotMagic)
	putUint32(header[4:], snapshotVersion)
	putUint64(header[12:], uint64(len(header)))
	putUint32(header[20:], s.store.frame)
	putUint32(header[24:], uint32(pools))
	putUint32(header[28:], uint32(unbound))
	putUint32(header[32:], uint32(len(s.entities)))
	putQueue(putClock(header[fixedSize:], s.clock), s.events)
	putUint32(header[8:], crc32.Checksum(header[checksumFrom:], checksumTable))
	return dst
}

// appendPool appends a pool and returns how many characters have a slot in it.
func (s *Snapshots) appendPool(dst []byte, pool *Pool) (_ []byte, bound int) {
	var b []byte
	dst, b = extend(dst, poolSize)
	clear(b)
	if !s.store.current(pool) {
		return dst, 0
	}
	putUint32(b, uint32(pool.id))
	putUint32(b[4:], uint32(pool.Len()))
	putUint32(b[8:], uint32(pool.skeleton.Len()))
	putUint32(b[12:], uint32(pool.skeleton.MorphCount()))
	for slot := range pool.slots {
		entity := pool.slots[slot].owner
		if s.isBound(entity, pool, slot) {
			dst = s.appendCharacter(dst, entity, pool, slot)
			bound++
			continue
		}
		dst, b = extend(dst, recordSize)
		putEntity(b, entity)
		putUint32(b[8:], isVacated)
	}
	return dst, bound
}

// appendCharacter appends the record of a character, with the contents of its slot if it has a pool.
func (s *Snapshots) appendCharacter(dst []byte, entity Entity, pool *Pool, slot int) []byte {
	var at componentPointers
	flags, size := componentsSize(&at, s.locate(entity, &at))
	size += recordSize + recordTail
	var model assets.ModelID
	if pool != nil {
		var poseSize int
		flags, poseSize = pool.poseSize(slot, flags)
		size += poseSize
		if numbers, ok := pool.modifierState(slot, s.store.library); ok {
			flags |= hasModifierState
			size += modifierStateBytes(numbers, pool.modifierShown(slot, flags)) + pool.carriersSize(slot)
		}
		if flags&hasRagdoll != 0 {
			size += pool.bodiesSize(slot)
		}
		model = pool.slots[slot].model
	}
	dst, b := extend(dst, size)
	putEntity(b, entity)
	putUint32(b[8:], flags)
	putUint32(b[12:], uint32((*components.Skeleton)(s.world.GetUnchecked(entity, s.skeleton)).ID))
	putUint32(b[16:], uint32(model))
	b = putComponents(b[recordSize+recordTail:], &at, flags)
	if pool != nil {
		b = pool.putPose(b, slot, flags)
		if flags&hasModifierState != 0 {
			b = pool.putModifierState(b, slot, flags, s.store.library)
		}
		if flags&hasRagdoll != 0 {
			pool.putBodies(b, slot, flags)
		}
	}
	return dst
}

// appendAttached appends the record of an attached entity that is no character.
func (s *Snapshots) appendAttached(dst []byte, entity Entity) []byte {
	var at componentPointers
	flags := uint32(0)
	for _, i := range [...]int{attachmentIndex, transformIndex} {
		if at[i] = s.world.GetUnchecked(entity, s.ids[i]); at[i] != nil {
			flags |= 1 << i
		}
	}
	flags, size := componentsSize(&at, flags)
	size += recordSize
	dst, b := extend(dst, size)
	putEntity(b, entity)
	putUint32(b[8:], flags)
	putComponents(b[recordSize:], &at, flags)
	return dst
}

// isBound reports whether the entity is alive, a character, and has a PoseSlot that refers to the slot.
func (s *Snapshots) isBound(entity Entity, pool *Pool, slot int) bool {
	if !IsAlive(s.world, entity) {
		return false
	}
	component := (*components.PoseSlot)(s.world.GetUnchecked(entity, s.slot))
	if component == nil || s.world.GetUnchecked(entity, s.skeleton) == nil {
		return false
	}
	named, at := s.store.Pool(entity, *component)
	return named == pool && at == slot
}

// locate finds the components of an entity and returns their flags. Successive entities mostly have the same
// components, so it remembers the flags of the last one.
func (s *Snapshots) locate(entity Entity, at *componentPointers) (flags uint32) {
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

// findUnbound collects the characters without a slot in s.entities, in the order of their numbers. Bound is the number
// of characters with a slot.
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
			if pool, _ := s.store.Pool(entity, *slot); s.store.current(pool) {
				continue
			}
		}
		s.entities = append(s.entities, entity)
	}
	slices.SortFunc(s.entities, byNumber)
}

// findAttached collects the attached entities that are no characters in s.entities, in the order of their numbers.
func (s *Snapshots) findAttached() {
	s.entities = s.entities[:0]
	query := s.world.Query(s.attached)
	for query.Next() {
		s.entities = append(s.entities, query.Entity())
	}
	slices.SortFunc(s.entities, byNumber)
}

func byNumber(a, b Entity) int { return cmp.Compare(a.ID(), b.ID()) }
