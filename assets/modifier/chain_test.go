package modifier_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/solving"
	"github.com/sinew-go/sinew/internal/testing/reference"
)

// swingTwist divides a rotation into the angle of the swing of an axis and the twist about it, -π
// to π.
func swingTwist(q reference.Quaternion, axis reference.Vector) (swing, twist float64) {
	along := q[0]*axis[0] + q[1]*axis[1] + q[2]*axis[2]
	twist = 2 * math.Atan2(along, q[3])
	if twist > math.Pi {
		twist -= 2 * math.Pi
	} else if twist < -math.Pi {
		twist += 2 * math.Pi
	}
	direction := q.Rotate(axis)
	return math.Atan2(direction.Cross(axis).Length(), dot(direction, axis)), twist
}

// randomLimits returns limits for some joints of a chain from a to h.
func randomLimits(random *rand.Rand) (limits []modifier.JointLimit) {
	for joint := 'a'; joint < 'h'; joint++ {
		limit := modifier.JointLimit{
			Joint: string(joint), Axis: randomUnit(random),
			Twist: [2]float32{-random.Float32() * 2, random.Float32() * 2},
		}
		switch random.IntN(4) {
		case 0:
			limit.Hinge = true
		case 1:
			limit.Cone = 0.2 + 2*random.Float32()
		case 2:
			limit.Cone, limit.Twist = 0.2+2*random.Float32(), [2]float32{}
		default:
			continue
		}
		limits = append(limits, limit)
	}
	return limits
}

// checkLimits checks the joints of one lane.
func checkLimits(t *testing.T, skeleton *rig.Skeleton, w *solving.Block, lane int, limits []modifier.JointLimit) {
	t.Helper()
	const tolerance = 2e-3 // a cosine near 1 in float32 leaves an angle of 3e-4
	for _, limit := range limits {
		joint, err := skeleton.FindJoint(limit.Joint)
		if err != nil {
			t.Fatal(err)
		}
		rest := reference.TRSOf(skeleton.Rest(joint)).Rotation.Unit()
		q := reference.TRSOf(transform(w, joint, lane)).Rotation.Unit()
		swing, twist := swingTwist(reference.Quaternion{-rest[0], -rest[1], -rest[2], rest[3]}.Mul(q),
			vector(limit.Axis))
		if most := float64(limit.Cone); (limit.Hinge || most > 0) && swing > most+tolerance {
			t.Fatalf("joint %s swings by %v, want at most %v", limit.Joint, swing, most)
		}
		// A swing by half a turn leaves no twist.
		if limit.Twist != [2]float32{} && swing < 3 &&
			(twist < float64(limit.Twist[0])-tolerance || twist > float64(limit.Twist[1])+tolerance) {
			t.Fatalf("joint %s has a twist of %v, want %v", limit.Joint, twist, limit.Twist)
		}
	}
}

// TestChainsReachWithinLimits: random chains, targets and limits. Without limits both methods reach
// targets within reach; with limits, the joints keep them.
func TestChainsReachWithinLimits(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 60))
	rounds := long(2_000, 100_000) / solving.Lanes
	missed := map[modifier.ChainMethod]int{}
	sum := map[modifier.ChainMethod]float64{}
	for round := range rounds {
		skeleton := randomChain(t, random, 8)
		method := modifier.ChainMethod(round % 2)
		free := solveTest(t,
			modifier.New("free", skeleton).Chain("g",
				modifier.Chain{Root: "a", End: "h", Method: method, Iterations: 24}))
		limits := randomLimits(random)
		limited := solveTest(t,
			modifier.New("limited", skeleton).Chain("g",
				modifier.Chain{Root: "a", End: "h", Method: method, Limits: limits}))
		w, bound := posed(skeleton), posed(skeleton)
		length := float32(0)
		for j := 2; j < 9; j++ {
			length += origin(matrix(w, j, 0)).Sub(origin(matrix(w, j-1, 0))).Len()
		}
		var goals [solving.Lanes][solving.MaxGoals]solving.Goal
		for l := range goals {
			goals[l][0] = solving.Goal{Target: origin(matrix(w, 1, l)).
				Add(randomUnit(random).Mul(length * (0.3 + 0.5*random.Float32()))), Weight: 1}
			w.Goals[l], bound.Goals[l] = goals[l][:], goals[l][:]
		}
		free.Solve(w)
		limited.Solve(bound)
		for l := range goals {
			m := models(skeleton, w, l)
			miss := minus(position(m[8]), vector(goals[l][0].Target)).Length() / float64(length)
			if sum[method] += miss; miss > 0.02 {
				missed[method]++
			}
			checkLimits(t, skeleton, bound, l, limits)
		}
	}
	each := float64(rounds * solving.Lanes / 2)
	for method, name := range []string{"FABRIK", "CCD"} {
		m := modifier.ChainMethod(method)
		t.Logf("%s: mean residual %.3g of the length, above 0.02 in %.3g of the cases", name, sum[m]/each,
			float64(missed[m])/each)
		if sum[m]/each > 0.01 || float64(missed[m])/each > 0.1 {
			t.Errorf("%s misses targets within reach", name)
		}
	}
}

