package posestore

import (
	"hash/crc32"
	"slices"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/internal/assetkeys"
	"github.com/sinew-go/sinew/internal/codec"
	"github.com/sinew-go/sinew/internal/column"
)

// header is the header of a snapshot, and the parts that the header delimits.
type header struct {
	frame                    uint32
	pools, unbound, attached uint32
	head, tail, records      []byte
}

// getHeader reads and checks the header and the list of the assets. What it returns is a copy, in
// which the IDs are to be translated.
func (s *Snapshots) getHeader(b []byte, byName bool) (h header, err error) {
	headerSize := fixedSize + s.resources.HeadSize()
	if len(b) < headerSize || string(b[:4]) != snapshotMagic {
		return h, codec.Damaged("expected bytes that begin with %q, found %q", snapshotMagic,
			b[:min(len(b), len(snapshotMagic))])
	}
	if version := codec.GetUint32(b[4:]); version != snapshotVersion {
		return h, codec.Damaged("expected format version %d, found %d", snapshotVersion, version)
	}
	if n := codec.GetUint64(b[12:]); n != uint64(len(b)) {
		return h, codec.Damaged("expected %d bytes, as its header says, found %d", n, len(b))
	}
	expected, found := codec.GetUint32(b[8:]), crc32.Checksum(b[checksumFrom:], checksumTable())
	if found != expected {
		return h, codec.Damaged("expected the checksum %08x, found %08x", expected, found)
	}
	s.copied = append(s.copied[:0], b...)
	b = s.copied
	if b, err = s.getList(b, headerSize, byName); err != nil {
		return h, err
	}
	h.frame, h.pools = codec.GetUint32(b[20:]), codec.GetUint32(b[24:])
	h.unbound, h.attached = codec.GetUint32(b[28:]), codec.GetUint32(b[32:])
	h.head = b[fixedSize:headerSize]
	rest := b[headerSize:]
	tail, err := s.resources.CheckHead(h.head, len(rest))
	if err != nil {
		return h, err
	}
	from := len(rest) - tail
	h.records, h.tail = rest[:from:from], rest[from:]
	return h, nil
}

// getList reads the list of the assets and returns what of b is before it.
func (s *Snapshots) getList(b []byte, headerSize int, byName bool) ([]byte, error) {
	if len(b) < headerSize+4 {
		return nil, codec.ErrTruncated
	}
	end := len(b) - 4
	size := codec.GetUint32(b[end:])
	if uint64(size) > uint64(end-headerSize) {
		return nil, codec.ErrTruncated
	}
	from := end - int(size)
	keys := (*assetkeys.Table)(s.store.library.Keys())
	if err := s.table.mapper.BeginRestore(keys, b[from:end], byName); err != nil {
		return nil, codec.Damaged("%w", err)
	}
	return b[:from], nil
}

// check checks everything after the header, so that restoring cannot fail. It returns the number of
// dead entities and the first of them.
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
			return 0, first, codec.ErrTruncated
		}
		s.table.mapper.Map(assetkeys.Skeleton, b)
		skeleton, err := s.checkPool(b)
		if err != nil {
			return 0, first, err
		}
		slots := codec.GetUint32(b[4:])
		b = b[poolSize:]
		var kept keptRows
		for range slots {
			size, isDead, err := s.checkRecord(b, skeleton)
			if err != nil {
				return 0, first, err
			}
			count(isDead, codec.GetEntity(b))
			_, _, flags := s.table.getRecord(b)
			kept.count(flags)
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
		count(isDead, codec.GetEntity(b))
		b = b[size:]
	}
	if len(b) > 0 {
		return 0, first, codec.Damaged("expected its end, found %d more bytes", len(b))
	}
	s.resources.MapIDs(h.tail, &s.table.mapper)
	if err := s.table.mapper.Err(); err != nil {
		return 0, first, codec.Damaged("%w", err)
	}
	if err := s.resources.CheckTail(h.tail, s.known); err != nil {
		return 0, first, err
	}
	return dead, first, nil
}

// status reports whether an entity is alive, and whether it was ever in the world, in the world of
// s or in the world that [Snapshots.Check] is given.
func (s *Snapshots) status(entity Entity) (alive, known bool) {
	if s.population == nil {
		return Status(s.world, entity)
	}
	if entity.ID() == 0 {
		return false, entity == Entity{}
	}
	if int64(entity.ID()) >= int64(len(s.population)) {
		return false, false
	}
	return s.population[entity.ID()] == entity, true
}

// keptRows counts the rows that a pool has in each column.
type keptRows [column.Max]int

// count adds the slot of a record with these flags.
func (k *keptRows) count(flags slotFlags) {
	for has := flags.columns(); has != 0; has &= has - 1 {
		k[has.First()]++
	}
}

// Unknown returns the error for an entity that was never in the world.
func Unknown(entity Entity) error {
	return codec.Damaged("entity %d of generation %d was never in the world", entity.ID(), entity.Generation())
}

