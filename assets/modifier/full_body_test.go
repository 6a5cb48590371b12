package modifier_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/solving"
	"github.com/sinew-go/sinew/internal/testing/reference"
)

// randomTree returns a skeleton with a root joint "r" of any size, mirrored in half of the cases,
// from which three chains hang, two of them by a joint in common. The names of the ends are e0, e1
// and e2; "m" is the joint in common.
func randomTree(t testing.TB, random *rand.Rand) *rig.Skeleton {
	t.Helper()
	scale := randomChain(t, random, 1).Rest(0).Scale
	joints := []rig.Joint{
		{Name: "base", Parent: -1, Rest: rig.TRS{
			Rotation: randomQuat(random), Translation: randomUnit(random),
			Scale: scale,
		}},
		{Name: "r", Parent: 0},
		{Name: "s", Parent: 1},
		{Name: "m", Parent: 2},
	}
	for i, parent := range []int{1, 3, 3} {
		for k := range 3 {
			name := fmt.Sprint(string("abc"[k]), i)
			if k == 2 {
				name = fmt.Sprint("e", i)
			}
			joints = append(joints, rig.Joint{Name: name, Parent: parent})
			parent = len(joints) - 1
		}
	}
	for i := range joints[1:] {
		joints[i+1].Rest = rig.TRS{
			Rotation:    randomQuat(random),
			Translation: randomUnit(random).Mul(0.3 + random.Float32()), Scale: mgl32.Vec3{1, 1, 1},
		}
	}
	skeleton, err := rig.NewSkeleton("tree", joints, nil)
	if err != nil {
		t.Fatal(err)
	}
	return skeleton
}

// sizeOf returns the scale of a random tree.
func sizeOf(skeleton *rig.Skeleton) float32 {
	return float32(math.Abs(float64(skeleton.Rest(0).Scale[0])))
}

// threeEnds returns the settings of a random tree's full body.
func threeEnds() modifier.FullBody {
	s := modifier.FullBody{Root: "r"}
	for _, i := range []string{"0", "1", "2"} {
		s.Effectors = append(s.Effectors, modifier.Effector{Joint: "e" + i, Goal: "g" + i})
	}
	return s
}

// bent returns a character in a random pose whose joints turn by at most an angle away from the
// rest pose.
func bent(random *rand.Rand, skeleton *rig.Skeleton, angle float32) character {
	c := character{}
	for j := range skeleton.Len() {
		local := skeleton.Rest(j)
		local.Rotation = local.Rotation.Mul(mgl32.QuatRotate(angle*random.Float32(), randomUnit(random))).Normalize()
		c.locals = append(c.locals, local)
	}
	return c
}

// reachPose gives a character targets at the joints of another one.
func reachPose(t testing.TB, skeleton *rig.Skeleton, stack *solving.Stack, s *modifier.FullBody, c, other *character) {
	t.Helper()
	m := models(skeleton, block(skeleton, []*character{other}), 0)
	for _, e := range s.Effectors {
		j, err := skeleton.FindJoint(e.Joint)
		if err != nil {
			t.Fatal(err)
		}
		goal, _ := stack.Goal(e.Goal)
		c.goals[goal].Weight = 1
		for i, x := range position(m[j]) {
			c.goals[goal].Target[i] = float32(x)
		}
	}
}

// misses returns the distances of effectors from their targets.
func misses(skeleton *rig.Skeleton, stack *solving.Stack, s *modifier.FullBody, c *character,
	m []reference.Matrix,
) (out []float64) {
	for _, e := range s.Effectors {
		j, _ := skeleton.FindJoint(e.Joint)
		goal, _ := stack.Goal(e.Goal)
		out = append(out, minus(position(m[j]), vector(c.goals[goal].Target)).Length())
	}
	return out
}

// TestFullBodyWithOneEffector: with nothing to part and a fixed root, a full body comes at least as
// near to its target as a chain, which works through its joints less often.
func TestFullBodyWithOneEffector(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 101))
	for range 300 {
		skeleton := randomChain(t, random, 6)
		s := modifier.FullBody{Root: "a", Effectors: []modifier.Effector{{Joint: "f", Goal: "g"}}}
		stack := solveTest(t, modifier.New("body", skeleton).FullBody("", s))
		chain := solveTest(t,
			modifier.New("chain", skeleton).Chain("g", modifier.Chain{Root: "a", End: "f", Iterations: 64}))
		c, other := bent(random, skeleton, 0), bent(random, skeleton, 1.5)
		reachPose(t, skeleton, stack, &s, &c, &other)
		w, byChain := block(skeleton, []*character{&c}), block(skeleton, []*character{&c})
		before := models(skeleton, w, 0)
		stack.Solve(w)
		chain.Solve(byChain)
		after := models(skeleton, w, 0)
		size := minus(position(before[2]), position(before[1])).Length() + position(before[1]).Length()
		miss := misses(skeleton, stack, &s, &c, after)[0] / size
		if want := misses(skeleton, stack, &s, &c, models(skeleton, byChain, 0))[0] / size; miss > want+1e-5 {
			t.Fatalf("it misses by %v, a chain by %v", miss, want)
		}
		near(t, "movement of the root", minus(position(after[1]), position(before[1])).Length(), 0, 0)
	}
}

