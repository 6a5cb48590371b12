package locomotion

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/cmd/demo/internal/scene"
)

func newScene(t *testing.T) *Scene {
	t.Helper()
	library := assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(library, model)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func (s *Scene) mustUpdate(t *testing.T, seconds float64) {
	t.Helper()
	if err := s.Update(seconds); err != nil {
		t.Fatal(err)
	}
}

func (s *Scene) mustPress(t *testing.T, actions ...Action) {
	t.Helper()
	for _, a := range actions {
		if err := s.Press(a); err != nil {
			t.Fatal(err)
		}
	}
}

func (s *Scene) at() mgl32.Vec3 { return s.Transform().Col(3).Vec3() }

// heading returns the angle in radians that the character has turned left by, from -pi to pi.
func (s *Scene) heading() float64 {
	z := s.Transform().Col(2)
	return math.Atan2(float64(z[0]), float64(z[2]))
}

func TestScriptVisitsAllStates(t *testing.T) {
	s := newScene(t)
	type moment struct {
		at         float64
		body, arms string
	}
	now := 0.0
	for _, want := range []moment{
		{0.4, "ground/idle", "rest"},
		{1.5, "ground/move", "rest"},
		{3, "ground/move", "rest"},
		{4.5, "jump", "rest"},
		{6.6, "ground/move", "wave"},
		{7.5, "ground/move", "wave"},
		{9.5, "ground/idle", "rest"},
		{Period + 0.4, "ground/idle", "rest"},
		{Period + 1.5, "ground/move", "rest"},
	} {
		s.mustUpdate(t, want.at-now)
		now = want.at
		if body, arms := s.controller.State(bodyLayer), s.controller.State(armsLayer); body != want.body ||
			arms != want.arms {
			t.Errorf("at %v s: %s and %s, want %s and %s", want.at, body, arms, want.body, want.arms)
		}
		if text := s.Status(); !strings.Contains(text, want.body) || !strings.Contains(text, want.arms) {
			t.Errorf("at %v s the status is %q", want.at, text)
		}
	}
}

// A recording of the script loops without a seam: pose, heading and the place around are as at the
// beginning.
func TestScriptLoopsWithoutSeam(t *testing.T) {
	s := newScene(t)
	s.mustUpdate(t, Period)
	from, heading := s.at(), s.heading()
	pose := slices.Clone(s.Animation().ModelMatrices(s.entity))
	s.mustUpdate(t, Period)
	if turned := s.heading() - heading; math.Abs(turned) > 1e-5 {
		t.Errorf("the heading changed by %v", turned)
	}
	path := s.at().Sub(from)
	repetition := mgl32.Vec3{stonesX * scene.EndlessStone, 0, stonesZ * scene.EndlessStone}
	if off := path.Sub(repetition).Len(); off > 0.003 {
		t.Errorf("the character moved by %v m, and the place repeats after %v m: %.1f mm off", path, repetition, 1000*off)
	}
	for i, number := range s.Animation().ModelMatrices(s.entity) {
		if math.Abs(float64(number-pose[i])) > 1e-4 {
			t.Fatalf("number %d of the pose is %v, want %v", i, number, pose[i])
		}
	}
}

func TestFootstepsAlternate(t *testing.T) {
	s := newScene(t)
	s.mustPress(t, Faster)
	s.mustUpdate(t, 5.5)
	if n := s.steps.count; n < 9 || n > 11 { // two in 1.07 s
		t.Errorf("got %d steps, want 9 to 11", n)
	}
	list := s.Steps()
	for i := 1; i < len(list); i++ {
		if list[i].Name == list[i-1].Name {
			t.Errorf("%s twice in a row", list[i].Name)
		}
		if i < 2 { // the first stride is short
			continue
		}
		if stride := list[i].Position.Sub(list[i-1].Position)[2]; math.Abs(float64(stride)-walkSpeed*32/60) > 0.08 {
			t.Errorf("step %d has a length of %.3f m", i, stride)
		}
	}
	s.mustUpdate(t, 0.2)
	shown := 0
	for i := range s.steps.footprints {
		if s.steps.meshes.Get(s.steps.footprints[i].entity).Mesh != 0 {
			shown++
		}
	}
	if shown != len(s.Steps()) {
		t.Errorf("%d footprints are drawn, of %d steps", shown, len(s.Steps()))
	}
	s.mustPress(t, Slower)
	s.mustUpdate(t, 2+footprintSeconds)
	if left := s.Steps(); len(left) != 0 {
		t.Errorf("%d steps are still listed", len(left))
	}
}

func TestCharacterMovesByItsRootMotion(t *testing.T) {
	s := newScene(t)
	s.mustPress(t, Slower) // no effect while standing
	for gear, speed := range gearSpeeds {
		if gear > 0 {
			s.mustPress(t, Faster)
		}
		s.mustUpdate(t, 2)
		from := s.at()
		s.mustUpdate(t, 3)
		if distance := float64(s.at().Sub(from).Len()); math.Abs(distance-3*float64(speed)) > 1e-3 {
			t.Errorf("gear %d: %.4f m in 3 s at %v m/s", gear, distance, speed)
		}
		if math.Abs(s.heading()) > 1e-5 {
			t.Errorf("gear %d: the heading changed by %v", gear, s.heading())
		}
	}
}

func TestCharacterTurnsByItsRootMotion(t *testing.T) {
	s := newScene(t)
	for gear, rate := range []float64{turnOnSpot, walkTurn, runTurn} {
		if gear > 0 {
			s.mustPress(t, Faster)
		}
		for action, side := range map[Action]float64{Left: 1, Right: -1} {
			s.mustPress(t, action)
			s.mustUpdate(t, 2)
			from, heading := s.at(), s.heading()
			s.mustUpdate(t, 1)
			turned := math.Remainder(s.heading()-heading, 2*math.Pi)
			if math.Abs(turned-side*rate) > 1e-3 {
				t.Errorf("gear %d: %.4f radians in a second, want %.4f", gear, turned, side*rate)
			}
			// The chord of the arc.
			want := float64(gearSpeeds[gear])
			if gear > 0 {
				want *= math.Sin(rate/2) / (rate / 2)
			}
			if distance := float64(s.at().Sub(from).Len()); math.Abs(distance-want) > 2e-3 {
				t.Errorf("gear %d: %.4f m in a second, want %.4f", gear, distance, want)
			}
			s.Release(action)
			s.mustUpdate(t, 1.5)
			heading = s.heading()
			s.mustUpdate(t, 0.5)
			if turned := s.heading() - heading; math.Abs(turned) > 1e-4 {
				t.Errorf("gear %d: it turns by %v after the release", gear, turned)
			}
		}
	}
}

// Planted feet do not slide: from the moment at which a foot is flat until its heel rises, the toe
// joint stays in place. The test looks at feet only after transitions.
func TestPlantedFeetDoNotSlide(t *testing.T) {
	const maxSlide = 0.02 // meters
	for _, row := range []struct {
		name    string
		actions []Action
		planted float64 // seconds that a foot stays on the ground after a footfall
	}{
		{"walk", []Action{Faster}, 0.55},
		{"walk in a curve", []Action{Faster, Left}, 0.55},
		{"run", []Action{Faster, Faster}, 0.17},
		{"run in a curve", []Action{Faster, Faster, Right}, 0.17},
		{"turn on the spot", []Action{Right}, 0.55},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newScene(t)
			s.mustPress(t, row.actions...)
			s.mustUpdate(t, 2.5)
			toes := map[string]int{}
			for _, side := range []string{"left", "right"} {
				toes[side+" foot"], _ = s.skeleton().Find(side + "_toe")
			}
			type contact struct {
				spot mgl32.Vec3
				age  float64
			}
			down, worst, contacts := map[string]contact{}, 0.0, 0
			for range 300 {
				before := s.steps.count
				s.mustUpdate(t, 0.01)
				for name, c := range down {
					if c.age += 0.01; c.age > row.planted {
						delete(down, name)
						continue
					}
					down[name] = c
					slid := s.joint(toes[name]).Sub(c.spot)
					worst = max(worst, math.Hypot(float64(slid[0]), float64(slid[2])))
				}
				if s.steps.count > before {
					last := s.Steps()[len(s.Steps())-1]
					down[last.Name] = contact{spot: s.joint(toes[last.Name])}
					contacts++
				}
			}
			t.Logf("at most %.1f mm in %d steps", 1000*worst, contacts)
			if worst > maxSlide || contacts < 5 {
				t.Errorf("planted feet slide by %.1f mm in %d steps", 1000*worst, contacts)
			}
		})
	}
}

