package bodies

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel"
)

// skeleton is a random hierarchy with a random local pose.
type skeleton struct {
	parents []int16
	locals  []float32
}

func randomQuat(random *rand.Rand) exact.Quat {
	return exact.Quat{
		random.NormFloat64(), random.NormFloat64(), random.NormFloat64(),
		random.NormFloat64(),
	}.Normalized()
}

// randomSkeleton returns a skeleton whose joints are scaled by scale at the root and otherwise by
// about 1, unevenly at the leaves, and mirrored here and there.
func randomSkeleton(random *rand.Rand, joints int, scale float64) *skeleton {
	s := &skeleton{locals: make([]float32, (joints+7)/8*kernel.GroupSize)}
	for j := range joints {
		parent := int16(-1)
		if j > 0 {
			parent = int16(random.IntN(j))
		}
		s.parents = append(s.parents, parent)
		l := local{rotation: randomQuat(random), scale: exact.Vec3{1, 1, 1}}
		size := 0.3
		if j > 0 {
			size /= scale
		} else {
			l.scale = l.scale.Scale(scale)
		}
		l.translation = exact.Vec3{random.NormFloat64(), random.NormFloat64(), random.NormFloat64()}.Scale(size)
		if random.IntN(5) == 0 {
			l.scale[random.IntN(3)] *= -1
		}
		if random.IntN(6) == 0 {
			l.scale[random.IntN(3)] *= 1.4
		}
		var body Body
		body.Joint = int32(j)
		l.store(s.locals, &body)
	}
	return s
}

// worlds are transforms of characters.
func worlds() []exact.Affine {
	turn := (&Place{Position: mgl32.Vec3{3, -1, 2}, Rotation: [4]float32{0.5, -0.5, 0.1, 0.7}})
	var list []exact.Affine
	for _, s := range []Stretch{
		{1, 0, 0, 0, 1, 0, 0, 0, 1},
		{100, 0, 0, 0, 100, 0, 0, 0, 100},
		{0.01, 0, 0, 0, 0.01, 0, 0, 0, 0.01},
		{-1, 0, 0, 0, 1, 0, 0, 0, 1},
		{2, 0.3, 0, 0, 1, 0, 0, 0, -0.7},
	} {
		m, _ := turn.Matrix(&s)
		list = append(list, m)
	}
	return list
}

func TestSplitAndMatrix(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var m exact.Affine
		for i := range m {
			m[i] = random.NormFloat64()
		}
		position, rotation, stretch, ok := Split(&m)
		if !ok {
			t.Fatal("a random matrix cannot be split")
		}
		place := Place{Position: position.Float32(), Rotation: rotation.Float32()}
		back, ok := place.Matrix(&stretch)
		for i := range m {
			if !ok || math.Abs(back[i]-m[i]) > 1e-5 {
				t.Fatalf("%v became %v", m, back)
			}
		}
	}
	for _, m := range []exact.Affine{
		{},
		{0: 1, 5: 1},
		{0: math.NaN(), 5: 1, 10: 1},
		{0: 1, 4: 1, 1: 1, 5: 1, 10: 1},
		{0: math.Inf(1), 5: 1, 10: 1},
	} {
		if _, _, _, ok := Split(&m); ok {
			t.Errorf("%v was split", m)
		}
	}
}

// Bodies that are where the pose puts them leave it as it is: in skeletons and worlds that are
// scaled by 0.01 and 100, unevenly, and mirrored.
func TestBlendOfTargetsChangesNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for run := range 300 {
		s := randomSkeleton(random, 3+random.IntN(40), []float64{1, 0.01, 100}[run%3])
		by := Blending{World: worlds()[run%5], Weight: 1, KeepLengths: run%2 == 0}
		by.Inverse, by.HasInverse = by.World.Inverse()
		var list []Body
		for j := range s.parents {
			if random.IntN(2) == 0 || j == len(s.parents)-1 {
				list = append(list, Body{Joint: int32(j), Weight: 1})
			}
		}
		var p Pose
		if p.Blend(s.locals, s.parents, list, &by) {
			t.Fatal("bodies without places change the pose")
		}
		for i := range list {
			list[i].Given, list[i].IsGiven = list[i].Target.Place, true
		}
		before := append([]float32(nil), s.locals...)
		size, was := 0.0, make([]exact.Vec3, len(s.parents))
		for j := range s.parents {
			p.chain(s.locals, s.parents, j)
			was[j] = by.World.Point(p.model[j].Translation())
		}
		for j := range s.parents {
			size = max(size, was[j].Sub(was[0]).Length())
		}
		p.Blend(s.locals, s.parents, list, &by)
		for j := range s.parents {
			p.chain(s.locals, s.parents, j)
			if d := by.World.Point(p.model[j].Translation()).Sub(was[j]).Length(); d > 1e-5*(size+was[j].Length()) {
				t.Fatalf("run %d: joint %d moved by %g, and the skeleton has a size of %g", run, j, d, size)
			}
			a, b := readLocal(before, j), readLocal(s.locals, j)
			if a.scale != b.scale || math.Abs(a.rotation.Dot(b.rotation)) < 1-1e-5 {
				t.Fatalf("run %d: joint %d became %v, was %v", run, j, b, a)
			}
		}
	}
}

