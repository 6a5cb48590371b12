package bake

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/sinew-go/sinew/internal/kernel"
)

// spanShare is how much of the bytes of whole frames a clip in spans may take at most: a sample of
// it takes longer.
const spanShare = 0.95

// useSpans stores the frames in spans, as [kernel.SpanFrames] describes, if the options ask for a
// small clip and that takes enough bytes less. Samples keep their bits.
func (b *BakedClip) useSpans() {
	if !b.options.Small {
		return
	}
	inSpans := *b
	if inSpans.data = b.inSpans(); inSpans.data.Spans > 0 &&
		float64(inSpans.Bytes()) <= float64(spanShare*float64(b.Bytes())) {
		*b = inSpans
	}
}

// spans returns how many spans the intervals between the clip's frames take.
func (b *BakedClip) spans() int { return (b.intervals() + kernel.SpanFrames - 1) / kernel.SpanFrames }

// difference is a frame of a span that is stored as a difference.
type difference struct {
	frame, reach int  // the frames at both sides whose mean it differs from are that far away
	shift        uint // of its width in the byte of a row
}

// differences are those of a span, in their order.
var differences = [...]difference{{2, 2, 4}, {1, 1, 0}, {3, 1, 0}}

// inSpans returns the data of a clip of whole frames with the frames in spans. It has no spans if
// an integer takes too many bits.
func (b *BakedClip) inSpans() kernel.Baked {
	d := b.data
	d.Spans, d.Frames = b.spans(), nil
	if len(d.Bits) == 0 || slices.Max(d.Bits) > kernel.SpanBits {
		return kernel.Baked{}
	}
	frames := make([][]int32, kernel.SpanFrames*d.Spans+1)
	for i := range frames {
		from := i
		switch {
		case i >= b.frames && b.closed:
			from = 0
		case i >= b.frames:
			from = b.frames - 1
		}
		whole := b.data.Frames[from*d.FrameSize:]
		frames[i] = appendIntegers(nil, d.Bits, whole)
		if i%kernel.SpanFrames == 0 {
			d.Frames = append(d.Frames, whole[:d.FrameSize]...)
		}
	}
	for first := 0; first < d.Spans; first += kernel.BlockSpans {
		at, last := len(d.Frames), min(first+kernel.BlockSpans, d.Spans)
		var fit bool
		d.Frames, fit = appendBlock(d.Frames, frames[first*kernel.SpanFrames:last*kernel.SpanFrames+1])
		block, small := newBlock(at, d.Frames[at:][:len(d.Bits)])
		if !fit || !small {
			return kernel.Baked{}
		}
		d.Blocks = append(d.Blocks, block)
	}
	d.Frames = append(d.Frames, make([]byte, kernel.BakedPadding)...)
	d.Ranges = slices.Clone(d.Ranges)
	for i := range d.Ranges {
		d.Ranges[i] *= stepShift(d.Bits, i)
	}
	scaleDerived(&d, func(step, shift float32) float32 { return step * shift })
	return d
}

// scaleDerived replaces the steps of derived rows, given the powers of two at which the kernel
// reads the integers.
func scaleDerived(d *kernel.Baked, scale func(step, shift float32) float32) {
	d.Derived = slices.Clone(d.Derived)
	for i := range d.Derived {
		row, width := &d.Derived[i], int(d.Bits[firstScattered(d)+i])
		for k := range row.Step {
			row.Step[k] = scale(row.Step[k], float32(int(1)<<kernel.Shift(row.From(k), width)))
		}
	}
}

// stepShift returns by which power of two a number of the ranges of rows is divided if frames are
// whole: that at which the kernel reads the integer of a step.
func stepShift(widths []byte, i int) float32 {
	row, k := i/(2*kernel.Lanes), i%(2*kernel.Lanes)
	if k < kernel.Lanes {
		return 1 // a base
	}
	return float32(int(1) << kernel.Shift(k-kernel.Lanes, int(widths[row])))
}

// appendIntegers appends the integers of rows.
func appendIntegers(integers []int32, widths, rows []byte) []int32 {
	for _, width := range widths {
		for k := range kernel.Lanes {
			integers = append(integers, kernel.Bits(rows, k, uint(width)))
		}
		rows = rows[width:]
	}
	return integers
}

// appendBlock appends a block of the spans of frames, which are given by their integers. It returns
// false if a difference takes more than 15 bits.
func appendBlock(dst []byte, frames [][]int32) (block []byte, fit bool) {
	values := len(frames[0])
	widths := make([]byte, values/kernel.Lanes)
	each := func(visit func(d difference, row, k int, value int32)) {
		for first := 0; first+1 < len(frames); first += kernel.SpanFrames {
			for _, d := range differences {
				at := first + d.frame
				before, after := frames[at-d.reach], frames[at+d.reach]
				for i, integer := range frames[at] {
					visit(d, i/kernel.Lanes, i%kernel.Lanes, integer-(before[i]+after[i])>>1)
				}
			}
		}
	}
	fit = true
	each(func(d difference, row, _ int, value int32) {
		width := 0
		if value != 0 {
			width = bits.Len32(uint32(max(value, -1-value))) + 1
		}
		fit = fit && width <= 15
		if width > int(widths[row]>>d.shift&15) {
			widths[row] = widths[row]&^(15<<d.shift) | byte(width<<d.shift)
		}
	})
	dst = append(dst, widths...)
	at := 0 // where the row begins
	each(func(d difference, row, k int, value int32) {
		width := int(widths[row] >> d.shift & 15)
		if k == 0 {
			at = len(dst)
			dst = append(dst, make([]byte, width+kernel.BakedPadding)...)[:at+width]
		}
		kernel.PutBits(dst[at:at+kernel.BakedPadding], k, uint(width), uint32(value+1<<width>>1))
	})
	return dst, fit
}

