package kernel

import (
	"encoding/binary"
	"math/bits"
)

// A clip may store its frames in spans. Every SpanFrames-th frame is whole, a row after the other
// as in [Baked]. A span has the three frames between two whole ones, as differences: the middle one
// from the mean of the two whole ones, and the odd ones from the mean of the middle one and the
// whole one beside them. A mean is rounded down. A difference of a width b in bits is stored as an
// unsigned integer of b bits, 1 << (b-1) above its value; without bits it is 0.
//
// Frames holds the whole frames, one more than there are spans, and then blocks of BlockSpans spans.
// A block begins with a byte for each row: the width of the odd frames' differences in the lower 4
// bits, that of the middle one's in the upper 4. Then each span has the rows of the middle frame, of
// the first and of the last one. Where the clip ends before its last span, the last frame repeats.
//
// Steps in Ranges are those of integers that are shifted down. Rows have at most SpanBits bits.
const (
	SpanFrames = 4
	BlockSpans = 2
	SpanBits   = MaxBits - 1 // so that float32 holds a sum of two integers
)

// interval is what a sample of a clip in spans reads: offsets in Frames.
type interval struct {
	near, far   int // the whole frames beside it and at the other end of the span
	middle, odd int
	widths      int     // of the block
	inner, back float32 // 1 if the interval ends at the middle frame; 1 if it begins at the odd one; otherwise 0
	u           float32 // negative if the interval begins at the odd frame
}

// interval returns what the sample at a fraction of the way from a frame to the next one reads.
func (b *Baked) interval(frame int, u float32) (i interval) {
	span, part := frame/SpanFrames, frame%SpanFrames
	if span == b.Spans { // the last whole frame
		span, part, u = span-1, SpanFrames-1, 1
	}
	i.near, i.far, i.u = span*b.FrameSize, (span+1)*b.FrameSize, u
	i.widths = int(b.Blocks[span/BlockSpans])
	middle, odd := b.DifferenceSizes(i.widths)
	i.middle = i.widths + len(b.Bits) + span%BlockSpans*(middle+2*odd)
	i.odd = i.middle + middle
	if part >= SpanFrames/2 {
		i.near, i.far = i.far, i.near
		i.odd += odd
	}
	if part == 1 || part == 2 {
		i.inner = 1
	}
	if part%2 == 1 {
		i.back, i.u = 1, -u
	}
	return i
}

// DifferenceSizes returns the bytes of the middle frame of a span and of an odd one, given where in
// Frames the block begins.
func (b *Baked) DifferenceSizes(block int) (middle, odd int) {
	const low = 0x0f0f0f0f0f0f0f0f
	rows := len(b.Bits)
	for first := 0; first < rows; first += 8 {
		widths := binary.LittleEndian.Uint64(b.Frames[block+first:])
		if left := rows - first; left < 8 {
			widths &= 1<<(8*left) - 1
		}
		middle += sumBytes(widths >> 4 & low)
		odd += sumBytes(widths & low)
	}
	return middle, odd
}

// sumBytes returns the sum of 8 bytes, which is below 256.
func sumBytes(x uint64) int {
	_, low := bits.Mul64(x, 0x0101010101010101)
	return int(low >> 56)
}

// sampleDifferences interpolates the next row of a span.
func (s *rowSampler) sampleDifferences(dst *[Lanes]float32, bits uint, ranges *[2 * Lanes]float32) {
	middle, odd := uint(s.widths[0]>>4), uint(s.widths[0]&15)
	for k := range Lanes {
		near, far := Bits(s.from, k, bits), Bits(s.to, k, bits)
		center := (near+far)>>1 + Bits(s.middle, k, middle) - 1<<middle>>1
		quarter := (near+center)>>1 + Bits(s.odd, k, odd) - 1<<odd>>1
		from := near
		if s.isInner {
			from = center
		}
		difference := float32(quarter - from)
		if s.isBack {
			from = quarter
		}
		q := float32(from) + float32(difference*s.u)
		dst[k] = ranges[k] + float32(q*ranges[Lanes+k])
	}
	s.middle, s.odd, s.widths = s.middle[middle:], s.odd[odd:], s.widths[1:]
}

// Bits returns number k of a row of a width in bits. The row must have BakedPadding bytes.
func Bits(row []byte, k int, bits uint) int32 {
	at, shift := uint(k)*bits>>3, uint(k)*bits&7
	return int32(binary.LittleEndian.Uint32(row[at:at+4]) >> shift & (1<<bits - 1))
}
