package modifier_test

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/solving"
	"github.com/sinew-go/sinew/internal/testing/seeds"
)

// long returns the number of rounds of a test: the second one with SINEW_LONG=1.
func long(short, long int) int {
	if os.Getenv("SINEW_LONG") != "" {
		return long
	}
	return short
}

// everySolver returns a stack with all kinds of solvers, some with a goal in common, for a random
// chain of 8 joints.
func everySolver(t testing.TB, random *rand.Rand, skeleton *rig.Skeleton) *solving.Stack {
	t.Helper()
	stack, err := modifier.New("all", skeleton).
		TwoBone("hand", modifier.TwoBone{
			Root: "a", Middle: "b", End: "d", Bend: randomUnit(random), GoalRotation: true,
			KeepRotation: true, Softness: 0.1, OffLevel: 2,
		}).
		LookAt("look", modifier.LookAt{
			Joints: []string{"b", "d", "e"}, Shares: []float32{0.3, 0.6, 1}, MaxAngles: []float32{0.4, 0, 1},
			Forward: randomUnit(random), Up: randomUnit(random),
			Limits: modifier.LookLimits{Yaw: [2]float32{-1, 1.5}, Pitch: [2]float32{-0.5, 1}, Cone: 1.2, Ignore: 2.8},
			Speed:  3,
			Eyes: []modifier.Aim{
				{Joint: "f", Forward: randomUnit(random), MaxAngle: 0.3},
				{Joint: "g", Forward: randomUnit(random), Eye: randomUnit(random).Mul(0.1)},
			},
		}).
		Chain("tip", modifier.Chain{Root: "a", End: "f", Tolerance: 0.01}).
		Chain("tip", modifier.Chain{
			Root: "c", End: "h", Method: modifier.CCD, Iterations: 2, Tolerance: 0.05,
			Limits: []modifier.JointLimit{
				{Joint: "d", Axis: randomUnit(random), Hinge: true, Twist: [2]float32{-1, 0.5}},
				{Joint: "e", Cone: 0.6, Twist: [2]float32{-0.3, 0.3}},
			},
		}).
		FullBody("body", modifier.FullBody{
			Root: "b", RootReach: 0.3, Iterations: 3, Tolerance: 0.02, Effectors: []modifier.Effector{
				{Joint: "e", Goal: "hand", Pull: 2, GoalRotation: true},
				{Joint: "h", Goal: "tip", KeepRotation: true, GoalRotation: true},
			}, Limits: []modifier.JointLimit{{Joint: "c", Cone: 0.6}},
		}).
		Hand("hand", modifier.Hand{
			Helpers: []string{"b", "c"}, Shares: []float32{0.5, 0.2}, MaxAngles: []float32{0.3, 0}, Root: "d",
			Middle: "e", End: "g", Bend: randomUnit(random),
			Palm: randomUnit(random).Mul(0.2), Grip: [4]float32{0, 0, 0.6, 0.8}, Holder: "a",
		}).
		AimAt("point", modifier.AimAt{Joint: "g", At: "c", Forward: randomUnit(random), FromRest: true, Weight: 0.6}).
		AimAt("point", modifier.AimAt{Joint: "h", At: "b", Forward: randomUnit(random), Weight: 0.3, OffLevel: 1}).
		LimitPosition("limit", modifier.LimitPosition{
			Joint: "e", Low: mgl32.Vec3{-0.1, -0.1, -0.1},
			High: mgl32.Vec3{0.1, 0, 0.1}, Radius: 0.12,
		}).
		LimitPosition("limit", modifier.LimitPosition{
			Joint: "f", Space: modifier.ModelSpace, High: mgl32.Vec3{1, 1, 1},
			Axes: [3]bool{true, false, true},
		}).
		Copy("copy", modifier.Copy{
			Joint: "h", From: "d", Position: 0.2, Rotation: 0.7, Scale: 0.3,
			Axes: [3]bool{false, true, true}, FromRest: true,
		}).
		Copy("copy", modifier.Copy{Joint: "g", From: "a", Space: modifier.ModelSpace, Rotation: 0.4, FromRest: true}).
		Func("own", func(p *modifier.Pose) {
			local := p.Local(3)
			local.Translation[1] += p.Target()[0] * 0.1
			p.SetLocal(3, local)
			p.SetModel(4, p.Model(5))
		}, "c", "d").
		LimitDirection("", modifier.LimitDirection{
			Joint: "f", From: "b", Bone: randomUnit(random),
			Limits: []modifier.DirectionLimit{{Toward: randomUnit(random), Angle: 0.2}},
		}).
		KeepOut("own", modifier.KeepOut{
			Root: "e", Aside: randomUnit(random), End: "h", OtherEnd: "b",
			Limb: []modifier.Collider{{
				Joint: "g", Shape: modifier.CapsuleCollider, Tail: randomUnit(random).Mul(0.2), Radius: 0.3,
			}},
			Body: []modifier.Collider{{Joint: "a", Radius: 0.3}, {Joint: "c", Radius: 0.3}},
		}).
		Build()
	if err != nil {
		t.Fatal(err)
	}
	return (*solving.Stack)(stack)
}