// newBlock returns the block that begins at an offset with the widths of its rows. It returns false
// if the frames take more bytes than a block can tell, which needs thousands of joints.
func newBlock(at int, widths []byte) (block kernel.Block, small bool) {
	middle, odd := 0, 0
	for _, both := range widths {
		middle += int(both >> 4)
		odd += int(both & 15)
	}
	return kernel.Block{At: uint32(at), Middle: uint16(middle), Odd: uint16(odd)}, max(middle, odd) <= math.MaxUint16
}

// eachFrame calls visit with the integers of each frame of a clip in spans.
func (b *BakedClip) eachFrame(visit func(frame int, integers []int32)) {
	d := &b.data
	var span [kernel.SpanFrames + 1][]int32
	widths, at := make([]byte, len(d.Bits)), 0
	for i := range d.Spans {
		for k := range span {
			span[k] = span[k][:0]
		}
		for _, k := range [...]int{0, kernel.SpanFrames} {
			span[k] = appendIntegers(span[k], d.Bits, d.Frames[(i+k/kernel.SpanFrames)*d.FrameSize:])
		}
		block := int(d.Blocks[i/kernel.BlockSpans].At)
		if i%kernel.BlockSpans == 0 {
			at = block + len(d.Bits)
		}
		for _, difference := range differences {
			rows := d.Frames[at:]
			for row := range widths {
				widths[row] = d.Frames[block+row] >> difference.shift & 15
				at += int(widths[row])
			}
			frame, reach := difference.frame, difference.reach
			integers := appendIntegers(span[frame], widths, rows)
			for v := range integers {
				width := widths[v/kernel.Lanes]
				integers[v] += (span[frame-reach][v]+span[frame+reach][v])>>1 - 1<<width>>1
			}
			span[frame] = integers
		}
		for k := range span {
			if frame := i*kernel.SpanFrames + k; k < kernel.SpanFrames || i == d.Spans-1 {
				visit(frame, span[k])
			}
		}
	}
}

// wholeFrames returns the data of a clip with whole frames.
func (b *BakedClip) wholeFrames() kernel.Baked {
	d := b.data
	if d.Spans == 0 {
		return d
	}
	d.Spans, d.Blocks = 0, nil
	d.Frames = make([]byte, b.frames*d.FrameSize+kernel.BakedPadding)
	b.eachFrame(func(frame int, integers []int32) {
		if frame >= b.frames {
			return
		}
		at := frame * d.FrameSize
		for row, width := range d.Bits {
			for k, integer := range integers[row*kernel.Lanes:][:kernel.Lanes] {
				kernel.PutBits(d.Frames[at:], k, uint(width), uint32(integer))
			}
			at += int(width)
		}
	})
	d.Ranges = slices.Clone(d.Ranges)
	for i := range d.Ranges {
		d.Ranges[i] /= stepShift(d.Bits, i)
	}
	scaleDerived(&d, func(step, shift float32) float32 { return step / shift })
	return d
}

// readBlocks finds the blocks in the bytes of frames, without padding. It returns false if the
// frames have another length.
func (b *BakedClip) readBlocks(frames []byte) bool {
	d := &b.data
	d.Spans = b.spans()
	whole := (int64(d.Spans) + 1) * int64(d.FrameSize)
	if d.Spans < 1 || len(d.Bits) == 0 || whole > int64(len(frames)) {
		return false
	}
	at := int(whole)
	for first := 0; first < d.Spans; first += kernel.BlockSpans {
		if len(frames)-at < len(d.Bits) {
			return false
		}
		block, small := newBlock(at, frames[at:][:len(d.Bits)])
		if !small {
			return false
		}
		d.Blocks = append(d.Blocks, block)
		at += len(d.Bits) + min(kernel.BlockSpans, d.Spans-first)*(int(block.Middle)+2*int(block.Odd))
		if at > len(frames) {
			return false
		}
	}
	return at == len(frames)
}

// checkSpans returns an error if an integer of a clip in spans is outside the width of its row.
func (b *BakedClip) checkSpans() error {
	if b.data.Spans == 0 {
		return nil
	}
	if found := slices.Max(b.data.Bits); found > kernel.SpanBits {
		return fmt.Errorf("expected a width of at most %d bits in spans, found %d", kernel.SpanBits, found)
	}
	var err error
	b.eachFrame(func(frame int, integers []int32) {
		for i, integer := range integers {
			if width := b.data.Bits[i/kernel.Lanes]; uint32(integer)>>width != 0 && err == nil {
				err = fmt.Errorf("frame %d, row %d: expected an integer of %d bits, found %d", frame, i/kernel.Lanes, width,
					integer)
			}
		}
	})
	return err
}
