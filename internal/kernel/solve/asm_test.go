//go:build (amd64 || arm64 || js) && !noasm

package solve

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/testing/samebits"
	"github.com/sinew-go/sinew/internal/testing/seeds"
)

// aimInputs are random inputs of [Aim].
type aimInputs struct {
	ray    Ray
	out    Aimed
	target Point
	share  AimShare
	up     AimUp
	weight [Lanes]float32
}

func newAimInputs(random *rand.Rand, fill func([]float32)) *aimInputs {
	in := &aimInputs{}
	for _, s := range [][]float32{in.ray[:], in.target[:], in.share[:], in.up[:], in.weight[:]} {
		fill(s)
	}
	return in
}

// checkAim compares both versions of all kinds of [Aim], and of [PlaceRay].
func checkAim(t *testing.T, random *rand.Rand, m *[6]Matrix, local *Local) {
	t.Helper()
	in := newAimInputs(random, func(numbers []float32) { samebits.Fill(random, numbers) })
	results := func() (results [][]float32) {
		var placed Ray
		PlaceRay(&placed, &m[0], &in.ray)
		results = append(results, placed[:])
		for kind := AimWhole; kind <= AimRolled; kind++ {
			in.out = Aimed{}
			Aim(kind, &in.out, &in.ray, &in.target, &in.share, &in.up, &in.weight, &m[0], &m[1], local)
			results = append(results, append([]float32{}, in.out[:]...))
			in.out = Aimed{}
			AimJoint(kind, &in.out, &in.ray, &in.target, &in.share, &in.up, &in.weight, &m[0], &m[1], local)
			results = append(results, append([]float32{}, in.out[:]...))
		}
		return results
	}
	fast := results()
	assembly = false
	plain := results()
	assembly = true
	for i := range fast {
		samebits.Require(t, fmt.Sprint("Aim ", i), fast[i], plain[i])
	}
}