// twice returns the error for an entity number that has two records.
func twice(entity Entity) error {
	return codec.Damaged("entity %d of generation %d has a second record", entity.ID(), entity.Generation())
}

// entitySet is a set of entity numbers. A snapshot has at most one record for each, and one more
// for a dead entity that has left its slot. So each slot that a snapshot makes the store allocate
// is backed by a record of its own.
type entitySet []uint64

func (s *entitySet) clear() { clear(*s) }

// add adds the number of an entity that was in the world at some time, and reports whether it is
// new.
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
	id, slots, joints, morphs := assets.SkeletonID(codec.GetUint32(b)), codec.GetUint32(b[4:]), codec.GetUint32(b[8:]),
		codec.GetUint32(b[12:])
	if id == 0 {
		if slots > 0 {
			return nil, codec.Damaged("%d characters have no skeleton", slots)
		}
		return nil, nil
	}
	skeleton := s.store.library.Skeleton(id)
	switch {
	case skeleton == nil:
		return nil, codec.Damaged("the library has no %v", id)
	case int64(skeleton.Len()) != int64(joints) || int64(skeleton.MorphCount()) != int64(morphs):
		return nil, codec.Damaged("skeleton %v %q: expected %d joints and %d morph weights, found %d and %d",
			id, skeleton.Name(), joints, morphs, skeleton.Len(), skeleton.MorphCount())
	case slices.Contains(s.skeletons, id):
		return nil, codec.Damaged("%v has two pools", id)
	}
	s.skeletons = append(s.skeletons, id)
	return skeleton, nil
}

// checkRecord checks a character's record and returns its size and whether the character is dead.
// Skeleton is nil for a character without a slot.
func (s *Snapshots) checkRecord(b []byte, skeleton *assets.Skeleton) (size int, dead bool, err error) {
	if len(b) < s.table.recordSize() {
		return 0, false, codec.ErrTruncated
	}
	entity, set, flags := s.table.getRecord(b)
	alive, known := s.status(entity)
	if !known {
		return 0, false, Unknown(entity)
	}
	if set == 0 && flags == isVacated && skeleton != nil {
		if !s.seen[0].add(entity) {
			return 0, false, twice(entity)
		}
		return s.table.recordSize(), false, nil
	}
	if !s.seen[1].add(entity) {
		return 0, false, twice(entity)
	}
	if set&^s.table.all != 0 || flags&^s.slotFlags != 0 || flags&isVacated != 0 || skeleton == nil && flags != 0 {
		return 0, false, codec.Damaged("entity %d: expected a possible set of components and slot, found %#x and %#x",
			entity.ID(), set, flags)
	}
	rest, err := s.checkContents(b, skeleton, set, flags)
	if err != nil {
		return 0, false, err
	}
	return len(b) - len(rest), !alive, nil
}

// checkContents checks the record of a character after its head and returns what remains of b,
// which begins with the record.
func (s *Snapshots) checkContents(b []byte, skeleton *assets.Skeleton, set componentSet,
	flags slotFlags,
) (_ []byte, err error) {
	if len(b) < s.table.recordSize()+recordTail {
		return nil, codec.ErrTruncated
	}
	s.table.mapTail(b)
	if b, err = s.table.check(b[s.table.recordSize()+recordTail:], set, s.known); err != nil || flags == 0 {
		return b, err
	}
	if flags&hasPose != 0 {
		mapPose(b, skeleton, &s.table.mapper)
		if b, err = checkPose(b, skeleton, s.store.library); err != nil {
			return nil, err
		}
	}
	for has := flags.columns(); has != 0; has &= has - 1 {
		if c := s.idColumns[has.First()]; c != nil {
			c.MapIDs(b, skeleton, &s.table.mapper)
		}
		if b, err = s.store.columns[has.First()].Check(b, skeleton, s.store.library); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// checkAttached checks the record of an attached entity that is no character, and returns its size
// and whether the entity is dead. It ignores the skeleton.
func (s *Snapshots) checkAttached(b []byte, _ *assets.Skeleton) (size int, dead bool, err error) {
	if len(b) < s.table.recordSize() {
		return 0, false, codec.ErrTruncated
	}
	entity, set, flags := s.table.getRecord(b)
	alive, known := s.status(entity)
	switch {
	case !known:
		return 0, false, Unknown(entity)
	case set&^s.table.ofAttached != 0 || set&s.table.attachment == 0 || flags != 0:
		return 0, false, codec.Damaged("entity %d: expected a possible set of components and slot, found %#x and %#x",
			entity.ID(), set, flags)
	case !s.seen[1].add(entity):
		return 0, false, twice(entity)
	}
	rest, err := s.table.check(b[s.table.recordSize():], set, s.known)
	return len(b) - len(rest), !alive, err
}
