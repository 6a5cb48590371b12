package ecs

import (
	"hash/crc32"
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/internal/codec"
	"github.com/sinew-go/sinew/internal/column"
)

// A snapshot consists of little-endian numbers: a header with the clock and the queue, the pools with a record for each
// slot, the records of characters without a slot, the records of attached entities, the events.
const (
	snapshotMagic   = "SNEW"
	snapshotVersion = 10

	fixedSize    = 36 // header: magic, version, checksum, size, frame, numbers of pools, unbound and attached
	clockSize    = 44
	queueSize    = 40
	headerSize   = fixedSize + clockSize + queueSize
	checksumFrom = 12 // the checksum covers everything from here on
	poolSize     = 16 // skeleton, slots, joints, morph weights
	recordTail   = 8  // of a character's record, behind recordSize: skeleton, model
	eventSize    = 44
)

// recordSize returns the size of every record: entity, components, slot.
func (t *savedTable) recordSize() int { return codec.EntitySize + t.size + 2 }

// columns returns the columns whose rows follow.
func (f slotFlags) columns() column.Set { return column.Set(f >> columnShift) }

// ofColumn returns the flag of a column.
func ofColumn(id column.ID) slotFlags { return 1 << (columnShift + id) }

// This does not compile if there are more columns than flags.
var _ = [1]struct{}{}[(columnShift+column.Max)/17]

func (t *savedTable) putRecord(b []byte, entity Entity, set componentSet, slot slotFlags) {
	codec.PutEntity(b, entity)
	codec.PutUint16(t.putSet(b[codec.EntitySize:], set), uint16(slot))
}

func (t *savedTable) getRecord(b []byte) (entity Entity, set componentSet, slot slotFlags) {
	set, rest := t.getSet(b[codec.EntitySize:])
	return codec.GetEntity(b), set, slotFlags(codec.GetUint16(rest))
}

// slotFlags are the part of a record that tells of the slot of a character, and what follows the components.
type slotFlags uint16

const (
	isVacated        slotFlags = 1 << iota // the owner of the slot is no character any more; nothing else follows
	wasDetailed                            // the character had a level of detail in the last frame
	hasPose                                // its palettes, its morph weights and the blend inputs of its pose follow
	hasModelMatrices                       // its model matrices are kept; which ones follows, and the matrices

	allSlotFlags = 1<<iota - 1
	columnShift  = iota - 1 // from this bit on there is one for each column whose row follows
)

var checksumTable = crc32.MakeTable(crc32.Castagnoli)

func putClock(b []byte, c *Clock) []byte {
	for i, v := range [...]float64{c.Scale, c.Step, c.Left, c.Skipped, c.MaxSeconds} {
		codec.PutFloat64(b[8*i:], v)
	}
	codec.PutUint32(b[40:], uint32(c.MaxSteps))
	return b[clockSize:]
}

func getClock(b []byte, c *Clock) {
	c.Scale, c.Step, c.Left, c.Skipped = codec.GetFloat64(b), codec.GetFloat64(b[8:]), codec.GetFloat64(b[16:]), codec.GetFloat64(b[24:])
	c.MaxSeconds = codec.GetFloat64(b[32:])
	c.MaxSteps = int32(codec.GetUint32(b[40:]))
}

func putQueue(b []byte, e *Events) {
	codec.PutUint64(b, uint64(int64(e.Limit)))
	codec.PutUint32(b[8:], uint32(e.fresh))
	codec.PutUint32(b[12:], uint32(len(e.list)))
	codec.PutUint64(b[16:], e.gone)
	codec.PutUint64(b[24:], e.gap)
	codec.PutUint64(b[32:], e.overflow)
}

// getQueue reads the queue from b and its events from list. A limit beyond the int of a 32-bit platform is clamped.
func getQueue(b, list []byte, e *Events) {
	limit := int64(codec.GetUint64(b))
	e.Limit = int(max(math.MinInt32, min(limit, math.MaxInt32)))
	if int64(int(limit)) == limit {
		e.Limit = int(limit)
	}
	e.fresh = int(codec.GetUint32(b[8:]))
	e.gone, e.gap, e.overflow = codec.GetUint64(b[16:]), codec.GetUint64(b[24:]), codec.GetUint64(b[32:])
	e.list = e.list[:0]
	for ; len(list) > 0; list = list[eventSize:] {
		e.list = append(e.list, getEvent(list))
	}
}

func putEvent(b []byte, e *Event) {
	_ = b[eventSize-1]
	codec.PutEntity(b, e.Entity)
	codec.PutFloat64(b[8:], e.Time)
	codec.PutUint32(b[16:], uint32(e.Clip))
	codec.PutUint32(b[20:], uint32(e.Marker))
	codec.PutUint32(b[24:], uint32(e.Graph))
	codec.PutUint32(b[28:], uint32(e.State))
	codec.PutFloat32(b[32:], e.Weight)
	b[36], b[37], b[38], b[39] = e.Layer, byte(e.Kind), 0, 0
	codec.PutUint32(b[40:], uint32(e.BlendSpace))
}

func getEvent(b []byte) Event {
	return Event{
		Entity: codec.GetEntity(b), Time: codec.GetFloat64(b[8:]),
		Clip: assets.ClipID(codec.GetUint32(b[16:])), Marker: int32(codec.GetUint32(b[20:])),
		Graph: assets.GraphID(codec.GetUint32(b[24:])), State: int32(codec.GetUint32(b[28:])),
		Weight: codec.GetFloat32(b[32:]), Layer: b[36], Kind: EventKind(b[37]),
		BlendSpace: assets.BlendSpaceID(codec.GetUint32(b[40:])),
	}
}