// TestFullBodyConflicts: targets out of reach on opposite sides are approached alike, and by the
// stronger pull more.
func TestFullBodyConflicts(t *testing.T) {
	joints := []rig.Joint{{Name: "base", Parent: -1, Rest: rig.IdentityTRS()}}
	add := func(name string, parent int, x, y float32) int {
		joints = append(joints,
			rig.Joint{
				Name: name, Parent: parent,
				Rest: rig.TRS{
					Rotation: mgl32.QuatIdent(), Translation: mgl32.Vec3{x, y, 0},
					Scale: mgl32.Vec3{1, 1, 1},
				},
			})
		return len(joints) - 1
	}
	root := add("root", 0, 0, 0)
	left := add("left", root, -0.2, 0)
	add("left end", add("left elbow", left, -0.5, 0.1), -0.5, -0.1)
	right := add("right", root, 0.2, 0)
	add("right end", add("right elbow", right, 0.5, 0.1), 0.5, -0.1)
	skeleton, err := rig.NewSkeleton("arms", joints, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, pull := range []float32{1, 4} {
		s := modifier.FullBody{Root: "root", RootReach: 5, Iterations: 64, Effectors: []modifier.Effector{
			{Joint: "left end", Goal: "left"}, {Joint: "right end", Goal: "right", Pull: pull},
		}}
		stack := solveTest(t, modifier.New("s", skeleton).FullBody("", s))
		c := bent(rand.New(rand.NewPCG(1, 1)), skeleton, 0)
		c.goals[0] = solving.Goal{Target: [3]float32{-2, 0, 0}, Weight: 1}
		c.goals[1] = solving.Goal{Target: [3]float32{2, 0, 0}, Weight: 1}
		w := block(skeleton, []*character{&c})
		stack.Solve(w)
		miss := misses(skeleton, stack, &s, &c, models(skeleton, w, 0))
		// What is missing in all is the same; where the parts balance, pull times the square of the
		// miss is equal.
		whole := 4 - 0.4 - 4*math.Sqrt(0.26)
		near(t, "what is missing", miss[0]+miss[1], whole, 1e-3)
		near(t, "the share of the left side", miss[0]/whole, math.Sqrt(float64(pull))/(1+math.Sqrt(float64(pull))),
			0.01)
	}
}

// TestFullBodyRootReach: the root moves no further than it may, and not at all without a reach.
func TestFullBodyRootReach(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 102))
	for i := range 300 {
		skeleton := randomTree(t, random)
		s := threeEnds()
		size := sizeOf(skeleton)
		s.RootReach = size * random.Float32() * float32(i%2)
		stack := solveTest(t, modifier.New("s", skeleton).FullBody("", s))
		c := bent(random, skeleton, 0.5)
		for g := range 3 {
			c.goals[g] = solving.Goal{Target: randomUnit(random).Mul(10 * size), Weight: 1}
		}
		w := block(skeleton, []*character{&c})
		before := position(models(skeleton, w, 0)[1])
		stack.Solve(w)
		moved := minus(position(models(skeleton, w, 0)[1]), before).Length()
		if moved > float64(s.RootReach)*(1+1e-4)+1e-6*before.Length() {
			t.Fatalf("the root moved by %v, which is more than %v", moved, s.RootReach)
		}
		if i%2 == 0 && transform(w, 1, 0).Translation != c.locals[1].Translation {
			t.Fatal("a root without a reach moved")
		}
	}
}

// TestFullBodyWeights: an effector of weight 0 goes along with its parent; a small weight changes
// little; a part of the weight blends the joints that lead to the effector.
func TestFullBodyWeights(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 103))
	for range 200 {
		skeleton := randomTree(t, random)
		s := threeEnds()
		s.RootReach = 0.5
		for i := range s.Effectors {
			s.Effectors[i].KeepRotation = i == 1
		}
		stack := solveTest(t, modifier.New("s", skeleton).FullBody("all", s))
		c, other := bent(random, skeleton, 0.5), bent(random, skeleton, 1)
		reachPose(t, skeleton, stack, &s, &c, &other)
		all, _ := stack.Goal("all")
		solve := func(weight0, weightAll float32) *solving.Block {
			g, _ := stack.Goal("g1")
			c.goals[g].Weight, c.goals[all].Weight = weight0, weightAll
			w := block(skeleton, []*character{&c})
			stack.Solve(w)
			return w
		}
		turns := func(a, b *solving.Block) (most float64) {
			for j := range skeleton.Len() {
				most = max(most, turnAngle(transform(a, j, 0), transform(b, j, 0)))
			}
			return most
		}
		still := block(skeleton, []*character{&c})
		none := solve(0, 1)
		for _, name := range []string{"a1", "b1", "e1"} {
			j, _ := skeleton.FindJoint(name)
			if transform(none, j, 0) != c.locals[j] && turnAngle(transform(none, j, 0), c.locals[j]) > 1e-6 {
				t.Fatalf("joint %q of a limb at rest turns", skeleton.JointName(j))
			}
		}
		if turn := turns(none, solve(1e-4, 1)); turn > 0.02 {
			t.Fatalf("a weight of 0.0001 turns a joint by %v", turn)
		}
		if !slices.Equal(lane(skeleton, solve(1, 0), 0), lane(skeleton, still, 0)) {
			t.Fatal("a weight of 0 for all changes bits")
		}
		full, half := solve(1, 1), solve(1, 0.5)
		for j := range skeleton.Len() {
			from, to := reference.TRSOf(c.locals[j]), reference.TRSOf(transform(full, j, 0))
			if math.Abs(from.Rotation.Dot(to.Rotation)) < 1e-2 {
				continue
			}
			sameRotation(t, "half the weight", transform(half, j, 0), from.Rotation.Nlerp(to.Rotation, 0.5))
		}
		kept, _ := skeleton.FindJoint("e1")
		before, after := models(skeleton, still, 0), models(skeleton, full, 0)
		near(t, "turn of a joint that keeps its rotation", farthest(linear(before[kept]), linear(after[kept])), 0, 2e-3)
	}
}

