package modifier_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/solving"
	"github.com/sinew-go/sinew/internal/testing/reference"
)

// watcher is a character in the rest pose whose joints c and e look at points.
type watcher struct {
	t        *testing.T
	skeleton *rig.Skeleton
	stack    *solving.Stack
	forward  reference.Vector
	front    reference.Vector // in the space of the joint above
	up, side reference.Vector
	goals    [solving.MaxGoals]solving.Goal
	state    []float32
	models   []reference.Matrix
}

func newWatcher(t *testing.T, random *rand.Rand, limits modifier.LookLimits, speed float32) *watcher {
	skeleton := randomChain(t, random, 5)
	forward, up := randomUnit(random), randomUnit(random)
	w := &watcher{t: t, skeleton: skeleton, forward: vector(forward)}
	w.stack = solveTest(t, modifier.New("look", skeleton).LookAt("look", modifier.LookAt{
		Joints: []string{"c", "e"}, Forward: forward, Up: up, Limits: limits, Speed: speed,
	}))
	w.state = make([]float32, w.stack.StateSize())
	w.models = models(skeleton, posed(skeleton), 0)
	inverse, ok := w.models[2].Inverse()
	if !ok {
		t.Fatal("a joint is singular")
	}
	w.front = inverse.Mul(w.models[5]).Direction(w.forward).Unit()
	w.up = across(inverse.Mul(w.models[5]).Direction(vector(up)), w.front)
	w.side = w.up.Cross(w.front)
	return w
}

// look solves a frame and returns the direction of the ray in the space of the joint above the
// chain.
func (w *watcher) look(delta float32) reference.Vector {
	work := posed(w.skeleton)
	work.Goals[1], work.State[1], work.Delta[1] = w.goals[:], w.state, delta
	w.stack.Solve(work)
	w.models = models(w.skeleton, work, 1)
	inverse, _ := w.models[2].Inverse()
	return inverse.Mul(w.models[5]).Direction(w.forward).Unit()
}

// aim sets the target far away in a direction of the space above the chain.
func (w *watcher) aim(direction reference.Vector) {
	m := models(w.skeleton, posed(w.skeleton), 0)
	far := m[2].Direction(direction).Unit().Times(1000 * minus(position(m[5]), position(m[0])).Length())
	for i := range 3 {
		w.goals[0].Target[i] = float32(position(m[5])[i] + far[i])
	}
	w.goals[0].Weight = 1
}

func (w *watcher) direction(yaw, pitch float64) reference.Vector {
	return w.front.Times(math.Cos(yaw) * math.Cos(pitch)).Add(w.side.Times(math.Sin(yaw) * math.Cos(pitch))).
		Add(w.up.Times(math.Sin(pitch)))
}

// TestLookLimits compares rays with the directions that yaw, pitch and cone leave.
func TestLookLimits(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 50))
	worst := 0.0
	for range 600 {
		limits := modifier.LookLimits{
			Yaw:   [2]float32{-2.5 * random.Float32(), 2.5 * random.Float32()},
			Pitch: [2]float32{-random.Float32(), random.Float32()},
		}
		if random.IntN(2) == 0 {
			limits.Cone = 0.3 + random.Float32()
		}
		w := newWatcher(t, random, limits, 0)
		yaw, pitch := math.Pi*(2*random.Float64()-1), math.Pi/2*(2*random.Float64()-1)
		w.aim(w.direction(yaw, pitch))
		want := w.direction(min(max(yaw, float64(limits.Yaw[0])), float64(limits.Yaw[1])),
			min(max(pitch, float64(limits.Pitch[0])), float64(limits.Pitch[1])))
		if cone := float64(limits.Cone); cone > 0 && degrees(want, w.front) > cone*180/math.Pi {
			want = w.front.Times(math.Cos(cone)).Add(across(want, w.front).Times(math.Sin(cone)))
		}
		if math.Abs(yaw) > 3.1 || math.Abs(pitch) > 1.5 {
			continue // behind or above, where the yaw has no precise sign
		}
		worst = max(worst, degrees(w.look(0), want))
	}
	t.Logf("largest angle between the ray and the direction within limits: %.3g degrees", worst)
	if worst > 0.15 { // the eye is not where the chain turns, so a target 1,000 sizes away is some 0.06 degrees off
		t.Errorf("a ray is %.3g degrees off", worst)
	}
}

