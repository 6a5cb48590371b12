//go:build (amd64 || arm64 || js) && !noasm

package springs

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/testing/samebits"
	"github.com/sinew-go/sinew/internal/testing/seeds"
)

// springInputs are random inputs of every function of springs.
type springInputs struct {
	m         [4]Matrix
	frame     Frame
	p         [6]Point
	places    Places
	state     [9 * Lanes]float32
	old       [6 * Lanes]float32
	carried   Carried
	bones     [3]Bone
	step      Step
	setting   Setting
	limit     Limit
	local     Local
	begin     Row
	weight    Row
	numbers   [Lanes][]float32
	numberOut [Lanes][]float32
}

func newSpringInputs(random *rand.Rand) *springInputs {
	in := &springInputs{}
	for _, s := range [][]float32{
		in.m[0][:], in.m[1][:], in.m[2][:], in.m[3][:], in.frame[:], in.p[0][:], in.p[1][:], in.p[2][:], in.p[3][:],
		in.p[4][:], in.p[5][:],
		in.places[:], in.state[:], in.old[:], in.carried[:], in.bones[0][:], in.bones[1][:], in.bones[2][:], in.step[:],
		in.setting[:], in.limit[:],
		in.local[:], in.begin[:], in.weight[:],
	} {
		samebits.Fill(random, s)
	}
	for l := range in.numbers {
		in.numbers[l], in.numberOut[l] = make([]float32, 24), make([]float32, 24)
		samebits.Fill(random, in.numbers[l])
	}
	return in
}

// run calls every function, and returns all results.
func (in *springInputs) run() (results map[string][]float32) {
	results = map[string][]float32{}
	var frame Frame
	Motion(&frame, &in.m[0], &in.m[1])
	results["Motion"] = frame[:]
	var center Matrix
	Center(&center, &in.m[0], &in.m[1])
	results["Center"] = center[:]
	var gravity Point
	Gravity(&gravity, &in.frame, &in.p[0])
	results["Gravity"] = gravity[:]
	var root Root
	Begin(&root, (*[5 * Lanes]float32)(in.state[:]), &in.m[0], &in.m[1], &in.weight)
	results["Begin"] = root[:]
	var point, normal Places
	Attach(&point, &in.p[0], &in.m[0], &in.m[1], &in.p[1], &in.begin)
	AttachNormal(&normal, &in.p[0], &in.m[0], &in.m[1], &in.p[1], &in.begin)
	results["Attach"], results["AttachNormal"] = point[:], normal[:]
	var at Point
	At(&at, &in.places, &in.step)
	results["At"] = at[:]
	var carried Carried
	Carry(&carried, &in.state, &in.m[0], &in.m[1], &in.m[2], &in.begin)
	results["Carry"] = carried[:]
	var joint, turn Bone
	Joint(&joint, &in.old, &in.carried, &in.bones[0], &in.bones[2], &in.step, &in.setting, &in.p[0])
	Turn(&turn, &in.old, &in.bones[0], &in.step, &in.p[0], &in.p[1])
	results["Joint"], results["Turn"] = joint[:], turn[:]
	var move Places
	Move(&move, &in.old, &in.carried, &in.bones[0], &in.bones[2], &in.step, &in.setting, &in.p[0])
	results["Move"] = move[:]
	var nearest Point
	Nearest(&nearest, &in.p[0], &in.p[1], &in.p[2])
	results["Nearest"] = nearest[:]
	for _, once := range []bool{false, true} {
		var push, plane Point
		Push(&push, &in.p[0], &in.bones[0], &in.p[1], &in.limit, &in.carried, once)
		Plane(&plane, &in.p[0], &in.bones[0], &in.p[1], &in.p[2], &in.limit, &in.carried, once)
		name := map[bool]string{true: " once"}[once]
		results["Push"+name], results["Plane"+name] = push[:], plane[:]
	}
	var rotation [4 * Lanes]float32
	Out(&rotation, &in.bones[0], &in.bones[1], &in.m[0], &in.local, &in.weight)
	results["Out"] = rotation[:]
	in.runLinks(results)
	own := in.local
	Out((*[4 * Lanes]float32)(own[:]), &in.bones[0], &in.bones[1], &in.m[0], &own, &in.weight)
	results["Out in its place"] = own[:4*Lanes]
	rows := make([]float32, 24*Lanes)
	Gather(rows, &in.numbers)
	Scatter(&in.numberOut, rows)
	results["Gather"] = rows
	for _, numbers := range in.numberOut {
		results["Scatter"] = append(results["Scatter"], numbers...)
	}
	return results
}

