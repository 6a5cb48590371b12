package ecs

import (
	"fmt"
	"hash/crc32"
	"slices"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/components"
)

// header is the header of a snapshot, and the parts that the header delimits.
type header struct {
	frame                       uint32
	pools, unbound, attached    uint32
	clock, queue, list, records []byte
}

// getHeader reads and checks the header.
func getHeader(b []byte) (h header, err error) {
	if len(b) < headerSize || string(b[:4]) != snapshotMagic {
		return h, damaged("it does not begin with %q", snapshotMagic)
	}
	if version := getUint32(b[4:]); version != snapshotVersion {
		return h, damaged("it has format version %d, not %d", version, snapshotVersion)
	}
	if n := getUint64(b[12:]); n != uint64(len(b)) {
		return h, damaged("it has %d bytes, its header gives %d", len(b), n)
	}
	if crc32.Checksum(b[checksumFrom:], checksumTable) != getUint32(b[8:]) {
		return h, damaged("the checksum is wrong")
	}
	h.frame, h.pools, h.unbound, h.attached = getUint32(b[20:]), getUint32(b[24:]), getUint32(b[28:]), getUint32(b[32:])
	h.clock, h.queue = b[fixedSize:], b[fixedSize+clockSize:]
	const limit = 1 << 62 // keeps later counts from overflowing
	fresh, events := getUint32(h.queue[8:]), getUint32(h.queue[12:])
	gone, gap, overflow := getUint64(h.queue[16:]), getUint64(h.queue[24:]), getUint64(h.queue[32:])
	if fresh > events || gone > limit || gap > maxOverflow || overflow > maxOverflow {
		return h, damaged("the counts of events are impossible")
	}
	remaining := b[headerSize:]
	if uint64(events) > uint64(len(remaining)/eventSize) {
		return h, errTruncated
	}
	from := len(remaining) - eventSize*int(events)
	h.records, h.list = remaining[:from:from], remaining[from:]
	return h, nil
}

var errTruncated = damaged("it ends too early")

// damaged returns an error that wraps [ErrSnapshot].
func damaged(format string, arguments ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrSnapshot}, arguments...)...)
}

// check checks everything behind the header, so that restoring cannot fail. It returns the number of dead entities and
// the first of them.
func (s *Snapshots) check(h *header) (dead int, first Entity, err error) {
	count := func(isDead bool, entity Entity) {
		if isDead {
			if dead++; dead == 1 {
				first = entity
			}
		}
	}
	b := h.records
	for i := range s.seen {
		s.seen[i].clear()
	}
	s.skeletons, s.kept = s.skeletons[:0], s.kept[:0]
	for range h.pools {
		if len(b) < poolSize {
			return 0, first, errTruncated
		}
		skeleton, err := s.checkPool(b)
		if err != nil {
			return 0, first, err
		}
		slots := getUint32(b[4:])
		b = b[poolSize:]
		var kept keptRows
		for range slots {
			size, isDead, err := s.checkRecord(b, skeleton)
			if err != nil {
				return 0, first, err
			}
			count(isDead, getEntity(b))
			kept.count(getUint32(b[8:]))
			b = b[size:]
		}
		s.kept = append(s.kept, kept)
	}
	for i := range uint64(h.unbound) + uint64(h.attached) {
		check := s.checkRecord
		if i >= uint64(h.unbound) {
			check = s.checkAttached
		}
		size, isDead, err := check(b, nil)
		if err != nil {
			return 0, first, err
		}
		count(isDead, getEntity(b))
		b = b[size:]
	}
	if len(b) > 0 {
		return 0, first, damaged("%d bytes are left over", len(b))
	}
	for list := h.list; len(list) > 0; list = list[eventSize:] {
		if _, known := s.status(getEntity(list)); !known {
			return 0, first, unknown(getEntity(list))
		}
	}
	return dead, first, nil
}

