package modifier

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/solving"
)

func mustBuild(t testing.TB, b *Builder) *solving.Stack {
	t.Helper()
	stack, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return (*solving.Stack)(stack)
}

// The bones keep their lengths, whatever the forces, colliders, movements and times.
func TestSpringBonesKeepTheirLengths(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 2))
	worst := 0.0
	for range 30 {
		skeleton, names := ponytail(t, 5, 0.1)
		spring := randomSpring(random)
		spring.Stiffness, spring.Gravity = spring.Stiffness*10, spring.Gravity*10
		stack := mustBuild(t, New("s", skeleton).Spring("swing", SpringSettings{
			Joints: names, Spring: spring,
			Colliders: []Collider{{Joint: "head", Radius: 0.12}, {Joint: "hip", Radius: 0.6, Inside: true}},
			PushOnce:  random.IntN(2) == 0,
		}))
		s := newSwing(stack)
		now := random.Float64()
		for range 200 {
			seconds := random.Float32() * 0.1
			now += float64(seconds) * 3
			for _, positions := range s.frame(seconds, all(runner(skeleton, now))) {
				for i := 3; i < len(positions); i++ {
					length := to64(positions[i]).Sub(to64(positions[i-1])).Len()
					worst = max(worst, math.Abs(length/0.1-1))
				}
			}
		}
	}
	t.Logf("largest relative difference: %.3g", worst)
	if worst > 1e-5 {
		t.Errorf("the length of a bone differs by %.3g of it", worst)
	}
}

// The tails never enter a collider, nor leave one that holds them, if they can reach its surface.
func TestSpringCollidersAreNeverEntered(t *testing.T) {
	for _, row := range []struct {
		name     string
		collider Collider
		inside   func(p mgl64.Vec3) float64 // depth, in the space of the hip
	}{
		{"sphere", Collider{Joint: "hip", Offset: mgl32.Vec3{0, 0.3, -0.15}, Radius: 0.2}, func(p mgl64.Vec3) float64 {
			return 0.22 - p.Sub(mgl64.Vec3{0, 0.3, -0.15}).Len()
		}},
		{
			"inside a sphere",
			Collider{Joint: "hip", Offset: mgl32.Vec3{0, 0.5, -0.1}, Radius: 0.45, Inside: true},
			func(p mgl64.Vec3) float64 {
				return p.Sub(mgl64.Vec3{0, 0.5, -0.1}).Len() - 0.43
			},
		},
		{"capsule", Collider{
			Joint: "hip", Shape: CapsuleCollider, Offset: mgl32.Vec3{-0.3, 0.35, -0.3},
			Tail: mgl32.Vec3{0.3, 0.3, -0.25}, Radius: 0.12,
		}, func(p mgl64.Vec3) float64 {
			a, b := mgl64.Vec3{-0.3, 0.35, -0.3}, mgl64.Vec3{0.3, 0.3, -0.25}
			along := b.Sub(a)
			at := a.Add(along.Mul(min(max(p.Sub(a).Dot(along)/along.Dot(along), 0), 1)))
			return 0.14 - p.Sub(at).Len()
		}},
		{"inside a capsule", Collider{
			Joint: "hip", Shape: CapsuleCollider, Offset: mgl32.Vec3{0, 0.7, -0.1},
			Tail: mgl32.Vec3{0, 0.2, -0.2}, Radius: 0.22, Inside: true,
		}, func(p mgl64.Vec3) float64 {
			a, b := mgl64.Vec3{0, 0.7, -0.1}, mgl64.Vec3{0, 0.2, -0.2}
			along := b.Sub(a)
			at := a.Add(along.Mul(min(max(p.Sub(a).Dot(along)/along.Dot(along), 0), 1)))
			return p.Sub(at).Len() - 0.2
		}},
		{"plane", Collider{
			Joint: "hip", Shape: PlaneCollider, Offset: mgl32.Vec3{0, 0.3, 0},
			Normal: mgl32.Vec3{0, 1, 0},
		}, func(p mgl64.Vec3) float64 {
			return 0.32 - p[1]
		}},
	} {
		skeleton, names := ponytail(t, 6, 0.1)
		stack := mustBuild(t, New("s", skeleton).Spring("swing", SpringSettings{
			Joints: names, Spring: Spring{Stiffness: 0.1, Drag: 0.2, Gravity: 1, HitRadius: 0.02},
			Colliders: []Collider{row.collider}, Teleport: 100,
		}))
		s := newSwing(stack)
		deepest, touched := math.Inf(-1), 0
		for i := range 1200 {
			pose := runner(skeleton, float64(i)/60)
			toHip := to64Matrix(pose.world.Mul(pose.locals[0].Matrix())).Inv()
			for _, positions := range s.frame(1.0/60, all(pose)) {
				for _, p := range positions[3:] {
					depth := row.inside(toHip.Mul4x1(to64(p).Vec4(1)).Vec3())
					deepest = max(deepest, depth)
					if depth > -1e-3 {
						touched++
					}
				}
			}
		}
		t.Logf("%s: deepest %.3g m; %d contacts", row.name, deepest, touched)
		if deepest > 1e-4 {
			t.Errorf("%s: a tail is %.3g m inside", row.name, deepest)
		}
		if touched < 100 {
			t.Errorf("%s: the tails touch it %d times: this tests nothing", row.name, touched)
		}
	}
}

