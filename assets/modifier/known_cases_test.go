package modifier_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/solving"
	"github.com/sinew-go/sinew/internal/testing/reference"
)

// These tests put limbs and rays where the answer can be read off a drawing: the situations in
// which ozz-animation, a C++ library with the same kinds of solvers, shows what its IK jobs do. The
// expected rotations follow from the geometry. Where the semantics differ, the comment of the case
// tells how.

// frames are what the joints hang from: the answers must not depend on it.
var frames = map[string]rig.TRS{
	"nothing":   rig.IdentityTRS(),
	"raised":    {Translation: mgl32.Vec3{0, 1, 0}, Rotation: mgl32.QuatIdent(), Scale: mgl32.Vec3{1, 1, 1}},
	"turned":    {Rotation: mgl32.QuatRotate(math.Pi/3, mgl32.Vec3{1, 0, 0}), Scale: mgl32.Vec3{1, 1, 1}},
	"twice":     {Rotation: mgl32.QuatIdent(), Scale: mgl32.Vec3{2, 2, 2}},
	"reflected": {Rotation: mgl32.QuatIdent(), Scale: mgl32.Vec3{-3, -3, -3}},
}

func turnBy(x, y, z, degrees float64) reference.Quaternion {
	axis := reference.Vector{x, y, z}.Unit()
	sin, cos := math.Sincos(degrees * math.Pi / 360)
	return reference.Quaternion{axis[0] * sin, axis[1] * sin, axis[2] * sin, cos}
}

var unturned = reference.Quaternion{0, 0, 0, 1}

// situation is a skeleton in a pose, which hangs from a frame as its joint 0.
type situation struct {
	skeleton *rig.Skeleton
	w        *solving.Block
	before   []reference.Matrix
}

func situate(t *testing.T, frame rig.TRS, joints ...rig.TRS) situation {
	t.Helper()
	list := []rig.Joint{{Name: "frame", Parent: -1, Rest: frame}}
	for i, local := range joints {
		list = append(list, rig.Joint{Name: string(rune('a' + i)), Parent: i, Rest: local})
	}
	skeleton, err := rig.NewSkeleton("situation", list, nil)
	if err != nil {
		t.Fatal(err)
	}
	w := posed(skeleton)
	return situation{skeleton, w, models(skeleton, w, 0)}
}

// model takes a point, or with direction a direction, from the frame to model space.
func (s *situation) model(v reference.Vector, direction bool) (out [3]float32) {
	to := s.before[0].Point(v)
	if direction {
		to = s.before[0].Direction(v)
	}
	for i, x := range to {
		out[i] = float32(x)
	}
	return out
}

// solve returns by which rotation each joint turned, in its own space before.
func (s *situation) solve(t *testing.T, b func(*modifier.Builder) *modifier.Builder,
	goal solving.Goal,
) (turns []reference.Quaternion, after []reference.Matrix) {
	t.Helper()
	stack := solveTest(t, b(modifier.New("s", s.skeleton)))
	w := posed(s.skeleton)
	goals := [solving.MaxGoals]solving.Goal{goal}
	w.Goals[0] = goals[:]
	stack.Solve(w)
	for j := range s.skeleton.Len() {
		was, is := reference.TRSOf(s.skeleton.Rest(j)).Rotation.Unit(),
			reference.TRSOf(transform(w, j, 0)).Rotation.Unit()
		turns = append(turns, conjugate(was).Mul(is))
	}
	return turns, models(s.skeleton, w, 0)
}

// isTurned fails unless two rotations differ by at most 0.15 degrees: limbs fold to a thousandth of
// their length, not to 0.
func isTurned(t *testing.T, what string, got, want reference.Quaternion) {
	t.Helper()
	if angle := 2 * math.Acos(min(1, math.Abs(got.Unit().Dot(want.Unit())))) * 180 / math.Pi; angle > 0.15 {
		t.Errorf("%s turned by %.4v, want %.4v: %.3g degrees apart", what, got, want, angle)
	}
}