// TestLimitsKeepWhatIsWithin: a chain whose joints are within their limits, with its target at its
// end, keeps its pose.
func TestLimitsKeepWhatIsWithin(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 61))
	for range 200 {
		skeleton := randomChain(t, random, 8)
		for _, method := range []modifier.ChainMethod{modifier.FABRIK, modifier.CCD} {
			stack := solveTest(t, modifier.New("limited", skeleton).Chain("g",
				modifier.Chain{Root: "a", End: "h", Method: method, Limits: randomLimits(random)}))
			w := posed(skeleton)
			before := lane(skeleton, w, 0)
			goals := [solving.MaxGoals]solving.Goal{{Target: origin(matrix(w, 8, 0)), Weight: 1}}
			w.Goals[0] = goals[:]
			stack.Solve(w)
			for i, bits := range lane(skeleton, w, 0) {
				if d := math.Abs(float64(math.Float32frombits(bits) - math.Float32frombits(before[i]))); d > 2e-3 {
					t.Fatalf("method %d: number %d moves by %v", method, i, d)
				}
			}
		}
	}
}

// TestToleranceStopsEachLane: a character within the tolerance keeps its pose, while another one in
// the block moves.
func TestToleranceStopsEachLane(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 62))
	for _, method := range []modifier.ChainMethod{modifier.FABRIK, modifier.CCD} {
		skeleton := randomChain(t, random, 6)
		stack := solveTest(t,
			modifier.New("chain", skeleton).Chain("g",
				modifier.Chain{Root: "a", End: "f", Method: method, Tolerance: 0.01, Iterations: 60}))
		w := posed(skeleton)
		end, length := origin(matrix(w, 6, 0)), float32(0)
		for j := 2; j < 7; j++ {
			length += origin(matrix(w, j, 0)).Sub(origin(matrix(w, j-1, 0))).Len()
		}
		near := [solving.MaxGoals]solving.Goal{{Target: end.Add(randomUnit(random).Mul(0.009 * length)), Weight: 1}}
		away := [solving.MaxGoals]solving.Goal{
			{Target: origin(matrix(w, 1, 0)).Add(randomUnit(random).Mul(0.5 * length)), Weight: 1},
		}
		w.Goals[2], w.Goals[3] = near[:], away[:]
		stack.Solve(w)
		if moved := origin(matrix(w, 6, 0)).Sub(end).Len(); moved > 1e-5*length {
			t.Errorf("method %d: an end within the tolerance moves by %v", method, moved)
		}
		after := models(skeleton, w, 3)
		if miss := minus(position(after[6]), vector(away[0].Target)).Length() / float64(length); miss > 0.0101 {
			t.Errorf("method %d: an end is %v of the length from its target, want within the tolerance", method, miss)
		}
		if turn := turnAngle(skeleton.Rest(1), transform(w, 1, 2)); turn > 1e-3 {
			t.Errorf("method %d: a joint of the character within the tolerance turns by %v", method, turn)
		}
	}
}

func TestChainLimitErrors(t *testing.T) {
	skeleton := randomChain(t, rand.New(rand.NewPCG(1, 63)), 4)
	checkErrors(t, skeleton, func(b *modifier.Builder, s any) {
		c := s.(modifier.Chain)
		c.Root, c.End = "a", "d"
		b.Chain("g", c)
	}, map[string]any{
		"expected the method FABRIK or CCD":      modifier.Chain{Method: 7},
		"expected 1 to 64 iterations":            modifier.Chain{Iterations: 65},
		"expected a tolerance":                   modifier.Chain{Tolerance: -1},
		"expected a limit of a joint that turns": modifier.Chain{Limits: []modifier.JointLimit{{Joint: "d"}}},
		"expected a finite axis": modifier.Chain{
			Limits: []modifier.JointLimit{{Joint: "b", Hinge: true}},
		},
		"expected a cone from 0 to π": modifier.Chain{Limits: []modifier.JointLimit{{Joint: "b", Cone: 4}}},
		"expected limits of the twist": modifier.Chain{
			Limits: []modifier.JointLimit{{Joint: "b", Axis: mgl32.Vec3{1, 0, 0}, Twist: [2]float32{1, 0}}},
		},
	})
}
