package modifier_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/internal/solving"
	"github.com/sinew-go/sinew/internal/testing/reference"
)

// TestHandHolds: palms come to their targets and grips to their rotations, at any size, mirrored or
// not, and relative to a holder.
func TestHandHolds(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 110))
	worst, worstTurn := 0.0, 0.0
	for i := range long(2000, 100_000) {
		skeleton := randomChain(t, random, 7)
		grip := randomQuat(random)
		s := modifier.Hand{
			Helpers: []string{"b"}, Root: "c", Middle: "d", End: "f", Bend: randomUnit(random),
			Palm: randomUnit(random).Mul(0.1),
			Grip: [4]float32{grip.V[0], grip.V[1], grip.V[2], grip.W},
		}
		if i%3 == 0 {
			s.Holder = "a"
		}
		stack := solveTest(t, modifier.New("s", skeleton).Hand("hold", s))
		c := bent(random, skeleton, 0.5)
		w := block(skeleton, []*character{&c})
		m := models(skeleton, w, 0)
		// A place that the arm reaches: where another pose has the palm.
		other := bent(random, skeleton, 0.5)
		for j := range 4 {
			// base, a, b and c, so that the shoulder, if it does not help, is where it was
			other.locals[j] = c.locals[j]
		}
		there := models(skeleton, block(skeleton, []*character{&other}), 0)[6].Point(vector(s.Palm))
		q := randomQuat(random)
		rotation := reference.Quaternion{float64(q.V[0]), float64(q.V[1]), float64(q.V[2]), float64(q.W)}
		goal := solving.Goal{Weight: 1, HasRotation: i%4 != 0, Rotation: [4]float32{q.V[0], q.V[1], q.V[2], q.W}}
		for k, x := range there {
			goal.Target[k] = float32(x)
		}
		want := linear(reference.TRS{Rotation: rotation, Scale: reference.Vector{1, 1, 1}}.Matrix())
		if s.Holder != "" {
			inverse, _ := m[1].Inverse()
			for k, x := range inverse.Point(there) {
				goal.Target[k] = float32(x)
			}
			holder := linear(m[1])
			if m[1].Determinant() < 0 {
				holder[0] = holder[0].Times(-1)
			}
			for k, v := range want {
				want[k] = holder[0].Times(v[0]).Add(holder[1].Times(v[1])).Add(holder[2].Times(v[2]))
			}
		}
		c.goals[0] = goal
		w = block(skeleton, []*character{&c})
		stack.Solve(w)
		after := models(skeleton, w, 0)
		length := minus(position(after[4]), position(after[3])).Length() + minus(position(after[6]),
			position(after[4])).Length()
		palm := after[6].Point(vector(s.Palm))
		// The wrist must be within reach of the shoulder for the palm to come to its target.
		wrist := minus(there, minus(palm, position(after[6])))
		reach := minus(wrist, position(after[3])).Length()
		lower, upper := minus(position(after[6]), position(after[4])).Length(),
			minus(position(after[4]), position(after[3])).Length()
		if reach < length*0.99 && reach > 1.01*max(lower-upper, upper-lower) && reach > 0.05*length {
			worst = max(worst, minus(palm, there).Length()/(length+position(after[3]).Length()))
		}
		if !goal.HasRotation {
			continue
		}
		turned := linear(after[6])
		if after[6].Determinant() < 0 {
			turned[0] = turned[0].Times(-1)
		}
		g := reference.Quaternion{float64(grip.V[0]), float64(grip.V[1]), float64(grip.V[2]), float64(grip.W)}
		axes := linear(reference.TRS{Rotation: g, Scale: reference.Vector{1, 1, 1}}.Matrix())
		for k, v := range axes {
			axes[k] = turned[0].Times(v[0]).Add(turned[1].Times(v[1])).Add(turned[2].Times(v[2]))
		}
		worstTurn = max(worstTurn, farthest(want, axes))
	}
	t.Logf("largest distance of a palm: %.3g of the arm; largest angle of a grip: %.3g degrees", worst, worstTurn)
	if worst > 1e-5 || worstTurn > 2e-3 {
		t.Error("hands miss their grips")
	}
}

// TestHandHelpers: a helper turns by the shortest rotation, by its share and at most its largest
// angle; the whole share points it at the target.
func TestHandHelpers(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 111))
	for range 500 {
		skeleton := randomChain(t, random, 7)
		share, most := random.Float32(), 0.1+random.Float32()
		c := bent(random, skeleton, 0.5)
		m := models(skeleton, block(skeleton, []*character{&c}), 0)
		size := minus(position(m[6]), position(m[2])).Length()
		target := position(m[2]).Add(vector(randomUnit(random)).Times(size))
		c.goals[0].Weight = 1
		for k, x := range target {
			c.goals[0].Target[k] = float32(x)
		}
		from, to := minus(position(m[6]), position(m[2])), minus(target, position(m[2]))
		whole := degrees(from, to)
		if whole > 170 || size < 0.05*position(m[2]).Length() {
			continue
		}
		solve := func(share, most float32) float64 {
			s := modifier.Hand{
				Helpers: []string{"b"}, Shares: []float32{share}, MaxAngles: []float32{most}, Root: "c",
				Middle: "d", End: "f", Bend: randomUnit(random),
			}
			w := block(skeleton, []*character{&c})
			solveTest(t, modifier.New("s", skeleton).Hand("hold", s)).Solve(w)
			return turnAngle(transform(w, 2, 0), c.locals[2]) * 180 / 3.14159265358979
		}
		near(t, "turn by the whole share", solve(1, 0), whole, 0.01)
		near(t, "turn by no share", solve(0, 0), 0, 0.01)
		if part := solve(share, 0); part > whole+0.01 {
			t.Fatalf("a share of %v turns by %v of %v degrees", share, part, whole)
		}
		near(t, "turn within a largest angle", solve(1, most), min(whole, float64(most)*180/3.14159265358979), 0.01)
	}
}

