package kernel

import "encoding/binary"

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

// Block tells where in Frames a block of spans begins, and how many bytes the middle frame of each
// of its spans takes, and an odd one.
type Block struct {
	At          uint32
	Middle, Odd uint16
}

// spanPart tells what differs between the intervals of a span. A table takes less time than
// branches, which no processor can predict.
type spanPart struct {
	late        int     // 1 if the whole frame and the odd frame beside the interval are the later ones
	inner, back float32 // 1 if the interval ends at the middle frame; 1 if it begins at the odd one; otherwise 0
	sign        float32 // of the fraction: negative if the interval begins at the odd frame
}

var spanParts = [SpanFrames]spanPart{{0, 0, 0, 1}, {0, 1, 1, -1}, {1, 1, 0, 1}, {1, 0, 1, -1}}

// interval returns what the sample at a fraction of the way from a frame to the next one reads: where
// in Frames the whole frames beside it and at the other end of the span begin, the middle frame, the
// odd one and the widths of the block, the part of the span, and the fraction with its sign.
func (b *Baked) interval(frame int, u float32) (near, far, middle, odd, widths int, part *spanPart, v float32) {
	span, place := int(uint(frame)/SpanFrames), uint(frame)%SpanFrames
	if span == b.Spans { // the last whole frame
		span, place, u = span-1, SpanFrames-1, 1
	}
	part = &spanParts[place]
	block := &b.Blocks[uint(span)/BlockSpans]
	near = (span + part.late) * b.FrameSize
	far = (2*span+1)*b.FrameSize - near
	widths = int(block.At)
	middle = widths + len(b.Bits) + int(uint(span)%BlockSpans)*(int(block.Middle)+2*int(block.Odd))
	odd = middle + int(block.Middle) + part.late*int(block.Odd)
	return near, far, middle, odd, widths, part, float32(u * part.sign)
}

// PlacesOf returns the count of the pieces of Frames that a sample between two frames reads, each no
// longer than a frame, and where they begin.
func (b *Baked) PlacesOf(frame, next int) (places [5]int, count int) {
	if b.Spans == 0 {
		return [5]int{frame * b.FrameSize, next * b.FrameSize}, 2
	}
	near, far, middle, odd, widths, _, _ := b.interval(frame, 0)
	return [5]int{near, far, middle, odd, widths}, 5
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
