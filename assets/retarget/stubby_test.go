package retarget_test

import (
	"math"
	"testing"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/retarget"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// Rigs with short legs and large feet stand on the ground, and legs do not stretch for a foot of
// another size.
func TestStubbyRigs(t *testing.T) {
	const rogue = "rigs/kaykit/Rogue.glb"
	for _, test := range []struct {
		from, to, clip string
		sink, knee     float64 // beyond the source's, of the leg; degrees
		end            float64 // of the size
	}{
		{cesiumFile, rogue, "animation_0", 0.03, 65, 0.001},
		{womanFile, rogue, "Walking", 0.015, 45, 0.001},
		{"", rogue, "walk", 0.012, 37, 0.001},
		{rogue, "", "Lie_Pose", 0.001, 80, 0.03},
		{rogue, "", "Walking_A", 0.001, 80, 0.02},
		{rogue, cesiumFile, "Walking_A", 0.001, 90, 0.03},
	} {
		a, b := loadPerson(t, test.from), loadPerson(t, test.to)
		source := a.clip(t, test.clip)
		r := newRetargeter(t, a.skeleton, b.skeleton, retarget.Options{From: a.bones, To: b.bones})
		out, report := retargeted(t, r, source)
		was, is, knee := sinks(a, b, source, out)
		end, _ := report.WorstPosition()
		t.Logf("%q of %q on %q: %.3f below, in the source %.3f; knees %.1f°; ends %.4f; %v", test.clip, test.from, test.to,
			is, was, knee, end.Position, report)
		if is-was > test.sink || knee > test.knee || end.Position > test.end {
			t.Errorf("%q of %q on %q: %.3f below, in the source %.3f; knees %.1f°; ends %.4f", test.clip, test.from, test.to,
				is, was, knee, end.Position)
		}
	}
}

// sinks returns how deep an ankle or a toe is below its height in the reference pose in source and
// target, as a fraction of the leg, and the largest difference of the angle of a knee in degrees.
func sinks(a, b *person, source, target *clip.Clip) (deepS, deepT, knee float64) {
	joints := func(p *person, s string) (u, l, f, t int) {
		u, _ = p.bones.Joint(s + "upper leg")
		l, _ = p.bones.Joint(s + "lower leg")
		f, _ = p.bones.Joint(s + "foot")
		t = -1
		if j, ok := p.bones.Joint(s + "toes"); ok {
			t = j
		}
		return
	}
	refA, refB := toModels(a), toModels(b)
	for _, s := range []string{"left ", "right "} {
		ua, la, fa, ta := joints(a, s)
		ub, lb, fb, tb := joints(b, s)
		legA := refA[ua].Translation().Sub(refA[la].Translation()).Length() + refA[la].Translation().Sub(refA[fa].Translation()).Length()
		legB := refB[ub].Translation().Sub(refB[lb].Translation()).Length() + refB[lb].Translation().Sub(refB[fb].Translation()).Length()
		for _, time := range times(source, 40) {
			x, y := models(source, time), models(target, time)
			p, q := x[la].Translation().Sub(x[ua].Translation()), x[fa].Translation().Sub(x[la].Translation())
			ka := math.Atan2(p.Cross(q).Length(), p.Dot(q)) * 180 / math.Pi
			p, q = y[lb].Translation().Sub(y[ub].Translation()), y[fb].Translation().Sub(y[lb].Translation())
			kb := math.Atan2(p.Cross(q).Length(), p.Dot(q)) * 180 / math.Pi
			knee = max(knee, math.Abs(ka-kb))
			da := (refA[fa].Translation()[1] - x[fa].Translation()[1]) / legA
			db := (refB[fb].Translation()[1] - y[fb].Translation()[1]) / legB
			if ta >= 0 {
				da = max(da, (refA[ta].Translation()[1]-x[ta].Translation()[1])/legA)
			}
			if tb >= 0 {
				db = max(db, (refB[tb].Translation()[1]-y[tb].Translation()[1])/legB)
			}
			deepS, deepT = max(deepS, da), max(deepT, db)
		}
	}
	return
}

func toModels(p *person) []exact.Affine {
	matrices := p.reference().ModelMatrices(nil)
	list := make([]exact.Affine, p.skeleton.Len())
	for j := range list {
		for i, v := range rig.MatrixAt(matrices, j) {
			list[j][i] = float64(v)
		}
	}
	return list
}