// elbow is a limb of two bones of length 1 that is bent by a right angle: up from the origin to
// (0,1,0), and from there to (1,1,0).
func elbow(t *testing.T, frame rig.TRS) situation {
	one, ident := mgl32.Vec3{1, 1, 1}, mgl32.QuatIdent()
	return situate(t, frame,
		rig.TRS{Rotation: ident, Scale: one},
		rig.TRS{
			Translation: mgl32.Vec3{0, 1, 0}, Rotation: mgl32.QuatRotate(math.Pi/2, mgl32.Vec3{0, 0, 1}),
			Scale: one,
		},
		rig.TRS{Translation: mgl32.Vec3{0, -1, 0}, Rotation: ident, Scale: one})
}

// limbOf returns a limb of the joints a, b and c that bends away from the line between its ends.
func limbOf(change func(*modifier.TwoBone)) func(*modifier.Builder) *modifier.Builder {
	s := modifier.TwoBone{Root: "a", Middle: "b", End: "c", Bend: mgl32.Vec3{-1, 1, 0}}
	change(&s)
	return func(b *modifier.Builder) *modifier.Builder { return b.TwoBone("g", s) }
}

func same0(*modifier.TwoBone) {}

// limbCases are goals for the elbow, by what they show.
var limbCases = []struct {
	name         string
	change       func(*modifier.TwoBone)
	target, pole reference.Vector // the pole is a direction from the first joint
	weight       float32
	root, middle reference.Quaternion
	misses       float64 // how far the end is from the target
}{
	{"where it is", same0, reference.Vector{1, 1, 0}, reference.Vector{0, 1, 0}, 1, unturned, unturned, 0},
	{
		"a quarter to its right", same0,
		reference.Vector{0, 1, 1},
		reference.Vector{0, 1, 0},
		1, turnBy(0, 1, 0, -90),
		unturned, 0,
	},
	{"behind", same0, reference.Vector{-1, 1, 0}, reference.Vector{0, 1, 0}, 1, turnBy(0, 1, 0, 180), unturned, 0},
	{
		"a quarter to its left", same0,
		reference.Vector{0, 1, -1},
		reference.Vector{0, 1, 0},
		1, turnBy(0, 1, 0, 90),
		unturned, 0,
	},

	{"pole ahead", same0, reference.Vector{1, 0, 1}, reference.Vector{0, 0, 1}, 1, turnBy(1, 0, 0, 90), unturned, 0},
	{
		"pole behind", same0,
		reference.Vector{1, 0, -1},
		reference.Vector{0, 0, -1},
		1, turnBy(1, 0, 0, -90),
		unturned, 0,
	},
	{
		"pole to the right", same0,
		reference.Vector{1, -1, 0},
		reference.Vector{1, 0, 0},
		1, turnBy(0, 0, 1, -90),
		unturned, 0,
	},
	{
		"pole to the left", same0,
		reference.Vector{-1, 1, 0},
		reference.Vector{-1, 0, 0},
		1, turnBy(0, 0, 1, 90),
		unturned, 0,
	},

	{
		"stretched", same0,
		reference.Vector{2, 0, 0},
		reference.Vector{0, 1, 0},
		1, turnBy(0, 0, 1, -90),
		turnBy(0, 0, 1, 90), 0,
	},
	{
		"too far", same0,
		reference.Vector{3, 0, 0},
		reference.Vector{0, 1, 0},
		1, turnBy(0, 0, 1, -90),
		turnBy(0, 0, 1, 90), 1,
	},
	{
		"at the first joint", same0,
		reference.Vector{},
		reference.Vector{0, 1, 0},
		1,
		reference.Quaternion{},
		turnBy(0, 0, 1, -90), 0.002,
	},

	{"a quarter twist", func(s *modifier.TwoBone) {
		s.Twist = math.Pi / 2
	}, reference.Vector{1, 1, 0}, reference.Vector{0, 1, 0}, 1, turnBy(1, 1, 0, 90), unturned, 0},
	{"half a twist", func(s *modifier.TwoBone) {
		s.Twist = math.Pi
	}, reference.Vector{1, 1, 0}, reference.Vector{0, 1, 0}, 1, turnBy(1, 1, 0, 180), unturned, 0},
	{"a whole twist", func(s *modifier.TwoBone) {
		s.Twist = 2 * math.Pi
	}, reference.Vector{1, 1, 0}, reference.Vector{0, 1, 0}, 1, unturned, unturned, 0},

	{
		"a weight above 1", same0,
		reference.Vector{2, 0, 0},
		reference.Vector{0, 1, 0},
		1.1, turnBy(0, 0, 1, -90),
		turnBy(0, 0, 1, 90), 0,
	},
	{
		"half a weight", same0,
		reference.Vector{2, 0, 0},
		reference.Vector{0, 1, 0},
		0.5, turnBy(0, 0, 1, -45),
		turnBy(0, 0, 1, 45), -1,
	},
	{"no weight", same0, reference.Vector{2, 0, 0}, reference.Vector{0, 1, 0}, 0, unturned, unturned, -1},
	{"a weight below 0", same0, reference.Vector{2, 0, 0}, reference.Vector{0, 1, 0}, -0.1, unturned, unturned, -1},

	// Other libraries take the axis of the hinge, this one the side to which it bends: the opposite
	// axis is the opposite side.
	{
		"a hinge that bends the other way", func(s *modifier.TwoBone) { s.Bend = mgl32.Vec3{1, -1, 0} },
		reference.Vector{1, 1, 0},
		reference.Vector{0, 1, 0},
		1,
		turnBy(0, 1, 0, 180), turnBy(0, 0, 1, 180), 0,
	},
	// A pole along the limb leaves the side, and the turn of the limb is the shortest.
	{
		"pole along the limb", same0,
		reference.Vector{0, math.Sqrt2, 0},
		reference.Vector{0, 1, 0},
		1,
		turnBy(0, 0, 1, 45), unturned, 0,
	},
	{
		"pole nearly along the limb", same0,
		reference.Vector{0.001, math.Sqrt2, 0},
		reference.Vector{0, 1, 0},
		1,
		turnBy(0, 0, 1, 45), unturned, 0,
	},
	{
		"pole along a limb too short", same0,
		reference.Vector{0, 3, 0},
		reference.Vector{0, 1, 0},
		1,
		reference.Quaternion{},
		turnBy(0, 0, 1, 90), 1,
	},
}

