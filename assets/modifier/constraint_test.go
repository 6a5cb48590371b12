package modifier_test

import (
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

// branched returns a skeleton of two chains from one root, whose base may be mirrored and has any
// size.
func branched(t testing.TB, random *rand.Rand) *rig.Skeleton {
	t.Helper()
	chain := randomChain(t, random, 3)
	var joints []rig.Joint
	for j := range chain.Len() {
		joints = append(joints, rig.Joint{Name: chain.JointName(j), Parent: chain.Parent(j), Rest: chain.Rest(j)})
	}
	for i, name := range []string{"x", "y", "z"} {
		parent := 3 + i
		if i == 0 {
			parent = 0
		}
		s := 0.5 + random.Float32()
		joints = append(joints, rig.Joint{Name: name, Parent: parent, Rest: rig.TRS{
			Rotation: randomQuat(random), Translation: randomUnit(random), Scale: mgl32.Vec3{s, s, s},
		}})
	}
	skeleton, err := rig.NewSkeleton("branched", joints, nil)
	if err != nil {
		t.Fatal(err)
	}
	return skeleton
}

// constrained is a character in a random pose before and after a stack.
type constrained struct {
	before, after []rig.TRS
	m0, m1        []reference.Matrix
	goal          solving.Goal
}

func constrain(t *testing.T, random *rand.Rand, skeleton *rig.Skeleton, b *modifier.Builder) (c constrained) {
	t.Helper()
	stack := solveTest(t, b)
	person := randomCharacter(random, skeleton, stack)
	for j := range person.locals {
		person.locals[j].Translation = person.locals[j].Translation.Add(randomUnit(random).Mul(0.2))
		person.locals[j].Scale = person.locals[j].Scale.Mul(0.8 + 0.4*random.Float32())
	}
	for i := range person.goals {
		person.goals[i].Weight, person.goals[i].HasRotation = 1, true
	}
	c.goal = person.goals[0]
	w := block(skeleton, []*character{nil, nil, &person})
	c.m0 = models(skeleton, w, 2)
	for j := range skeleton.Len() {
		c.before = append(c.before, transform(w, j, 2))
	}
	stack.Solve(w)
	c.m1 = models(skeleton, w, 2)
	for j := range skeleton.Len() {
		c.after = append(c.after, transform(w, j, 2))
	}
	return c
}

// rotationMatrix returns the axes of a rotation, with the first one reversed if mirrored.
func rotationMatrix(q [4]float32, mirrored bool) [3]reference.Vector {
	axes := linear(reference.TRS{Rotation: reference.Quaternion{
		float64(q[0]), float64(q[1]), float64(q[2]),
		float64(q[3]),
	}, Scale: reference.Vector{1, 1, 1}}.Matrix())
	if mirrored {
		axes[0] = axes[0].Times(-1)
	}
	return axes
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Fatalf("%s is %v, want %v", what, got, want)
	}
}

func conjugate(q reference.Quaternion) reference.Quaternion {
	return reference.Quaternion{-q[0], -q[1], -q[2], q[3]}
}

func sameRotation(t *testing.T, what string, got rig.TRS, want reference.Quaternion) {
	t.Helper()
	near(t, what+": cosine of half the angle to the expected rotation",
		math.Abs(reference.TRSOf(got).Rotation.Unit().Dot(want.Unit())), 1, 1e-6)
}

func TestOverride(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 70))
	for range 300 {
		skeleton := branched(t, random)
		c := constrain(t, random, skeleton,
			modifier.New("s", skeleton).Override("g",
				modifier.Override{Joint: "z", Space: modifier.ModelSpace, Position: true, Rotation: true}))
		size := vector(c.goal.Target).Length() + position(c.m0[0]).Length() + 1
		near(t, "distance from the target", minus(position(c.m1[6]), vector(c.goal.Target)).Length()/size, 0, 3e-5)
		near(t, "angle to the goal",
			farthest(linear(c.m1[6]), rotationMatrix(c.goal.Rotation, c.m0[6].Determinant() < 0)), 0, 1e-3)

		c = constrain(t, random, skeleton,
			modifier.New("s", skeleton).Override("g",
				modifier.Override{Joint: "y", Position: true, Rotation: true, Scale: mgl32.Vec3{1, 2, 3}}))
		if c.after[5].Translation != c.goal.Target || c.after[5].Scale != (mgl32.Vec3{1, 2, 3}) {
			t.Fatalf("the joint has the transform %+v, want that of the goal %+v", c.after[5], c.goal)
		}
		sameRotation(t, "local override", c.after[5], reference.Quaternion{
			float64(c.goal.Rotation[0]),
			float64(c.goal.Rotation[1]), float64(c.goal.Rotation[2]), float64(c.goal.Rotation[3]),
		})
	}
}

