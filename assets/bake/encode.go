package bake

import (
	"encoding/binary"
	"errors"

	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/record"
)

// The encoding of a baked clip, all little-endian:
//
//	magic: 8 bytes
//	version: uint32
//	number of bytes that follow, without the checksum: uint32
//	hash of the source clip: 32 bytes
//	options: tolerance, vertex distance: float64
//	their flags: a byte: 1 unscaled, 2 larger than the keys is allowed, 4 small
//	start, end, time of frame 0, grid cells per second, largest error: float64
//	flags: a byte: 1 closed, 2 additive, 4 rotations are near unit length, 8 frames are in spans
//	number of frames, number of joints: uint32
//	lengths of the lists: targets of rest rows, targets of constant rows, groups of whole rotations, groups of other
//	    rotations, targets of whole rows, targets of scattered and of derived values: uint32
//	number of rows, number of grid cells, numbers of stretches and of blocks of cells: uint32
//	the seven lists, then the stretches: uint32
//	which cells of each block begin a stretch: uint64
//	bit widths of the rows: a byte each
//	from which value of its half of a row each derived value follows: 2 bits each, from the lowest on
//	constants, then ranges of the rows, then of the derived rows: float32
//	frames: bytes
//	CRC-32C of everything before: uint32
const (
	bakedMagic  = "sinew:bk"
	bakedHeader = len(bakedMagic) + 8
)

var errNoFrames = errors.New("expected a baked clip, as Bake returns it, found one without frames")

// bakedVersion is the version of the encoding and of the results of baking. A change of either
// increases it.
const bakedVersion = 9

// AppendBinary implements [encoding.BinaryAppender]. It is an error for a clip that is nil or a
// zero value, and for no other.
func (b *BakedClip) AppendBinary(dst []byte) ([]byte, error) {
	if b == nil || b.frames == 0 {
		return dst, errNoFrames
	}
	d := &b.data
	start := len(dst)
	dst = append(dst, bakedMagic...)
	dst = record.Append32(dst, bakedVersion, 0)
	dst = append(dst, b.sourceHash[:]...)
	dst = b.options.append(dst)
	dst = record.Append64(dst, b.start, b.end, b.origin, b.rate, b.maxError)
	dst = append(dst, b.flags())
	lists := [][]int32{
		d.RestTargets, d.ConstantTargets, d.RotationGroups, d.NormalizedGroups, d.Whole, d.Scattered, derivedTargets(d),
	}
	dst = record.Append32(dst, b.frames, b.joints)
	for _, list := range lists {
		dst = record.Append32(dst, len(list))
	}
	dst = record.Append32(dst, len(d.Bits), b.cells, len(b.cellTable.stretches), len(b.cellTable.blocks))
	for _, list := range lists {
		for _, v := range list {
			dst = record.Append32(dst, int(v))
		}
	}
	for _, entry := range b.cellTable.stretches {
		dst = record.Append32(dst, int(entry))
	}
	for _, block := range b.cellTable.blocks {
		dst = binary.LittleEndian.AppendUint64(dst, block.begins)
	}
	dst = append(dst, d.Bits...)
	for i := range d.Derived {
		from := [2]byte{}
		for k := range kernel.Lanes {
			from[k/4] |= byte(d.Derived[i].From(k)%4) << (k % 4 * 2)
		}
		dst = append(dst, from[:]...)
	}
	for _, list := range [][]float32{d.Constants, d.Ranges} {
		dst = record.AppendFloats(dst, list)
	}
	for i := range d.Derived {
		dst = record.AppendFloats(record.AppendFloats(dst, d.Derived[i].Base[:]), d.Derived[i].Step[:])
	}
	dst = append(dst, d.Frames[:len(d.Frames)-kernel.BakedPadding]...)
	binary.LittleEndian.PutUint32(dst[start+bakedHeader-4:], uint32(len(dst)-start-bakedHeader))
	return binary.LittleEndian.AppendUint32(dst, record.Checksum(dst[start:])), nil
}

// derivedTargets returns the targets of all derived rows.
func derivedTargets(d *kernel.Baked) (targets []int32) {
	for i := range d.Derived {
		targets = append(targets, d.Derived[i].Targets[:]...)
	}
	return targets
}

// The bits of the flags of options.
const (
	flagUnscaled = 1 << iota
	flagLarger
	flagSmall
)

// The bits of the flags of a clip.
const (
	flagClosed = 1 << iota
	flagAdditive
	flagNear
	flagSpans
)

func (b *BakedClip) flags() (flags byte) {
	if b.closed {
		flags |= flagClosed
	}
	if b.additive {
		flags |= flagAdditive
	}
	if b.data.NearUnit {
		flags |= flagNear
	}
	if b.data.Spans > 0 {
		flags |= flagSpans
	}
	return flags
}

// MarshalBinary implements [encoding.BinaryMarshaler]. The error is that of
// [BakedClip.AppendBinary].
func (b *BakedClip) MarshalBinary() ([]byte, error) { return b.AppendBinary(nil) }

// append encodes the options.
func (o Options) append(dst []byte) []byte {
	flags := byte(0)
	if o.Unscaled {
		flags |= flagUnscaled
	}
	if o.AllowLarger {
		flags |= flagLarger
	}
	if o.Small {
		flags |= flagSmall
	}
	return append(record.Append64(dst, o.Tolerance, o.VertexDistance), flags)
}
