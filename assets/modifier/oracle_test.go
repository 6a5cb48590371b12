package modifier_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/solving"
	"github.com/sinew-go/sinew/internal/testing/reference"
)

// The expectations of these tests are computed in float64 from the equations, with package
// reference, which shares no arithmetic with the solvers.

func transform(w *solving.Block, joint, lane int) rig.TRS {
	var n [kernel.Rows]float32
	for r := range n {
		n[r] = w.Locals[joint*kernel.GroupSize+r*solving.Lanes+lane]
	}
	return rig.TRS{
		Rotation: mgl32.Quat{V: mgl32.Vec3(n[:3]), W: n[3]}, Translation: mgl32.Vec3(n[4:7]),
		Scale: mgl32.Vec3(n[7:10]),
	}
}

// models returns the model matrices of the character in a lane, in float64.
func models(skeleton *rig.Skeleton, w *solving.Block, lane int) []reference.Matrix {
	out := make([]reference.Matrix, skeleton.Len())
	for j := range out {
		out[j] = reference.TRSOf(transform(w, j, lane)).Matrix()
		if parent := skeleton.Parent(j); parent >= 0 {
			out[j] = out[parent].Mul(out[j])
		}
	}
	return out
}

func vector(v [3]float32) reference.Vector {
	return reference.Vector{float64(v[0]), float64(v[1]), float64(v[2])}
}

func position(m reference.Matrix) reference.Vector { return m.Point(reference.Vector{}) }

func minus(a, b reference.Vector) reference.Vector { return a.Add(b.Times(-1)) }

func dot(a, b reference.Vector) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

// degrees returns the angle between two vectors.
func degrees(a, b reference.Vector) float64 {
	return math.Atan2(a.Cross(b).Length(), dot(a, b)) * 180 / math.Pi
}

// across returns the part of v perpendicular to a unit vector, at length 1.
func across(v, to reference.Vector) reference.Vector {
	return minus(v, to.Times(dot(v, to))).Unit()
}

// turned returns v after a rotation about a unit axis, by Rodrigues' formula.
func turned(v, axis reference.Vector, angle float64) reference.Vector {
	sin, cos := math.Sincos(angle)
	return v.Times(cos).Add(axis.Cross(v).Times(sin)).Add(axis.Times(dot(axis, v) * (1 - cos)))
}

// shortest returns v after the shortest rotation from one unit vector to another.
func shortest(v, from, to reference.Vector) reference.Vector {
	axis := from.Cross(to)
	if axis.Length() == 0 {
		return v
	}
	return turned(v, axis.Unit(), math.Atan2(axis.Length(), dot(from, to)))
}

// linear returns the axes of a matrix at length 1.
func linear(m reference.Matrix) (axes [3]reference.Vector) {
	for c := range axes {
		axes[c] = reference.Vector{m[0][c], m[1][c], m[2][c]}.Unit()
	}
	return axes
}

func farthest(a, b [3]reference.Vector) (angle float64) {
	for c := range a {
		angle = max(angle, degrees(a[c], b[c]))
	}
	return angle
}

// turnAngle returns the angle of the rotation between two local rotations, in radians.
func turnAngle(a, b rig.TRS) float64 {
	p, q := reference.TRSOf(a).Rotation.Unit(), reference.TRSOf(b).Rotation.Unit()
	if p.Dot(q) < 0 {
		q = q.Times(-1)
	}
	d := p.Add(q.Times(-1))
	return 4 * math.Asin(min(1, math.Sqrt(d.Dot(d))/2))
}

func solveTest(t testing.TB, b *modifier.Builder) *solving.Stack {
	t.Helper()
	stack, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return (*solving.Stack)(stack)
}

// limbCase is a random limb of the joints a, b and d of a random chain, with c between.
type limbCase struct {
	settings modifier.TwoBone
	goal     solving.Goal
}

func randomLimb(random *rand.Rand, from reference.Vector, length float64) limbCase {
	c := limbCase{settings: modifier.TwoBone{Root: "a", Middle: "b", End: "d", Bend: randomUnit(random)}}
	if random.IntN(2) == 0 {
		c.settings.Twist = float32(random.NormFloat64())
	}
	if random.IntN(2) == 0 {
		c.settings.Softness = random.Float32() * 0.3
	}
	d := length * random.Float64() * 1.3
	c.goal = solving.Goal{Weight: 1, HasPole: random.IntN(2) == 0, Pole: randomUnit(random).Mul(10)}
	direction := vector(randomUnit(random))
	for i := range 3 {
		c.goal.Target[i] = float32(from[i] + d*direction[i])
	}
	return c
}