// TestBothHandsOnOneObject: with targets on one object both palms are on it; with a holder the
// second hand follows the first.
func TestBothHandsOnOneObject(t *testing.T) {
	skeleton, _ := mannequinBody(t)
	hand := func(side string) modifier.Hand {
		return modifier.Hand{
			Helpers: []string{side + "_clavicle"}, MaxAngles: []float32{0.4}, Root: side + "_upper_arm",
			Middle: side + "_forearm", End: side + "_hand", Bend: mgl32.Vec3{0, 0, -1},
			Palm: mgl32.Vec3{0, 0.05, 0},
		}
	}
	second := hand("left")
	second.Holder = "right_hand"
	for _, left := range []modifier.Hand{hand("left"), second} {
		stack := solveTest(t, modifier.New("s", skeleton).Hand("right", hand("right")).Hand("left", left))
		c := bent(rand.New(rand.NewPCG(1, 112)), skeleton, 0)
		c.goals[0] = solving.Goal{
			Weight: 1, Target: [3]float32{-0.12, 1.1, 0.35}, HasRotation: true,
			Rotation: [4]float32{0.5, 0.5, 0.5, 0.5},
		}
		c.goals[1] = solving.Goal{
			Weight: 1, Target: [3]float32{0.12, 1.2, 0.4}, HasRotation: true,
			Rotation: [4]float32{0, 0, 0, 1},
		}
		joint := func(name string) int {
			j, err := skeleton.FindJoint(name)
			if err != nil {
				t.Fatal(err)
			}
			return j
		}
		if left.Holder != "" {
			c.goals[1].Target = [3]float32{0.05, 0.02, 0.24}
		}
		w := block(skeleton, []*character{&c})
		stack.Solve(w)
		m := models(skeleton, w, 0)
		palm := vector(left.Palm)
		near(t, "distance of the right palm",
			minus(m[joint("right_hand")].Point(palm), vector(c.goals[0].Target)).Length(), 0, 1e-5)
		want := vector(c.goals[1].Target)
		axes := [3]reference.Vector{{1}, {0, 1}, {0, 0, 1}}
		if left.Holder != "" {
			want, axes = m[joint("right_hand")].Point(want), linear(m[joint("right_hand")])
		}
		near(t, "distance of the left palm", minus(m[joint("left_hand")].Point(palm), want).Length(), 0, 1e-5)
		near(t, "angle of the left hand", farthest(linear(m[joint("left_hand")]), axes), 0, 0.01)
	}
}

func TestHandErrors(t *testing.T) {
	skeleton := randomChain(t, rand.New(rand.NewPCG(1, 113)), 8)
	x := mgl32.Vec3{1, 0, 0}
	arm := func(change func(s *modifier.Hand)) modifier.Hand {
		s := modifier.Hand{Helpers: []string{"b"}, Root: "c", Middle: "d", End: "f", Bend: x}
		change(&s)
		return s
	}
	checkErrors(t, skeleton, func(b *modifier.Builder, s any) { b.Hand("g", s.(modifier.Hand)) }, map[string]any{
		"expected a share for each of 1 helpers, found 2": arm(func(s *modifier.Hand) {
			s.Shares = []float32{1, 1}
		}),
		"expected a largest angle for each of 1 helpers, found 2": arm(func(s *modifier.Hand) {
			s.MaxAngles = []float32{1, 1}
		}),
		"expected a share from 0 to 1, found 3": arm(func(s *modifier.Hand) { s.Shares = []float32{3} }),
		"largest angle from 0 to π radians, found -1": arm(func(s *modifier.Hand) {
			s.MaxAngles = []float32{-1}
		}),
		`expected a joint below joint "e", found "c"`: arm(func(s *modifier.Hand) {
			s.Helpers = []string{"e"}
		}),
		`expected a joint below joint "b", found "a"`: arm(func(s *modifier.Hand) {
			s.Helpers = []string{"b", "a"}
		}),
		`not below joint "b", which the hand moves, found "g"`: arm(func(s *modifier.Hand) { s.Holder = "g" }),
		"expected a finite palm":                               arm(func(s *modifier.Hand) { s.Palm[0] /= 0 }),
		"expected a twist from -2π to 2π radians, found 90, which looks like degrees: 90° are 1.571 radians": arm(
			func(s *modifier.Hand) { s.Twist = 90 }),
		"expected a twist from -2π to 2π radians, found +Inf": arm(func(s *modifier.Hand) { s.Twist = float32(math.Inf(1)) }),
		"expected a softness from 0 to 1, found -1":           arm(func(s *modifier.Hand) { s.Softness = -1 }),
		`helper: skeleton "chain" has no joint`: arm(func(s *modifier.Hand) {
			s.Helpers = []string{"zz"}
		}),
		`expected a joint below joint "f", found "d"`: arm(func(s *modifier.Hand) {
			s.Root, s.Middle, s.Helpers = "f", "d", nil
		}),
		`middle: skeleton "chain" has no joint`:                arm(func(s *modifier.Hand) { s.Middle = "elbow" }),
		`not below joint "b", which the hand moves, found "b"`: arm(func(s *modifier.Hand) { s.Holder = "b" }),
		`hand "g": expected a joint below joint`:               arm(func(s *modifier.Hand) { s.Middle = "g" }),
	})
}
