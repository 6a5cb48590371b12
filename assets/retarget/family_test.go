package retarget_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/humanoid"
	"github.com/sinew-go/sinew/assets/retarget"
	"github.com/sinew-go/sinew/assets/rig"
)

// renamed returns a skeleton with other names and, as an animal of the family, other lengths of
// bones.
func renamed(t testing.TB, s *rig.Skeleton, name func(string) string) *rig.Skeleton {
	t.Helper()
	var joints []rig.Joint
	for j := range s.Len() {
		rest := s.Rest(j)
		if j%3 == 1 {
			rest.Translation = rest.Translation.Mul(1.1)
		}
		joints = append(joints, rig.Joint{Name: name(s.JointName(j)), Parent: s.Parent(j), Rest: rest})
	}
	out, err := rig.NewSkeleton("relative of "+s.Name(), joints, nil)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Animals of one family are related by the names of their joints, without a map.
func TestFamilies(t *testing.T) {
	fox, dog, cat, bird := load(t, fox2File), load(t, dogFile), load(t, catFile), load(t, birdFile)
	spider := load(t, spiderFile)
	same := func(n string) string { return n }
	for name, test := range map[string]struct {
		from  *character
		to    *rig.Skeleton
		least float64 // of the confidence
		says  string
	}{
		"fox on the dog":  {fox, dog.skeleton, 0.9, "equal"},
		"fox on the cat":  {fox, cat.skeleton, 0.9, "equal"},
		"bird on another": {bird, renamed(t, bird.skeleton, same), 1, "equal"},
		"prefixes": {
			bird, renamed(t, bird.skeleton, func(n string) string { return "rig:" + strings.ToUpper(n) }), 0.85,
			"near names",
		},
		"numbers": {fox, renamed(t, fox.skeleton, func(n string) string { return n + ".001" }), 0.75, "near names"},
		"misspelled": {
			spider, renamed(t, spider.skeleton, func(n string) string { return strings.ReplaceAll(n, "leg", "legs") }), 0.7,
			"near names",
		},
	} {
		r, err := retarget.New(test.from.skeleton, test.to, retarget.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		source := test.from.clips()[0]
		out, report := retargeted(t, r, source)
		t.Logf("%s: %v", name, report)
		if report.Confidence < test.least || !strings.Contains(report.Relation, test.says) {
			t.Errorf("%s: related %s, confidence %.2f", name, report.Relation, report.Confidence)
		}
		if grade, reasons := report.Grade(); grade == retarget.Poor {
			t.Errorf("%s: %v %q", name, grade, reasons)
		}
		// A joint turns as its partner does, since the first frame.
		paired := 0
		for j := range test.to.Len() {
			if k, ok := r.Mapped(j); ok && !strings.Contains(name, "on the") {
				paired++
				a, b := turnOf(source.PoseAt(source.Start()), source.PoseAt(source.Start()+0.3), k),
					turnOf(out.PoseAt(source.Start()), out.PoseAt(source.Start()+0.3), j)
				if d := math.Abs(a - b); d > 6 {
					t.Errorf("%s: %q turns by %.1f° instead of %.1f°", name, test.to.JointName(j), b, a)
				}
			}
		}
		if paired == 0 && !strings.Contains(name, "on the") {
			t.Errorf("%s: no joint is mapped", name)
		}
	}
}

// turnOf returns by how many degrees a joint turns in model space between two poses.
func turnOf(a, b *rig.Pose, joint int) float64 {
	turn := func(p *rig.Pose) mgl32.Quat {
		q := mgl32.QuatIdent()
		for j := joint; j >= 0; j = p.Skeleton().Parent(j) {
			q = p.Joint(j).Rotation.Mul(q)
		}
		return q.Normalize()
	}
	return 2 * math.Acos(min(1, math.Abs(float64(turn(a).Dot(turn(b)))))) * 180 / math.Pi
}

// Creatures of other families are refused, and the error says what both would need, what there is
// and where the names part.
func TestOtherFamiliesAreRefused(t *testing.T) {
	fox, fox2, bird := load(t, foxFile), load(t, fox2File), load(t, birdFile)
	for _, test := range []struct {
		from, to *character
		says     []string
	}{
		{fox, fox2, []string{
			"is no humanoid", "expected equal or near names of at least 19 of the 26 joints", "found 1",
			`joint "_rootJoint" of "Fox" has no partner in "fox-animations"`,
		}},
		{fox2, bird, []string{"expected equal or near names of at least 35 of the 50 joints", "has no partner"}},
		{load(t, ""), fox, []string{"is no humanoid", "expected equal or near names"}},
	} {
		_, err := retarget.New(test.from.skeleton, test.to.skeleton, retarget.Options{})
		if !errors.Is(err, humanoid.ErrNotHumanoid) {
			t.Fatalf("%v", err)
		}
		t.Log(err)
		for _, want := range test.says {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%q is missing from %v", want, err)
			}
		}
	}
	// Names that say nothing are no evidence, unless the whole hierarchy is the same.
	chain := func(name string, parents ...int) *rig.Skeleton {
		var joints []rig.Joint
		for i, parent := range parents {
			l := rig.IdentityTRS()
			l.Translation = mgl32.Vec3{float32(i%3) - 1, 1, 0}
			joints = append(joints, rig.Joint{Name: "Bone." + string(rune('a'+i)) + "01", Parent: parent, Rest: l})
		}
		s, err := rig.NewSkeleton(name, joints, nil)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	arm, tree := chain("arm", -1, 0, 1, 2, 3, 4, 5), chain("tree", -1, 0, 0, 1, 2, 2, 3)
	if _, err := retarget.New(arm, tree, retarget.Options{}); !errors.Is(err, humanoid.ErrNotHumanoid) {
		t.Errorf("bones without names: %v", err)
	}
	longer := withRest(t, rig.NewPose(arm), func(_ int, l rig.TRS) rig.TRS {
		l.Translation = l.Translation.Mul(2)
		return l
	})
	if _, err := retarget.New(arm, longer, retarget.Options{}); err != nil {
		t.Errorf("the same bones twice as long: %v", err)
	}
}