// expectLimb returns where the middle and the end joint shall be.
func expectLimb(c limbCase, root reference.Matrix, a, b,
	e reference.Vector,
) (middle, end reference.Vector, sine float64) {
	upper, lower, toTarget := minus(b, a).Length(), minus(e, b).Length(), minus(vector(c.goal.Target), a)
	way, old := toTarget.Unit(), minus(e, a).Unit()
	d := toTarget.Length()
	if sum, soft := upper+lower, (upper+lower)*float64(1-c.settings.Softness); c.settings.Softness > 0 && d > soft {
		d = soft + (sum-soft)*(d-soft)/(sum-soft+d-soft)
	}
	d = max(min(d, upper+lower), math.Abs(upper-lower), 1e-3*(upper+lower))
	side := shortest(across(root.Direction(vector(c.settings.Bend)), old), old, way)
	if c.goal.HasPole {
		side = across(minus(vector(c.goal.Pole), a), way)
	}
	side = turned(side, way, float64(c.settings.Twist))
	cosine := max(min((upper*upper+d*d-lower*lower)/(2*upper*d), 1), -1)
	sine = math.Sqrt(1 - cosine*cosine)
	return a.Add(way.Times(upper * cosine)).Add(side.Times(upper * sine)), a.Add(way.Times(d)), sine
}

// TestTwoBoneLawOfCosines compares the joints of limbs with the law of cosines: reach, bend, pole,
// twist and softness.
func TestTwoBoneLawOfCosines(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 20))
	worstEnd, worstMiddle := 0.0, 0.0
	for range 4000 {
		skeleton := randomChain(t, random, 5)
		w := posed(skeleton)
		before := models(skeleton, w, 0)
		a, b, e := position(before[1]), position(before[2]), position(before[4])
		upper, lower := minus(b, a).Length(), minus(e, b).Length()
		c := randomLimb(random, a, upper+lower)
		stack := solveTest(t, modifier.New("limb", skeleton).TwoBone("hand", c.settings))
		lane := random.IntN(solving.Lanes)
		goals := [solving.MaxGoals]solving.Goal{c.goal}
		w.Goals[lane] = goals[:]
		stack.Solve(w)
		after := models(skeleton, w, lane)
		middle, end, sine := expectLimb(c, before[1], a, b, e)
		way, old := minus(end, a).Unit(), minus(e, a).Unit()
		if degrees(old, way) > 179 {
			continue // the side is sensitive there; see the continuity test
		}
		// float32 keeps positions to 6e-8 of their distance from the origin.
		scale := upper + lower + a.Length()
		// a target near the root has no precise direction
		near := min(1, minus(vector(c.goal.Target), a).Length()/scale)
		worstEnd = max(worstEnd, minus(position(after[4]), end).Length()/scale*near)
		// The middle is as precise as the sine of the bend, which loses digits where the limb is
		// nearly straight or folded, and as the side, which loses them where what it is taken from
		// points along the limb.
		sensitive := min(sine, near, minus(e, a).Length()/(upper+lower))
		if bend := before[1].Direction(vector(c.settings.Bend)).Unit(); !c.goal.HasPole {
			sensitive = min(sensitive, bend.Cross(old).Length())
		} else {
			sensitive = min(sensitive, minus(vector(c.goal.Pole), a).Unit().Cross(way).Length())
		}
		worstMiddle = max(worstMiddle, minus(position(after[2]), middle).Length()/scale*sensitive)
	}
	t.Logf(
		"largest distances: end %.3g, middle %.3g times its sensitivity, of the limb and its distance from the origin",
		worstEnd, worstMiddle)
	if !(worstEnd < 2e-6) || !(worstMiddle < 1e-6) {
		t.Errorf("a limb misses the law of cosines: end by %.3g, middle by %.3g", worstEnd, worstMiddle)
	}
}

// TestTwoBoneEndRotation: the end keeps its rotation in model space, or has the goal's.
func TestTwoBoneEndRotation(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 21))
	worst := 0.0
	for i := range 2000 {
		skeleton := randomChain(t, random, 5)
		w := posed(skeleton)
		before := models(skeleton, w, 0)
		c := randomLimb(random, position(before[1]), 1)
		c.settings.KeepRotation, c.settings.GoalRotation = true, true
		q := randomQuat(random)
		c.goal.Rotation, c.goal.HasRotation = [4]float32{q.V[0], q.V[1], q.V[2], q.W}, i%2 == 0
		stack := solveTest(t, modifier.New("limb", skeleton).TwoBone("hand", c.settings))
		goals := [solving.MaxGoals]solving.Goal{c.goal}
		w.Goals[3] = goals[:]
		stack.Solve(w)
		after := models(skeleton, w, 3)
		want := linear(before[4])
		if c.goal.HasRotation {
			want = linear(reference.TRSOf(rig.TRS{Rotation: q, Scale: mgl32.Vec3{1, 1, 1}}).Matrix())
			if before[4].Determinant() < 0 {
				want[0] = want[0].Times(-1)
			}
		}
		worst = max(worst, farthest(want, linear(after[4])))
	}
	t.Logf("largest angle: %.3g degrees", worst)
	if worst > 5e-4 {
		t.Errorf("an end joint is off by %.3g degrees", worst)
	}
}