func to64Matrix(m rig.Matrix) mgl64.Mat4 {
	out := mgl64.Ident4()
	for r := range 3 {
		for c := range 4 {
			out[4*c+r] = float64(m[4*r+c])
		}
	}
	return out
}

// Nothing moves where nothing pulls, and a chain that was pushed comes to rest: its largest speed
// falls.
func TestSpringsComeToRest(t *testing.T) {
	skeleton, names := ponytail(t, 5, 0.1)
	settings := SpringSettings{Joints: names, Spring: Spring{Stiffness: 0.5, Drag: 0.1}}
	stack := mustBuild(t, New("s", skeleton).Spring("swing", settings))
	s := newSwing(stack)
	rest := restPose(skeleton, rig.IdentityMatrix())
	first := s.frame(1.0/60, all(rest))
	for i := range 3000 {
		for l, positions := range s.frame(1.0/144, all(rest)) {
			for j, p := range positions {
				if d := p.Sub(first[l][j]).Len(); !(d < 1e-6) {
					t.Fatalf("frame %d: joint %d moved by %v m", i, j, d)
				}
			}
		}
	}
	for _, spring := range []Spring{
		{Stiffness: 0.5, Drag: 0.05},
		{Stiffness: 0, Drag: 0.02, Gravity: 0.5},
		{Stiffness: 3, Drag: 0.3},
	} {
		settings.Spring = spring
		s := newSwing(mustBuild(t, New("s", skeleton).Spring("swing", settings)))
		s.frame(1.0/60, all(rest))
		pushed := *rest
		for i := range 10 {
			pushed.world = rig.MatrixFromMat4(mgl32.Translate3D(float32(i+1)*0.05, 0, 0))
			s.frame(1.0/60, all(&pushed))
		}
		var before [solving.Lanes][]mgl32.Vec3
		largest := math.Inf(1)
		for window := range 12 {
			speed := 0.0
			for range 120 {
				now := s.frame(1.0/60, all(&pushed))
				for j := range now[0] {
					if before[0] != nil {
						speed = max(speed, to64(now[0][j].Sub(before[0][j])).Len()*60)
					}
				}
				before = now
			}
			if speed > largest {
				t.Errorf("%+v: the largest speed rises to %v m/s in window %d, from %v", spring, speed, window, largest)
			}
			largest = speed
		}
		t.Logf("%+v: %.3g m/s at the end", spring, largest)
		if largest > 0.01 {
			t.Errorf("%+v: still %v m/s after 24 s", spring, largest)
		}
	}
}

// At any frame rate the springs are nearly at the same places, in meters, in centimeters and in
// hundreds of meters, with a Transform that makes the character as large.
func TestSpringsAtFrameRates(t *testing.T) {
	for _, units := range []float32{1, 100, 0.01} {
		t.Run(fmt.Sprint(units), func(t *testing.T) { testSpringsAtFrameRates(t, units) })
	}
}