func TestCopyInModelSpace(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 71))
	for range 300 {
		skeleton := branched(t, random)
		c := constrain(t, random, skeleton, modifier.New("s", skeleton).Copy("", modifier.Copy{
			Joint: "z", From: "b", Space: modifier.ModelSpace, Position: 1, Rotation: 1, Scale: 1,
		}))
		size := position(c.m0[2]).Length() + position(c.m0[6]).Length() + 1
		near(t, "distance", minus(position(c.m1[6]), position(c.m0[2])).Length()/size, 0, 3e-5)
		near(t, "angle", farthest(linear(c.m1[6]), linear(c.m0[2])), 0, 1e-3)
		column := func(m reference.Matrix) float64 { return reference.Vector{m[0][1], m[1][1], m[2][1]}.Length() }
		near(t, "size", column(c.m1[6])/column(c.m0[2]), 1, 1e-5)

		c = constrain(t, random, skeleton, modifier.New("s", skeleton).Copy("", modifier.Copy{
			Joint: "y", From: "b", Space: modifier.ModelSpace, Position: 0.5, Axes: [3]bool{false, true, false},
		}))
		want := position(c.m0[5])
		want[1] = (want[1] + position(c.m0[2])[1]) / 2
		near(t, "distance on one axis", minus(position(c.m1[5]), want).Length()/size, 0, 3e-5)
	}
}

// TestCopyAsNodeConstraints compares with the equations of VRMC_node_constraint 1.0 for rotation
// and roll constraints.
func TestCopyAsNodeConstraints(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 72))
	for i := range 300 {
		skeleton := branched(t, random)
		weight := random.Float32()
		c := constrain(t, random, skeleton,
			modifier.New("s", skeleton).Copy("", modifier.Copy{Joint: "z", From: "b", Rotation: weight}))
		rest, restFrom := reference.TRSOf(skeleton.Rest(6)).Rotation.Unit(),
			reference.TRSOf(skeleton.Rest(2)).Rotation.Unit()
		source, own := reference.TRSOf(c.before[2]).Rotation.Unit(), reference.TRSOf(c.before[6]).Rotation.Unit()
		target := rest.Mul(conjugate(restFrom)).Mul(source)
		sameRotation(t, "rotation", c.after[6], own.Nlerp(target, float64(weight)))

		c = constrain(t, random, skeleton,
			modifier.New("s", skeleton).Copy("",
				modifier.Copy{Joint: "z", From: "b", Rotation: weight, FromRest: true}))
		source = reference.TRSOf(c.before[2]).Rotation.Unit()
		target = rest.Mul(conjugate(restFrom)).Mul(source)
		sameRotation(t, "rotation from the rest pose", c.after[6], rest.Slerp(target, float64(weight)))
		c = constrain(t, random, skeleton,
			modifier.New("s", skeleton).Copy("", modifier.Copy{Joint: "z", From: "b", FromRest: true}))
		sameRotation(t, "no part of a rotation", c.after[6], rest)

		var axes [3]bool
		axes[i%3] = true
		var axis reference.Vector
		axis[i%3] = 1
		c = constrain(t, random, skeleton,
			modifier.New("s", skeleton).Copy("", modifier.Copy{Joint: "z", From: "b", Rotation: 1, Axes: axes}))
		source = reference.TRSOf(c.before[2]).Rotation.Unit()
		delta := conjugate(restFrom).Mul(source)
		inParent := restFrom.Mul(delta).Mul(conjugate(restFrom))
		inJoint := conjugate(rest).Mul(inParent).Mul(rest)
		to := inJoint.Rotate(axis)
		swing := reference.Quaternion{axis.Cross(to)[0], axis.Cross(to)[1], axis.Cross(to)[2], 1 + dot(axis, to)}.Unit()
		sameRotation(t, "roll", c.after[6], rest.Mul(conjugate(swing).Mul(inJoint)))

		for k := range axes {
			axes[k] = !axes[k]
		}
		c = constrain(t, random, skeleton, modifier.New("s", skeleton).Copy("", modifier.Copy{Joint: "z", From: "b", Rotation: 1, Axes: axes}))
		got := conjugate(rest).Mul(reference.TRSOf(c.after[6]).Rotation.Unit())
		if got[3] < 0 {
			got = got.Times(-1)
		}
		_, twist := swingTwist(got, axis)
		near(t, "the twist that is left out", twist, 0, 1e-5)

		c = constrain(t, random, skeleton,
			modifier.New("s", skeleton).Copy("", modifier.Copy{Joint: "z", From: "b", Position: 1, Scale: 1}))
		moved := minus(vector(c.before[2].Translation), vector(skeleton.Rest(2).Translation))
		near(t, "position",
			minus(vector(c.after[6].Translation), vector(skeleton.Rest(6).Translation).Add(moved)).Length(), 0, 1e-5)
		near(t, "scale", float64(c.after[6].Scale[0]/skeleton.Rest(6).Scale[0]),
			float64(c.before[2].Scale[0]/skeleton.Rest(2).Scale[0]), 1e-5)
	}
}