// TestLookSpeed: the ray begins at the pose's direction, turns at most at the speed, arrives, and
// returns when the target is to be ignored.
func TestLookSpeed(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 51))
	for range 100 {
		const speed, delta = 2, 1.0 / 60
		w := newWatcher(t, random, modifier.LookLimits{Ignore: 2.5}, speed)
		before, target := w.front, w.direction(1.5*random.Float64(), random.Float64())
		w.aim(target)
		turn := func() {
			ray := w.look(delta)
			if angle := degrees(before, ray) * math.Pi / 180; angle > speed*delta*1.02+2e-3 {
				t.Fatalf("the ray turns by %v radians in a frame, want at most %v", angle, speed*delta)
			}
			before = ray
		}
		for range 100 {
			turn()
		}
		if angle := degrees(before, target); angle > 0.2 {
			t.Fatalf("the ray is %v degrees from the target after its time", angle)
		}
		w.aim(w.front.Times(-1).Add(w.side.Times(0.1)))
		for range 100 {
			turn()
		}
		if angle := degrees(before, w.front); angle > 0.2 {
			t.Fatalf("the target is to be ignored, but the ray is %v degrees from the pose's", angle)
		}
		// Without a goal the solver forgets where it looked.
		w.goals[0].Weight = 0
		w.look(delta)
		w.aim(target)
		if angle := degrees(w.look(0), w.front); angle > 0.2 {
			t.Fatalf("a new goal begins %v degrees from the pose's direction", angle)
		}
	}
}

