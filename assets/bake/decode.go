package bake

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/record"
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
	return b.decode(data, nil)
}

// View decodes a baked clip like [BakedClip.UnmarshalBinary], but leaves its frames where they are:
// in the bytes, which may be those of a file in memory, must not change, and must have
// [ViewPadding] bytes of any value after the encoding. Fewer are an error. The clip keeps owner, on
// which the life of the bytes may depend.
func View(data []byte, owner any) (*BakedClip, error) {
	if owner == nil {
		owner = data
	}
	b := &BakedClip{}
	if err := b.decode(data, owner); err != nil {
		return nil, err
	}
	return b, nil
}

// ViewPadding is how many bytes [View] needs after the encoding of a baked clip.
const ViewPadding = kernel.BakedPadding

// decode decodes a clip from bytes. If these have an owner, the frames stay in them, and they end
// with the padding.
func (b *BakedClip) decode(data []byte, owner any) error {
	if b == nil {
		return errors.New("expected a baked clip to decode into, found nil")
	}
	padding := 0
	if owner != nil {
		padding = ViewPadding
	}
	if len(data) < bakedHeader+4 || string(data[:len(bakedMagic)]) != bakedMagic {
		return fmt.Errorf("%w: expected bytes that begin with %q, found %q", ErrDamaged, bakedMagic,
			data[:min(len(data), len(bakedMagic))])
	}
	if version := binary.LittleEndian.Uint32(data[len(bakedMagic):]); version != bakedVersion {
		return fmt.Errorf("%w: expected version %d, found %d", ErrVersion, bakedVersion, version)
	}
	end := len(data) - padding - 4 // of what the checksum covers
	found := max(0, end-bakedHeader)
	if n := binary.LittleEndian.Uint32(data[bakedHeader-4:]); end < bakedHeader || uint64(n) != uint64(found) {
		return fmt.Errorf("%w: expected %d bytes after the header, found %d", ErrDamaged, n, found)
	}
	body, sum := data[:end], binary.LittleEndian.Uint32(data[end:])
	if found := record.Checksum(body); found != sum {
		return fmt.Errorf("%w: expected the checksum %08x, found %08x", ErrDamaged, sum, found)
	}
	decoded := BakedClip{owner: owner}
	r := record.NewReader(body[bakedHeader:])
	frames := decoded.read(r)
	if r.Truncated() {
		return fmt.Errorf("%w: expected lists that fit into %d bytes, found longer "+
			"ones", ErrDamaged, end-bakedHeader)
	}
	if owner != nil {
		last := end + kernel.BakedPadding
		decoded.data.Frames = data[end-len(frames) : last : last]
	} else {
		decoded.data.Frames = append(append(make([]byte, 0, len(frames)+kernel.BakedPadding), frames...),
			make([]byte, kernel.BakedPadding)...)
	}
	if err := decoded.check(); err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	*b = decoded
	return nil
}

// read reads everything after the header, and returns the bytes of the frames. It allocates a list
// only if enough bytes are left for it.
func (b *BakedClip) read(r *record.Reader) (frames []byte) {
	copy(b.sourceHash[:], r.Take(hashSize))
	b.options.Tolerance, b.options.VertexDistance = r.Float64(), r.Float64()
	options := r.Flags(flagSmall)
	b.options.Unscaled, b.options.AllowLarger = options&flagUnscaled != 0, options&flagLarger != 0
	b.options.Small = options&flagSmall != 0
	b.options.MaxFrameJoints = DefaultMaxFrameJoints
	b.start, b.end, b.origin, b.rate, b.maxError = r.Float64(), r.Float64(), r.Float64(), r.Float64(), r.Float64()
	flags := r.Flags(flagSpans)
	b.closed, b.additive, b.data.NearUnit = flags&flagClosed != 0, flags&flagAdditive != 0, flags&flagNear != 0
	b.frames, b.joints = r.Count(), r.Count()
	d := &b.data
	var derived []int32 // targets
	lists := []*[]int32{
		&d.RestTargets, &d.ConstantTargets, &d.RotationGroups, &d.NormalizedGroups, &d.Whole,
		&d.Scattered, &derived,
	}
	counts := make([]int, len(lists))
	for i := range lists {
		counts[i] = r.Count()
	}
	rows, cells, stretches, blocks := r.Count(), r.Count(), r.Count(), r.Count()
	total := 0
	for _, count := range counts {
		if count > len(r.Data)/4-total {
			r.Truncate()
			return nil
		}
		total += count
	}
	all := r.Ints(total)
	for i, list := range lists {
		*list, all = all[:counts[i]:counts[i]], all[counts[i]:]
	}
	b.cells = cells
	b.cellTable.read(r, stretches, blocks)
	if d.Bits = r.Take(rows); b.owner == nil {
		d.Bits = slices.Clone(d.Bits)
	}
	from := r.Take(len(derived) / 4)
	frameSize := int64(0)
	for _, bits := range d.Bits {
		frameSize += int64(bits)
	}
	if frameSize > int64(len(r.Data)) {
		r.Truncate()
		return nil
	}
	d.FrameSize = int(frameSize)
	constants, ranges := kernel.Lanes*len(d.ConstantTargets), 2*kernel.Lanes*len(d.Bits)
	floats := r.Floats(constants + ranges + 2*len(derived))
	if r.Truncated() || len(derived)%kernel.Lanes != 0 {
		r.Truncate()
		return nil
	}
	d.Constants, floats = floats[:constants:constants], floats[constants:]
	d.Ranges = floats[:ranges:ranges]
	d.Derived = derivedRows(derived, from, floats[ranges:])
	if flags&flagSpans != 0 && !b.readBlocks(r.Data) ||
		flags&flagSpans == 0 && frameSize*int64(b.frames) != int64(len(r.Data)) {
		r.Truncate()
		return nil
	}
	return r.Take(len(r.Data))
}

// derivedRows returns derived rows from their targets, from which numbers these follow, in 2 bits
// each, and their ranges.
func derivedRows(targets []int32, from []byte, ranges []float32) (rows []kernel.DerivedRow) {
	for len(targets) > 0 {
		d := kernel.DerivedRow{
			Targets: [kernel.Lanes]int32(targets), Base: [kernel.Lanes]float32(ranges),
			Step: [kernel.Lanes]float32(ranges[kernel.Lanes:]),
		}
		for k := range kernel.Lanes {
			d.SetFrom(k, int(from[k/4]>>(k%4*2)&3))
		}
		rows = append(rows, d)
		targets, from, ranges = targets[kernel.Lanes:], from[kernel.Lanes/4:], ranges[2*kernel.Lanes:]
	}
	return rows
}
