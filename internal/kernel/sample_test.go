package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// randomBaked makes a baked clip of random rows of every width, whole, scattered and derived. It
// also returns the clip's integers by frame and row.
func randomBaked(r *rand.Rand, groups, frames int) (*Baked, [][][Lanes]uint32) {
	b := &Baked{Rest: make([]float32, groups*GroupSize)}
	for i := range b.Rest {
		b.Rest[i] = r.Float32() - 0.5
	}
	row := func(bits int) {
		b.Bits = append(b.Bits, uint8(bits))
		for k := range 2 * Lanes {
			b.Ranges = append(b.Ranges, float32(math.Ldexp(r.Float64()-0.5, -(bits+Shift(k%Lanes, bits))*(k/Lanes))))
		}
		b.FrameSize += bits
	}
	turned := make([]bool, groups)
	for _, g := range r.Perm(groups) {
		switch r.IntN(3) {
		case 0:
			turned[g] = true
			b.RotationGroups = append(b.RotationGroups, int32(g*GroupSize))
			for range 4 {
				row(r.IntN(MaxBits + 1))
			}
		case 1:
			b.NormalizedGroups = append(b.NormalizedGroups, int32(g*GroupSize))
		}
	}
	b.NearUnit = r.IntN(2) == 0
	for _, place := range r.Perm(groups * Rows) {
		if turned[place/Rows] && place%Rows < 4 {
			continue
		}
		switch target := int32(place * Lanes); r.IntN(4) {
		case 0:
			b.RestTargets = append(b.RestTargets, target)
		case 1:
			b.ConstantTargets = append(b.ConstantTargets, target)
			for range Lanes {
				b.Constants = append(b.Constants, r.Float32()-0.5)
			}
		default:
			b.Whole = append(b.Whole, target)
			row(r.IntN(MaxBits + 1))
		}
	}
	target := func() int32 {
		target := r.IntN(len(b.Rest))
		if turned[target/GroupSize] {
			target = target/GroupSize*GroupSize + 4*Lanes + target%(6*Lanes)
		}
		return int32(target)
	}
	isDerived := true
	for range r.IntN(5) {
		row(r.IntN(MaxBits + 1))
		for range Lanes {
			b.Scattered = append(b.Scattered, target())
		}
		if isDerived = isDerived && r.IntN(3) > 0; isDerived {
			var d DerivedRow
			steps := b.Ranges[len(b.Ranges)-Lanes:]
			for k := range Lanes {
				from := k&^3 + r.IntN(4)
				d.SetFrom(k, from)
				d.Targets[k], d.Base[k], d.Step[k] = target(), r.Float32()-0.5, steps[from]*(r.Float32()-0.5)
			}
			b.Derived = append(b.Derived, d)
		}
	}
	b.Frames = make([]byte, frames*b.FrameSize+BakedPadding)
	integers := make([][][Lanes]uint32, frames)
	at := 0
	for f := range frames {
		for _, width := range b.Bits {
			bits := int(width)
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

func TestSampleBakedEqualsItsDocumentedFormula(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 300 {
		groups, frames := 1+r.IntN(6), 1+r.IntN(4)
		b, integers := randomBaked(r, groups, frames)
		frame, next := r.IntN(frames), r.IntN(frames)
		u := []float32{0, 1, r.Float32()}[r.IntN(3)]
		got, want := make([]float32, groups*GroupSize), make([]float32, groups*GroupSize)
		SampleBaked(got, b, frame, next, u)
		var scattered [Lanes]float32

		for _, target := range b.RestTargets {
			copy(want[target:], b.Rest[target:target+Lanes])
		}
		for i, target := range b.ConstantTargets {
			copy(want[target:], b.Constants[i*Lanes:(i+1)*Lanes])
		}
		row := 0
		var q [Lanes]float32
		next8 := func() (values [Lanes]float32) {
			for k := range values {
				shifted := float32(math.Ldexp(1, Shift(k, int(b.Bits[row]))))
				qa, qb := float32(integers[frame][row][k])*shifted, float32(integers[next][row][k])*shifted
				q[k] = qa + float32((qb-qa)*u)
				values[k] = b.Ranges[row*16+k] + float32(q[k]*b.Ranges[row*16+8+k])
			}
			row++
			return values
		}
		for _, group := range b.RotationGroups {
			for range 4 {
				values := next8()
				copy(want[group:], values[:])
				group += Lanes
			}
		}
		for _, target := range b.Whole {
			values := next8()
			copy(want[target:], values[:])
		}
		for i, target := range b.Scattered {
			if i%Lanes == 0 {
				scattered = next8()
			}
			want[target] = scattered[i%Lanes]
			if i%Lanes == Lanes-1 && i/Lanes < len(b.Derived) {
				d := &b.Derived[i/Lanes]
				for k, target := range d.Targets {
					want[target] = d.Base[k] + float32(q[d.From(k)]*d.Step[k])
				}
			}
		}
		for _, group := range append(slices.Clone(b.RotationGroups), b.NormalizedGroups...) {
			if !b.NearUnit {
				Normalize(want[group : group+GroupSize])
				continue
			}
			for l := group; l < group+Lanes; l++ {
				x, y, z, w := want[l], want[l+8], want[l+16], want[l+24]
				d := 1 - (float32(x*x) + float32(y*y) + float32(z*z) + float32(w*w))
				f := 1 + float32(d*(0.5+float32(d*(0.375+float32(d*0.3125)))))
				want[l], want[l+8], want[l+16], want[l+24] = x*f, y*f, z*f, w*f
			}
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

// The series is as accurate as a root and a division up to its bound.
func TestRotationsNearUnitLengthAreNormalized(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 20000 {
		var group [4 * Lanes]float32
		square := 1 + (r.Float64()*2-1)*NearUnitLimit
		for l := range Lanes {
			var v [4]float64
			n := 0.0
			for i := range v {
				v[i] = r.NormFloat64()
				n += v[i] * v[i]
			}
			for i := range v {
				group[i*Lanes+l] = float32(v[i] * math.Sqrt(square/n))
			}
		}
		normalizeNearUnit(group[:])
		for l := range Lanes {
			n := 0.0
			for i := range 4 {
				n += math.Pow(float64(group[i*Lanes+l]), 2)
			}
			if math.Abs(math.Sqrt(n)-1) > 2e-7 {
				t.Fatalf("a rotation of squared length %v has length %v after normalization", square, math.Sqrt(n))
			}
		}
	}
}
