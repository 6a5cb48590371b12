package mcap

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/sinew-go/sinew/internal/exact"
)

// encoder is a message of Protocol Buffers that is being written, field by field.
type encoder []byte

// The wire types of fields.
const (
	wireVarint  = 0
	wireFixed64 = 1
	wireBytes   = 2
	wireFixed32 = 5
)

func (e *encoder) key(field, wire int) { *e = binary.AppendUvarint(*e, uint64(field<<3|wire)) }

func (e *encoder) uint(field int, n uint64) {
	e.key(field, wireVarint)
	*e = binary.AppendUvarint(*e, n)
}

func (e *encoder) double(field int, x float64) {
	e.key(field, wireFixed64)
	*e = binary.LittleEndian.AppendUint64(*e, math.Float64bits(x))
}

func (e *encoder) fixed32(field int, n uint32) {
	e.key(field, wireFixed32)
	*e = binary.LittleEndian.AppendUint32(*e, n)
}

func (e *encoder) text(field int, s string) {
	e.key(field, wireBytes)
	*e = binary.AppendUvarint(*e, uint64(len(s)))
	*e = append(*e, s...)
}

// begin begins a message in a field, and returns what ends it.
func (e *encoder) begin(field int) (mark int) {
	e.key(field, wireBytes)
	return len(*e)
}

// end ends the message that begin began, by writing its length before it.
func (e *encoder) end(mark int) {
	length := binary.AppendUvarint(nil, uint64(len(*e)-mark))
	*e = slices.Insert(*e, mark, length...)
}

// time appends a Timestamp, of nanoseconds.
func (e *encoder) time(field int, at uint64) {
	mark := e.begin(field)
	e.uint(1, at/1e9)
	e.uint(2, at%1e9)
	e.end(mark)
}

// numbers appends a message of doubles alone: a Vector3, Point3, Quaternion or Color.
func (e *encoder) numbers(field int, list ...float64) {
	mark := e.begin(field)
	for i, x := range list {
		e.double(i+1, x)
	}
	e.end(mark)
}

// pose appends a Pose that does not rotate.
func (e *encoder) pose(field int, at exact.Vec3) {
	mark := e.begin(field)
	e.numbers(1, at[:]...)
	e.numbers(2, exact.IdentityQuat[:]...)
	e.end(mark)
}
