package modifier_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/solving"
)

func randomUnit(random *rand.Rand) mgl32.Vec3 {
	return mgl32.Vec3{
		float32(random.NormFloat64()), float32(random.NormFloat64()),
		float32(random.NormFloat64()),
	}.Normalize()
}

func randomQuat(random *rand.Rand) mgl32.Quat {
	q := mgl32.Quat{
		W: float32(random.NormFloat64()),
		V: mgl32.Vec3{float32(random.NormFloat64()), float32(random.NormFloat64()), float32(random.NormFloat64())},
	}
	return q.Normalize()
}

// randomChain returns a skeleton that is a chain of joints with random turns under a root joint of
// any scale, mirrored in half of the cases.
func randomChain(t testing.TB, random *rand.Rand, n int) *rig.Skeleton {
	t.Helper()
	size := float32(math.Pow(10, random.Float64()*4-2))
	scale := mgl32.Vec3{size, size, size}
	if random.IntN(2) == 0 {
		scale[random.IntN(3)] *= -1
	}
	joints := []rig.Joint{{
		Name: "base", Parent: -1,
		Rest: rig.TRS{Rotation: randomQuat(random), Translation: randomUnit(random), Scale: scale},
	}}
	for i := range n {
		s := 0.5 + random.Float32()
		joints = append(joints, rig.Joint{Name: string(rune('a' + i)), Parent: i, Rest: rig.TRS{
			Rotation: randomQuat(random), Translation: randomUnit(random).Mul(0.3 + random.Float32()),
			Scale: mgl32.Vec3{s, s, s},
		}})
	}
	skeleton, err := rig.NewSkeleton("chain", joints, nil)
	if err != nil {
		t.Fatal(err)
	}
	return skeleton
}

// posed returns a block in which every lane has the rest pose.
func posed(skeleton *rig.Skeleton) *solving.Block {
	w := &solving.Block{
		Locals: make([]float32, skeleton.Len()*kernel.GroupSize),
		Model:  make([]float32, skeleton.Len()*kernel.BlockMatrixSize),
	}
	for j := range skeleton.Len() {
		r := skeleton.Rest(j)
		q := exact.XYZW(r.Rotation)
		n := [...]float32{
			q[0], q[1], q[2], q[3], r.Translation[0], r.Translation[1], r.Translation[2], r.Scale[0],
			r.Scale[1], r.Scale[2],
		}
		for row, x := range n {
			for l := range solving.Lanes {
				w.Locals[j*kernel.GroupSize+row*solving.Lanes+l] = x
			}
		}
	}
	kernel.LocalToModel(w.Model, w.Locals, skeleton.Parents())
	return w
}

func matrix(w *solving.Block, joint, lane int) (m rig.Matrix) {
	for e := range m {
		m[e] = w.Model[joint*kernel.BlockMatrixSize+e*solving.Lanes+lane]
	}
	return m
}

func origin(m rig.Matrix) mgl32.Vec3 { return m.Point(mgl32.Vec3{}) }

func TestTwoBoneReachesTargets(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	worst := 0.0
	for range 2000 {
		skeleton := randomChain(t, random, 5)
		stack := solveTest(t, modifier.New("limb", skeleton).TwoBone("hand",
			modifier.TwoBone{Root: "a", Middle: "b", End: "d", Bend: randomUnit(random)}))
		w := posed(skeleton)
		a, b, c := origin(matrix(w, 1, 0)), origin(matrix(w, 2, 0)), origin(matrix(w, 4, 0))
		upper, lower := a.Sub(b).Len(), b.Sub(c).Len()
		var goals [solving.Lanes][solving.MaxGoals]solving.Goal
		for l := range solving.Lanes {
			low, high := max(math.Abs(float64(upper-lower)), 1e-3*float64(upper+lower)), float64(upper+lower)
			d := float32(low + (high-low)*random.Float64())
			goals[l][0] = solving.Goal{
				Target: a.Add(randomUnit(random).Mul(d)), Weight: 1, HasPole: l%2 == 0,
				Pole: randomUnit(random),
			}
			w.Goals[l] = goals[l][:]
		}
		stack.Solve(w)
		kernel.LocalToModel(w.Model, w.Locals, skeleton.Parents())
		for l := range solving.Lanes {
			got := origin(matrix(w, 4, l))
			miss := float64(got.Sub(goals[l][0].Target).Len() / (upper + lower))
			worst = max(worst, miss)
			if !(miss < 1e-4) {
				t.Fatalf("lane %d: the end is at %v, want %v (limb %v + %v), off by %.3g of its length", l, got,
					goals[l][0].Target, upper, lower, miss)
			}
		}
	}
	t.Logf("largest miss: %.3g of the limb", worst)
}

