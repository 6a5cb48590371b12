package kernel

import (
	"math"
	"math/rand/v2"
	"testing"
)

// randomBaked makes a clip of random rows of every width, whole and scattered, and the integers that it holds, frame after
// frame, row after row. Every place of the pose is written by something.
func randomBaked(r *rand.Rand, groups, frames int) (*Baked, [][][Lanes]uint32) {
	b := &Baked{}
	places := r.Perm(groups * Rows)
	var wholeRows, scatteredRows []int
	for _, place := range places {
		if r.IntN(3) > 0 {
			wholeRows = append(wholeRows, place)
			continue
		}
		b.ConstantTargets = append(b.ConstantTargets, int32(place*Lanes))
		for range Lanes {
			b.Constants = append(b.Constants, r.Float32()-0.5)
		}
		scatteredRows = append(scatteredRows, place)
	}
	for g := range groups {
		if r.IntN(2) == 0 {
			b.Rotations = append(b.Rotations, int32(g*GroupSize))
		}
	}
	var widths []int
	for bits := 1; bits <= MaxBits; bits++ {
		run := BakedRun{Bits: int32(bits), Whole: int32(r.IntN(3)), Scattered: int32(r.IntN(2))}
		run.Whole = min(run.Whole, int32(len(wholeRows)))
		if len(scatteredRows) == 0 {
			run.Scattered = 0
		}
		for range run.Whole {
			b.Whole = append(b.Whole, int32(wholeRows[0]*Lanes))
			wholeRows = wholeRows[1:]
		}
		for range run.Scattered {
			for range Lanes {
				b.Scattered = append(b.Scattered, int32(scatteredRows[r.IntN(len(scatteredRows))]*Lanes+r.IntN(Lanes)))
			}
		}
		for range run.Whole + run.Scattered {
			widths = append(widths, bits)
			for range Lanes {
				b.Ranges = append(b.Ranges, r.Float32()-0.5)
			}
			for range Lanes {
				b.Ranges = append(b.Ranges, float32(math.Ldexp(r.Float64(), -bits)))
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

		for i, target := range b.ConstantTargets {
			copy(want[target:], b.Constants[i*Lanes:(i+1)*Lanes])
		}
		row, whole, scattered := 0, 0, 0
		number := func(k int) float32 {
			qa, qb := float32(integers[frame][row][k]), float32(integers[next][row][k])
			q := qa + float32((qb-qa)*u)
			return b.Ranges[row*16+k] + float32(q*b.Ranges[row*16+8+k])
		}
		for _, run := range b.Runs {
			for range run.Whole {
				for k := range Lanes {
					want[int(b.Whole[whole])+k] = number(k)
				}
				whole++
				row++
			}
			for range run.Scattered {
				for k := range Lanes {
					want[b.Scattered[scattered]] = number(k)
					scattered++
				}
				row++
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
