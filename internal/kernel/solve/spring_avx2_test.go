//go:build amd64 && !noasm

package solve

import (
	"math/rand/v2"
	"testing"

	"golang.org/x/sys/cpu"
)

// springInputs are random inputs of every function of springs.
type springInputs struct {
	m         [4]Matrix
	frame     SpringFrame
	p         [6]Point
	places    SpringPlaces
	state     [9 * Lanes]float32
	old       [6 * Lanes]float32
	carried   SpringCarried
	bones     [2]SpringBone
	step      SpringStep
	setting   SpringSetting
	limit     SpringLimit
	local     Local
	begin     Row
	weight    Row
	numbers   [Lanes][]float32
	numberOut [Lanes][]float32
}

func newSpringInputs(random *rand.Rand) *springInputs {
	in := &springInputs{}
	for _, s := range [][]float32{
		in.m[0][:], in.m[1][:], in.m[2][:], in.m[3][:], in.frame[:], in.p[0][:], in.p[1][:], in.p[2][:], in.p[3][:], in.p[4][:], in.p[5][:],
		in.places[:], in.state[:], in.old[:], in.carried[:], in.bones[0][:], in.bones[1][:], in.step[:], in.setting[:], in.limit[:],
		in.local[:], in.begin[:], in.weight[:],
	} {
		fill(random, s)
	}
	for l := range in.numbers {
		in.numbers[l], in.numberOut[l] = make([]float32, 24), make([]float32, 24)
		fill(random, in.numbers[l])
	}
	return in
}

// run calls every function, and returns all results.
func (in *springInputs) run() (results map[string][]float32) {
	results = map[string][]float32{}
	var frame SpringFrame
	SpringMotion(&frame, &in.m[0], &in.m[1])
	results["SpringMotion"] = frame[:]
	var center Matrix
	SpringCenter(&center, &in.m[0], &in.m[1])
	results["SpringCenter"] = center[:]
	var gravity Point
	SpringGravity(&gravity, &in.frame, &in.p[0])
	results["SpringGravity"] = gravity[:]
	var point, normal SpringPlaces
	SpringPoint(&point, &in.p[0], &in.m[0], &in.m[1], &in.p[1], &in.begin)
	SpringNormal(&normal, &in.p[0], &in.m[0], &in.m[1], &in.p[1], &in.begin)
	results["SpringPoint"], results["SpringNormal"] = point[:], normal[:]
	var at Point
	SpringAt(&at, &in.places, &in.step)
	results["SpringAt"] = at[:]
	var carried SpringCarried
	SpringCarry(&carried, &in.state, &in.m[0], &in.m[1], &in.m[2], &in.begin)
	results["SpringCarry"] = carried[:]
	var joint, turn SpringBone
	SpringJoint(&joint, &in.old, &in.carried, &in.bones[0], &in.step, &in.setting, &in.p[0])
	SpringTurn(&turn, &in.old, &in.bones[0], &in.step, &in.p[0], &in.p[1])
	results["SpringJoint"], results["SpringTurn"] = joint[:], turn[:]
	var move SpringPlaces
	SpringMove(&move, &in.old, &in.carried, &in.bones[0], &in.step, &in.setting, &in.p[0])
	results["SpringMove"] = move[:]
	var nearest Point
	SpringNearest(&nearest, &in.p[0], &in.p[1], &in.p[2])
	results["SpringNearest"] = nearest[:]
	for _, once := range []bool{false, true} {
		var push, plane Point
		SpringPush(&push, &in.p[0], &in.bones[0], &in.p[1], &in.limit, &in.carried, once)
		SpringPlane(&plane, &in.p[0], &in.bones[0], &in.p[1], &in.p[2], &in.limit, &in.carried, once)
		name := map[bool]string{true: " once"}[once]
		results["SpringPush"+name], results["SpringPlane"+name] = push[:], plane[:]
	}
	var rotation [4 * Lanes]float32
	SpringOut(&rotation, &in.bones[0], &in.bones[1], &in.m[0], &in.local, &in.weight)
	results["SpringOut"] = rotation[:]
	rows := make([]float32, 24*Lanes)
	Gather(rows, &in.numbers)
	Scatter(&in.numberOut, rows)
	results["Gather"] = rows
	for _, numbers := range in.numberOut {
		results["Scatter"] = append(results["Scatter"], numbers...)
	}
	return results
}

// FuzzSpringAVX2EqualsGo compares the bits of both versions of every function of springs, and checks that numbers that are gathered
// come back.
func FuzzSpringAVX2EqualsGo(f *testing.F) {
	if !cpu.X86.HasAVX2 || !avx2 {
		f.Skip("this processor has no AVX2")
	}
	for seed := range uint64(500) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		in := newSpringInputs(rand.New(rand.NewPCG(seed, 32)))
		fast := in.run()
		avx2 = false
		plain := in.run()
		avx2 = true
		for name := range fast {
			same(t, name, fast[name], plain[name])
		}
		for l := range in.numbers {
			same(t, "Gather and Scatter", in.numberOut[l], in.numbers[l])
		}
	})
}

func BenchmarkSpringJoint(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 1))
	in := newSpringInputs(random)
	for _, s := range [][]float32{in.bones[0][:], in.old[:], in.carried[:], in.step[:], in.setting[:], in.p[0][:]} {
		for i := range s {
			s[i] = float32(random.NormFloat64())
		}
	}
	for b.Loop() {
		SpringJoint(&in.bones[1], &in.old, &in.carried, &in.bones[0], &in.step, &in.setting, &in.p[0])
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/Lanes, "ns/joint")
}
