package matching

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"unsafe"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/matching/internal/form"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/record"
)

// The encoding of a database, all little-endian:
//
//	version: uint32; name: text; rate: float64
//	features: for each its kind: byte; name: text; weight: float32; for a trajectory the weight of its directions:
//	    float32, and its times: float64
//	ranges: for each the number of its clip: uint32; From, To, SkipStart, SkipEnd: float64; tags: texts; Loop: byte
//	zeros up to a multiple of 4 bytes from the start
//	the frames that can be found, in the order of the leaves: int32
//	the numbers of all leaves, in the order of memory: float32
//
// Lists and texts begin with their length: uint32. The axes and the boxes above the leaves follow
// from these.
const encodingVersion = 2

// ErrDamaged reports bytes that are no encoding of a database.
var ErrDamaged = errors.New("damaged database")

// AppendBinary implements [search.Origin].
func (d *draft) AppendBinary(dst []byte) ([]byte, error) {
	dst, err := d.appendDefinition(dst)
	if err != nil {
		return dst, err
	}
	return d.appendNumbers(dst), nil
}

// appendDefinition appends the encoding as far as it says what the database is made of.
func (d *draft) appendDefinition(dst []byte) ([]byte, error) {
	start := len(dst)
	text := func(s string) { dst = append(record.Append32(dst, len(s)), s...) }
	dst = record.Append32(dst, encodingVersion)
	text(d.name)
	dst = record.Append64(dst, d.rate)
	specs := d.builder.features
	count := len(specs)
	for i := range specs {
		if i > 0 && specs[i].isTrajectory() && specs[i-1].isTrajectory() {
			count-- // both parts are one
		}
	}
	dst = record.Append32(dst, count)
	for i := 0; i < len(specs); i++ {
		f := &specs[i]
		if f.kind == valueOf {
			return dst[:start], fmt.Errorf("database %q: %s: expected a feature without a function of the program to encode, "+
				"found one", d.name, f.label())
		}
		kind, weights := f.kind, []float32{f.weight}
		if f.isTrajectory() {
			kind, weights = trajectoryPositions, []float32{f.weight, 0}
			if f.kind == trajectoryDirections {
				weights[0], weights[1] = 0, f.weight
			} else if i+1 < len(specs) && specs[i+1].kind == trajectoryDirections {
				i++
				weights[1] = specs[i].weight
			}
		}
		dst = append(dst, byte(kind))
		text(f.name)
		dst = record.AppendFloats(dst, weights)
		if kind == trajectoryPositions {
			dst = record.Append64(record.Append32(dst, len(f.times)), f.times...)
		}
	}
	numbers := map[id.Clip]int{}
	for i, of := range d.clips() {
		numbers[of] = i
	}
	dst = record.Append32(dst, len(d.builder.ranges))
	for i := range d.builder.ranges {
		r := &d.builder.ranges[i]
		dst = record.Append32(dst, numbers[r.Clip])
		dst = record.Append64(dst, r.From, r.To, r.SkipStart, r.SkipEnd)
		dst = record.Append32(dst, len(r.Tags))
		for _, tag := range r.Tags {
			text(tag)
		}
		loop := byte(0)
		if r.Loop {
			loop = 1
		}
		dst = append(dst, loop)
	}
	for (len(dst)-start)%4 != 0 {
		dst = append(dst, 0)
	}
	return dst, nil
}

// appendNumbers appends the order of the leaves and the numbers.
func (d *draft) appendNumbers(dst []byte) []byte {
	x := &d.index
	dst = record.Append32(dst, x.Count)
	for _, frame := range x.Frames[:x.Count] {
		dst = record.Append32(dst, int(frame))
	}
	return record.AppendFloats(record.Append32(dst, len(x.Rows)), x.Rows)
}

// View returns the database that [search.Database.AppendBinary] encoded, for clips of a library and
// the skeleton that they move, without measuring a frame. Where the numbers lie in data at a
// multiple of 4 bytes they stay there, and the database keeps the owner of this memory, which must
// not change. The errors are like in [Builder.Build], and [ErrDamaged].
func View(data []byte, owner any, library motion.Clips, skeleton *rig.Skeleton, clips []id.Clip) (*Database, error) {
	v := &viewer{Reader: record.NewReader(data)}
	b := v.builder(skeleton, clips)
	order := v.Ints(v.Length(4))
	rows, isShared := v.numbers()
	if err := v.end(); err != nil {
		return nil, err
	}
	b.isMeasured = true
	d, err := b.describe(library, nil)
	if b.isMeasured = false; err != nil {
		return nil, err
	}
	if isShared {
		d.owner = owner
	}
	if err := d.take(order, rows); err != nil {
		return nil, fmt.Errorf("%w: database %q: %w", ErrDamaged, d.name, err)
	}
	return d.database(), nil
}