// TestAimAt compares with the equations of VRMC_node_constraint 1.0 for aim constraints.
func TestAimAt(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 77))
	for i := range 300 {
		skeleton := branched(t, random)
		forward, weight := randomUnit(random), random.Float32()
		settings := modifier.AimAt{Joint: "y", At: "b", Forward: forward.Mul(3), FromRest: i%2 == 0}
		c := constrain(t, random, skeleton, modifier.New("s", skeleton).AimAt("", settings))
		ray, way := c.m1[5].Direction(vector(forward)), minus(position(c.m1[2]), position(c.m1[5]))
		near(t, "angle to the other joint", degrees(ray, way), 0, 2e-3)
		for j := range c.before {
			if j != 5 && c.before[j] != c.after[j] || c.before[j].Translation != c.after[j].Translation {
				t.Fatalf("joint %d is changed", j)
			}
		}

		settings.Weight, settings.FromRest = weight, true
		c = constrain(t, random, skeleton, modifier.New("s", skeleton).AimAt("", settings))
		rest := reference.TRSOf(skeleton.Rest(5)).Rotation.Unit()
		inverse, _ := c.m0[skeleton.Parent(5)].Inverse()
		from := rest.Rotate(vector(forward))
		to := minus(inverse.Point(position(c.m0[2])), vector(c.before[5].Translation)).Unit()
		axis := from.Cross(to)
		turn := reference.Quaternion{axis[0], axis[1], axis[2], 1 + dot(from, to)}.Unit()
		sameRotation(t, "part of the rotation", c.after[5], rest.Slerp(turn.Mul(rest), float64(weight)))
	}
}

// TestAimAtOfNoUse: joints at the same place, positions that are not finite and a parent without an
// inverse leave all bits as they are. A goal's weight blends as other solvers do, and the opposite
// direction turns by half a circle.
func TestAimAtOfNoUse(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 79))
	for i := range 100 {
		skeleton := branched(t, random)
		forward := randomUnit(random)
		stack := solveTest(t,
			modifier.New("s", skeleton).AimAt("g",
				modifier.AimAt{Joint: "y", At: "b", Forward: forward, FromRest: i%2 == 0}))
		person := randomCharacter(random, skeleton, stack)
		person.goals[0].Weight = 1
		useless := person
		useless.locals = slices.Clone(person.locals)
		switch i % 3 {
		case 0:
			useless.locals[2].Translation[i%2] = float32(math.NaN())
		case 1:
			useless.locals[4].Scale = mgl32.Vec3{}
		case 2: // both at the root
			for _, j := range []int{1, 2, 4, 5} {
				useless.locals[j].Translation = mgl32.Vec3{}
			}
		}
		half := person
		half.goals[0].Weight = 0.5
		w := block(skeleton, []*character{&person, &useless, &half})
		before, own := lane(skeleton, w, 1), transform(w, 5, 2)
		stack.Solve(w)
		if !slices.Equal(before, lane(skeleton, w, 1)) {
			t.Fatalf("case %d: a joint that cannot aim has other bits", i%3)
		}
		sameRotation(t, "half the weight", transform(w, 5, 2),
			reference.TRSOf(own).Rotation.Unit().Nlerp(reference.TRSOf(transform(w, 5, 0)).Rotation.Unit(), 0.5))

		w = block(skeleton, []*character{&person})
		m := models(skeleton, w, 0)
		rest := reference.TRSOf(person.locals[5]).Rotation.Unit()
		inverse, _ := m[4].Inverse()
		way := minus(inverse.Point(position(m[2])), vector(person.locals[5].Translation)).Unit()
		away := conjugate(rest).Rotate(way.Times(-1))
		opposite := solveTest(t,
			modifier.New("s", skeleton).AimAt("g",
				modifier.AimAt{
					Joint: "y", At: "b",
					Forward: mgl32.Vec3{float32(away[0]), float32(away[1]), float32(away[2])},
				}))
		opposite.Solve(w)
		near(t, "angle of a joint that pointed away",
			degrees(models(skeleton, w, 0)[5].Direction(away), minus(position(m[2]), position(m[5]))), 0, 0.05)
	}
}