// FuzzAssemblyEqualsGo compares the bits of both versions of every function, on random numbers of
// every kind.
func FuzzAssemblyEqualsGo(f *testing.F) {
	if !hasAssembly {
		_, reason := kernel.Running()
		f.Skip("the assembly does not run here: ", reason)
	}
	for seed := range uint64(500) {
		seeds.Add(f, seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 31))
		var m [6]Matrix
		var l [3]Local
		for i := range m {
			samebits.Fill(random, m[i][:])
		}
		for i := range l {
			samebits.Fill(random, l[i][:])
		}
		var model, modelPlain Matrix
		childModelAsm(&model[0], &m[0][0], &l[0][0])
		childModelGeneric(&modelPlain, &m[0], &l[0])
		samebits.Require(t, "ChildModel", model[:], modelPlain[:])

		var limb TwoBoneRows
		samebits.Fill(random, limb[:])
		limbPlain := [26 * Lanes]float32(limb)
		twoBoneAsm(&limb[0], &m[0][0], &m[1][0], &m[2][0], &m[3][0], &m[5][0], &l[0][0], &l[1][0])
		twoBoneGeneric(&limbPlain, &m[0], &m[1], &m[2], &m[3], &m[5], &l[0], &l[1])
		samebits.Require(t, "TwoBone", limb[:], limbPlain[:])

		checkAim(t, random, &m, &l[0])

		var target TargetRows
		samebits.Fill(random, target[:])
		targetPlain := [32 * Lanes]float32(target)
		limitTargetAsm(&target[0], &m[0][0])
		limitTargetGeneric(&targetPlain, &m[0])
		samebits.Require(t, "LimitTarget", target[:], targetPlain[:])

		var end TurnToRows
		samebits.Fill(random, end[:])
		endPlain := [14 * Lanes]float32(end)
		turnToAsm(&end[0], &m[0][0], &m[1][0], &l[0][0])
		turnToGeneric(&endPlain, &m[0], &m[1], &l[0])
		samebits.Require(t, "TurnTo", end[:], endPlain[:])

		var limited LimitRows
		samebits.Fill(random, limited[:])
		limitedPlain := [21 * Lanes]float32(limited)
		limitAsm(&limited[0])
		limitGeneric(&limitedPlain)
		samebits.Require(t, "Limit", limited[:], limitedPlain[:])

		var mixed, mixedPlain, from, to Quat
		var weight [Lanes]float32
		samebits.Fill(random, from[:])
		samebits.Fill(random, to[:])
		samebits.Fill(random, weight[:])
		mixAsm(&mixed[0], &from[0], &to[0], &weight[0])
		mixGeneric(&mixedPlain, &from, &to, &weight)
		samebits.Require(t, "Mix", mixed[:], mixedPlain[:])

		var turn OrientRows
		samebits.Fill(random, turn[:])
		turnPlain := [20 * Lanes]float32(turn)
		orientAsm(&turn[0], &m[0][0], &m[1][0], &m[2][0], &l[0][0])
		orientGeneric(&turnPlain, &m[0], &m[1], &m[2], &l[0])
		samebits.Require(t, "Orient", turn[:], turnPlain[:])

		var points [3]Point
		var length [Lanes]float32
		for i := range points {
			samebits.Fill(random, points[i][:])
		}
		samebits.Fill(random, length[:])
		plain := points[0]
		reachAsm(&points[0][0], &points[1][0], &points[2][0], &length[0])
		reachGeneric(&plain, &points[1], &points[2], &length)
		samebits.Require(t, "Reach", points[0][:], plain[:])
		checkGoals(t, random, &m)
		checkConstraints(t, random, &m, &l)

		var fitted FitRows
		samebits.Fill(random, fitted[:])
		fittedPlain := [12 * Lanes]float32(fitted)
		fitAsm(&fitted[0], &m[0][0], &m[1][0])
		fitGeneric(&fittedPlain, &m[0], &m[1])
		samebits.Require(t, "Fit", fitted[:], fittedPlain[:])

		checkPulls(t, random, &m[0])

		var by TurnByRows
		samebits.Fill(random, by[:])
		byPlain := [9 * Lanes]float32(by)
		turnByAsm(&by[0], &m[0][0], &l[0][0])
		turnByGeneric(&byPlain, &m[0], &l[0])
		samebits.Require(t, "TurnBy", by[:], byPlain[:])

		var of, ofPlain Quat
		rotationAsm(&of[0], &m[2][0])
		rotationGeneric(&ofPlain, &m[2])
		samebits.Require(t, "Rotation", of[:], ofPlain[:])
	})
}

// checkPulls compares the kernels of a body that follows its ends.
func checkPulls(t *testing.T, random *rand.Rand, joint *Matrix) {
	t.Helper()
	var points [4]Point
	for i := range points {
		samebits.Fill(random, points[i][:])
	}
	var limb LimbPull
	var far, pull [Lanes]float32
	var before, sums, sumsPlain PullSums
	for _, rows := range [...][]float32{limb[:], far[:], pull[:], before[:]} {
		samebits.Fill(random, rows)
	}
	var out, plain Point
	pullLimbAsm(&out[0], &points[0][0], &points[1][0], &points[2][0], &limb[0], &far[0])
	pullLimbGeneric(&plain, &points[0], &points[1], &points[2], (*[3 * Lanes]float32)(&limb), &far)
	samebits.Require(t, "PullLimb", out[:], plain[:])
	addPullAsm(&sums[0], &before[0], &points[0][0], &points[1][0], &far[0], &pull[0])
	addPullGeneric((*[5 * Lanes]float32)(&sumsPlain), (*[5 * Lanes]float32)(&before), &points[0], &points[1],
		&far, &pull)
	samebits.Require(t, "AddPull", sums[:], sumsPlain[:])
	followPullAsm(&out[0], &points[0][0], &before[0])
	followPullGeneric(&plain, &points[0], (*[5 * Lanes]float32)(&before))
	samebits.Require(t, "FollowPull", out[:], plain[:])
	goAlongAsm(&out[0], &joint[0], &points[0][0], &points[1][0], &points[2][0], &far[0])
	goAlongGeneric(&plain, joint, &points[0], &points[1], &points[2], &far)
	samebits.Require(t, "GoAlong", out[:], plain[:])
}

