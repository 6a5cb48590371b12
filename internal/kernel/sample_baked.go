package kernel

import "encoding/binary"

// MaxBits is the largest width in bits of a number in a baked clip: float32 holds every integer of
// that width exactly.
const MaxBits = 24

// BakedPadding is the number of bytes after the last frame of a baked clip, so that any row can be
// read by one large load.
const BakedPadding = 32

// Baked is a clip in frames of rows of 8 integers. A row of width b takes b bytes: its number k is
// the b bits from bit k·b on, counted from the lowest bit of the first byte. A frame is its rows
// one after another, in the order of Bits. The integer q of number k is not shifted down to the
// lowest bit of its byte before use; its value is
//
//	base[k] + (q << k·b%8)·step[k]
//
// A whole row is a row of a group: the same component of 8 joints. A scattered row has 8 numbers
// with a target of their own each.
type Baked struct {
	// Rest is the rest pose. RestTargets are the rows that keep its values, as indices in a local
	// pose, multiples of 8.
	Rest        []float32
	RestTargets []int32
	// Constants holds the other rows that do not change, 8 numbers each, and ConstantTargets the
	// index in a local pose of each. Scattered numbers may overwrite some of them.
	Constants       []float32
	ConstantTargets []int32
	// Bits holds the width of each row, at most MaxBits: first the four rows of each of
	// RotationGroups, then Whole, then Scattered. A row of width 0 takes no bytes; its numbers are
	// their bases.
	Bits []uint8
	// Ranges holds for each row its 8 bases, then its 8 steps.
	Ranges []float32
	// RotationGroups holds the offset in a local pose of each group whose four rotation rows are
	// consecutive whole rows. They are normalized as they are sampled.
	RotationGroups []int32
	// Whole holds the target of each other whole row: an index in a local pose, a multiple of 8.
	Whole []int32
	// Scattered holds the 8 targets of each scattered row; a row of fewer numbers repeats the last.
	// They are written after the whole rows and may overwrite numbers of those, but none in a
	// rotation of RotationGroups.
	Scattered []int32
	// Derived holds a derived row for each of the first scattered rows, after which it is written.
	Derived []DerivedRow
	// NormalizedGroups holds the offset of each other group whose rotations are normalized at the
	// end.
	NormalizedGroups []int32
	// NearUnit reports whether all rotations are within [NearUnitLimit] of unit length before they
	// are normalized.
	NearUnit bool
	// Frames holds the frames, FrameSize bytes each, and BakedPadding bytes more.
	Frames    []byte
	FrameSize int
	// Spans is how many spans of [SpanFrames] frames the clip has, if its frames are in spans, and
	// otherwise 0. Blocks holds the blocks of spans. See [SpanFrames].
	Spans  int
	Blocks []Block
}

// DerivedRow has 8 numbers that follow from those of a scattered row, as x, y and z of a joint
// follow from each other that turns about one axis. They take no bytes of frames. Number k is
//
//	base[k] + (q << j·b%8)·step[k]
//
// with the integer q of number j of the scattered row: one of the first four for the first four,
// and one of the last four for the others. A row of fewer numbers repeats some. Their targets are
// as those of scattered rows.
type DerivedRow struct {
	Shuffle    [4 * Lanes]byte // see SetFrom
	Base, Step [Lanes]float32
	Targets    [Lanes]int32
}

// SetFrom sets from which number of the scattered row number k follows.
func (d *DerivedRow) SetFrom(k, number int) {
	for i := range 4 {
		d.Shuffle[4*k+i] = byte(number%4*4 + i) // where it is in four numbers, byte by byte
	}
}

// From returns from which number of the scattered row number k follows.
func (d *DerivedRow) From(k int) int { return k&^3 + int(d.Shuffle[4*k]/4)&3 }

// NearUnitLimit is the largest difference from 1 of a rotation's squared length for which a series
// of four terms normalizes it with less error than the rounding of float32.
const NearUnitLimit = 1.0 / 64

// SampleBaked writes the local pose at the fraction u of the way from one frame of a baked clip to
// another. It first writes the rows of the rest pose and the constants. Then, for every number of
// every row, with the frames' integers a and b, unshifted and converted to float32,
//
//	q = a + (b - a)·u
//	dst[target] = base + q·step
//
// Last it normalizes the rotations of the listed groups as [Normalize] does, or with NearUnit by
// the first terms of the series of 1/sqrt(n), where n is the sum of squares in the order of
// Normalize:
//
//	d = 1 - n
//	rotation * (1 + d·(1/2 + d·(3/8 + d·5/16)))
func SampleBaked(dst []float32, b *Baked, frame, next int, u float32) {
	if assembly {
		sampleBakedAsm(&dst[0], b, frame, next, u)
		return
	}
	sampleBakedGeneric(dst, b, frame, next, u)
}

func sampleBakedGeneric(dst []float32, b *Baked, frame, next int, u float32) {
	InterpolateBaked(dst, b, frame, next, u)
	for _, groups := range [2][]int32{b.RotationGroups, b.NormalizedGroups} {
		for _, group := range groups {
			if b.NearUnit {
				normalizeNearUnit(dst[group : group+4*Lanes])
			} else {
				normalizeGeneric(dst[group : group+GroupSize])
			}
		}
	}
}