func TestLimitPosition(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 78))
	for range 300 {
		skeleton := branched(t, random)
		low := randomUnit(random).Mul(0.2)
		limit := modifier.LimitPosition{
			Joint: "z", Low: low, High: low.Add(mgl32.Vec3{0.1, 0, 0.3}),
			Axes: [3]bool{true, true, false},
		}
		c := constrain(t, random, skeleton, modifier.New("s", skeleton).LimitPosition("", limit))
		rest := skeleton.Rest(6).Translation
		for i, is := range limit.Axes {
			x := c.before[6].Translation[i]
			if is {
				x = min(max(x, rest[i]+limit.Low[i]), rest[i]+limit.High[i])
			}
			near(t, "position on an axis", float64(c.after[6].Translation[i]), float64(x), 1e-6)
		}

		whole := models(skeleton, posed(skeleton), 0)
		center := position(whole[6])
		moved := minus(position(c.m0[6]), center).Length()
		size := moved + center.Length() + position(c.m0[0]).Length() + 1
		limit = modifier.LimitPosition{
			Joint: "z", Space: modifier.ModelSpace,
			Radius: float32(moved * 2 * random.Float64()),
		}
		c = constrain(t, random, skeleton, modifier.New("s", skeleton).LimitPosition("", limit))
		away := minus(position(c.m0[6]), center)
		want := position(c.m0[6])
		if r := float64(limit.Radius); away.Length() > r {
			want = center.Add(away.Times(r / away.Length()))
		} else if c.before[6] != c.after[6] {
			t.Fatal("a joint within its limits changes its bits")
		}
		near(t, "distance from the sphere", minus(position(c.m1[6]), want).Length()/size, 0, 3e-5)

		limit = modifier.LimitPosition{
			Joint: "z", Space: modifier.ModelSpace, Low: mgl32.Vec3{0, 1, 0},
			High: mgl32.Vec3{0, 2, 0}, Axes: [3]bool{false, true, false},
		}
		c = constrain(t, random, skeleton, modifier.New("s", skeleton).LimitPosition("", limit))
		want = position(c.m0[6])
		want[1] = min(max(want[1], 1), 2)
		near(t, "distance from the box", minus(position(c.m1[6]), want).Length()/size, 0, 3e-5)
	}
}

func TestParentFollows(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 73))
	for range 300 {
		skeleton := branched(t, random)
		c := constrain(t, random, skeleton,
			modifier.New("s", skeleton).Parent("", modifier.Parent{Joint: "z", To: "b"}))
		rest := models(skeleton, posed(skeleton), 0)
		inverse, _ := rest[2].Inverse()
		want := c.m0[2].Mul(inverse).Mul(rest[6])
		size := position(want).Length() + position(c.m0[0]).Length() + position(c.m0[6]).Length() + 1
		near(t, "distance", minus(position(c.m1[6]), position(want)).Length()/size, 0, 1e-4)
		near(t, "angle", farthest(linear(c.m1[6]), linear(want)), 0, 1e-3)
		near(t, "determinant", c.m1[6].Determinant()/want.Determinant(), 1, 1e-4)
	}
}

func TestTwistIsShared(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 74))
	for range 300 {
		skeleton := branched(t, random)
		axis := randomUnit(random)
		c := constrain(t, random, skeleton,
			modifier.New("s", skeleton).Twist("", modifier.Twist{
				From: "b", Axis: axis, Joints: []string{"x", "c"},
				Shares: []float32{0.3, -0.5},
			}))
		restFrom := reference.TRSOf(skeleton.Rest(2)).Rotation.Unit()
		_, twist := swingTwist(conjugate(restFrom).Mul(reference.TRSOf(c.before[2]).Rotation.Unit()), vector(axis))
		for joint, share := range map[int]float64{4: 0.3, 3: -0.5} {
			rest := reference.TRSOf(skeleton.Rest(joint)).Rotation.Unit()
			turn := reference.Quaternion{0, 0, 0, math.Cos(twist * share / 2)}
			for i := range 3 {
				turn[i] = math.Sin(twist*share/2) * float64(axis[i])
			}
			sameRotation(t, "shared twist", c.after[joint], rest.Mul(turn))
		}
	}
}

