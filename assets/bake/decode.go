package bake

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"

	"github.com/sinew-go/sinew/internal/kernel"
)

// Errors of decoding and binding. The returned errors wrap these and give the details.
var (
	// ErrDamaged reports bytes that are not a valid encoding of a baked clip.
	ErrDamaged = errors.New("damaged baked clip")
	// ErrVersion reports an encoding by another version of this package.
	ErrVersion = errors.New("baked clip of another version")
	// ErrMismatch reports a baked clip made from another clip, for another skeleton or with other
	// options.
	ErrMismatch = errors.New("baked clip of another source")
)

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]. The decoded clip must be bound to its
// source by [BakedClip.Bind], or by Library.SetBaked of package assets, before it can be sampled.
// UnmarshalBinary accepts untrusted bytes: a clip decoded without an error is safe to sample. The
// error wraps [ErrDamaged] or [ErrVersion], and leaves the clip unchanged.
func (b *BakedClip) UnmarshalBinary(data []byte) error {
	if len(data) < bakedHeader+4 || string(data[:len(bakedMagic)]) != bakedMagic {
		return fmt.Errorf("%w: expected bytes that begin with %q, found %q", ErrDamaged, bakedMagic,
			data[:min(len(data), len(bakedMagic))])
	}
	if version := binary.LittleEndian.Uint32(data[len(bakedMagic):]); version != bakedVersion {
		return fmt.Errorf("%w: expected version %d, found %d", ErrVersion, bakedVersion, version)
	}
	body, sum := data[:len(data)-4], binary.LittleEndian.Uint32(data[len(data)-4:])
	if n := binary.LittleEndian.Uint32(data[bakedHeader-4:]); uint64(n) != uint64(len(body)-bakedHeader) {
		return fmt.Errorf("%w: expected %d bytes after the header, found %d", ErrDamaged, n, len(body)-bakedHeader)
	}
	if found := crc32.Checksum(body, castagnoli); found != sum {
		return fmt.Errorf("%w: expected the checksum %08x, found %08x", ErrDamaged, sum, found)
	}
	decoded := BakedClip{}
	r := bakedReader{data: body[bakedHeader:]}
	r.clip(&decoded)
	if r.truncated {
		return fmt.Errorf("%w: expected lists that fit into %d bytes, found longer "+
			"ones", ErrDamaged, len(body)-bakedHeader)
	}
	if err := decoded.check(); err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	*b = decoded
	return nil
}

// bakedReader reads numbers from bytes. Past the end it sets truncated and returns zeros.
type bakedReader struct {
	data      []byte
	truncated bool
}

// take returns the next n bytes, or nil if fewer are left.
func (r *bakedReader) take(n int) []byte {
	if n < 0 || n > len(r.data) {
		r.truncated, r.data = true, nil
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

// flags reads a byte of flags, none of which may be above the largest.
func (r *bakedReader) flags(largest byte) byte {
	b := r.take(1)
	if len(b) == 0 {
		return 0
	}
	r.truncated = r.truncated || b[0] >= 2*largest
	return b[0]
}

// count reads a number from 0 to 2^31-1.
func (r *bakedReader) count() int {
	if b := r.take(4); b != nil {
		if n := binary.LittleEndian.Uint32(b); n <= math.MaxInt32 {
			return int(n)
		}
		r.truncated = true
	}
	return 0
}

// ints reads n integers. A number above 2^31-1 becomes negative, which [BakedClip.check] rejects.
func (r *bakedReader) ints(n int) []int32 {
	if n > len(r.data)/4 {
		r.truncated = true
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
		r.truncated = true
		return nil
	}
	b, list := r.take(4*n), make([]float32, n)
	for i := range list {
		list[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return list
}

// clip reads everything after the header. It allocates a list only if enough bytes are left for it.
func (r *bakedReader) clip(b *BakedClip) {
	copy(b.sourceHash[:], r.take(hashSize))
	b.options.Tolerance, b.options.VertexDistance = r.float64(), r.float64()
	options := r.flags(flagLarger)
	b.options.Unscaled, b.options.AllowLarger = options&flagUnscaled != 0, options&flagLarger != 0
	b.options.MaxFrameJoints = DefaultMaxFrameJoints
	b.start, b.end, b.origin, b.rate, b.maxError = r.float64(), r.float64(), r.float64(), r.float64(), r.float64()
	flags := r.flags(flagNear)
	b.closed, b.additive, b.data.NearUnit = flags&flagClosed != 0, flags&flagAdditive != 0, flags&flagNear != 0
	b.frames, b.joints = r.count(), r.count()
	d := &b.data
	lists := []*[]int32{
		&d.RestTargets, &d.ConstantTargets, &d.RotationGroups, &d.NormalizedGroups, &d.Whole,
		&d.Scattered,
	}
	counts := make([]int, len(lists))
	for i := range lists {
		counts[i] = r.count()
	}
	rows, cells, entries := r.count(), r.count(), r.count()
	for i, list := range lists {
		*list = r.ints(counts[i])
	}
	b.cells = cells
	for _, entry := range r.ints(entries) {
		b.cellTable = append(b.cellTable, uint32(entry))
	}
	d.Bits = append([]byte(nil), r.take(rows)...)
	frameSize := int64(0)
	for _, bits := range d.Bits {
		frameSize += int64(bits)
	}
	if frameSize > int64(len(r.data)) {
		r.truncated = true
		return
	}
	d.FrameSize = int(frameSize)
	d.Constants = r.floats(kernel.Lanes * len(d.ConstantTargets))
	d.Ranges = r.floats(2 * kernel.Lanes * len(d.Bits))
	if frameSize*int64(b.frames) != int64(len(r.data)) {
		r.truncated = true
		return
	}
	d.Frames = append(append(make([]byte, 0, len(r.data)+kernel.BakedPadding), r.data...),
		make([]byte, kernel.BakedPadding)...)
}