func TestLookAtMeetsTargets(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 3))
	worst := 0.0
	for range 2000 {
		skeleton := randomChain(t, random, 6)
		forward, eye := randomUnit(random), randomUnit(random).Mul(0.1)
		stack := solveTest(t, modifier.New("look", skeleton).LookAt("look",
			modifier.LookAt{Joints: []string{"a", "b", "d", "f"}, Forward: forward, Eye: eye, Up: randomUnit(random)}))
		w := posed(skeleton)
		size := float32(0)
		for j := range 6 {
			size = max(size, origin(matrix(w, 6, 0)).Sub(origin(matrix(w, j, 0))).Len())
		}
		var goals [solving.Lanes][solving.MaxGoals]solving.Goal
		for l := range solving.Lanes {
			goals[l][0] = solving.Goal{
				Target: origin(matrix(w, 6, l)).
					Add(randomUnit(random).Mul(size * (10 + 10*random.Float32()))), Weight: 1, HasPole: l%2 == 0,
				PoleDirection: randomUnit(random),
			}
			w.Goals[l] = goals[l][:]
		}
		stack.Solve(w)
		kernel.LocalToModel(w.Model, w.Locals, skeleton.Parents())
		for l := range solving.Lanes {
			m := matrix(w, 6, l)
			from, tip := m.Point(eye), m.Point(eye.Add(forward))
			ray, want := exact.ToVec3(tip.Sub(from)).Normalized(),
				exact.ToVec3(mgl32.Vec3(goals[l][0].Target).Sub(from)).Normalized()
			miss := ray.Sub(want).Length() * 180 / math.Pi
			worst = max(worst, miss)
			if !(miss < 0.01) {
				t.Fatalf("lane %d: the ray misses by %v degrees", l, miss)
			}
		}
	}
	t.Logf("largest miss: %.3g degrees", worst)
}

func TestChainReachesTargets(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 4))
	worst := 0.0
	for range 500 {
		skeleton := randomChain(t, random, 8)
		stack := solveTest(t,
			modifier.New("tail", skeleton).Chain("tip", modifier.Chain{Root: "a", End: "h", Iterations: 16}))
		w := posed(skeleton)
		length := float32(0)
		for j := 2; j < 9; j++ {
			length += origin(matrix(w, j, 0)).Sub(origin(matrix(w, j-1, 0))).Len()
		}
		var goals [solving.Lanes][solving.MaxGoals]solving.Goal
		for l := range solving.Lanes {
			goals[l][0] = solving.Goal{Target: origin(matrix(w, 1, l)).
				Add(randomUnit(random).Mul(length * (0.3 + 0.5*random.Float32()))), Weight: 1}
			w.Goals[l] = goals[l][:]
		}
		stack.Solve(w)
		kernel.LocalToModel(w.Model, w.Locals, skeleton.Parents())
		for l := range solving.Lanes {
			miss := float64(origin(matrix(w, 8, l)).Sub(goals[l][0].Target).Len() / length)
			worst = max(worst, miss)
		}
	}
	t.Logf("largest miss: %.3g of the length", worst)
	if worst > 0.05 {
		t.Errorf("a tip misses its target by %.3g of the chain's length", worst)
	}
}