// A body with a weight of 1 takes its joint to its place, where the skeleton can show it.
func TestBlendReachesPlaces(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for run := range 200 {
		s := randomSkeleton(random, 20, 1)
		for j := range s.parents { // even scale, so that no place needs shear
			l := readLocal(s.locals, j)
			l.scale = exact.Vec3{1, 1, 1}
			l.store(s.locals, &Body{Joint: int32(j)})
		}
		by := Blending{World: worlds()[run%4], Weight: 1}
		by.Inverse, by.HasInverse = by.World.Inverse()
		var list []Body
		for j := range s.parents {
			if random.IntN(2) == 0 || j == len(s.parents)-1 {
				q := randomQuat(random).Float32()
				at := mgl32.Vec3{
					float32(random.NormFloat64()), float32(random.NormFloat64()),
					float32(random.NormFloat64()),
				}
				list = append(list, Body{Joint: int32(j), Weight: 1, IsGiven: true, Given: Place{at, q}})
			}
		}
		var p Pose
		p.Blend(s.locals, s.parents, list, &by)
		for j := range s.parents {
			p.chain(s.locals, s.parents, j)
		}
		_, _, stretch, _ := Split(&by.World)
		for i := range list {
			m := by.World.Mul(&p.model[list[i].Joint])
			position, rotation, _, _ := Split(&m)
			if d := position.Sub(exact.ToVec3(list[i].Given.Position)).Length(); d > 1e-5*(stretch.Largest()+5) {
				t.Fatalf("run %d: body %d is %g away", run, i, d)
			}
			if math.Abs(rotation.Dot(exact.ToQuat(list[i].Given.Rotation))) < 1-1e-5 {
				t.Fatalf("run %d: body %d is turned to %v, want %v", run, i, rotation, list[i].Given.Rotation)
			}
		}
	}
}

// Whatever a body holds, the pose stays finite.
func TestBlendOfGarbage(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	numbers := []float32{0, 1, -1, 1e-30, 1e30, math.MaxFloat32, float32(math.Inf(1)), float32(math.NaN())}
	pick := func() float32 { return numbers[random.IntN(len(numbers))] }
	for run := range 3000 {
		s := randomSkeleton(random, 9, 1)
		by := Blending{World: worlds()[run%5], Weight: pick(), Seconds: float64(pick()), KeepLengths: run%2 == 0}
		by.Inverse, by.HasInverse = by.World.Inverse()
		if run%7 == 0 { // a joint of scale 0
			s.locals[7*kernel.Lanes+random.IntN(8)] = 0
		}
		var list []Body
		for j := range s.parents {
			b := Body{Joint: int32(j), Weight: pick(), IsGiven: true, HasTarget: true}
			for i := range b.Given.Position {
				b.Given.Position[i], b.Target.Position[i] = pick(), pick()
			}
			for i := range b.Given.Rotation {
				b.Given.Rotation[i] = pick()
			}
			list = append(list, b)
		}
		var p Pose
		p.Blend(s.locals, s.parents, list, &by)
		for _, v := range s.locals {
			if !exact.IsFinite(v) {
				t.Fatalf("run %d: the pose holds %v", run, v)
			}
		}
		for i := range list {
			for _, v := range list[i].Target.Linear {
				if !exact.IsFinite(v) {
					t.Fatalf("run %d: body %d moves by %v", run, i, list[i].Target.Linear)
				}
			}
		}
	}
}
