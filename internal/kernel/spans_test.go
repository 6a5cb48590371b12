package kernel

import (
	"math"
	"math/rand/v2"
	"testing"
)

// randomSpans makes a baked clip in random spans.
func randomSpans(r *rand.Rand, groups, spans int) *Baked {
	b, _ := randomBaked(r, groups, spans+1)
	for _, width := range b.Bits {
		if width > SpanBits {
			return randomSpans(r, groups, spans)
		}
	}
	b.Spans, b.Frames = spans, b.Frames[:len(b.Frames)-BakedPadding]
	for first := 0; first < spans; first += BlockSpans {
		block := Block{At: uint32(len(b.Frames))}
		for range b.Bits {
			width := byte(r.UintN(16)<<4 | r.UintN(16))
			b.Frames = append(b.Frames, width)
			block.Middle += uint16(width >> 4)
			block.Odd += uint16(width & 15)
		}
		b.Blocks = append(b.Blocks, block)
		for range min(BlockSpans, spans-first) * int(block.Middle+2*block.Odd) {
			b.Frames = append(b.Frames, byte(r.UintN(256)))
		}
	}
	b.Frames = append(b.Frames, make([]byte, BakedPadding)...)
	return b
}

// wholeOf returns a clip in spans with all of its frames whole, by what [SpanFrames] says, bit by
// bit. It has room for integers that leave the width of their row.
func wholeOf(b *Baked) [][][Lanes]int {
	number := func(at, k, width int) (n int) {
		for bit := range width {
			if place := at*8 + k*width + bit; b.Frames[place/8]>>(place%8)&1 != 0 {
				n |= 1 << bit
			}
		}
		return n
	}
	frames := make([][][Lanes]int, SpanFrames*b.Spans+1)
	for i := range frames {
		frames[i] = make([][Lanes]int, len(b.Bits))
	}
	for span := range b.Spans + 1 {
		at := span * b.FrameSize
		for row, width := range b.Bits {
			for k := range Lanes {
				frames[span*SpanFrames][row][k] = number(at, k, int(width))
			}
			at += int(width)
		}
	}
	at := (b.Spans + 1) * b.FrameSize
	mean := func(a, b int) int { return int(math.Floor(float64(a+b) / 2)) }
	for first := 0; first < b.Spans; first += BlockSpans {
		widths := b.Frames[at:][:len(b.Bits)]
		at += len(b.Bits)
		for span := first; span < min(first+BlockSpans, b.Spans); span++ {
			for _, place := range [...]struct{ frame, reach, shift int }{{2, 2, 4}, {1, 1, 0}, {3, 1, 0}} {
				frame := span*SpanFrames + place.frame
				for row := range b.Bits {
					width := int(widths[row] >> place.shift & 15)
					for k := range Lanes {
						difference := number(at, k, width)
						if width > 0 {
							difference -= 1 << (width - 1)
						}
						frames[frame][row][k] = difference +
							mean(frames[frame-place.reach][row][k], frames[frame+place.reach][row][k])
					}
					at += width
				}
			}
		}
	}
	return frames
}

// A sample of a clip in spans has the bits of one between two whole frames.
func TestSpansAreSampledLikeWholeFrames(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	for range 300 {
		groups, spans := 1+r.IntN(4), 1+r.IntN(4)
		b := randomSpans(r, groups, spans)
		frames := wholeOf(b)
		frame, u := r.IntN(len(frames)-1), []float32{0, r.Float32()}[r.IntN(2)]
		next := frame + 1
		if r.IntN(8) == 0 {
			frame, next, u = len(frames)-1, len(frames)-1, 0
		}
		got, want := make([]float32, groups*GroupSize), make([]float32, groups*GroupSize)
		InterpolateBaked(got, b, frame, next, u)
		targets := make([]int32, 0, len(b.Bits)*Lanes)
		add := func(row int32) {
			for k := range int32(Lanes) {
				targets = append(targets, row+k)
			}
		}
		for _, group := range b.RotationGroups {
			for part := range int32(4) {
				add(group + part*Lanes)
			}
		}
		for _, row := range b.Whole {
			add(row)
		}
		targets = append(targets, b.Scattered...)
		copy(want, got) // what does not move
		var q [Lanes]float32
		for i, target := range targets {
			row, k := i/Lanes, i%Lanes
			from, to := float32(frames[frame][row][k]), float32(frames[next][row][k])
			q[k] = from + float32((to-from)*u)
			want[target] = b.Ranges[row*16+k] + float32(q[k]*b.Ranges[row*16+8+k])
			if derived := row - len(b.Bits) + len(b.Scattered)/Lanes; k == Lanes-1 && derived >= 0 && derived < len(b.Derived) {
				d := &b.Derived[derived]
				for k, target := range d.Targets {
					want[target] = d.Base[k] + float32(q[d.From(k)]*d.Step[k])
				}
			}
		}
		for i := range want {
			if math.Float32bits(got[i]) != math.Float32bits(want[i]) {
				t.Fatalf("number %d between frames %d and %d at %v is %v, want %v", i, frame, next, u, got[i], want[i])
			}
		}
	}
}
