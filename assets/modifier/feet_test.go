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
	"github.com/sinew-go/sinew/internal/testing/seeds"
)

// feetStack returns a stack with foot placement for a random chain of 8 joints.
func feetStack(t *testing.T, random *rand.Rand, skeleton *rig.Skeleton) *solving.Stack {
	t.Helper()
	stack, err := modifier.New("feet", skeleton).Feet("feet", modifier.Feet{
		Pelvis: "a", Up: randomUnit(random), OffLevel: 2, LockSpeed: 100, Feet: []modifier.Foot{
			{Root: "b", Middle: "c", End: "e", Toe: "f", Bend: randomUnit(random), Height: 0.1},
			{Root: "c", Middle: "d", End: "g", Bend: randomUnit(random), Forward: randomUnit(random)},
		},
	}).Build()
	if err != nil {
		t.Fatal(err)
	}
	return (*solving.Stack)(stack)
}

// TestFeetLanesAreIndependent compares characters alone with the same ones in a block, next to
// others and to garbage, over some frames.
func TestFeetLanesAreIndependent(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 95))
	for range long(100, 5000) {
		skeleton := randomChain(t, random, 8)
		stack := feetStack(t, random, skeleton)
		var together [solving.Lanes]*character
		var worlds [solving.Lanes]rig.Matrix
		var grounds [solving.Lanes][]solving.FootGround
		for l := range together {
			c := randomCharacter(random, skeleton, stack)
			together[l] = &c
			worlds[l] = rig.IdentityMatrix()
			if random.IntN(3) > 0 {
				worlds[l] = rig.MatrixFromMat4(mgl32.Translate3D(random.Float32(), random.Float32(),
					1).Mul4(randomQuat(random).Mat4()))
			}
			grounds[l] = make([]solving.FootGround, random.IntN(3))
			for i := range grounds[l] {
				grounds[l][i].Set(randomUnit(random), randomUnit(random))
				grounds[l][i].SetPlanted(float32(random.IntN(3) - 1))
			}
		}
		garbage := random.IntN(solving.Lanes)
		for frame := range 6 {
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
				w.Ground[at] = grounds[l]
				w.SetMotion(at, worlds[l], worlds[l])
				stack.Solve(w)
				alone[l], states[l] = lane(skeleton, w, at), single.state
			}
			w := block(skeleton, together[:])
			w.Ground = grounds
			for l, world := range worlds {
				w.SetMotion(l, world, world)
			}
			stack.Solve(w)
			for l, c := range together {
				if l != garbage &&
					(!slices.Equal(alone[l], lane(skeleton, w, l)) || !slices.Equal(states[l], c.state)) {
					t.Fatalf("frame %d: a character has other bits in lane %d of a full block than alone", frame, l)
				}
			}
		}
	}
}

// TestFeetThatCannotReach: ground far below, a leg that is too short, and a goal that fades in.
func TestFeetThatCannotReach(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 96))
	for range long(300, 5000) {
		skeleton := randomChain(t, random, 8)
		stack := feetStack(t, random, skeleton)
		c := randomCharacter(random, skeleton, stack)
		for i := range stack.Goals() {
			c.goals[i] = solving.Goal{Weight: random.Float32()}
		}
		c.level = 0
		w := block(skeleton, []*character{&c})
		w.SetMotion(0, rig.IdentityMatrix(), rig.IdentityMatrix())
		w.Ground[0] = make([]solving.FootGround, 2)
		for range 5 {
			for i := range w.Ground[0] {
				w.Ground[0][i].Set(randomUnit(random).Mul(1000), mgl32.Vec3{strange[random.IntN(len(strange))]})
			}
			stack.Solve(w)
			kernel.LocalToModel(w.Model, w.Locals, skeleton.Parents())
		}
		for j := range skeleton.Len() {
			for _, x := range matrix(w, j, 0) {
				if x-x != 0 {
					t.Fatalf("joint %d has the matrix %v", j, matrix(w, j, 0))
				}
			}
		}
	}
}

