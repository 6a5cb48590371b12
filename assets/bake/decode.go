package bake

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"

	"github.com/sinew-go/sinew/internal/kernel"
)

// What may be wrong with an encoded baked clip. Errors wrap these, with what exactly it is.
var (
	// ErrBakedDamaged says that the bytes are no whole encoding of a baked clip.
	ErrDamaged = errors.New("damaged baked clip")
	// ErrBakedVersion says that another version of this library encoded it.
	ErrBakedVersion = errors.New("baked clip of another version")
	// ErrBakedMismatch says that it was made of another clip, of another skeleton or with other options.
	ErrMismatch = errors.New("baked clip of something else")
)

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]. Whatever the bytes are, a clip that is decoded without an error can be
// sampled once it is bound to its source, by [BakedClip.Bind] or [Library.SetBaked]. The error wraps [ErrDamaged] or
// [ErrBakedVersion], and the clip is then as it was.
func (b *BakedClip) UnmarshalBinary(data []byte) error {
	if len(data) < bakedHeader+4 || string(data[:len(bakedMagic)]) != bakedMagic {
		return fmt.Errorf("%w: it does not begin like one", ErrDamaged)
	}
	if version := binary.LittleEndian.Uint32(data[len(bakedMagic):]); version != bakedVersion {
		return fmt.Errorf("%w: %d, not %d", ErrBakedVersion, version, bakedVersion)
	}
	body, sum := data[:len(data)-4], binary.LittleEndian.Uint32(data[len(data)-4:])
	if n := binary.LittleEndian.Uint32(data[bakedHeader-4:]); uint64(n) != uint64(len(body)-bakedHeader) {
		return fmt.Errorf("%w: it has %d bytes where %d are announced", ErrDamaged, len(body)-bakedHeader, n)
	}
	if crc32.Checksum(body, castagnoli) != sum {
		return fmt.Errorf("%w: its checksum does not match", ErrDamaged)
	}
	decoded := BakedClip{}
	r := bakedReader{data: body[bakedHeader:]}
	r.clip(&decoded)
	if r.short {
		return fmt.Errorf("%w: its lists do not fit its length", ErrDamaged)
	}
	if err := decoded.check(); err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	*b = decoded
	return nil
}

// bakedReader takes numbers off the front of its bytes. Once there are too few it gives zeros.
type bakedReader struct {
	data  []byte
	short bool
}

// take returns the next n bytes, or nil where there are fewer.
func (r *bakedReader) take(n int) []byte {
	if n < 0 || n > len(r.data) {
		r.short, r.data = true, nil
		return nil
	}
	taken := r.data[:n]
	r.data = r.data[n:]
	return taken
}

func (r *bakedReader) float64() float64 {
	if b := r.take(8); b != nil {
		return math.Float64frombits(binary.LittleEndian.Uint64(b))
	}
	return 0
}

func (r *bakedReader) flag() bool {
	b := r.take(1)
	return len(b) > 0 && b[0] != 0
}

// count returns a number from 0 to 2^31-1.
func (r *bakedReader) count() int {
	if b := r.take(4); b != nil {
		if n := binary.LittleEndian.Uint32(b); n <= math.MaxInt32 {
			return int(n)
		}
		r.short = true
	}
	return 0
}

// ints reads a list of n; what is no int32 becomes negative, which no list may hold.
func (r *bakedReader) ints(n int) []int32 {
	if n > len(r.data)/4 {
		r.short = true
		return nil
	}
	b, list := r.take(4*n), make([]int32, n)
	for i := range list {
		list[i] = int32(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return list
}

func (r *bakedReader) floats(n int) []float32 {
	if n > len(r.data)/4 {
		r.short = true
		return nil
	}
	b, list := r.take(4*n), make([]float32, n)
	for i := range list {
		list[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return list
}

// clip reads everything behind the header. No list is made before it is known that the bytes for it are there.
func (r *bakedReader) clip(b *BakedClip) {
	copy(b.key[:], r.take(keySize))
	b.options.Tolerance, b.options.VertexDistance, b.options.Unscaled = r.float64(), r.float64(), r.flag()
	b.start, b.end, b.first, b.rate, b.maxError = r.float64(), r.float64(), r.float64(), r.float64(), r.float64()
	if flags := r.take(1); len(flags) > 0 {
		b.closed, b.additive = flags[0]&flagClosed != 0, flags[0]&flagAdditive != 0
		b.data.NearUnit = flags[0]&flagNear != 0
		r.short = r.short || flags[0] > flagClosed|flagAdditive|flagNear
	}
	b.frames, b.joints = r.count(), r.count()
	d := &b.data
	lists := []*[]int32{&d.RestTargets, &d.ConstantTargets, &d.RotationGroups, &d.NormalizedGroups, &d.Whole, &d.Scattered}
	counts := make([]int, len(lists))
	for i := range lists {
		counts[i] = r.count()
	}
	rows, steps, entries := r.count(), r.count(), r.count()
	for i, list := range lists {
		*list = r.ints(counts[i])
	}
	b.steps = steps
	for _, entry := range r.ints(entries) {
		b.table = append(b.table, uint32(entry))
	}
	d.Bits = append([]byte(nil), r.take(rows)...)
	frameSize := int64(0)
	for _, bits := range d.Bits {
		frameSize += int64(bits)
	}
	if frameSize > int64(len(r.data)) {
		r.short = true
		return
	}
	d.FrameSize = int(frameSize)
	d.Constants = r.floats(kernel.Lanes * len(d.ConstantTargets))
	d.Ranges = r.floats(2 * kernel.Lanes * len(d.Bits))
	if frameSize*int64(b.frames) != int64(len(r.data)) {
		r.short = true
		return
	}
	d.Frames = append(append(make([]byte, 0, len(r.data)+kernel.BakedPadding), r.data...), make([]byte, kernel.BakedPadding)...)
}
