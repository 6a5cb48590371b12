//go:build (amd64 || arm64 || js) && !noasm

package feet

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/testing/samebits"
	"github.com/sinew-go/sinew/internal/testing/seeds"
)

// feetInputs are random inputs of every function of feet.
type feetInputs struct {
	matrices [8]Matrix
	locals   [3]Local
	setting  Setting
	state    State
	pelvis   PelvisState
	ground   Ground
	before   Planted
	frame    Frame
	time     Time
	moved    Moved
	weight   Row
}

func newFeetInputs(random *rand.Rand) *feetInputs {
	in := &feetInputs{}
	for i := range in.matrices {
		samebits.Fill(random, in.matrices[i][:])
	}
	for _, s := range [][]float32{
		in.locals[0][:], in.locals[1][:], in.locals[2][:], in.setting[:], in.state[:], in.pelvis[:], in.ground[:],
		in.before[:], in.frame[:], in.time[:],
		in.moved[:], in.weight[:],
	} {
		samebits.Fill(random, s)
	}
	for l := range Lanes { // otherwise few lanes have a past and ground
		if random.IntN(2) == 0 {
			in.state[l], in.pelvis[l], in.ground[layout.GroundHas*Lanes+l] = float32(random.IntN(3)), 1, 1
			in.setting[layout.FootUp*Lanes+l], in.setting[(layout.FootUp+1)*Lanes+l], in.setting[(layout.FootUp+
				2)*Lanes+l] = 0, 1, 0
		}
	}
	return in
}

// run calls every function, and returns all results.
func (in *feetInputs) run() map[string][]float32 {
	m := &in.matrices
	leg := Leg{&m[0], &m[1], &m[2], &m[3], &m[4], &m[5], &m[6], &in.locals[0], &in.locals[1], &in.locals[2]}
	var frame Frame
	var planted Planted
	var moved Moved
	var bent, random Bent
	var toe [4 * Lanes]float32
	copy(random[:], m[5][:])
	copy(random[12*Lanes:], in.setting[:4*Lanes])
	copy(random[15*Lanes:], in.weight[:])
	NewFrame(&frame, &m[7])
	Plant(&planted, &in.setting, &in.state, &in.ground, &in.before, &in.frame, &m[7], &leg, &in.time)
	Pelvis(&moved, &in.setting, &in.pelvis, &in.before, &in.time, &in.weight, &m[0], &in.locals[0])
	Bend(&bent, &in.setting, &in.before, &in.moved, &leg)
	BendToe(&toe, &in.setting, &random, &m[0], &m[1], &in.locals[0])
	return map[string][]float32{
		"NewFrame": frame[:], "Plant": planted[:], "Pelvis": moved[:], "Bend": bent[:],
		"BendToe": toe[:],
	}
}

// FuzzAssemblyEqualsGo compares the bits of both versions of every function of feet.
func FuzzAssemblyEqualsGo(f *testing.F) {
	if !hasAssembly || !assembly {
		_, reason := kernel.Running()
		f.Skip("the assembly does not run here: ", reason)
	}
	for seed := range uint64(500) {
		seeds.Add(f, seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		in := newFeetInputs(rand.New(rand.NewPCG(seed, 33)))
		fast := in.run()
		assembly = false
		plain := in.run()
		assembly = true
		for name := range fast {
			for i, a := range fast[name] {
				b := plain[name][i]
				if math.Float32bits(a) != math.Float32bits(b) && (a == a || b == b) {
					t.Fatalf("%s: row %d lane %d: AVX2 %v (%#x), plain %v (%#x)", name, i/Lanes, i%Lanes, a,
						math.Float32bits(a), b, math.Float32bits(b))
				}
			}
		}
	})
}

func BenchmarkFeet(b *testing.B) {
	in := newFeetInputs(rand.New(rand.NewPCG(1, 1)))
	m := &in.matrices
	leg := Leg{&m[0], &m[1], &m[2], &m[3], &m[4], &m[5], &m[6], &in.locals[0], &in.locals[1], &in.locals[2]}
	var planted Planted
	var moved Moved
	var bent Bent
	for name, run := range map[string]func(){
		"Plant": func() {
			Plant(&planted, &in.setting, &in.state, &in.ground, &in.before, &in.frame, &m[7], &leg, &in.time)
		},
		"Pelvis": func() {
			Pelvis(&moved, &in.setting, &in.pelvis, &in.before, &in.time, &in.weight, &m[0], &in.locals[0])
		},
		"Bend": func() { Bend(&bent, &in.setting, &in.before, &in.moved, &leg) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				run()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/Lanes, "ns/character")
		})
	}
}