// TestLookAtPointsToTargets measures the angle between rays and their targets, in float64, with and
// without a roll.
func TestLookAtPointsToTargets(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 22))
	worst, worstRoll := 0.0, 0.0
	for i := range 4000 {
		skeleton := randomChain(t, random, 6)
		forward, up := randomUnit(random), randomUnit(random)
		eye := randomUnit(random).Mul(0.1 * float32(i%3))
		joints := []string{"a", "b", "d", "f"}[i%4:]
		stack := solveTest(t, modifier.New("look", skeleton).LookAt("look",
			modifier.LookAt{Joints: joints, Forward: forward, Eye: eye, Up: up}))
		w := posed(skeleton)
		before := models(skeleton, w, 0)
		size := 0.0
		for j := range before {
			size = max(size, minus(position(before[6]), position(before[j])).Length())
		}
		goals := [solving.MaxGoals]solving.Goal{{Weight: 1, HasPole: i%3 == 0, PoleDirection: randomUnit(random)}}
		direction := vector(randomUnit(random)).Times(size * (2 + 10*random.Float64()))
		for k := range 3 {
			goals[0].Target[k] = float32(position(before[6])[k] + direction[k])
		}
		w.Goals[5] = goals[:]
		stack.Solve(w)
		after := models(skeleton, w, 5)
		from := after[6].Point(vector(eye))
		toTarget := minus(vector(goals[0].Target), from)
		worst = max(worst, degrees(after[6].Direction(vector(forward)), toTarget))
		ray := toTarget.Unit()
		lean := minus(vector(goals[0].PoleDirection), ray.Times(dot(ray, vector(goals[0].PoleDirection)))).Length()
		if upLean := forward.Cross(up).Len(); goals[0].HasPole && len(joints) == 1 && lean > 0.2 && upLean > 0.2 {
			worstRoll = max(worstRoll,
				degrees(across(after[6].Direction(vector(up)), ray), across(vector(goals[0].PoleDirection), ray)))
		}
	}
	t.Logf("largest angles: ray %.3g degrees, up %.3g", worst, worstRoll)
	if worst > 0.002 || worstRoll > 0.002 {
		t.Errorf("a ray misses its target by %.3g degrees, or up by %.3g", worst, worstRoll)
	}
}

// TestWeightsBlendRotations: a weight gives the normalized linear interpolation between the pose
// and the solver's.
func TestWeightsBlendRotations(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 23))
	worst := 0.0
	for range 1000 {
		skeleton := randomChain(t, random, 6)
		stacks := []*solving.Stack{
			solveTest(t, modifier.New("limb", skeleton).TwoBone("goal",
				modifier.TwoBone{Root: "a", Middle: "b", End: "d", Bend: randomUnit(random), KeepRotation: true})),
			solveTest(t, modifier.New("look", skeleton).LookAt("goal",
				modifier.LookAt{Joints: []string{"a", "b", "d"}, Forward: randomUnit(random)})),
			solveTest(t, modifier.New("chain", skeleton).Chain("goal", modifier.Chain{Root: "a", End: "f"})),
			solveTest(t, modifier.New("chain", skeleton).Chain("goal",
				modifier.Chain{Root: "a", End: "f", Method: modifier.CCD})),
		}
		for _, stack := range stacks {
			rest, part, full := posed(skeleton), posed(skeleton), posed(skeleton)
			weight := random.Float32()
			goals := [2][solving.MaxGoals]solving.Goal{{{Target: randomUnit(random)}}}
			goals[1] = goals[0]
			goals[0][0].Weight, goals[1][0].Weight = weight, 1
			part.Goals[0], full.Goals[0] = goals[0][:], goals[1][:]
			stack.Solve(part)
			stack.Solve(full)
			for j := range skeleton.Len() {
				from, to := reference.TRSOf(transform(rest, j, 0)), reference.TRSOf(transform(full, j, 0))
				if math.Abs(from.Rotation.Dot(to.Rotation)) < 1e-3 {
					continue // half a turn: two arcs are shortest
				}
				want := from.Rotation.Nlerp(to.Rotation, float64(weight))
				got := reference.TRSOf(transform(part, j, 0)).Rotation
				worst = max(worst, 1-math.Abs(got.Unit().Dot(want)), math.Abs(math.Sqrt(got.Dot(got))-1))
			}
		}
	}
	if worst > 1e-6 {
		t.Errorf("a partial weight is off by %.3g", worst)
	}
}