// TestFullBodyLimits: joints keep within their limits, and the ends that can be reached come near.
func TestFullBodyLimits(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 104))
	for range 200 {
		skeleton := randomTree(t, random)
		s := threeEnds()
		s.Iterations = 12
		for _, name := range []string{"s", "m", "b0", "a1"} {
			s.Limits = append(s.Limits, modifier.JointLimit{
				Joint: name, Axis: randomUnit(random),
				Cone: 0.2 + random.Float32(), Twist: [2]float32{-0.3, 0.4},
			})
		}
		stack := solveTest(t, modifier.New("s", skeleton).FullBody("", s))
		c, other := bent(random, skeleton, 0.1), bent(random, skeleton, 1)
		reachPose(t, skeleton, stack, &s, &c, &other)
		w := block(skeleton, []*character{&c})
		stack.Solve(w)
		checkLimits(t, skeleton, w, 0, s.Limits)
	}
}

// TestFullBodyIsContinuous moves targets along lines.
func TestFullBodyIsContinuous(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 105))
	worst := 0.0
	for range long(6, 300) {
		skeleton := randomTree(t, random)
		s := threeEnds()
		size := sizeOf(skeleton)
		s.RootReach = 0.5 * size
		stack := solveTest(t, modifier.New("s", skeleton).FullBody("", s))
		c := bent(random, skeleton, 0.3)
		m := models(skeleton, block(skeleton, []*character{&c}), 0)
		if float64(size) < 0.1*position(m[1]).Length() {
			continue // float32 moves targets in steps that are large beside the skeleton
		}
		other := bent(random, skeleton, 1)
		reachPose(t, skeleton, stack, &s, &c, &other)
		line, moving := randomUnit(random).Mul(3*size), random.IntN(3)
		start := mgl32.Vec3(c.goals[moving].Target).Sub(line.Mul(0.5))
		at := func(u float64) []rig.TRS {
			c.goals[moving].Target = start.Add(line.Mul(float32(u)))
			w := block(skeleton, []*character{&c})
			stack.Solve(w)
			var out []rig.TRS
			for j := range skeleton.Len() {
				out = append(out, transform(w, j, 0))
			}
			return out
		}
		jump := jumpOf(at, 60, 12)
		worst = max(worst, jump)
		if jump > 0.3 {
			t.Errorf("a moving target makes a joint jump by %.3g radians", jump)
		}
	}
	t.Logf("largest turn within 1/245,760 of a line: %.3g radians", worst)
}

// TestFullBodyLanes compares characters alone with the same ones in a block, next to garbage.
func TestFullBodyLanes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 106))
	for range long(100, 5000) {
		skeleton := randomTree(t, random)
		s := threeEnds()
		s.RootReach, s.Tolerance, s.Limits = 0.5, 0.01, []modifier.JointLimit{{Joint: "m", Cone: 0.5}}
		s.Effectors = append(s.Effectors, modifier.Effector{Joint: "m", Goal: "chest", GoalRotation: true})
		s.Effectors[0].KeepRotation, s.Effectors[1].GoalRotation = true, true
		stack := solveTest(t, modifier.New("s", skeleton).FullBody("", s))
		var together [solving.Lanes]*character
		for l := range together {
			c := randomCharacter(random, skeleton, stack)
			together[l] = &c
		}
		garbage := random.IntN(solving.Lanes)
		spoil(random, together[garbage])
		w := block(skeleton, together[:])
		stack.Solve(w)
		for l, c := range together {
			if l == garbage {
				continue
			}
			at := random.IntN(solving.Lanes)
			var one [solving.Lanes]*character
			one[at] = c
			alone := block(skeleton, one[:])
			stack.Solve(alone)
			if !slices.Equal(lane(skeleton, alone, at), lane(skeleton, w, l)) {
				t.Fatalf("a character has other bits in lane %d of a full block than alone", l)
			}
			for _, bits := range lane(skeleton, w, l) {
				if x := math.Float32frombits(bits); x-x != 0 {
					t.Fatalf("lane %d holds %v", l, x)
				}
			}
		}
	}
}