// FuzzFeet puts strange numbers into the poses, states, times, Transforms and ground of characters
// with feet. What is finite stays finite.
func FuzzFeet(f *testing.F) {
	for seed := range uint64(60) {
		seeds.Add(f, seed)
	}
	seeds.Add(f, uint64(1641))
	f.Fuzz(func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 99))
		skeleton := randomChain(t, random, 8)
		stack := feetStack(t, random, skeleton)
		var characters [solving.Lanes]*character
		var clean [solving.Lanes]bool
		for l := range characters {
			c := randomCharacter(random, skeleton, stack)
			locals := slices.Clone(c.locals)
			spoil(random, &c)
			if clean[l] = random.IntN(2) == 0; clean[l] {
				c.locals = locals
			}
			characters[l] = &c
		}
		number := func() float32 {
			if random.IntN(3) > 0 {
				return float32(random.NormFloat64())
			}
			return strange[random.IntN(len(strange))]
		}
		for range 4 {
			w := block(skeleton, characters[:])
			for l := range characters {
				world := rig.IdentityMatrix()
				if random.IntN(2) == 0 {
					world[random.IntN(len(world))] = number()
				}
				w.SetMotion(l, world, world)
				w.Ground[l] = make([]solving.FootGround, 2)
				for i := range w.Ground[l] {
					for k := range w.Ground[l][i] {
						w.Ground[l][i][k] = number()
					}
				}
			}
			stack.Solve(w)
			for l := range characters {
				for i, x := range characters[l].state {
					// The first number is the weight by the level of detail; numbers 4 to 8 are not
					// used.
					if clean[l] && x-x != 0 && i != 0 && (i < 4 || i > 8) && characters[l].goals[0].Weight > 0 {
						t.Fatalf("the state is %v", characters[l].state)
					}
				}
				for j := 0; j < skeleton.Len() && clean[l]; j++ {
					local := transform(w, j, l)
					// a strange state may move the pelvis so far that its square is beyond float32
					size := local.Translation.Mul(1e-20).Len()
					if !(math.Abs(float64(local.Rotation.Len())-1) < 1e-5) || size-size != 0 {
						t.Fatalf("joint %d has the transform %v", j, local)
					}
				}
			}
		}
	})
}

func TestFeetSettingsAreChecked(t *testing.T) {
	skeleton := randomChain(t, rand.New(rand.NewPCG(1, 97)), 8)
	foot := modifier.Foot{Root: "b", Middle: "c", End: "d", Bend: mgl32.Vec3{0, 0, 1}}
	for name, s := range map[string]modifier.Feet{
		"no feet":            {Pelvis: "a"},
		"no pelvis":          {Feet: []modifier.Foot{foot}},
		"pelvis below":       {Pelvis: "c", Feet: []modifier.Foot{foot}},
		"negative drop":      {Pelvis: "a", MaxDrop: -1, Feet: []modifier.Foot{foot}},
		"tilt in degrees":    {Pelvis: "a", TiltSpeed: 180, Feet: []modifier.Foot{foot}},
		"tilt backward":      {Pelvis: "a", TiltSpeed: -1, Feet: []modifier.Foot{foot}},
		"pitch of a quarter": {Pelvis: "a", MaxPitch: 1.6, Feet: []modifier.Foot{foot}},
		"half-life below 0":  {Pelvis: "a", ReleaseHalfLife: -1, Feet: []modifier.Foot{foot}},
		"one marker": {
			Pelvis: "a",
			Feet:   []modifier.Foot{{Root: "b", Middle: "c", End: "d", Bend: mgl32.Vec3{0, 0, 1}, Down: "down"}},
		},
		"toe above": {
			Pelvis: "a",
			Feet:   []modifier.Foot{{Root: "b", Middle: "c", End: "d", Toe: "b", Bend: mgl32.Vec3{0, 0, 1}}},
		},
	} {
		if stack, err := modifier.New("feet", skeleton).Feet("feet", s).Build(); err == nil {
			t.Errorf("%s: got the stack %v and no error", name, stack)
		}
	}
}