func TestActions(t *testing.T) {
	s := newScene(t)
	s.mustPress(t, Slower, Faster, Faster, Faster, Wave, ToggleInertialization, SlowMotion)
	s.mustUpdate(t, 1)
	if text := s.Status(); !strings.Contains(text, "speed 1.00") || !strings.Contains(text, "wave on") ||
		!strings.Contains(text, "time x0.25") || !strings.Contains(text, "inertialization") ||
		!strings.HasPrefix(text, "keys") {
		t.Errorf("%s", text)
	}
	s.mustPress(t, SlowMotion, Jump)
	s.mustUpdate(t, 0.3)
	if state := s.controller.State(bodyLayer); state != "jump" {
		t.Errorf("the state is %s, want jump", state)
	}
	s.mustPress(t, Jump) // does not start another jump at the landing
	s.mustUpdate(t, 2.5)
	if state := s.controller.State(bodyLayer); state != "ground/move" {
		t.Errorf("the state is %s, want ground/move", state)
	}
	landed := false
	for _, step := range s.Steps() {
		landed = landed || step.Name == landing
	}
	if !landed {
		t.Error("there was no landing")
	}
	for _, seconds := range []float64{-1, math.NaN(), math.Inf(1)} {
		if s.Update(seconds) == nil {
			t.Errorf("Update accepted %v s", seconds)
		}
	}
}

func TestRestoreContinuesWithTheSameBits(t *testing.T) {
	s := newScene(t)
	s.mustPress(t, Restore) // nothing was saved
	s.mustPress(t, Faster, ToggleInertialization, Left)
	s.mustUpdate(t, 1.3)
	s.mustPress(t, Faster)
	s.mustUpdate(t, 0.1)
	s.mustPress(t, Save)
	play := func() (Step, mgl32.Mat4, []float32, string) {
		s.mustUpdate(t, 0.2)
		s.mustPress(t, Jump, Wave)
		s.mustUpdate(t, 3)
		list := s.Steps()
		return list[len(list)-1], s.Transform(), append([]float32(nil), s.Animation().ModelMatrices(s.entity)...),
			s.Status()
	}
	step, place, matrices, status := play()
	s.mustUpdate(t, 0.7)
	s.mustPress(t, Restore)
	if n := s.steps.count; n > 4 {
		t.Errorf("%d steps after Restore, want at most 4", n)
	}
	againStep, againPlace, againMatrices, againStatus := play()
	if step != againStep || place != againPlace || !slices.Equal(matrices, againMatrices) || status != againStatus {
		t.Errorf("after Restore the scene differs:\n%s\n%v\n%s\n%v", status, place, againStatus, againPlace)
	}
}
