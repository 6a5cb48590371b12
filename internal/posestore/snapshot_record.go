package posestore

import (
	"hash/crc32"

	"github.com/sinew-go/sinew/internal/assetkeys"
	"github.com/sinew-go/sinew/internal/codec"
	"github.com/sinew-go/sinew/internal/column"
)

// A snapshot consists of little-endian numbers: a header with the head of the [Resources], the
// pools with a record for each slot, the records of characters without a slot, the records of
// attached entities, the tail of the resources, the list of the assets, and how many bytes this
// list takes. IDs are numbers of the list; see package assetkeys.
const (
	snapshotMagic   = "SNEW"
	snapshotVersion = 14

	fixedSize    = 36 // header: magic, version, checksum, size, frame, numbers of pools, unbound and attached
	checksumFrom = 12 // the checksum covers everything from here on
	poolSize     = 16 // skeleton, slots, joints, morph weights
	recordTail   = 8  // of a character's record, after recordSize: skeleton, model
)

// recordSize returns the size of every record: entity, components, slot.
func (t *savedTable) recordSize() int { return codec.EntitySize + t.size + 4 }

// columns returns the columns whose rows follow.
func (f slotFlags) columns() column.Set { return column.Set(f >> columnShift) }

// ofColumn returns the flag of a column.
func ofColumn(id column.ID) slotFlags { return 1 << (columnShift + id) }

// This does not compile if there are more columns than flags.
var _ = [1]struct{}{}[(columnShift+column.Max)/17]

func (t *savedTable) putRecord(b []byte, entity Entity, set componentSet, slot slotFlags) {
	codec.PutEntity(b, entity)
	codec.PutUint32(t.putSet(b[codec.EntitySize:], set), uint32(slot))
}

func (t *savedTable) getRecord(b []byte) (entity Entity, set componentSet, slot slotFlags) {
	return codec.GetEntity(b), t.getSet(b), slotFlags(codec.GetUint32(b[codec.EntitySize+t.size:]))
}

// mapTail translates the IDs of the tail of a character's record.
func (t *savedTable) mapTail(record []byte) {
	tail := record[t.recordSize():]
	if !t.mapper.Repeat(assetkeys.Skeleton, tail) {
		t.mapper.Map(assetkeys.Skeleton, tail)
	}
	if !t.mapper.Repeat(assetkeys.Model, tail[4:]) {
		t.mapper.Map(assetkeys.Model, tail[4:])
	}
}

// slotFlags are the part of a record that tells of the slot of a character, and what follows the
// components.
type slotFlags uint16

const (
	isVacated   slotFlags = 1 << iota // the owner of the slot is no character any more; nothing else follows
	wasDetailed                       // the character had a level of detail in the last frame
	hasPose                           // its palettes, its morph weights and the blend inputs of its pose follow

	allSlotFlags = 1<<iota - 1
	columnShift  = iota - 1 // from this bit on there is one for each column whose row follows
)

func checksumTable() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }
