package modifier_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/solving"
)

// twoLegs returns a skeleton of a pelvis and two legs that hang down from it, left at +X, turned
// and mirrored at random. Joints are pelvis, left thigh, left shin, left foot, and those of the
// right.
func twoLegs(t testing.TB, random *rand.Rand) *rig.Skeleton {
	t.Helper()
	one := mgl32.Vec3{1, 1, 1}
	mirror := mgl32.Vec3{[]float32{1, -1}[random.IntN(2)], 1, 1}
	joints := []rig.Joint{{Name: "pelvis", Parent: -1, Rest: rig.TRS{Rotation: randomQuat(random), Scale: mirror}}}
	for i, side := range []string{"left ", "right "} {
		first := len(joints)
		for k, place := range []mgl32.Vec3{{[]float32{0.09, -0.09}[i]}, {0, -0.45}, {0, -0.45}} {
			parent := first + k - 1
			if k == 0 {
				parent = 0
			}
			joints = append(joints, rig.Joint{Name: side + []string{"thigh", "shin", "foot"}[k], Parent: parent, Rest: rig.TRS{
				Translation: place, Rotation: mgl32.QuatIdent(), Scale: one,
			}})
		}
	}
	skeleton, err := rig.NewSkeleton("legs", joints, nil)
	if err != nil {
		t.Fatal(err)
	}
	return skeleton
}

// depthOf returns how deep the bones below two joints, with radii of 0.05, are in each other. It
// looks at 200 points on each.
func depthOf(w *solving.Block, one, other int) float64 {
	const points = 200
	least := math.Inf(1)
	point := func(joint, i int) mgl32.Vec3 {
		return matrix(w, joint, 0).Point(mgl32.Vec3{0, -0.45 * float32(i) / points})
	}
	for i := range points + 1 {
		for k := range points + 1 {
			least = min(least, float64(point(one, i).Sub(point(other, k)).Len()))
		}
	}
	return 0.1 - least
}

// TestLegsKeepOutOfEachOther crosses the legs of a pelvis at random: their shins and thighs come
// out of each other, also where the skeleton is mirrored, those that were apart keep their bits,
// and a leg whose foot is lower leaves the way to the other one.
func TestLegsKeepOutOfEachOther(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 300))
	crossed, apart, worst := 0, 0, 0.0
	for range 60 {
		skeleton := twoLegs(t, random)
		pelvis := skeleton.Rest(0).Matrix()
		out := pelvis.Point(mgl32.Vec3{1}).Sub(origin(pelvis)) // of the left leg
		up := pelvis.Point(mgl32.Vec3{0, 1}).Sub(origin(pelvis))
		legs := map[string][]modifier.Collider{}
		for _, side := range []string{"left ", "right "} {
			for _, bone := range []string{"thigh", "shin"} {
				legs[side] = append(legs[side], modifier.Collider{
					Joint: side + bone, Shape: modifier.CapsuleCollider, Tail: mgl32.Vec3{0, -0.45}, Radius: 0.05,
				})
			}
		}
		stack := solveTest(t, modifier.New("legs", skeleton).
			KeepOut("", modifier.KeepOut{
				Root: "left thigh", Limb: legs["left "], Body: legs["right "], Aside: out, Up: up, MaxAngle: 1.5,
				End: "left foot", OtherEnd: "right foot",
			}).
			KeepOut("", modifier.KeepOut{
				Root: "right thigh", Limb: legs["right "], Body: legs["left "], Aside: out.Mul(-1), MaxAngle: 1.5,
			}))
		c := character{}
		for j := range skeleton.Len() {
			local := skeleton.Rest(j)
			turn := func(most float32) float32 { return most * (2*random.Float32() - 1) }
			if j == 1 || j == 4 {
				local.Rotation = mgl32.QuatRotate(turn(0.5), mgl32.Vec3{1}).
					Mul(mgl32.QuatRotate([]float32{-0.18, 0.18}[j/4]+turn(0.15), mgl32.Vec3{0, 0, 1})).Normalize()
			}
			if j == 2 || j == 5 {
				local.Rotation = mgl32.QuatRotate(0.6*random.Float32(), mgl32.Vec3{1})
			}
			c.locals = append(c.locals, local)
		}
		w := block(skeleton, []*character{&c})
		before := 0.0
		for _, pair := range [][2]int{{1, 5}, {2, 4}, {2, 5}} {
			before = max(before, depthOf(w, pair[0], pair[1]))
		}
		was := lane(skeleton, w, 0)
		lower := origin(matrix(w, 3, 0)).Sub(origin(matrix(w, 6, 0))).Dot(up) < -0.1 // the left foot
		stack.Solve(w)
		kernel.LocalToModel(w.Model, w.Locals, skeleton.Parents())
		now := lane(skeleton, w, 0)
		if before == 0 {
			apart++
			if !slices.Equal(was, now) {
				t.Error("legs that are apart are turned")
			}
			continue
		}
		crossed++
		rows := kernel.Rows
		if lower && !slices.Equal(was[rows:2*rows], now[rows:2*rows]) {
			t.Error("the leg with the lower foot makes way")
		}
		for _, pair := range [][2]int{{1, 5}, {2, 4}, {2, 5}} {
			worst = max(worst, depthOf(w, pair[0], pair[1]))
		}
	}
	t.Logf("%d pairs of legs crossed and are %.1f mm deep in each other at most, %d were apart", crossed, 1000*worst, apart)
	if worst > 0.005 || crossed < 15 || apart < 15 {
		t.Errorf("%d pairs of legs that crossed are %.1f mm deep in each other, %d were apart", crossed, 1000*worst, apart)
	}
}

// TestLimitDirection turns joints at random: bones point no farther to two sides than they may, by
// their rest pose and by where the joint above is, also where the skeleton is mirrored; those
// within their limits keep their bits.
func TestLimitDirection(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 301))
	turned, kept, worst := 0, 0, 0.0
	for range 300 {
		skeleton := randomChain(t, random, 4)
		joint, err := skeleton.FindJoint("c")
		if err != nil {
			t.Fatal(err)
		}
		from := skeleton.Parent(skeleton.Parent(joint))
		bone, toward := randomUnit(random), randomUnit(random)
		limits := []modifier.DirectionLimit{
			{Toward: toward, Angle: 0.2 + 0.8*random.Float32()},
			{Toward: toward.Cross(randomUnit(random)).Normalize(), Angle: 0.2 + 0.8*random.Float32()},
		}
		stack := solveTest(t, modifier.New("s", skeleton).LimitDirection("", modifier.LimitDirection{
			Joint: "c", From: skeleton.JointName(from), Bone: bone, Limits: limits,
		}))
		c := randomCharacter(random, skeleton, stack)
		c.locals[joint].Rotation = randomQuat(random)
		w := block(skeleton, []*character{&c})
		rest := rig.NewPose(skeleton).ModelMatrices(nil)
		beyond := func() (most float64) {
			m := matrix(w, joint, 0)
			points := m.Point(bone).Sub(origin(m)).Normalize()
			inverse, _ := rig.MatrixAt(rest, from).Inverse()
			moved := matrix(w, from, 0).Mul(inverse)
			for _, limit := range limits {
				side := moved.Point(limit.Toward).Sub(origin(moved)).Normalize()
				most = max(most, math.Asin(float64(min(max(points.Dot(side), -1), 1)))-float64(limit.Angle))
			}
			return most
		}
		was, before := lane(skeleton, w, 0), beyond()
		stack.Solve(w)
		kernel.LocalToModel(w.Model, w.Locals, skeleton.Parents())
		if before == 0 {
			kept++
			if !slices.Equal(was, lane(skeleton, w, 0)) {
				t.Error("a bone within its limits is turned")
			}
			continue
		}
		turned++
		worst = max(worst, beyond())
	}
	t.Logf("%d bones turned back, to %.5f radians beyond their limits at most, %d were within", turned, worst, kept)
	if worst > 0.01 || turned < 100 || kept < 50 {
		t.Errorf("%d bones turned back, to %.5f radians beyond their limits, %d were within", turned, worst, kept)
	}
}

func TestKeepOutErrors(t *testing.T) {
	skeleton := twoLegs(t, rand.New(rand.NewPCG(1, 302)))
	shin, other := []modifier.Collider{{Joint: "left shin"}}, []modifier.Collider{{Joint: "right shin"}}
	x := mgl32.Vec3{1}
	checkErrors(t, skeleton, func(b *modifier.Builder, s any) {
		switch s := s.(type) {
		case modifier.KeepOut:
			b.KeepOut("", s)
		case modifier.LimitDirection:
			b.LimitDirection("", s)
		}
	}, map[string]any{
		"limb: expected 1 to 8 colliders, found 0": modifier.KeepOut{Root: "left thigh", Body: other, Aside: x},
		"body: expected 1 to 8 colliders, found 0": modifier.KeepOut{Root: "left thigh", Limb: shin, Aside: x},
		"expected a finite Aside that is not 0":    modifier.KeepOut{Root: "left thigh", Limb: shin, Body: other},
		"expected two finite Heights that ascend, found [2 1]": modifier.KeepOut{
			Root: "left thigh", Limb: shin, Body: other, Aside: x, Heights: [2]float32{2, 1},
		},
		`expected End and OtherEnd, or neither, found "left foot" and ""`: modifier.KeepOut{
			Root: "left thigh", Limb: shin, Body: other, Aside: x, End: "left foot",
		},
		"expected a MaxAngle from 0 to π radians, found 90, which looks like degrees": modifier.KeepOut{
			Root: "left thigh", Limb: shin, Body: other, Aside: x, MaxAngle: 90,
		},
		`expected a body beside the limb, found joint "left foot" of the limb`: modifier.KeepOut{
			Root: "left thigh", Limb: shin, Body: []modifier.Collider{{Joint: "left foot"}}, Aside: x,
		},
		`expected a joint below joint "left thigh", found "right shin"`: modifier.KeepOut{
			Root: "left thigh", Limb: other, Body: []modifier.Collider{{Joint: "right foot"}}, Aside: x,
		},
		"limb: collider 0: expected a sphere or a capsule from outside": modifier.KeepOut{
			Root: "left thigh", Limb: []modifier.Collider{{Joint: "left shin", Inside: true}}, Body: other, Aside: x,
		},
		"expected 1 to 8 limits, found 0": modifier.LimitDirection{Joint: "left thigh"},
		"limit 0: expected a finite direction that is not 0": modifier.LimitDirection{
			Joint: "left thigh", Limits: []modifier.DirectionLimit{{Angle: 1}},
		},
		"limit 0: expected an angle from -π/2 to π/2 radians, found 35, which looks like degrees": modifier.LimitDirection{
			Joint: "left thigh", Limits: []modifier.DirectionLimit{{Toward: x, Angle: 35}},
		},
	})
}