func TestLimitRotation(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 75))
	for range 300 {
		skeleton := branched(t, random)
		limit := modifier.JointLimit{
			Joint: "z", Axis: randomUnit(random), Cone: 0.2 * random.Float32(),
			Twist: [2]float32{-0.1 * random.Float32(), 0.1},
		}
		limit.Hinge = limit.Cone < 0.05
		if limit.Hinge {
			limit.Cone = 0
		}
		stack := solveTest(t, modifier.New("s", skeleton).LimitRotation("", limit))
		person := randomCharacter(random, skeleton, stack)
		person.locals[6].Rotation = randomQuat(random)
		w := block(skeleton, []*character{&person})
		stack.Solve(w)
		checkLimits(t, skeleton, w, 0, []modifier.JointLimit{limit})
		once := lane(skeleton, w, 0)
		wide := solveTest(t, modifier.New("s", skeleton).LimitRotation("",
			modifier.JointLimit{Joint: "z", Axis: limit.Axis, Cone: 3, Twist: [2]float32{-3, 3}}))
		wide.Solve(w)
		if !slices.Equal(once, lane(skeleton, w, 0)) {
			t.Fatal("a joint within its limits changes its bits")
		}
	}
}

func TestConstraintErrors(t *testing.T) {
	skeleton := branched(t, rand.New(rand.NewPCG(1, 76)))
	x := mgl32.Vec3{1, 0, 0}
	checkErrors(t, skeleton, func(b *modifier.Builder, s any) {
		switch s := s.(type) {
		case modifier.Override:
			b.Override("g", s)
		case modifier.Copy:
			b.Copy("", s)
		case modifier.Parent:
			b.Parent("", s)
		case modifier.Twist:
			b.Twist("", s)
		case modifier.AimAt:
			b.AimAt("", s)
		case modifier.LimitPosition:
			b.LimitPosition("", s)
		case modifier.JointLimit:
			b.LimitRotation("", s)
		}
	}, map[string]any{
		"expected position, rotation or scale to set, found none": modifier.Override{Joint: "a"},
		"expected LocalSpace or ModelSpace, found 9": modifier.Override{
			Joint:    "a",
			Position: true, Space: 9,
		},
		"expected position, rotation or scale to copy, found none":                     modifier.Copy{Joint: "a", From: "x"},
		`joint "a": expected another joint to copy, found itself`:                      modifier.Copy{Joint: "a", From: "a", Rotation: 1},
		`joint "a": expected a limit, which is a hinge, a cone or a twist, found none`: modifier.JointLimit{Joint: "a"},
		"expected parts to copy from 0 to 1, found 2": modifier.Copy{
			Joint: "a", From: "x",
			Rotation: 2,
		},
		`expected a joint to copy that does not move with it, found "b"`: modifier.Copy{
			Joint: "a", From: "b",
			Rotation: 1, Space: modifier.ModelSpace,
		},
		`expected a joint to follow that does not move with it, found "b"`: modifier.Parent{Joint: "a", To: "b"},
		"expected a weight from 0 to 1": modifier.Parent{
			Joint: "a", To: "x",
			Weight: -1,
		},
		"found 1 joints and 0 shares": modifier.Twist{
			From: "a", Axis: x,
			Joints: []string{"x"},
		},
		`not above joint "b", whose twist it shares, found "a"`: modifier.Twist{
			From: "b", Axis: x,
			Joints: []string{"a"}, Shares: []float32{1},
		},
		"expected a finite forward direction that is not 0, found [0 0 0]": modifier.AimAt{Joint: "a", At: "x"},
		`expected a joint to point to that does not move with it, found "b"`: modifier.AimAt{
			Joint: "a", At: "b",
			Forward: x,
		},
		"expected a weight from 0 to 1, found 3": modifier.AimAt{
			Joint: "a", At: "x",
			Forward: x, Weight: 3,
		},
		"expected finite corners of the box that ascend": modifier.LimitPosition{Joint: "a", Low: x},
		"expected a radius of at least 0":                modifier.LimitPosition{Joint: "a", Radius: -1},
		"expected a finite axis that is not 0, found [0 0 0": modifier.Twist{
			From: "b", Joints: []string{"x"},
			Shares: []float32{1},
		},
	})
}