// checkGoals compares the functions that work on goals.
func checkGoals(t *testing.T, random *rand.Rand, m *[6]Matrix) {
	t.Helper()
	var goal GoalRows
	samebits.Fill(random, goal[:])
	for l := range Lanes {
		goal[layout.GoalHasPole*Lanes+l], goal[layout.GoalHasRotation*Lanes+l] = float32(random.IntN(2)),
			float32(random.IntN(2))
	}
	weighed := [19 * Lanes]float32(goal)
	goalWeightAsm(&goal[0])
	goalWeightGeneric(&weighed)
	samebits.Require(t, "GoalWeight", goal[:], weighed[:])

	var inverse, inversePlain Matrix
	inverseAxesAsm(&inverse[0], &m[0][0])
	inverseAxesGeneric(&inversePlain, &m[0])
	samebits.Require(t, "InverseAxes", inverse[:], inversePlain[:])

	var placed Placed
	for i := range placed {
		placed[i] = float32(random.IntN(2))
	}
	out := goal
	plain := goal
	placePointsAsm(&out[0], &goal[0], &placed[0], &m[1][0], &m[2][0])
	placePointsGeneric((*[17 * Lanes]float32)(plain[:]), (*[17 * Lanes]float32)(goal[:]),
		(*[2 * Lanes]float32)(&placed), &m[1], &m[2])
	samebits.Require(t, "PlacePoints", out[:], plain[:])
	placeRotationAsm(&out[0], &goal[0], &placed[0], &m[1][0])
	placeRotationGeneric((*[18 * Lanes]float32)(plain[:]), (*[18 * Lanes]float32)(goal[:]),
		(*[Lanes]float32)(placed[:]), &m[1])
	samebits.Require(t, "PlaceRotation", out[:], plain[:])
}