// status reports whether an entity is alive, and whether it was ever in the world, in the world of s or in the one that
// [Snapshots.Check] is given.
func (s *Snapshots) status(entity Entity) (alive, known bool) {
	if s.population == nil {
		return status(s.world, entity)
	}
	if entity.ID() == 0 {
		return false, entity == Entity{}
	}
	if int64(entity.ID()) >= int64(len(s.population)) {
		return false, false
	}
	return s.population[entity.ID()] == entity, true
}

// keptRows counts the slots of a pool that have inertialization buffers and given poses.
type keptRows struct {
	inertia, given int
}

// count adds the slot of a record with these flags.
func (k *keptRows) count(flags uint32) {
	if flags&hasInertiaBuffer != 0 {
		k.inertia++
	}
	if flags&hasGivenPose != 0 {
		k.given++
	}
}

// unknown returns the error for an entity that was never in the world.
func unknown(entity Entity) error {
	return damaged("entity %d of generation %d was never in the world", entity.ID(), entity.Generation())
}

// twice returns the error for an entity number that has two records.
func twice(entity Entity) error {
	return damaged("entity %d of generation %d has a second record", entity.ID(), entity.Generation())
}

// entitySet is a set of entity numbers. A snapshot has at most one record for each, and one more for a dead entity that
// has left its slot. So each slot that a snapshot makes the store allocate is backed by a record of its own.
type entitySet []uint64

func (s *entitySet) clear() { clear(*s) }

// add adds the number of an entity that was in the world at some time, and reports whether it is new.
func (s *entitySet) add(entity Entity) bool {
	word, bit := int(entity.ID()/64), uint64(1)<<(entity.ID()%64)
	for word >= len(*s) {
		*s = append(*s, 0)
	}
	if (*s)[word]&bit != 0 {
		return false
	}
	(*s)[word] |= bit
	return true
}

// checkPool checks the head of a pool and returns its skeleton, or nil for a missing pool.
func (s *Snapshots) checkPool(b []byte) (*assets.Skeleton, error) {
	id, slots, joints, morphs := assets.SkeletonID(getUint32(b)), getUint32(b[4:]), getUint32(b[8:]), getUint32(b[12:])
	if id == 0 {
		if slots > 0 {
			return nil, damaged("%d characters have no skeleton", slots)
		}
		return nil, nil
	}
	skeleton := s.store.library.Skeleton(id)
	switch {
	case skeleton == nil:
		return nil, damaged("the library has no skeleton %v", id)
	case int64(skeleton.Len()) != int64(joints) || int64(skeleton.MorphCount()) != int64(morphs):
		return nil, damaged("skeleton %v %q has %d joints and %d morph weights, not %d and %d",
			id, skeleton.Name(), skeleton.Len(), skeleton.MorphCount(), joints, morphs)
	case slices.Contains(s.skeletons, id):
		return nil, damaged("skeleton %v has two pools", id)
	}
	s.skeletons = append(s.skeletons, id)
	return skeleton, nil
}

