package posestore

import (
	"cmp"
	"encoding/binary"
	"hash/crc32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/assetkeys"
	"github.com/sinew-go/sinew/internal/codec"
	"github.com/sinew-go/sinew/internal/column"
)

// save appends a snapshot to dst.
func (s *Snapshots) save(dst []byte) []byte {
	start := len(dst)
	s.table.mapper.BeginSave((*assetkeys.Table)(s.store.library.Keys()))
	dst, _ = codec.Extend(dst, fixedSize+s.resources.HeadSize())
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
		dst = s.appendCharacter(dst, entity, (*components.Skeleton)(s.world.GetUnchecked(entity, s.skeleton)), nil, 0)
	}
	s.findAttached()
	for _, entity := range s.entities {
		dst = s.appendAttached(dst, entity)
	}
	tail := len(dst)
	dst = s.resources.AppendTail(dst)
	s.resources.MapIDs(dst[tail:], &s.table.mapper)
	list := len(dst)
	dst = s.table.mapper.AppendList(dst)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(dst)-list))
	header := dst[start:]
	copy(header, snapshotMagic)
	codec.PutUint32(header[4:], snapshotVersion)
	codec.PutUint64(header[12:], uint64(len(header)))
	codec.PutUint32(header[20:], s.store.frame)
	codec.PutUint32(header[24:], uint32(pools))
	codec.PutUint32(header[28:], uint32(unbound))
	codec.PutUint32(header[32:], uint32(len(s.entities)))
	s.resources.PutHead(header[fixedSize:])
	codec.PutUint32(header[8:], crc32.Checksum(header[checksumFrom:], checksumTable()))
	return dst
}

// appendPool appends a pool and returns how many characters have a slot in it.
func (s *Snapshots) appendPool(dst []byte, pool *Pool) (_ []byte, bound int) {
	var b []byte
	dst, b = codec.Extend(dst, poolSize)
	clear(b)
	if !s.store.current(pool) {
		return dst, 0
	}
	codec.PutUint32(b, uint32(pool.id))
	s.table.mapper.Map(assetkeys.Skeleton, b)
	codec.PutUint32(b[4:], uint32(pool.Len()))
	codec.PutUint32(b[8:], uint32(pool.skeleton.Len()))
	codec.PutUint32(b[12:], uint32(pool.skeleton.MorphCount()))
	for slot := range pool.slots {
		entity := pool.slots[slot].owner
		if skeleton := s.bound(entity, pool, slot); skeleton != nil {
			dst = s.appendCharacter(dst, entity, skeleton, pool, slot)
			bound++
			continue
		}
		dst, b = codec.Extend(dst, s.table.recordSize())
		s.table.putRecord(b, entity, 0, isVacated)
	}
	return dst, bound
}

// appendCharacter appends the record of a character, with the contents of its slot if it has a
// pool.
func (s *Snapshots) appendCharacter(dst []byte, entity Entity, skeleton *components.Skeleton, pool *Pool,
	slot int,
) []byte {
	set := s.locate(entity)
	size := s.table.recordSize() + recordTail + s.table.sizeOf(s.at, set)
	var flags slotFlags
	var model assets.ModelID
	if pool != nil {
		var poseSize int
		flags, poseSize = pool.poseSize(slot, set&s.table.detail != 0, s.store.library)
		size += poseSize
		for has := pool.slots[slot].has; has != 0; has &= has - 1 {
			id := has.First()
			if n := pool.columns[id].Size(pool.slots[slot].rows[id], s.saving(flags)); n > 0 {
				flags |= ofColumn(id)
				size += n
			}
		}
		model = pool.slots[slot].model
	}
	dst, b := codec.Extend(dst, size)
	s.table.putRecord(b, entity, set, flags)
	codec.PutUint32(b[s.table.recordSize():], uint32(skeleton.ID))
	codec.PutUint32(b[s.table.recordSize()+4:], uint32(model))
	s.table.mapTail(b)
	b = s.table.put(b[s.table.recordSize()+recordTail:], s.at, set)
	if pool != nil {
		rest := pool.putPose(b, slot, flags, s.store.library)
		if flags&hasPose != 0 {
			mapPose(b, pool.skeleton, &s.table.mapper)
		}
		b = rest
		for has := flags.columns(); has != 0; has &= has - 1 {
			id := has.First()
			rest := pool.columns[id].Put(b, pool.slots[slot].rows[id], s.saving(flags))
			if c := s.idColumns[id]; c != nil {
				c.MapIDs(b, pool.skeleton, &s.table.mapper)
			}
			b = rest
		}
	}
	return dst
}

// saving returns what columns must know to save the rows of a character.
func (s *Snapshots) saving(flags slotFlags) *column.Saving {
	s.saved = column.Saving{Library: s.store.library, IsShown: flags&hasPose != 0}
	return &s.saved
}

// appendAttached appends the record of an attached entity that is no character.
func (s *Snapshots) appendAttached(dst []byte, entity Entity) []byte {
	set := s.locate(entity) & s.table.ofAttached
	dst, b := codec.Extend(dst, s.table.recordSize()+s.table.sizeOf(s.at, set))
	s.table.putRecord(b, entity, set, 0)
	s.table.put(b[s.table.recordSize():], s.at, set)
	return dst
}

// bound returns the Skeleton of the entity if this is alive, a character, and has a PoseSlot that
// refers to the slot; otherwise nil.
func (s *Snapshots) bound(entity Entity, pool *Pool, slot int) *components.Skeleton {
	if !IsAlive(s.world, entity) {
		return nil
	}
	component := (*components.PoseSlot)(s.world.GetUnchecked(entity, s.slot))
	if component == nil {
		return nil
	}
	if named, at := s.store.Pool(entity, *component); named != pool || at != slot {
		return nil
	}
	return (*components.Skeleton)(s.world.GetUnchecked(entity, s.skeleton))
}

// locate finds the components of an entity, sets s.at for them and returns their set. Successive
// entities mostly have the same components, so it remembers the set of the last one.
func (s *Snapshots) locate(entity Entity) componentSet {
	if mask := s.world.Mask(entity); mask != s.mask {
		s.mask, s.located = mask, 0
		for i, id := range s.ids {
			if mask.Get(id) {
				s.located |= 1 << i
			}
		}
	}
	for left := s.located; left != 0; left &= left - 1 {
		i := left.first()
		s.at[i] = s.world.GetUnchecked(entity, s.ids[i])
	}
	return s.located
}

// findUnbound collects the characters without a slot in s.entities, in the order of their numbers.
// Bound is the number of characters with a slot.
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
	s.sorter.Stable(s.entities, byNumber)
}

// findAttached collects the attached entities that are no characters in s.entities, in the order of
// their numbers.
func (s *Snapshots) findAttached() {
	s.entities = s.entities[:0]
	query := s.world.Query(s.attached)
	for query.Next() {
		s.entities = append(s.entities, query.Entity())
	}
	s.sorter.Stable(s.entities, byNumber)
}

func byNumber(a, b Entity) int { return cmp.Compare(a.ID(), b.ID()) }