func TestKnownLimbs(t *testing.T) {
	for name, frame := range frames {
		for _, c := range limbCases {
			t.Run(name+"/"+c.name, func(t *testing.T) {
				s := elbow(t, frame)
				size := math.Abs(float64(frame.Scale[0]))
				goal := solving.Goal{
					Target: s.model(c.target, false), Pole: s.model(c.pole, false), HasPole: true,
					Weight: c.weight,
				}
				turns, after := s.solve(t, limbOf(c.change), goal)
				if strings.Contains(c.name, "twist") && frame.Scale[0] < 0 {
					// the twist is about a line in model space, which sees it reflected
					c.root = conjugate(c.root)
				}
				if c.root != (reference.Quaternion{}) {
					isTurned(t, "the first joint", turns[1], c.root)
				}
				isTurned(t, "the middle joint", turns[2], c.middle)
				if miss := minus(position(after[3]), vector(goal.Target)).Length() / size; c.misses >= 0 &&
					math.Abs(miss-c.misses) > 1e-3 {
					t.Errorf("the end is %v from the target, want %v", miss, c.misses)
				}
			})
		}
	}
}

// TestKnownSoftness: a softened limb reaches what is nearer than where softening begins, and falls
// short of what is farther by the documented curve. Other libraries soften by other curves, with
// the same ends.
func TestKnownSoftness(t *testing.T) {
	for _, c := range []struct {
		softness float32
		distance float64
		reaches  bool
	}{
		{0, 2, true},
		{0.5, 1, true},
		{0.5, 0.8, true},
		{0.5, 1.2, false},
		{1, 1.2, false},
		{0.5, 2, false},
		{0, 3, false},
	} {
		s := elbow(t, frames["nothing"])
		goal := solving.Goal{
			Target: [3]float32{float32(c.distance)}, Pole: [3]float32{0, 1, 0},
			HasPole: true, Weight: 1,
		}
		_, after := s.solve(t, limbOf(func(s *modifier.TwoBone) { s.Softness = c.softness }), goal)
		reached := position(after[3])[0]
		if isReached := math.Abs(reached-c.distance) < 1e-3; isReached != c.reaches {
			t.Errorf("softness %v: a target at %v is reached: %v", c.softness, c.distance, isReached)
		}
		want, begin := min(c.distance, 2), 2*(1-float64(c.softness))
		if over := c.distance - begin; c.softness > 0 && over > 0 {
			want = begin + (2-begin)*over/(2-begin+over)
		}
		near(t, "distance of the end", reached, want, 1e-3)
	}
}