// checkRecord checks a character's record and returns its size and whether the character is dead. Skeleton is nil for a
// character without a slot.
func (s *Snapshots) checkRecord(b []byte, skeleton *assets.Skeleton) (size int, dead bool, err error) {
	if len(b) < recordSize {
		return 0, false, errTruncated
	}
	entity, flags := getEntity(b), getUint32(b[8:])
	alive, known := s.status(entity)
	if !known {
		return 0, false, unknown(entity)
	}
	if flags == isVacated && skeleton != nil {
		if !s.seen[0].add(entity) {
			return 0, false, twice(entity)
		}
		return recordSize, false, nil
	}
	if !s.seen[1].add(entity) {
		return 0, false, twice(entity)
	}
	parameters, layers := controllerCounts(flags)
	const slotFlags = wasDetailed | poseFlags | hasModifierState
	if flags&^allFlags&^countFlags != 0 || flags&isVacated != 0 || skeleton == nil && flags&slotFlags != 0 ||
		parameters > graph.MaxParameters || layers > components.MaxLayers ||
		flags&hasController == 0 && parameters+layers > 0 {
		return 0, false, damaged("entity %d has impossible flags %#x", entity.ID(), flags)
	}
	size = recordSize + recordTail
	if size += s.encodedSize(b, size, flags); size > len(b) {
		return 0, false, errTruncated
	}
	if flags&hasAttachment != 0 {
		if err := s.checkTarget(b[:size]); err != nil {
			return 0, false, err
		}
	}
	if flags&poseFlags != 0 {
		pose, err := checkPose(b[size:], skeleton, flags, s.store.library)
		if err != nil {
			return 0, false, err
		}
		size += pose
	}
	if flags&hasModifierState != 0 {
		if size > len(b) {
			return 0, false, errTruncated
		}
		state, err := checkModifierState(b[size:], skeleton, s.store.library)
		if err != nil {
			return 0, false, err
		}
		size += state
	}
	if flags&hasRagdoll != 0 && skeleton != nil {
		if size > len(b) {
			return 0, false, errTruncated
		}
		state, err := checkBodies(b[size:], skeleton)
		if err != nil {
			return 0, false, err
		}
		size += state
	}
	if size > len(b) {
		return 0, false, errTruncated
	}
	return size, !alive, nil
}

// encodedSize returns how many bytes the components take that begin at from in a record. If the record is truncated,
// the result is larger than what is left of b.
func (s *Snapshots) encodedSize(b []byte, from int, flags uint32) int {
	size := fixedSizeOf(flags)
	if parameters, layers := controllerCounts(flags); flags&hasController != 0 {
		size += 4*parameters + controllerLayerSize*layers
	}
	if flags&(hasBlend|hasLayers|hasModifiers) == 0 || from+size > len(b) {
		return size
	}
	at := from
	if flags&hasPlayer != 0 {
		at += playbackSize
	}
	if flags&hasBlend != 0 {
		fades := fadeSize * clampCount(getUint32(b[at:]), components.MaxFading)
		at, size = at+blendSize+fades, size+fades
	}
	if at, size = layersEncoded(b, at, size, flags); flags&hasModifiers == 0 {
		return size
	}
	if at+modifiersSize > len(b) {
		return max(size, len(b))
	}
	return size + goalSize*modifiersCount(b[at:])
}

// layersEncoded adds the varying part of the layers that begin at in a record to its size, and returns where they end.
func layersEncoded(b []byte, at, size int, flags uint32) (int, int) {
	if flags&hasLayers == 0 || at+layersSize > len(b) {
		return at, size
	}
	layers := clampCount(getUint32(b[at:]), components.MaxLayers-1)
	at += layersSize
	for range layers {
		size += layerSize + blendSize
		if at += layerSize; at+blendSize > len(b) {
			return len(b), len(b)
		}
		fades := fadeSize * clampCount(getUint32(b[at:]), components.MaxFading)
		at, size = at+blendSize+fades, size+fades
	}
	return at, size
}

// checkTarget checks the target of an attachment, which is the last component of a record.
func (s *Snapshots) checkTarget(record []byte) error {
	target := getEntity(record[len(record)-attachmentSize:])
	if _, known := s.status(target); !known {
		return unknown(target)
	}
	return nil
}

// checkAttached checks the record of an attached entity that is no character, and returns its size and whether the
// entity is dead. It ignores the skeleton.
func (s *Snapshots) checkAttached(b []byte, _ *assets.Skeleton) (size int, dead bool, err error) {
	if len(b) < recordSize {
		return 0, false, errTruncated
	}
	entity, flags := getEntity(b), getUint32(b[8:])
	alive, known := s.status(entity)
	switch {
	case !known:
		return 0, false, unknown(entity)
	case flags&^hasTransform != hasAttachment:
		return 0, false, damaged("entity %d has impossible flags %#x", entity.ID(), flags)
	case !s.seen[1].add(entity):
		return 0, false, twice(entity)
	}
	if size = recordSize + fixedSizeOf(flags); size > len(b) {
		return 0, false, errTruncated
	}
	return size, !alive, s.checkTarget(b[:size])
}