// character is what one lane holds.
type character struct {
	locals []rig.TRS
	goals  [solving.MaxGoals]solving.Goal
	state  []float32
	delta  float32
	level  int
}

func randomCharacter(random *rand.Rand, skeleton *rig.Skeleton, stack *solving.Stack) character {
	c := character{state: make([]float32, stack.StateSize()), delta: random.Float32() * 0.1, level: random.IntN(3)}
	for j := range skeleton.Len() {
		local := skeleton.Rest(j)
		local.Rotation = mgl32.QuatSlerp(local.Rotation, randomQuat(random), 0.3*random.Float32()).Normalize()
		c.locals = append(c.locals, local)
	}
	for i := range stack.Goals() {
		q := randomQuat(random)
		c.goals[i] = solving.Goal{
			Target: randomUnit(random).Mul(3), Pole: randomUnit(random).Mul(5), PoleDirection: randomUnit(random),
			HasPole:  random.IntN(2) == 0,
			Rotation: [4]float32{q.V[0], q.V[1], q.V[2], q.W}, HasRotation: random.IntN(2) == 0,
			Weight: []float32{0, 0.4, 1, 1}[random.IntN(4)],
		}
	}
	return c
}

// block returns the work of characters.
func block(skeleton *rig.Skeleton, characters []*character) *solving.Block {
	w := posed(skeleton)
	for lane, c := range characters {
		if c == nil {
			continue
		}
		for j, local := range c.locals {
			n := append(local.Rotation.V[:], local.Rotation.W)
			n = append(append(n, local.Translation[:]...), local.Scale[:]...)
			for r, x := range n {
				w.Locals[j*kernel.GroupSize+r*solving.Lanes+lane] = x
			}
		}
		w.Goals[lane], w.State[lane], w.Delta[lane], w.Level[lane] = c.goals[:], c.state, c.delta, c.level
	}
	kernel.LocalToModel(w.Model, w.Locals, skeleton.Parents())
	return w
}

// lane returns the bits of a lane's local transforms.
func lane(skeleton *rig.Skeleton, w *solving.Block, lane int) (bits []uint32) {
	for i := range skeleton.Len() * kernel.Rows {
		bits = append(bits, math.Float32bits(w.Locals[i*solving.Lanes+lane]))
	}
	return bits
}

// TestLanesAreIndependent compares characters alone with the same ones in a block, next to others
// and to garbage, over some frames.
func TestLanesAreIndependent(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 40))
	for range long(60, 3000) {
		skeleton := randomChain(t, random, 8)
		stack := everySolver(t, random, skeleton)
		var together [solving.Lanes]*character
		for l := range together {
			c := randomCharacter(random, skeleton, stack)
			together[l] = &c
		}
		garbage := random.IntN(solving.Lanes)
		for frame := range 4 {
			var alone [solving.Lanes][]uint32
			var states [solving.Lanes][]float32
			spoil(random, together[garbage])
			for l, c := range together {
				single := *c
				single.state = slices.Clone(c.state)
				at := random.IntN(solving.Lanes)
				var one [solving.Lanes]*character
				one[at] = &single
				w := block(skeleton, one[:])
				stack.Solve(w)
				alone[l], states[l] = lane(skeleton, w, at), single.state
			}
			w := block(skeleton, together[:])
			stack.Solve(w)
			for l, c := range together {
				if l == garbage {
					continue
				}
				if !slices.Equal(alone[l], lane(skeleton, w, l)) || !slices.Equal(states[l], c.state) {
					t.Fatalf("frame %d: a character has other bits in lane %d of a full block than alone", frame, l)
				}
				for j := range skeleton.Len() {
					q := transform(w, j, l).Rotation
					if length := q.Len(); !(math.Abs(float64(length)-1) < 1e-5) {
						t.Fatalf("joint %d has a rotation of length %v", j, length)
					}
				}
			}
		}
	}
}