// TestKnownStraightLimbs: limbs whose joints lie on a line, and limbs without length.
func TestKnownStraightLimbs(t *testing.T) {
	one, ident := mgl32.Vec3{1, 1, 1}, mgl32.QuatIdent()
	straight := func(step mgl32.Vec3) situation {
		return situate(t, frames["nothing"],
			rig.TRS{Rotation: ident, Scale: one}, rig.TRS{Translation: step, Rotation: ident, Scale: one},
			rig.TRS{Translation: step, Rotation: ident, Scale: one})
	}
	up := solving.Goal{Target: [3]float32{1, 1, 0}, Pole: [3]float32{0, 1, 0}, HasPole: true, Weight: 1}
	s := straight(mgl32.Vec3{0, 1, 0})
	turns, after := s.solve(t, limbOf(func(s *modifier.TwoBone) { s.Bend = mgl32.Vec3{-1, 0, 0} }), up)
	isTurned(t, "the first joint of a straight limb", turns[1], unturned)
	isTurned(t, "the middle joint of a straight limb", turns[2], turnBy(0, 0, 1, -90))
	near(t, "distance", minus(position(after[3]), vector(up.Target)).Length(), 0, 1e-3)

	for _, distance := range []float32{2, 3} {
		s = straight(mgl32.Vec3{1, 0, 0})
		ahead := solving.Goal{Target: [3]float32{distance}, Pole: [3]float32{0, 1, 0}, HasPole: true, Weight: 1}
		turns, after = s.solve(t, limbOf(func(s *modifier.TwoBone) { s.Bend = mgl32.Vec3{0, 1, 0} }), ahead)
		isTurned(t, "the first joint of a stretched limb", turns[1], unturned)
		isTurned(t, "the middle joint of a stretched limb", turns[2], unturned)
		near(t, "distance", minus(position(after[3]), vector(ahead.Target)).Length(), float64(distance)-2, 1e-3)
	}

	s = straight(mgl32.Vec3{})
	turns, _ = s.solve(t, limbOf(same0), up)
	isTurned(t, "the first joint of a limb without length", turns[1], unturned)
	isTurned(t, "the middle joint of a limb without length", turns[2], unturned)
}

// rayOf returns a ray of the joint a.
func rayOf(forward, up, eye mgl32.Vec3) func(*modifier.Builder) *modifier.Builder {
	return func(b *modifier.Builder) *modifier.Builder {
		return b.Aim("g", modifier.Aim{Joint: "a", Forward: forward, Up: up, Eye: eye})
	}
}

