package kernel

import (
	"math"
	"math/rand/v2"
	"testing"
)

// randomBaked makes a clip of random rows of any width, whole and scattered, and the integers that it holds, frame after frame,
// row after row.
func randomBaked(r *rand.Rand, groups, frames int) (*Baked, [][][Lanes]uint32) {
	b := &Baked{Rest: make([]float32, groups*GroupSize)}
	for i := range b.Rest {
		b.Rest[i] = r.Float32() - 0.5
	}
	var whole []int32
	for _, place := range r.Perm(groups * Rows) {
		switch target := int32(place * Lanes); r.IntN(4) {
		case 0:
			b.RestTargets = append(b.RestTargets, target)
		case 1:
			b.ConstantTargets = append(b.ConstantTargets, target)
			for range Lanes {
				b.Constants = append(b.Constants, r.Float32()-0.5)
			}
		default:
			whole = append(whole, target)
		}
	}
	for g := range groups {
		if r.IntN(2) == 0 {
			b.Rotations = append(b.Rotations, int32(g*GroupSize))
		}
	}
	var widths []int
	for range r.IntN(10) {
		run := BakedRun{Bits: int32(1 + r.IntN(MaxBits)), Rows: int32(r.IntN(4)), Scattered: r.IntN(2) == 0}
		if !run.Scattered {
			run.Rows = min(run.Rows, int32(len(whole)))
			b.Whole = append(b.Whole, whole[:run.Rows]...)
			whole = whole[run.Rows:]
		}
		bits := int(run.Bits)
		for range run.Rows {
			widths = append(widths, bits)
			for k := range 2 * Lanes {
				b.Ranges = append(b.Ranges, float32(math.Ldexp(r.Float64()-0.5, -bits*(k/Lanes))))
				if run.Scattered && k < Lanes {
					b.Scattered = append(b.Scattered, int32(r.IntN(len(b.Rest))))
				}
			}
			b.FrameSize += bits
		}
		b.Runs = append(b.Runs, run)
	}
	b.Frames = make([]byte, frames*b.FrameSize+BakedSpare)
	integers := make([][][Lanes]uint32, frames)
	at := 0
	for f := range frames {
		for _, bits := range widths {
			var row [Lanes]uint32
			for k := range row {
				row[k] = r.Uint32() >> (32 - bits)
				PutBits(b.Frames[at:], k, uint(bits), row[k])
			}
			at += bits
			integers[f] = append(integers[f], row)
		}
	}
	return b, integers
}

func TestSampleBakedIsWhatItsCommentSays(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 300 {
		groups, frames := 1+r.IntN(6), 1+r.IntN(4)
		b, integers := randomBaked(r, groups, frames)
		frame, next := r.IntN(frames), r.IntN(frames)
		u := []float32{0, 1, r.Float32()}[r.IntN(3)]
		got, want := make([]float32, groups*GroupSize), make([]float32, groups*GroupSize)
		SampleBaked(got, b, frame, next, u)

		for _, target := range b.RestTargets {
			copy(want[target:], b.Rest[target:target+Lanes])
		}
		for i, target := range b.ConstantTargets {
			copy(want[target:], b.Constants[i*Lanes:(i+1)*Lanes])
		}
		row, whole, scattered := 0, 0, 0
		for _, run := range b.Runs {
			for range run.Rows {
				for k := range Lanes {
					qa, qb := float32(integers[frame][row][k]), float32(integers[next][row][k])
					q := qa + float32((qb-qa)*u)
					v := b.Ranges[row*16+k] + float32(q*b.Ranges[row*16+8+k])
					if run.Scattered {
						want[b.Scattered[scattered*Lanes+k]] = v
					} else {
						want[int(b.Whole[whole])+k] = v
					}
				}
				row++
				if run.Scattered {
					scattered++
				} else {
					whole++
				}
			}
		}
		for _, group := range b.Rotations {
			Normalise(want[group : group+GroupSize])
		}
		for i := range want {
			if math.Float32bits(got[i]) != math.Float32bits(want[i]) {
				t.Fatalf("number %d is %v, want %v", i, got[i], want[i])
			}
		}
	}
}

func TestSampleBakedAllocatesNothing(t *testing.T) {
	b, _ := randomBaked(rand.New(rand.NewPCG(1, 1)), 8, 3)
	pose := make([]float32, 8*GroupSize)
	if n := testing.AllocsPerRun(100, func() { SampleBaked(pose, b, 0, 1, 0.5) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