// checkConstraints compares the functions that write a local transform.
func checkConstraints(t *testing.T, random *rand.Rand, m *[6]Matrix, l *[3]Local) {
	t.Helper()
	var goal GoalRows
	var settings CopyRows
	var weight [Lanes]float32
	samebits.Fill(random, goal[:])
	samebits.Fill(random, settings[:])
	for i := range weight {
		weight[i] = []float32{0, 0.3, 1, 1}[random.IntN(4)]
	}
	override, twist, numbers := OverrideRows(settings[:]), TwistRows(settings[:]), (*[18 * Lanes]float32)(goal[:])
	var fast, plain Local
	check := func(name string) {
		t.Helper()
		samebits.Require(t, name, fast[:], plain[:])
	}
	both := func(name string, run func(out *Local)) {
		t.Helper()
		run(&fast)
		assembly = false
		run(&plain)
		assembly = true
		check(name)
	}
	overrideLocalAsm(&fast[0], &l[0][0], &goal[0], &override[0], &weight[0])
	overrideLocalGeneric(&plain, &l[0], numbers, (*[6 * Lanes]float32)(&override), &weight)
	check("OverrideLocal")
	overrideModelAsm(&fast[0], &l[0][0], &goal[0], &override[0], &weight[0], &m[0][0], &m[1][0])
	overrideModelGeneric(&plain, &l[0], numbers, (*[6 * Lanes]float32)(&override), &weight, &m[0], &m[1])
	check("OverrideModel")
	copyLocalAsm(&fast[0], &l[0][0], &l[1][0], &settings[0], &weight[0])
	copyLocalGeneric(&plain, &l[0], &l[1], (*[20 * Lanes]float32)(settings[:]), &weight)
	check("CopyLocal")
	copyTwistAsm(&fast[0], &l[0][0], &l[1][0], &settings[0], &weight[0])
	copyTwistGeneric(&plain, &l[0], &l[1], (*[31 * Lanes]float32)(&settings), &weight)
	check("CopyLocal of a twist")
	copySwingAsm(&fast[0], &l[0][0], &l[1][0], &settings[0], &weight[0])
	copySwingGeneric(&plain, &l[0], &l[1], (*[31 * Lanes]float32)(&settings), &weight)
	check("CopyLocal of a swing")
	copyModelAsm(&fast[0], &l[0][0], &settings[0], &weight[0], &m[0][0], &m[1][0], &m[2][0])
	copyModelGeneric(&plain, &l[0], (*[7 * Lanes]float32)(settings[:]), &weight, &m[0], &m[1], &m[2])
	check("CopyModel")
	for part := CopyWhole; part <= CopySwing; part++ {
		both(fmt.Sprint("CopyLocal from the rest pose, part ", part), func(out *Local) {
			CopyLocal(part, true, out, &l[0], &l[1], &settings, &weight)
		})
	}
	both("CopyModel from the rest pose", func(out *Local) {
		CopyModel(true, out, &l[0], &settings, &weight, &m[0], &m[1], &m[2])
	})
	aim, place := AimAtRows(settings[:]), PlaceRows(settings[:])
	for _, fromRest := range []bool{false, true} {
		both(fmt.Sprint("AimAt, from the rest pose ", fromRest), func(out *Local) {
			AimAt(fromRest, out, &l[0], &aim, &weight, &m[0], &m[1])
		})
	}
	both("LimitLocal", func(out *Local) { LimitLocal(out, &l[0], &place, &weight) })
	both("LimitModel", func(out *Local) { LimitModel(out, &l[0], &place, &weight, &m[0], &m[1]) })
	shareTwistAsm(&fast[0], &l[0][0], &l[1][0], &twist[0], &weight[0])
	shareTwistGeneric(&plain, &l[0], &l[1], (*[12 * Lanes]float32)(&twist), &weight)
	check("ShareTwist")

	var product, productPlain Matrix
	productAsm(&product[0], &m[0][0], &m[1][0])
	productGeneric(&productPlain, &m[0], &m[1])
	samebits.Require(t, "Product", product[:], productPlain[:])
	var settled, settledPlain Quat
	from, to := Quat(l[0][:]), Quat(l[1][:])
	settleRotationAsm(&settled[0], &from[0], &to[0], &weight[0])
	settleRotationGeneric(&settledPlain, &from, &to, &weight)
	samebits.Require(t, "SettleRotation", settled[:], settledPlain[:])
}

func BenchmarkTwoBone(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 1))
	var m [6]Matrix
	var l [3]Local
	for i := range m {
		for k := range m[i] {
			m[i][k] = float32(random.NormFloat64())
		}
	}
	for i := range l {
		for k := range l[i] {
			l[i][k] = float32(random.NormFloat64())
		}
	}
	var rows TwoBoneRows
	for i := range rows {
		rows[i] = random.Float32()
	}
	for b.Loop() {
		TwoBone(&rows, &TwoBoneJoints{&m[0], &m[1], &m[2], &m[3], &m[5], &l[0], &l[1]})
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/Lanes, "ns/character")
}

func BenchmarkAim(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 1))
	var m [6]Matrix
	var l Local
	for i := range m {
		for k := range m[i] {
			m[i][k] = float32(random.NormFloat64())
		}
	}
	for k := range l {
		l[k] = float32(random.NormFloat64())
	}
	in := newAimInputs(random, func(numbers []float32) {
		for i := range numbers {
			numbers[i] = random.Float32()
		}
	})
	for b.Loop() {
		Aim(AimWhole, &in.out, &in.ray, &in.target, &in.share, &in.up, &in.weight, &m[0], &m[1], &l)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/Lanes, "ns/character")
}