func TestKnownRays(t *testing.T) {
	x, y, z := mgl32.Vec3{1, 0, 0}, mgl32.Vec3{0, 1, 0}, mgl32.Vec3{0, 0, 1}
	h := float32(0.5)
	for name, frame := range frames {
		for i, c := range []struct {
			forward, up, eye mgl32.Vec3
			target, pole     reference.Vector
			weight           float32
			want             reference.Quaternion
		}{
			// Targets around the joint.
			{x, y, mgl32.Vec3{}, reference.Vector{1}, reference.Vector{0, 1}, 1, unturned},
			{x, y, mgl32.Vec3{}, reference.Vector{-1}, reference.Vector{0, 1}, 1, turnBy(0, 1, 0, 180)},
			{x, y, mgl32.Vec3{}, reference.Vector{0, 0, 1}, reference.Vector{0, 1}, 1, turnBy(0, 1, 0, -90)},
			{x, y, mgl32.Vec3{}, reference.Vector{0, 0, -1}, reference.Vector{0, 1}, 1, turnBy(0, 1, 0, 90)},
			{x, y, mgl32.Vec3{}, reference.Vector{1, 1}, reference.Vector{0, 1}, 1, turnBy(0, 0, 1, 45)},
			{x, y, mgl32.Vec3{}, reference.Vector{2, 2}, reference.Vector{0, 1}, 1, turnBy(0, 0, 1, 45)},
			// Other rays.
			{x.Mul(-1), y, mgl32.Vec3{}, reference.Vector{1}, reference.Vector{0, 1}, 1, turnBy(0, 1, 0, 180)},
			{z, y, mgl32.Vec3{}, reference.Vector{1}, reference.Vector{0, 1}, 1, turnBy(0, 1, 0, 90)},
			// Other directions that are up.
			{x, y.Mul(-1), mgl32.Vec3{}, reference.Vector{1}, reference.Vector{0, 1}, 1, turnBy(1, 0, 0, 180)},
			{x, z, mgl32.Vec3{}, reference.Vector{1}, reference.Vector{0, 1}, 1, turnBy(1, 0, 0, -90)},
			// Other poles. A twist about the ray is a pole that is turned about it.
			{x, y, mgl32.Vec3{}, reference.Vector{1}, reference.Vector{0, -1}, 1, turnBy(1, 0, 0, 180)},
			{x, y, mgl32.Vec3{}, reference.Vector{1}, reference.Vector{0, 0, 1}, 1, turnBy(1, 0, 0, 90)},
			{
				x, y,
				mgl32.Vec3{},
				reference.Vector{1},
				reference.Vector{0, math.Sqrt2, math.Sqrt2},
				1,
				turnBy(1, 0, 0, 45),
			},
			// Targets along up and along the pole leave no roll.
			{x, y, mgl32.Vec3{}, reference.Vector{0, 1}, reference.Vector{0, 1}, 1, turnBy(0, 0, 1, 90)},
			{x, y, mgl32.Vec3{}, reference.Vector{0, 2}, reference.Vector{0, 1}, 1, turnBy(0, 0, 1, 90)},
			{x, y, mgl32.Vec3{}, reference.Vector{0, -2}, reference.Vector{0, 1}, 1, turnBy(0, 0, 1, -90)},
			// A target at the joint.
			{x, y, mgl32.Vec3{}, reference.Vector{}, reference.Vector{0, 1}, 1, unturned},
			// A ray that begins beside the joint meets a target at distance d after a turn by the
			// arc sine of its offset over d.
			{x, y, y.Mul(h), reference.Vector{1}, reference.Vector{0, 1}, 1, turnBy(0, 0, 1, -30)},
			{x, y, y.Mul(-h), reference.Vector{1}, reference.Vector{0, 1}, 1, turnBy(0, 0, 1, 30)},
			{
				x, y, y.Mul(h),
				reference.Vector{0, 0, 1},
				reference.Vector{0, 1},
				1,
				turnBy(0, 1, 0, -90).Mul(turnBy(0, 0, 1, -30)),
			},
			// along the ray, which changes nothing
			{x, y, x.Mul(h), reference.Vector{1}, reference.Vector{0, 1}, 1, unturned},
			// A target nearer than the ray passes: the nearest point of the ray turns to it. Other
			// libraries leave the joint there.
			{x, y, y.Mul(h), reference.Vector{0.4}, reference.Vector{}, 1, turnBy(0, 0, 1, -90)},
			// Weights.
			{x, y, mgl32.Vec3{}, reference.Vector{0, 0, 1}, reference.Vector{0, 1}, 2, turnBy(0, 1, 0, -90)},
			{x, y, mgl32.Vec3{}, reference.Vector{0, 0, 1}, reference.Vector{0, 1}, 0.5, turnBy(0, 1, 0, -45)},
			{x, y, mgl32.Vec3{}, reference.Vector{0, 0, 1}, reference.Vector{0, 1}, 0, unturned},
			{x, y, mgl32.Vec3{}, reference.Vector{0, 0, 1}, reference.Vector{0, 1}, -0.5, unturned},
		} {
			t.Run(fmt.Sprint(name, "/", i), func(t *testing.T) {
				s := situate(t, frame, rig.IdentityTRS())
				goal := solving.Goal{
					Target: s.model(c.target, false), PoleDirection: s.model(c.pole, true),
					HasPole: c.pole != (reference.Vector{}), Weight: c.weight,
				}
				turns, _ := s.solve(t, rayOf(c.forward, c.up, c.eye), goal)
				isTurned(t, "the joint", turns[1], c.want)
			})
		}
	}
}