var strange = []float32{
	0, float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)), 3e38, -3e38,
	1e-40, -1, 1e20,
}

// spoil puts strange numbers into a character.
func spoil(random *rand.Rand, c *character) {
	number := func() float32 { return strange[random.IntN(len(strange))] }
	for i := range c.goals {
		g := &c.goals[i]
		for _, x := range []*float32{&g.Target[0], &g.Pole[1], &g.PoleDirection[2], &g.Rotation[0], &g.Weight} {
			if random.IntN(3) == 0 {
				*x = number()
			}
		}
	}
	for i := range c.state {
		if random.IntN(4) == 0 {
			c.state[i] = number()
		}
	}
	local := &c.locals[random.IntN(len(c.locals))]
	local.Rotation.V[0], local.Translation[1], local.Scale[2] = number(), number(), number()
	c.delta = number()
	c.level = random.IntN(300) - 20
}

// FuzzSolve puts strange numbers into the poses, goals and states of characters. What is finite
// stays finite, and nothing panics.
func FuzzSolve(f *testing.F) {
	for seed := range uint64(40) {
		seeds.Add(f, seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 41))
		skeleton := randomChain(t, random, 8)
		stack := everySolver(t, random, skeleton)
		var characters [solving.Lanes]*character
		var clean [solving.Lanes]bool
		for l := range characters {
			if random.IntN(5) == 0 {
				continue
			}
			c := randomCharacter(random, skeleton, stack)
			locals := slices.Clone(c.locals)
			spoil(random, &c)
			if clean[l] = random.IntN(2) == 0; clean[l] {
				c.locals = locals // only goals, states and times are strange
			}
			characters[l] = &c
		}
		for range 3 {
			w := block(skeleton, characters[:])
			stack.Solve(w)
			for l, c := range characters {
				if c == nil || !clean[l] {
					continue
				}
				for _, bits := range lane(skeleton, w, l) {
					if x := math.Float32frombits(bits); x-x != 0 {
						t.Fatalf("lane %d: a pose that was finite holds %v", l, x)
					}
				}
			}
		}
	})
}

// TestGoalsOfNoUseLeaveBits: a weight of 0, a target that is not finite, and bones of length 0
// leave all bits as they are.
func TestGoalsOfNoUseLeaveBits(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 42))
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for range 50 {
		skeleton := randomChain(t, random, 8)
		called := false
		b := modifier.New("all", skeleton).
			TwoBone("g", modifier.TwoBone{
				Root: "a", Middle: "b", End: "d", Bend: randomUnit(random),
				KeepRotation: true,
			}).
			LookAt("g", modifier.LookAt{Joints: []string{"a", "c"}, Forward: randomUnit(random), Speed: 1}).
			Chain("g", modifier.Chain{Root: "a", End: "f"}).
			Chain("g", modifier.Chain{Root: "a", End: "f", Method: modifier.CCD}).
			Func("g", func(*modifier.Pose) { called = true })
		stack := solveTest(t, b)
		for _, goal := range []solving.Goal{
			{},
			{Target: [3]float32{1, 2, 3}},
			{Target: [3]float32{1, 2, 3}, Weight: -1},
			{Target: [3]float32{1, 2, 3}, Weight: nan},
			{Target: [3]float32{nan, 2, 3}, Weight: 1},
			{Target: [3]float32{1, inf, 3}, Weight: 1},
			{Weight: 1, HasPole: true, Pole: [3]float32{nan, 0, 0}},
			{Weight: 1, HasPole: true, PoleDirection: [3]float32{0, 0, inf}},
		} {
			c := randomCharacter(random, skeleton, stack)
			c.goals[0] = goal
			w := block(skeleton, []*character{&c})
			before := lane(skeleton, w, 0)
			stack.Solve(w)
			if !slices.Equal(before, lane(skeleton, w, 0)) || called {
				t.Fatalf("the goal %+v changes the pose, or calls a function (%v)", goal, called)
			}
			if stack.IsActive(c.goals[:], c.state, 0) {
				t.Fatalf("the goal %+v counts as active", goal)
			}
		}
	}
}