// InterpolateBaked is [SampleBaked] without normalizing rotations.
func InterpolateBaked(dst []float32, b *Baked, frame, next int, u float32) {
	for _, target := range b.RestTargets {
		*(*[Lanes]float32)(dst[target:]) = [Lanes]float32(b.Rest[target:])
	}
	constants := b.Constants
	for _, target := range b.ConstantTargets {
		*(*[Lanes]float32)(dst[target:]) = [Lanes]float32(constants)
		constants = constants[Lanes:]
	}
	rows := newRowSampler(b, frame, next, u)
	ranges := b.Ranges
	turned := 4 * len(b.RotationGroups)
	whole := turned + len(b.Whole)
	for i, width := range b.Bits {
		bits := uint(width)
		switch {
		case i < turned:
			target := int(b.RotationGroups[i/4]) + i%4*Lanes
			rows.sample((*[Lanes]float32)(dst[target:]), bits, (*[2 * Lanes]float32)(ranges))
		case i < whole:
			rows.sample((*[Lanes]float32)(dst[b.Whole[i-turned]:]), bits, (*[2 * Lanes]float32)(ranges))
		default:
			targets := (*[Lanes]int32)(b.Scattered[(i-whole)*Lanes:])
			var row [Lanes]float32
			if i-whole < len(b.Derived) {
				rows.sample(&row, bits, &asIntegers)
				for k, target := range targets {
					dst[target] = ranges[k] + float32(row[k]*ranges[Lanes+k])
				}
				b.Derived[i-whole].write(dst, &row)
				break
			}
			rows.sample(&row, bits, (*[2 * Lanes]float32)(ranges))
			for k, target := range targets {
				dst[target] = row[k]
			}
		}
		ranges = ranges[2*Lanes:]
	}
}

// asIntegers are the ranges of a row with which it is sampled as its interpolated integers.
var asIntegers = func() (ranges [2 * Lanes]float32) {
	for k := Lanes; k < 2*Lanes; k++ {
		ranges[k] = 1
	}
	return ranges
}()

// write writes the derived numbers of the interpolated integers of a scattered row.
func (d *DerivedRow) write(dst []float32, row *[Lanes]float32) {
	for k, target := range d.Targets {
		dst[target] = d.Base[k] + float32(row[d.From(k)]*d.Step[k])
	}
}

// rowSampler interpolates the rows of a clip, one after the other.
type rowSampler struct {
	from, to        []byte // the next row of whole frames
	inSpan          bool
	middle, odd     []byte // the next row of differences
	widths          []byte
	isInner, isBack bool // see spanPart
	u               float32
}

func newRowSampler(b *Baked, frame, next int, u float32) rowSampler {
	if b.Spans == 0 {
		return rowSampler{from: b.Frames[frame*b.FrameSize:], to: b.Frames[next*b.FrameSize:], u: u}
	}
	near, far, middle, odd, widths, part, v := b.interval(frame, u)
	return rowSampler{
		b.Frames[near:], b.Frames[far:], true, b.Frames[middle:], b.Frames[odd:], b.Frames[widths:], part.inner > 0,
		part.back > 0, v,
	}
}

// sample interpolates the next row.
func (s *rowSampler) sample(dst *[Lanes]float32, bits uint, ranges *[2 * Lanes]float32) {
	if s.inSpan {
		s.sampleDifferences(dst, bits, ranges)
	} else {
		sampleRow(dst, s.from, s.to, bits, ranges, s.u)
	}
	s.from, s.to = s.from[bits:], s.to[bits:]
}

// normalizeNearUnit normalizes the rotations of one group, which are near unit length already.
func normalizeNearUnit(group []float32) {
	p := (*[4 * Lanes]float32)(group)
	for l := range Lanes {
		x, y, z, w := p[l], p[8+l], p[16+l], p[24+l]
		d := 1 - (float32(x*x) + float32(y*y) + float32(z*z) + float32(w*w))
		inverse := 1 + float32(d*(0.5+float32(d*(0.375+float32(d*0.3125)))))
		p[l], p[8+l], p[16+l], p[24+l] = x*inverse, y*inverse, z*inverse, w*inverse
	}
}

// sampleRow interpolates one row. from and to begin at the row and have at least BakedPadding
// bytes.
func sampleRow(dst *[Lanes]float32, from, to []byte, bits uint, ranges *[2 * Lanes]float32, u float32) {
	a, b := (*[BakedPadding]byte)(from), (*[BakedPadding]byte)(to)
	mask := uint32(1)<<(bits&31) - 1
	bit := uint(0)
	for k := range Lanes {
		// The number begins in byte at and ends within the four bytes from there, since 7 bits more
		// than MaxBits are 31.
		at, inPlace := bit>>3, mask<<(bit&7)
		bit += bits
		if at > BakedPadding-4 {
			return // never; it proves to the compiler that the indices below are within bounds
		}
		qa := float32(int32(binary.LittleEndian.Uint32(a[at:at+4]) & inPlace))
		qb := float32(int32(binary.LittleEndian.Uint32(b[at:at+4]) & inPlace))
		q := qa + float32((qb-qa)*u)
		dst[k] = ranges[k] + float32(q*ranges[Lanes+k])
	}
}

// Shift returns the bit, within its first byte, at which number k of a row of that width begins.
func Shift(k, bits int) int { return k * bits % 8 }

// PutBits stores an integer of a width in bits as number k of a row. The row's bits must be 0 there
// before, and row must have BakedPadding bytes.
func PutBits(row []byte, k int, bits uint, q uint32) {
	at, shift := uint(k)*bits>>3, uint(k)*bits&7
	window := row[at : at+4]
	binary.LittleEndian.PutUint32(window, binary.LittleEndian.Uint32(window)|q<<shift)
}
