package record

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"
)

// Checksum returns the CRC-32C of bytes.
func Checksum(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }

// Append32 appends numbers of 4 bytes, of which it takes the low 32 bits.
func Append32(dst []byte, list ...int) []byte {
	for _, v := range list {
		dst = binary.LittleEndian.AppendUint32(dst, uint32(v))
	}
	return dst
}

// Append64 appends the bits of numbers of 8 bytes.
func Append64(dst []byte, list ...float64) []byte {
	for _, v := range list {
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(v))
	}
	return dst
}

// AppendFloats appends the bits of numbers of 4 bytes, without how many there are.
func AppendFloats(dst []byte, list []float32) []byte {
	for _, v := range list {
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(v))
	}
	return dst
}

// Reader reads numbers from bytes. Past the end it returns zeros and remembers where that was. The
// zero Reader has no bytes.
type Reader struct {
	Data  []byte // that are left
	size  int    // of all
	ended int    // 1 + the offset at which the bytes ended too early
}

// NewReader returns a reader of bytes.
func NewReader(data []byte) *Reader { return &Reader{Data: data, size: len(data)} }

// At returns the offset of what is read next.
func (r *Reader) At() int { return r.size - len(r.Data) }

// Truncated reports whether more was read than the bytes hold.
func (r *Reader) Truncated() bool { return r.ended > 0 }

// Truncate makes the reader one whose bytes ended too early, as a number that cannot be says.
func (r *Reader) Truncate() {
	if r.ended == 0 {
		r.ended = r.At() + 1
	}
	r.Data = nil
}

// Err returns an error if the bytes ended too early.
func (r *Reader) Err() error {
	if r.ended > 0 {
		return fmt.Errorf("at byte %d: expected more bytes than the %d of the record, or a number that they can hold, "+
			"found neither", r.ended-1, r.size)
	}
	return nil
}

// Take returns the next n bytes, or nil if fewer are left.
func (r *Reader) Take(n int) []byte {
	if n < 0 || n > len(r.Data) || r.ended > 0 {
		r.Truncate()
		return nil
	}
	taken := r.Data[:n:n]
	r.Data = r.Data[n:]
	return taken
}

// Byte reads a byte.
func (r *Reader) Byte() byte {
	if b := r.Take(1); b != nil {
		return b[0]
	}
	return 0
}

// Flags reads a byte of flags, none of which may be above the largest.
func (r *Reader) Flags(largest byte) byte {
	b := r.Byte()
	if int(b) >= 2*int(largest) {
		r.Truncate()
		return 0
	}
	return b
}

// Float64 reads the bits of a number of 8 bytes.
func (r *Reader) Float64() float64 {
	if b := r.Take(8); b != nil {
		return math.Float64frombits(binary.LittleEndian.Uint64(b))
	}
	return 0
}

// Uint32 reads a number of 4 bytes.
func (r *Reader) Uint32() uint32 {
	if b := r.Take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

// Int reads a number of 4 bytes with a sign.
func (r *Reader) Int() int { return int(int32(r.Uint32())) }

// Count reads a number from 0 to 2^31-1.
func (r *Reader) Count() int {
	n := r.Uint32()
	if n > math.MaxInt32 {
		r.Truncate()
		return 0
	}
	return int(n)
}

// Length reads how many elements of at least size bytes follow, which must be left for them.
func (r *Reader) Length(size int) int {
	n := r.Count()
	if n > len(r.Data)/max(1, size) {
		r.Truncate()
		return 0
	}
	return n
}

// Ints reads n numbers of 4 bytes. A number above 2^31-1 becomes negative.
func (r *Reader) Ints(n int) []int32 {
	b := r.list(n)
	list := make([]int32, len(b)/4)
	for i := range list {
		list[i] = int32(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return list
}

// Floats reads the bits of n numbers of 4 bytes.
func (r *Reader) Floats(n int) []float32 {
	if n < 0 || n > len(r.Data)/4 {
		r.Truncate()
		return nil
	}
	list := make([]float32, n)
	r.FillFloats(list)
	return list
}

// FillFloats reads the bits of as many numbers of 4 bytes as a list has.
func (r *Reader) FillFloats(list []float32) {
	b := r.list(len(list))
	if b == nil {
		clear(list)
		return
	}
	for i := range list {
		list[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
}

// list takes n numbers of 4 bytes.
func (r *Reader) list(n int) []byte {
	if n < 0 || n > len(r.Data)/4 {
		r.Truncate()
		return nil
	}
	return r.Take(4 * n)
}

// Text reads a text after its length.
func (r *Reader) Text() string { return string(r.Take(r.Count())) }