// TestEyesAimAfterTheHead: a head within limits does not meet the target, its eyes do, from where
// they are.
func TestEyesAimAfterTheHead(t *testing.T) {
	joint := func(name string, parent int, x, y, z float32) rig.Joint {
		rest := rig.IdentityTRS()
		rest.Translation = mgl32.Vec3{x, y, z}
		return rig.Joint{Name: name, Parent: parent, Rest: rest}
	}
	skeleton, err := rig.NewSkeleton("head", []rig.Joint{
		joint("neck", -1, 0, 1.5, 0), joint("head", 0, 0, 0.1, 0), joint("left", 1, 0.03, 0.1, 0.1),
		joint("right", 1, -0.03, 0.1, 0.1),
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	ahead := mgl32.Vec3{0, 0, 1}
	stack := solveTest(t, modifier.New("look", skeleton).LookAt("look", modifier.LookAt{
		Joints: []string{"neck", "head"}, Forward: ahead, Up: mgl32.Vec3{0, 1, 0}, Eye: mgl32.Vec3{0, 0.1, 0.1},
		Limits: modifier.LookLimits{Yaw: [2]float32{-0.5, 0.5}},
		Eyes:   []modifier.Aim{{Joint: "left", Forward: ahead, MaxAngle: 0.6}, {Joint: "right", Forward: ahead}},
	}))
	w := posed(skeleton)
	goals := [solving.MaxGoals]solving.Goal{{Target: [3]float32{1, 1.6, 0.9}, Weight: 1}}
	w.Goals[0] = goals[:]
	stack.Solve(w)
	m := models(skeleton, w, 0)
	ray := m[1].Direction(reference.Vector{0, 0, 1})
	if yaw := math.Atan2(ray[0], ray[2]); !(yaw > 0.4 && yaw <= 0.5) {
		t.Errorf("the head has a yaw of %v, want nearly its limit 0.5", yaw)
	}
	for _, eye := range []int{2, 3} {
		if angle := degrees(m[eye].Direction(reference.Vector{0, 0, 1}),
			minus(vector(goals[0].Target), position(m[eye]))); angle > 0.001 {
			t.Errorf("eye %d misses the target by %v degrees", eye, angle)
		}
	}
}

func TestLookLimitErrors(t *testing.T) {
	skeleton := randomChain(t, rand.New(rand.NewPCG(1, 52)), 3)
	nan := float32(math.NaN())
	fastest := float32(20 * math.Pi)
	solveTest(t, modifier.New("stack", skeleton).Aim("look", modifier.Aim{
		Joint: "b", Forward: mgl32.Vec3{0, 0, 1}, Speed: fastest,
	}))
	checkErrors(t, skeleton, func(b *modifier.Builder, s any) {
		look := s.(modifier.LookAt)
		look.Joints, look.Forward = []string{"b"}, mgl32.Vec3{0, 0, 1}
		b.LookAt("look", look)
	}, map[string]any{
		"up direction": modifier.LookAt{Limits: modifier.LookLimits{Yaw: [2]float32{-1, 1}}},
		"limits of the yaw": modifier.LookAt{
			Limits: modifier.LookLimits{Yaw: [2]float32{1, -1}},
			Up:     mgl32.Vec3{0, 1, 0},
		},
		"limits of the pitch": modifier.LookAt{
			Limits: modifier.LookLimits{Pitch: [2]float32{-2, 1}},
			Up:     mgl32.Vec3{0, 1, 0},
		},
		"limits of the cone": modifier.LookAt{Limits: modifier.LookLimits{Cone: -1}},
		"ignored angle":      modifier.LookAt{Limits: modifier.LookLimits{Ignore: nan}},
		"expected a speed from 0 to 62.83 radians per second, which are ten turns, found -1": modifier.LookAt{Speed: -1},
		"ten turns, found 720, which looks like degrees: 720° are 12.57 radians":             modifier.LookAt{Speed: 720},
		"ten turns, found 90, which looks like degrees: 90° are 1.571 radians": modifier.LookAt{
			Eyes: []modifier.Aim{{Joint: "c", Forward: mgl32.Vec3{0, 0, 1}, Speed: 90}},
		},
		"ten turns, found NaN":  modifier.LookAt{Speed: nan},
		"ten turns, found +Inf": modifier.LookAt{Speed: float32(math.Inf(1))},
		"the level of detail":   modifier.LookAt{OffLevel: -1},
		`"nose"`: modifier.LookAt{
			Eyes: []modifier.Aim{{Joint: "nose", Forward: mgl32.Vec3{0, 0, 1}}},
		},
		"expected a finite forward direction": modifier.LookAt{Eyes: []modifier.Aim{{Joint: "c"}}},
		"from 0 to π radians, found 90, which looks like degrees: 90° are 1.571 radians": modifier.LookAt{
			MaxAngles: []float32{90},
		},
		"to 3.142 radians, found [-80 80], which looks like degrees": modifier.LookAt{
			Limits: modifier.LookLimits{Yaw: [2]float32{-80, 80}}, Up: mgl32.Vec3{0, 1, 0},
		},
		"joint \"c\": expected a largest angle from 0 to π radians, found 45": modifier.LookAt{
			Eyes: []modifier.Aim{{Joint: "c", Forward: mgl32.Vec3{0, 0, 1}, MaxAngle: 45}},
		},
		"π radians, found 4":                                     modifier.LookAt{MaxAngles: []float32{4}},
		"π radians, found +Inf":                                  modifier.LookAt{MaxAngles: []float32{float32(math.Inf(1))}},
		"expected a largest angle for each of 1 joints, found 2": modifier.LookAt{MaxAngles: []float32{1, 1}},
	})
}

// checkErrors checks that each of the settings makes an error with a text.
func checkErrors(t *testing.T, skeleton *rig.Skeleton, add func(b *modifier.Builder, settings any),
	want map[string]any,
) {
	t.Helper()
	for text, settings := range want {
		b := modifier.New("stack", skeleton)
		add(b, settings)
		if _, err := b.Build(); err == nil || !strings.Contains(err.Error(), text) ||
			!strings.Contains(err.Error(), `modifier stack "stack"`) {
			t.Errorf("the error is %v, want one with %q and the stack's name", err, text)
		}
	}
}
