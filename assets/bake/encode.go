package bake

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"hash/crc32"
	"math"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/kernel"
)

// The encoding of a baked clip, all little-endian: the magic, the version and the number of bytes in between as uint32, then
//
//	the key: a hash of the clip that it was made of
//	the options: tolerance, vertex distance: float64; unscaled: a byte
//	start, end, first frame, steps a second, error reached: float64
//	flags: a byte: 1 closed, 2 additive, 4 rotations are near unit length
//	frames, joints: uint32
//	the lengths of the lists of rows of the rest pose, constants, groups that turn, other groups of rotations, whole rows,
//	scattered numbers, and of widths; the number of steps, and the length of the table of their frames: uint32
//	these lists without the widths: uint32
//	widths: a byte each
//	constants, ranges: float32
//	the frames' bytes
//
// and the CRC-32C of everything before.
const (
	bakedMagic  = "sinew:bk"
	bakedHeader = len(bakedMagic) + 8
)

// bakedVersion is the version of the encoding and of what baking makes of the same clip.
const bakedVersion = 2

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// AppendBinary implements [encoding.BinaryAppender]. It never fails.
func (b *BakedClip) AppendBinary(dst []byte) ([]byte, error) {
	d := &b.data
	begin := len(dst)
	dst = append(dst, bakedMagic...)
	dst = append32(dst, bakedVersion, 0)
	dst = append(dst, b.key[:]...)
	dst = appendFlag(append64(dst, b.options.Tolerance, b.options.VertexDistance), b.options.Unscaled)
	dst = append64(dst, b.start, b.end, b.first, b.rate, b.maxError)
	dst = append(dst, b.flags())
	lists := [][]int32{d.RestTargets, d.ConstantTargets, d.RotationGroups, d.NormalizedGroups, d.Whole, d.Scattered}
	dst = append32(dst, b.frames, b.joints)
	for _, list := range lists {
		dst = append32(dst, len(list))
	}
	dst = append32(dst, len(d.Bits), b.steps, len(b.table))
	for _, list := range lists {
		for _, v := range list {
			dst = append32(dst, int(v))
		}
	}
	for _, entry := range b.table {
		dst = append32(dst, int(entry))
	}
	dst = append(dst, d.Bits...)
	for _, list := range [][]float32{d.Constants, d.Ranges} {
		for _, v := range list {
			dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(v))
		}
	}
	dst = append(dst, d.Frames[:len(d.Frames)-kernel.BakedPadding]...)
	binary.LittleEndian.PutUint32(dst[begin+bakedHeader-4:], uint32(len(dst)-begin-bakedHeader))
	return binary.LittleEndian.AppendUint32(dst, crc32.Checksum(dst[begin:], castagnoli)), nil
}

const (
	flagClosed = 1 << iota
	flagAdditive
	flagNear
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
	return flags
}

// MarshalBinary implements [encoding.BinaryMarshaler]. It never fails.
func (b *BakedClip) MarshalBinary() ([]byte, error) { return b.AppendBinary(nil) }

func append64(dst []byte, list ...float64) []byte {
	for _, v := range list {
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(v))
	}
	return dst
}

func appendFlag(dst []byte, flag bool) []byte {
	if flag {
		return append(dst, 1)
	}
	return append(dst, 0)
}

func append32(dst []byte, list ...int) []byte {
	for _, v := range list {
		dst = binary.LittleEndian.AppendUint32(dst, uint32(v))
	}
	return dst
}

// keySize is the length in bytes of the key of a baked clip.
const keySize = sha256.Size

// bakeKey returns a hash of everything of a clip that baking depends on, bit by bit.
func bakeKey(clip *clip.Clip) [keySize]byte {
	h := keyHash{hash: sha256.New()}
	s := clip.Skeleton()
	h.numbers(uint64(s.Len()), uint64(len(s.RestMorphs())))
	for _, parent := range s.Parents() {
		h.numbers(uint64(parent))
	}
	h.floats(s.RestLocals())
	h.numbers(math.Float64bits(clip.Start()), math.Float64bits(clip.End()), uint64(len(clip.Timelines())), uint64(len(clip.Tracks())))
	for _, times := range clip.Timelines() {
		h.floats(times)
	}
	for i, t := range clip.Tracks() {
		h.numbers(uint64(clip.Timeline(i)), uint64(t.Joint), uint64(t.Property), uint64(t.Track.Interpolation()))
		h.floats(t.Track.Values())
	}
	if clip.Additive() {
		h.numbers(1)
	}
	var key [keySize]byte
	h.flush()
	h.hash.Sum(key[:0])
	return key
}

// keyHash writes numbers to a hash in larger pieces.
type keyHash struct {
	hash   hash.Hash
	buffer []byte
	chunk  [4096]byte
}

func (h *keyHash) flush() {
	h.hash.Write(h.buffer)
	h.buffer = h.buffer[:0]
}

func (h *keyHash) numbers(list ...uint64) {
	for _, n := range list {
		h.buffer = binary.LittleEndian.AppendUint64(h.buffer, n)
	}
}

func (h *keyHash) floats(list []float32) {
	h.numbers(uint64(len(list)))
	h.flush()
	for len(list) > 0 {
		n := min(len(list), len(h.chunk)/4)
		for i, v := range list[:n] {
			binary.LittleEndian.PutUint32(h.chunk[4*i:4*i+4], math.Float32bits(v))
		}
		h.hash.Write(h.chunk[:4*n])
		list = list[n:]
	}
}
