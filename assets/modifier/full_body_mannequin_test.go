package modifier_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
)

// theMannequin makes the skeleton once for all tests.
var theMannequin = sync.OnceValues(func() (*rig.Skeleton, error) {
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	if err != nil {
		return nil, err
	}
	return library.Skeleton(model.Skeleton), nil
})

// mannequinBody returns the built-in character's skeleton and a full body of hands, feet and head.
func mannequinBody(t testing.TB) (*rig.Skeleton, modifier.FullBody) {
	t.Helper()
	skeleton, err := theMannequin()
	if err != nil {
		t.Fatal(err)
	}
	s := modifier.FullBody{Root: "hips", RootReach: 0.5}
	for _, name := range []string{"left_hand", "right_hand", "left_foot", "right_foot", "head"} {
		s.Effectors = append(s.Effectors, modifier.Effector{Joint: name, Goal: name})
	}
	return skeleton, s
}

// TestFullBodyReachesPoses: the hands, feet and head of the built-in character come to where
// another pose has them, nearer by each iteration.
func TestFullBodyReachesPoses(t *testing.T) {
	skeleton, s := mannequinBody(t)
	for _, want := range []struct {
		iterations          int
		median, ninth, most float64
	}{{1, 0.08, 0.15, 0.25}, {8, 4e-3, 0.03, 0.06}, {16, 0.5e-3, 0.01, 0.03}, {64, 1e-6, 0.2e-3, 5e-3}} {
		random := rand.New(rand.NewPCG(1, 100))
		s.Iterations = want.iterations
		stack := solveTest(t, modifier.New("body", skeleton).FullBody("", s))
		var all []float64
		for range long(100, 2000) {
			other := bent(random, skeleton, 0.4)
			for j := range other.locals {
				if name := skeleton.JointName(j); strings.HasSuffix(name, "forearm") ||
					strings.HasSuffix(name, "shin") {
					other.locals[j].Rotation = skeleton.Rest(j).Rotation.Mul(mgl32.QuatRotate(0.4+random.Float32(),
						mgl32.Vec3{1, 0, 0}))
				}
			}
			hips, _ := skeleton.FindJoint("hips")
			other.locals[hips].Translation = other.locals[hips].Translation.Add(randomUnit(random).
				Mul(0.2 * random.Float32()))
			c := bent(random, skeleton, 0)
			reachPose(t, skeleton, stack, &s, &c, &other)
			w := block(skeleton, []*character{&c})
			stack.Solve(w)
			after := models(skeleton, w, 0)
			all = append(all, slices.Max(misses(skeleton, stack, &s, &c, after)))
			if moved := minus(vector(transform(w, hips, 0).Translation),
				vector(c.locals[hips].Translation)).Length(); moved > 0.5001 {
				t.Fatalf("the hips moved by %v", moved)
			}
		}
		slices.Sort(all)
		n := len(all)
		t.Logf("%d iterations: half are within %.2g m, nine of ten within %.2g m, all within %.2g m", want.iterations,
			all[n/2], all[n*9/10], all[n-1])
		if all[n/2] > want.median || all[n*9/10] > want.ninth || all[n-1] > want.most {
			t.Errorf("want %v", want)
		}
	}
}

// TestFullBodyWithAStiffBack: what the back may not bend, the hips make up for.
func TestFullBodyWithAStiffBack(t *testing.T) {
	skeleton, s := mannequinBody(t)
	s.Effectors, s.Iterations = s.Effectors[:4], 16
	for _, joint := range []string{"spine_1", "spine_2", "spine_3", "spine_4"} {
		s.Limits = append(s.Limits, modifier.JointLimit{Joint: joint, Cone: 0.1})
	}
	stack := solveTest(t, modifier.New("lift", skeleton).FullBody("", s))
	c := bent(rand.New(rand.NewPCG(1, 1)), skeleton, 0)
	still := c
	reachPose(t, skeleton, stack, &s, &c, &still)
	c.goals[0].Target, c.goals[1].Target = [3]float32{0.2, 0.4, 0.45}, [3]float32{-0.2, 0.4, 0.45}
	w := block(skeleton, []*character{&c})
	hips, _ := skeleton.FindJoint("hips")
	before := position(models(skeleton, w, 0)[hips])
	stack.Solve(w)
	after := models(skeleton, w, 0)
	if miss := slices.Max(misses(skeleton, stack, &s, &c, after)); miss > 0.02 {
		t.Errorf("hands or feet miss by %v", miss)
	}
	if sunk := before[1] - position(after[hips])[1]; sunk < 0.1 {
		t.Errorf("the hips sink by %v", sunk)
	}
	checkLimits(t, skeleton, w, 0, s.Limits)
}