// testSpringsAtFrameRates is for a character with that many units to the meter.
func testSpringsAtFrameRates(t *testing.T, units float32) {
	const bound = 0.002
	meters, names := ponytail(t, 5, 0.08)
	skeleton := inUnits(t, meters, units)
	toMeters := rig.MatrixFromMat4(mgl32.Scale3D(1/units, 1/units, 1/units))
	pose := func(seconds float64) *placedPose {
		p := runner(skeleton, seconds)
		p.world = p.world.Mul(toMeters)
		return p
	}
	for _, spring := range []Spring{
		{Stiffness: 1, Drag: 0.4},
		{Stiffness: 0.5, Drag: 0.4, Gravity: 0.3},
		{Stiffness: 2, Drag: 0.3, Gravity: 0.1},
	} {
		places := map[int]map[int][]mgl32.Vec3{} // by rate and time in 1/6 s
		for _, rate := range []int{30, 60, 144, 240} {
			stack := mustBuild(t, New("s", skeleton).Spring("swing", SpringSettings{
				Joints: names, Spring: spring, Colliders: []Collider{{Joint: "head", Radius: 0.1 * units}},
			}))
			s := newSwing(stack)
			places[rate] = map[int][]mgl32.Vec3{}
			for i := range 12 * rate {
				positions := s.frame(1/float32(rate), all(pose(float64(i)/float64(rate))))
				if i%(rate/6) == 0 {
					places[rate][i/(rate/6)] = positions[0]
				}
			}
		}
		report := ""
		for _, rate := range []int{30, 60, 144} {
			worst, moved := 0.0, 0.0
			for at, want := range places[240] {
				for j, p := range places[rate][at] {
					worst = max(worst, to64(p.Sub(want[j])).Len())
					moved = max(moved, to64(p.Sub(places[rate][0][j])).Len())
				}
			}
			report += fmt.Sprintf(" %d: %.2f mm;", rate, worst*1000)
			if worst > bound {
				t.Errorf("%+v: at %d frames a second a joint is %.2f mm from where it is at 240", spring,
					rate, worst*1000)
			}
			if moved < 1 {
				t.Errorf("the character does not move")
			}
		}
		t.Logf("%+v: largest distance from 240 frames a second:%s", spring, report)
	}
}

// Each lane has the bits that it has alone, in any lane, beside other characters that come and go.
func TestSpringLanesAreIndependent(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 3))
	skeleton, names := ponytail(t, 4, 0.1)
	stack := mustBuild(t, New("s", skeleton).Spring("swing", SpringSettings{
		Joints: names, Spring: randomSpring(random), Tip: mgl32.Vec3{0, -0.05, 0}, Center: CenterAtJoint,
		CenterJoint: "hip",
		Colliders: []Collider{
			{Joint: "head", Radius: 0.1},
			{Joint: "hip", Shape: PlaneCollider, Normal: mgl32.Vec3{0, 1, 0}},
		},
	}).Spring("other", SpringSettings{Joints: names, Spring: randomSpring(random)}))
	alone, block := newSwing(stack), newSwing(stack)
	for i := range 400 {
		seconds := random.Float32() * 0.05
		mine := runner(skeleton, float64(i)/40)
		poses := [solving.Lanes]*placedPose{}
		for l := range poses {
			if random.IntN(4) > 0 {
				poses[l] = runner(skeleton, random.Float64()*100)
			}
			block.goals[l][0].Weight, block.goals[l][1].Weight = random.Float32(), float32(random.IntN(3))
		}
		poses[5] = mine
		block.goals[5] = alone.goals[2]
		one := [solving.Lanes]*placedPose{2: mine}
		a, b := alone.frame(seconds, one), block.frame(seconds, poses)
		for j := range a[2] {
			if a[2][j] != b[5][j] {
				t.Fatalf("frame %d, joint %d: alone at %v, in a block at %v", i, j, a[2][j], b[5][j])
			}
		}
		for n := range alone.state[2] {
			if math.Float32bits(alone.state[2][n]) != math.Float32bits(block.state[5][n]) {
				t.Fatalf("frame %d: number %d of the state is %v alone, %v in a block", i, n, alone.state[2][n],
					block.state[5][n])
			}
		}
	}
}