// TestDegenerateGoals: a target at the root keeps the direction of a limb, a pole in line with the
// target keeps the side, targets opposite to the ray are met, and bones of length 0 do not turn.
func TestDegenerateGoals(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 43))
	for range 200 {
		skeleton := randomChain(t, random, 5)
		bend, forward := randomUnit(random), randomUnit(random)
		limb := solveTest(t,
			modifier.New("limb", skeleton).TwoBone("g", modifier.TwoBone{Root: "a", Middle: "b", End: "c", Bend: bend}))
		aim := solveTest(t, modifier.New("aim", skeleton).Aim("g", modifier.Aim{Joint: "c", Forward: forward}))
		solve := func(stack *solving.Stack, goal solving.Goal) *solving.Block {
			w := posed(skeleton)
			goals := [solving.MaxGoals]solving.Goal{goal}
			w.Goals[0] = goals[:]
			stack.Solve(w)
			return w
		}
		rest := posed(skeleton)
		root, middle, end := origin(matrix(rest, 1, 0)), origin(matrix(rest, 2, 0)), origin(matrix(rest, 3, 0))
		size := root.Sub(middle).Len() + middle.Sub(end).Len()

		after := models(skeleton, solve(limb, solving.Goal{Target: root, Weight: 1}), 0)
		if angle := degrees(minus(position(after[3]), position(after[1])), vector(end.Sub(root))); angle > 0.5 {
			t.Fatalf("a target at the root turns the limb by %v degrees", angle)
		}

		target := root.Add(randomUnit(random).Mul(size * 0.6))
		without := models(skeleton, solve(limb, solving.Goal{Target: target, Weight: 1}), 0)
		with := models(skeleton, solve(limb, solving.Goal{Target: target, Weight: 1, HasPole: true, Pole: root}), 0)
		if distance := minus(position(without[2]), position(with[2])).Length(); distance > 1e-4*float64(size) {
			t.Fatalf("a pole at the root moves the middle joint by %v of the limb", distance/float64(size))
		}

		behind := origin(matrix(rest, 3, 0)).Sub(mgl32.Vec3(solving.Direction(matrix(rest, 3, 0), forward)).Mul(size))
		after = models(skeleton, solve(aim, solving.Goal{Target: behind, Weight: 1}), 0)
		if angle := degrees(after[3].Direction(vector(forward)),
			minus(vector(behind), position(after[3]))); angle > 0.01 {
			t.Fatalf("a ray misses a target behind the joint by %v degrees", angle)
		}
	}

	joints := []rig.Joint{}
	for i, name := range []string{"a", "b", "c", "d"} {
		joints = append(joints, rig.Joint{Name: name, Parent: i - 1, Rest: rig.IdentityTRS()})
	}
	skeleton, err := rig.NewSkeleton("point", joints, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range []*modifier.Builder{
		modifier.New("s", skeleton).TwoBone("g",
			modifier.TwoBone{Root: "a", Middle: "b", End: "c", Bend: mgl32.Vec3{0, 0, 1}}),
		modifier.New("s", skeleton).Chain("g", modifier.Chain{Root: "a", End: "d"}),
		modifier.New("s", skeleton).Chain("g", modifier.Chain{Root: "a", End: "d", Method: modifier.CCD}),
	} {
		stack, w := solveTest(t, b), posed(skeleton)
		before := lane(skeleton, w, 0)
		goals := [solving.MaxGoals]solving.Goal{{Target: [3]float32{1, 2, 3}, Weight: 1}}
		w.Goals[0] = goals[:]
		stack.Solve(w)
		for i, bits := range lane(skeleton, w, 0) {
			if math.Abs(float64(math.Float32frombits(bits)-math.Float32frombits(before[i]))) > 1e-6 {
				t.Errorf("bones of length 0: number %d became %v", i, math.Float32frombits(bits))
			}
		}
	}
}
