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
	"github.com/sinew-go/sinew/internal/testing/soles"
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
				w.Motions[at] = &solving.Motion{World: worlds[l], Before: worlds[l]}
				stack.Solve(w)
				alone[l], states[l] = lane(skeleton, w, at), single.state
			}
			w := block(skeleton, together[:])
			w.Ground = grounds
			for l, world := range worlds {
				w.Motions[l] = &solving.Motion{World: world, Before: world}
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
		w.Motions[0] = &solving.Motion{World: rig.IdentityMatrix(), Before: rig.IdentityMatrix()}
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
				w.Motions[l] = &solving.Motion{World: world, Before: world}
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

// standingLeg returns a skeleton of a pelvis and a leg that stands on the floor, whose ankle is
// 0.09 m above it and 0.134 m behind the toe joint.
func standingLeg(t *testing.T) *rig.Skeleton {
	t.Helper()
	var joints []rig.Joint
	for i, place := range []mgl32.Vec3{{0, 0.97}, {0.1}, {0, -0.45}, {0, -0.43}, {0, -0.06, 0.134}} {
		joints = append(joints, rig.Joint{Name: string(rune('a' + i)), Parent: i - 1, Rest: rig.TRS{
			Translation: place, Rotation: mgl32.QuatIdent(), Scale: mgl32.Vec3{1, 1, 1},
		}})
	}
	skeleton, err := rig.NewSkeleton("leg", joints, nil)
	if err != nil {
		t.Fatal(err)
	}
	return skeleton
}

// TestTransitionsDragNoHeels: a transition lowers the heel of a foot into the ground, while it
// comes forward and then stands. The heel is lifted out of the ground, and touches it only where
// the foot stands. Without the setting of a heel it would sink.
func TestTransitionsDragNoHeels(t *testing.T) {
	const end, heelLength, heelHeight = 3, 0.05, 0.03
	skeleton := standingLeg(t)
	lowest := map[bool]float32{}
	for _, hasHeel := range []bool{false, true} {
		foot := modifier.Foot{Root: "b", Middle: "c", End: "d", Toe: "e", Bend: mgl32.Vec3{0, 0, 1}}
		if hasHeel {
			foot.HeelLength, foot.HeelHeight = heelLength, heelHeight
		}
		stack := solveTest(t, modifier.New("feet", skeleton).
			Feet("feet", modifier.Feet{Pelvis: "a", Feet: []modifier.Foot{foot}}))
		c := character{state: make([]float32, stack.StateSize()), delta: 1.0 / 60}
		c.goals[0].Weight = 1
		for frame := range 40 {
			way := min(float32(frame)/20, 1) // the foot comes 0.4 m forward, and its toes come down
			c.locals = c.locals[:0]
			for j, angle := range []float32{0, -0.3, 0.6, -0.3 - 0.5*(1-way), 0} {
				local := skeleton.Rest(j)
				local.Rotation = mgl32.QuatRotate(angle, mgl32.Vec3{1, 0, 0})
				c.locals = append(c.locals, local)
			}
			at := matrix(block(skeleton, []*character{&c}), end, 0).Point(mgl32.Vec3{})
			c.locals[0].Translation = c.locals[0].Translation.Add(mgl32.Vec3{0, 0.09, 0.4 * way}.Sub(at))
			w := block(skeleton, []*character{&c})
			w.Motions[0] = &solving.Motion{World: rig.IdentityMatrix(), Before: rig.IdentityMatrix()}
			w.Ground[0] = make([]solving.FootGround, 1)
			w.Ground[0][0].SetChanging()
			w.Ground[0][0].Set(mgl32.Vec3{}, mgl32.Vec3{0, 1, 0})
			stack.Solve(w)
			kernel.LocalToModel(w.Model, w.Locals, skeleton.Parents())
			above := matrix(w, end, 0).Point(mgl32.Vec3{0, heelHeight - 0.09, -heelLength})[1] - heelHeight
			lowest[hasHeel] = min(lowest[hasHeel], above)
			stands := c.state[8] == 2
			if hasHeel && frame > 2 && !stands && above < 0.002 {
				t.Errorf("frame %d: the heel is %.1f mm above the ground while the foot moves", frame, 1000*above)
			}
			if frame == 39 && (!stands || above > 0.001) {
				t.Errorf("heel %v: the foot stands: %v, the heel is %.1f mm above the ground", hasHeel, stands, 1000*above)
			}
		}
	}
	t.Logf("the heel sinks by %.1f mm at most, and by %.1f without the setting", -1000*lowest[true], -1000*lowest[false])
	if lowest[true] < -1e-4 || lowest[false] > -0.005 {
		t.Errorf("the heel sinks by %.1f mm, and by %.1f without the setting", -1000*lowest[true], -1000*lowest[false])
	}
}

// TestFeetRollOverTheirToes: a locked foot stands on its toes, first on all of them and then on
// their tip, while the motions roll it over that, carry it off and turn it. The tip rolls in its
// place, and slips where the foot has no ToeLength.
func TestFeetRollOverTheirToes(t *testing.T) {
	const pelvis, toe, toeHeight, toeLength, tipHeight = 0, 4, 0.03, 0.07, 0.018
	skeleton := standingLeg(t)
	up, ahead := mgl32.Vec3{0, 1, 0}, mgl32.Vec3{1, 0, 0}
	foot := modifier.Foot{Root: "b", Middle: "c", End: "d", Toe: "e", Bend: mgl32.Vec3{0, 0, 1}}
	slips := map[bool]float64{}
	for _, rolls := range []bool{false, true} {
		if rolls {
			foot.ToeLength, foot.TipHeight = toeLength, tipHeight
		}
		stack := solveTest(t, modifier.New("feet", skeleton).
			Feet("feet", modifier.Feet{Pelvis: "a", Feet: []modifier.Foot{foot}}))
		c := character{state: make([]float32, stack.StateSize()), delta: 1.0 / 60}
		c.goals[0].Weight = 1
		// The joint's Y axis leads up here, so that the ball is as far ahead as the turned joint has it.
		flat := mgl32.Translate3D(0, toeHeight, 0).Mul4(mgl32.HomogRotate3DX(math.Pi / 2))
		tip := soles.NewBall(flat, toeLength, tipHeight)
		var contact soles.Contact
		for frame := range 60 {
			roll := 0.6 * max(float32(frame)-10, 0) / 50 // in radians
			c.locals = c.locals[:0]
			for j, angle := range []float32{roll, -0.3, 0.6, -0.3, 0} {
				local := skeleton.Rest(j)
				local.Rotation = mgl32.QuatRotate(angle, ahead)
				c.locals = append(c.locals, local)
			}
			c.locals[pelvis].Rotation = mgl32.QuatRotate(roll/3, up).Mul(c.locals[pelvis].Rotation)
			// where the motions roll the tip, and carry it
			place := mgl32.Vec3{0.1 * roll, tipHeight, tipHeight*roll + 0.06*roll}
			at := matrix(block(skeleton, []*character{&c}), toe, 0).Point(mgl32.Vec3{0, tipHeight - toeHeight, toeLength})
			c.locals[pelvis].Translation = c.locals[pelvis].Translation.Add(place.Sub(at))
			w := block(skeleton, []*character{&c})
			w.Motions[0] = &solving.Motion{World: rig.IdentityMatrix(), Before: rig.IdentityMatrix()}
			w.Ground[0] = make([]solving.FootGround, 1)
			w.Ground[0][0].Set(mgl32.Vec3{}, up)
			stack.Solve(w)
			kernel.LocalToModel(w.Model, w.Locals, skeleton.Parents())
			slid := contact.Follow(tip, matrix(w, toe, 0).Mat4().Mul4(mgl32.HomogRotate3DX(math.Pi/2)), up)
			slips[rolls] = max(slips[rolls], slid)
			if state := c.state[8]; frame > 2 && state != 2 {
				t.Fatalf("frame %d: a foot that stands is not locked", frame)
			}
		}
		if contact.Frames != 59 {
			t.Errorf("the tip of the toes is on the ground for %d of 60 frames", contact.Frames)
		}
	}
	t.Logf("the tip slips by %.2f mm if it rolls, and otherwise by %.1f", 1000*slips[true], 1000*slips[false])
	if slips[true] > 0.0005 || slips[false] < 0.005 {
		t.Errorf("the tip slips by %.2f mm if it rolls, expected at most 0.5, and otherwise by %.1f, expected at least 5",
			1000*slips[true], 1000*slips[false])
	}
}