// runLinks calls the functions of links, and those that do the same one by one.
func (in *springInputs) runLinks(results map[string][]float32) {
	var before, last, link Link
	*before.Bone(), *last.Bone() = in.bones[2], in.bones[0]
	var frame LinkFrame
	*(*Row)(frame[:]) = in.begin
	step := in.step
	for l := range Lanes {
		step[layout.StepTime*Lanes+l] = 1
	}
	copy(frame[layout.LinkFrameStep*Lanes:], step[:])
	copy(frame[layout.LinkFrameWeight*Lanes:], in.weight[:])
	// The link last knows of the bone what is between the animated pose and the bones above.
	other, ready := before, in.state
	other.Ready(&ready, &in.m[0], &in.m[1], &in.m[2], &frame)
	copy(last[layout.LinkOld*Lanes:], other[layout.LinkOld*Lanes:])
	own, state, local := ready, in.state, in.local
	joints := LinkJoints{
		Own: &own, State: &state, Joint: &in.m[2], Child: &in.m[1], BeforeParent: &in.m[3],
		Before: &local,
	}
	link.Solve(&last, &before, &joints, &in.m[0], &frame, &in.setting, &in.p[0])
	results["Link"] = slices.Concat(link[layout.BoneTail*Lanes:], own[:], state[:3*Lanes], local[:4*Lanes])
	var carried, next Carried
	Carry(&carried, &in.state, &in.m[0], &in.m[1], &in.m[2], &in.begin)
	Carry(&next, &in.state, &in.m[0], &in.m[2], &in.m[1], &in.begin)
	var bone Bone
	Joint(&bone, Begun(&carried), &carried, &in.bones[0], &in.bones[2], &step, &in.setting, &in.p[0])
	var rotation [4 * Lanes]float32
	Out(&rotation, &in.bones[0], &in.bones[2], &in.m[3], &in.local, &in.weight)
	results["Link in parts"] = slices.Concat(bone[layout.BoneTail*Lanes:], Begun(&next)[:],
		next[layout.CarriedLength*Lanes:(layout.CarriedLength+1)*Lanes], link[layout.LinkAbove*Lanes:],
		carried[layout.CarriedNow*Lanes:layout.CarriedLength*Lanes], bone[:layout.BoneTail*Lanes],
		next[layout.CarriedNow*Lanes:layout.CarriedLength*Lanes], rotation[:])
}

// FuzzAssemblyEqualsGo compares the bits of both versions of every function of springs, and checks
// that numbers that are gathered come back.
func FuzzAssemblyEqualsGo(f *testing.F) {
	if !assembly {
		_, reason := kernel.Running()
		f.Skip("the assembly does not run here: ", reason)
	}
	for seed := range uint64(500) {
		seeds.Add(f, seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		in := newSpringInputs(rand.New(rand.NewPCG(seed, 32)))
		fast := in.run()
		assembly = false
		plain := in.run()
		assembly = true
		for name := range fast {
			samebits.Require(t, name, fast[name], plain[name])
		}
		samebits.Require(t, "Link in parts", fast["Link"], fast["Link in parts"])
		samebits.Require(t, "Out in its place", fast["Out in its place"], fast["Out"])
		for l := range in.numbers {
			samebits.Require(t, "Gather and Scatter", in.numberOut[l], in.numbers[l])
		}
	})
}

func BenchmarkJoint(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 1))
	in := newSpringInputs(random)
	for _, s := range [][]float32{
		in.bones[0][:], in.bones[2][:], in.old[:], in.carried[:], in.step[:], in.setting[:],
		in.p[0][:],
	} {
		for i := range s {
			s[i] = float32(random.NormFloat64())
		}
	}
	for b.Loop() {
		Joint(&in.bones[1], &in.old, &in.carried, &in.bones[0], &in.bones[2], &in.step, &in.setting, &in.p[0])
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/Lanes, "ns/joint")
}