// viewer reads encodings. After an error it reads zeros.
type viewer struct {
	*record.Reader
	err error // the first of what is not the end of the bytes
}

// end returns the first error.
func (v *viewer) end() error {
	switch err := v.Err(); {
	case err != nil:
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	case v.err != nil:
		return fmt.Errorf("%w: %w", ErrDamaged, v.err)
	case len(v.Data) > 0:
		return fmt.Errorf("%w: at byte %d: expected its end, found %d bytes more", ErrDamaged, v.At(), len(v.Data))
	}
	return nil
}

func (v *viewer) float32() float32 {
	var one [1]float32
	v.FillFloats(one[:])
	return one[0]
}

// builder reads what a database is made of.
func (v *viewer) builder(skeleton *rig.Skeleton, clips []id.Clip) *Builder {
	if version := v.Uint32(); version != encodingVersion && v.err == nil {
		v.err = fmt.Errorf("expected version %d, found %d", encodingVersion, version)
	}
	b := NewBuilder(v.Text(), skeleton).Rate(v.Float64())
	for range v.Length(9) {
		k, name, weight := kind(v.Byte()), v.Text(), v.float32()
		switch {
		case v.err != nil || v.Truncated():
			return b
		case k == trajectoryPositions:
			directions := v.float32()
			times := make([]float64, v.Length(8))
			for i := range times {
				times[i] = v.Float64()
			}
			b.Trajectory(weight, directions, times...)
		case k == trajectoryDirections || k >= valueOf:
			v.err = fmt.Errorf("expected a kind of feature below %d, found %d", valueOf, k)
		default:
			b.add(featureSpec{kind: k, name: name, weight: weight})
		}
	}
	for range v.Length(41) {
		number := v.Count()
		r := Range{From: v.Float64(), To: v.Float64(), SkipStart: v.Float64(), SkipEnd: v.Float64()}
		for range v.Length(4) {
			r.Tags = append(r.Tags, v.Text())
		}
		r.Loop = v.Flags(1) != 0
		if v.Truncated() || v.err != nil {
			return b
		}
		if number >= len(clips) {
			v.err = fmt.Errorf("expected the number of one of %d clips, found %d", len(clips), number)
			return b
		}
		r.Clip = clips[number]
		b.Range(r)
	}
	for _, zero := range v.Take((4 - v.At()%4) % 4) {
		if zero != 0 && v.err == nil {
			v.err = fmt.Errorf("at byte %d: expected zeros, found %d", v.At(), zero)
		}
	}
	return b
}

// isLittle reports whether memory has numbers as the encoding has them.
var isLittle = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// numbers reads the numbers of all leaves, or returns them where they are.
func (v *viewer) numbers() (rows []float32, isShared bool) {
	n := v.Length(4)
	if n > 0 && isLittle && len(v.Data) >= 4*n && uintptr(unsafe.Pointer(&v.Data[0]))%unsafe.Alignof(float32(0)) == 0 {
		return unsafe.Slice((*float32)(unsafe.Pointer(&v.Take(4 * n)[0])), n), true
	}
	return v.Floats(n), false
}

// take makes the index from an order of the frames that can be found and the numbers of the leaves.
func (d *draft) take(order []int32, rows []float32) error {
	found, others := d.divide()
	size := (ceil(len(found)) + ceil(len(others))) * form.LeafSize * d.width
	if len(order) != len(found) || len(rows) != size {
		return fmt.Errorf("expected %d frames to find and %d numbers, found %d and %d", len(found), size, len(order),
			len(rows))
	}
	missing := make([]bool, d.frames)
	for _, frame := range found {
		missing[frame] = true
	}
	for _, frame := range order {
		if frame < 0 || int(frame) >= d.frames || !missing[frame] {
			return fmt.Errorf("expected each frame that can be found once, found frame %d", frame)
		}
		missing[frame] = false
	}
	for i, x := range rows {
		if !(math.Abs(float64(x)) <= math.MaxFloat32) {
			return fmt.Errorf("number %d: expected finite numbers, found %v", i, x)
		}
	}
	d.arrange(order, others)
	d.index.Rows = rows
	numbers := make([]float32, d.width)
	row := func(frame int) []float32 {
		d.index.Read(frame, numbers)
		return numbers
	}
	d.weigh(row)
	d.orient(row)
	p := d.locate(order, row)
	d.enclose(&p)
	d.note()
	return nil
}