// Teleports put the bones to rest; pauses, frames of half a second and garbage leave them finite
// and at their lengths.
func TestSpringsSurvive(t *testing.T) {
	skeleton, names := ponytail(t, 4, 0.1)
	stack := mustBuild(t,
		New("s", skeleton).Spring("swing", SpringSettings{Joints: names, Spring: Spring{Stiffness: 1, Drag: 0.3}}))
	s := newSwing(stack)
	rest := restPose(skeleton, rig.IdentityMatrix())
	for i := range 50 {
		s.frame(1.0/60, all(runner(skeleton, float64(i)/60)))
	}
	there := restPose(skeleton, rig.MatrixFromMat4(mgl32.Translate3D(1e5, 0, -1e5)))
	for l, positions := range s.frame(1.0/60, all(there)) {
		for j, p := range positions {
			want := there.world.Point(modelOrigin(skeleton, j))
			if d := p.Sub(want).Len(); d > 0.02 { // the precision of float32 there
				t.Errorf("after a teleport joint %d of lane %d is %v m from its rest", j, l, d)
			}
		}
	}
	nan := float32(math.NaN())
	broken := restPose(skeleton, rig.IdentityMatrix())
	broken.locals[1].Translation[0] = nan
	singular := restPose(skeleton, rig.Matrix{})
	for _, c := range []struct {
		name    string
		seconds float32
		pose    *placedPose
	}{
		{"a pause", 0, rest},
		{"half a second", 0.5, rest},
		{"a second", 1, rest},
		{"no number", nan, rest},
		{"infinitely long", float32(math.Inf(1)), rest},
		{"negative", -1, rest},
		{"broken pose", 0.1, broken},
		{"singular", 0.1, singular},
	} {
		s.frame(1.0/60, all(rest))
		s.frame(c.seconds, all(c.pose))
		for i := range 3 {
			for _, positions := range s.frame(1.0/60, all(rest)) {
				for j := 3; j < len(positions); j++ {
					if length := positions[j].Sub(positions[j-1]).Len(); !(math.Abs(float64(length)-0.1) < 1e-5) {
						t.Fatalf("%s: frame %d after it: the bone of joint %d is %v m long", c.name, i, j, length)
					}
				}
			}
		}
	}
	var paused [2][solving.Lanes][]mgl32.Vec3
	for i := range 30 {
		s.frame(1.0/50, all(runner(skeleton, float64(i)/50)))
	}
	for i := range paused {
		paused[i] = s.frame(0, all(runner(skeleton, 29.0/50)))
	}
	for j := range paused[0][0] {
		if d := paused[0][0][j].Sub(paused[1][0][j]).Len(); d > 1e-6 {
			t.Errorf("in a pause joint %d moves by %v m", j, d)
		}
	}
}

func modelOrigin(skeleton *rig.Skeleton, joint int) mgl32.Vec3 {
	return restModel(skeleton)[joint].Point(mgl32.Vec3{})
}

// The weight of the goal blends from the animated pose to the springs.
func TestSpringWeight(t *testing.T) {
	skeleton, names := ponytail(t, 1, 0.1)
	stack := mustBuild(t,
		New("s", skeleton).Spring("swing", SpringSettings{Joints: names, Spring: Spring{Drag: 0.4, Gravity: 2}}))
	angles := map[float32]float64{}
	for _, weight := range []float32{0, 0.5, 1} {
		s := newSwing(stack)
		s.goals[0][0].Weight = weight
		var positions [solving.Lanes][]mgl32.Vec3
		rest := restPose(skeleton, rig.IdentityMatrix())
		for range 300 {
			positions = s.frame(1.0/60, [solving.Lanes]*placedPose{rest})
		}
		bone := positions[0][3].Sub(positions[0][2]).Normalize()
		angles[weight] = math.Acos(min(float64(bone.Dot(mgl32.Vec3{0, -1, 0})), 1)) * 180 / math.Pi
	}
	t.Log("degrees from straight down, by weight:", angles)
	if math.Abs(angles[0]-53.13) > 0.01 || angles[1] > 0.1 || math.Abs(angles[0.5]-angles[0]/2) > 0.5 {
		t.Errorf("degrees from straight down, by weight: %v; want 53.13, half of it, and 0", angles)
	}
}

