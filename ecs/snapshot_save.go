package ecs

import (
	"hash/crc32"
	"unsafe"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
)

// Append appends the state to dst and returns it, without allocating where dst has room. It may be called at any time between frames, under an open
// query too.
func (s *Snapshots) Append(dst []byte) []byte {
	start := len(dst)
	dst, _ = extend(dst, headerSize)
	pools, bound := 0, 0
	for i, pool := range s.store.pools {
		if s.store.holds(pool) {
			pools = i + 1 // holes at the end need not be told
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
	putUint32(header[20:], s.store.epoch)
	putUint32(header[24:], uint32(pools))
	putUint32(header[28:], uint32(unbound))
	putUint32(header[32:], uint32(len(s.entities)))
	putQueue(putClock(header[fixedSize:], s.clock), s.events)
	putUint32(header[8:], crc32.Checksum(header[checkedFrom:], checksums))
	return dst
}

// holds says whether a pool's skeleton is still in the library. If not, it is dropped when the next frame begins.
func (s *PoseStore) holds(pool *Pool) bool {
	return pool != nil && s.library.Skeleton(pool.id) == pool.skeleton
}

// appendPool appends the slots of a pool and returns how many characters are in them.
func (s *Snapshots) appendPool(dst []byte, pool *Pool) (_ []byte, bound int) {
	var b []byte
	dst, b = extend(dst, poolSize)
	clear(b)
	if !s.store.holds(pool) {
		return dst, 0
	}
	putUint32(b, uint32(pool.id))
	putUint32(b[4:], uint32(pool.Len()))
	putUint32(b[8:], uint32(pool.skeleton.Len()))
	putUint32(b[12:], uint32(pool.skeleton.MorphCount()))
	for slot := range pool.places {
		entity := pool.places[slot].owner
		if s.isBound(entity, pool, slot) {
			dst = s.appendCharacter(dst, entity, pool, slot)
			bound++
			continue
		}
		dst, b = extend(dst, recordSize)
		putEntity(b, entity)
		putUint32(b[8:], isGone)
	}
	return dst, bound
}

const poolSize = 16

// appendCharacter appends a character, with what lies in its slot if it has a pool.
func (s *Snapshots) appendCharacter(dst []byte, entity Entity, pool *Pool, slot int) []byte {
	var at [managed]unsafe.Pointer
	flags, size := measure(&at, s.locate(entity, &at), recordSize+recordTail)
	var model assets.ModelID
	if pool != nil {
		flags, size = pool.measure(slot, flags, size)
		if use := pool.places[slot].mesh; use >= 0 {
			model = pool.uses[use].model
		}
	}
	dst, b := extend(dst, size)
	putEntity(b, entity)
	putUint32(b[8:], flags)
	putUint32(b[12:], uint32((*components.Skeleton)(s.world.GetUnchecked(entity, s.skeleton)).ID))
	putUint32(b[16:], uint32(model))
	b = putComponents(b[recordSize+recordTail:], &at, flags)
	if pool != nil {
		pool.putPose(b, slot, flags)
	}
	return dst
}

const (
	recordSize = 12 // of every slot
	recordTail = 8  // of those with a character, besides components and pose
)

// appendAttached appends an entity that is attached to a character.
func (s *Snapshots) appendAttached(dst []byte, entity Entity) []byte {
	var at [managed]unsafe.Pointer
	flags := uint32(0)
	for _, i := range [...]int{attachmentIndex, transformIndex} {
		if at[i] = s.world.GetUnchecked(entity, s.ids[i]); at[i] != nil {
			flags |= 1 << i
		}
	}
	flags, size := measure(&at, flags, recordSize)
	dst, b := extend(dst, size)
	putEntity(b, entity)
	putUint32(b[8:], flags)
	putComponents(b[recordSize:], &at, flags)
	return dst
}