// Springs that a level of detail leaves out fade to the animated pose, are forgotten, and begin
// anew.
func TestSpringsAreLeftOutByLevel(t *testing.T) {
	skeleton, names := ponytail(t, 2, 0.1)
	stack := mustBuild(t,
		New("s", skeleton).Spring("swing", SpringSettings{
			Joints: names, Spring: Spring{Drag: 0.4, Gravity: 2},
			OffLevel: 1,
		}))
	s, rest := newSwing(stack), restPose(skeleton, rig.IdentityMatrix())
	tip := func(level, frames int) (at mgl32.Vec3) {
		s.work.Level[0] = level
		for range frames {
			positions := s.frame(1.0/60, [solving.Lanes]*placedPose{rest})[0]
			at = positions[len(positions)-1]
		}
		return at
	}
	want := modelOrigin(skeleton, skeleton.Len()-1)
	if moved := tip(0, 60).Sub(want).Len(); moved < 0.05 {
		t.Fatalf("the tip moved %v m only", moved)
	}
	if half := tip(1, 8).Sub(want).Len(); half < 0.01 {
		t.Errorf("the springs are gone at once: the tip is %v m from the pose", half)
	}
	if left := tip(1, 10).Sub(want).Len(); left > 1e-6 {
		t.Errorf("the tip is %v m from the animated pose", left)
	}
	state := s.state[0]
	if stack.IsActive(s.goals[0][:], state, 1) || !stack.IsActive(s.goals[0][:], state, 0) || state[0] != 1 ||
		slices.Max(state[1:]) != 0 || slices.Min(state[1:]) != 0 {
		t.Errorf("the springs that are left out remember %v", state)
	}
	tip(0, 60)
	faded := state[0]
	if stack.Forget(state); state[0] != faded || slices.Max(state[1:]) != 0 || slices.Min(state[1:]) != 0 {
		t.Errorf("after Forget the springs remember %v", state)
	}
}

// Settings that make no sense are errors that name what is wrong.
func TestSpringErrors(t *testing.T) {
	skeleton, names := ponytail(t, 3, 0.1)
	nan := float32(math.NaN())
	for want, settings := range map[string]SpringSettings{
		"0 joints":                        {},
		"1 joints":                        {Joints: names[:1]},
		`no joint "hare_a"; did you mean`: {Joints: []string{"hare_a", "hair_b"}},
		`, found "hair_a"`:                {Joints: []string{"hair_b", "hair_a"}},
		"expected forces for each of 3 bones, found them for 2":          {Joints: names, Bones: make([]Spring, 2)},
		"teleport above 0, found -1":                                     {Joints: names, Teleport: -1},
		"CenterAtJoint, found 7":                                         {Joints: names, Center: 7},
		`CenterAtJoint with the joint "hip", found it with the center 0`: {Joints: names, CenterJoint: "hip"},
		"a drag from 0 to 1":                                             {Joints: names, Spring: Spring{Drag: 2}},
		"bone 0: expected a finite stiffness":                            {Joints: names, Spring: Spring{Stiffness: nan}},
		"normal of the plane": {
			Joints:    names,
			Colliders: []Collider{{Joint: "hip", Shape: PlaneCollider}},
		},
		"expected a finite radius of at least 0": {Joints: names, Colliders: []Collider{{Joint: "hip", Radius: -1}}},
		"found the shape 9":                      {Joints: names, Colliders: []Collider{{Joint: "hip", Shape: 9}}},
		"expected a finite tip":                  {Joints: names, Tip: mgl32.Vec3{nan, 0, 0}},
	} {
		_, err := New("s", skeleton).Spring("swing", settings).Build()
		if err == nil || !contains(err.Error(), want, `modifier stack "s"`, `spring "swing"`) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
