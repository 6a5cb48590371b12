package locomotion

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/components"
)

const frame = 1.0 / 60

// overlay returns the component of an overlay layer.
func (s *Scene) overlay(number int) *components.Layer {
	return s.Animation().Player(s.entity).Layer(number).LayerComponent()
}

// outOfStep returns the difference in normalized time between the running arms and the legs.
func (s *Scene) outOfStep() float64 {
	legs := s.Animation().Player(s.entity).Playback()
	return math.Abs(math.Remainder(s.phase(&s.overlay(runningArmsLayer).Playback)-s.phase(legs), 1))
}

func TestOverlaysFadeInAndOut(t *testing.T) {
	for _, row := range []struct {
		name   string
		action Action
		layer  int
		weight float32
		status string
	}{
		{"running arms", RunningArms, runningArmsLayer, 1, "running arms 100%: run at "},
		{"dance", Dance, danceLayer, danceWeight, "trunk +150%: additive dance"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newScene(t)
			s.mustPress(t, Faster)
			s.mustUpdate(t, 1)
			layer, label := s.overlay(row.layer), row.status[:6]
			if layer.Weight != 0 || strings.Contains(s.Status(), label) {
				t.Errorf("the weight is %v before the key:\n%s", layer.Weight, s.Status())
			}
			for _, want := range []float32{row.weight, 0} {
				s.mustPress(t, row.action)
				rises := want > 0
				frames := 0
				for ; layer.Weight != want && frames < 100; frames++ {
					before := layer.Weight
					s.mustUpdate(t, frame)
					if step := layer.Weight - before; step > 0 != rises || step == 0 ||
						math.Abs(float64(step)) > 1.01*frame/layerFade*float64(row.weight) {
						t.Fatalf("fading to %v, the weight goes from %v to %v in a frame", want, before, layer.Weight)
					}
					if layer.Weight > 0 && !strings.Contains(s.Status(), label) {
						t.Fatalf("at the weight %v the status lacks the layer:\n%s", layer.Weight, s.Status())
					}
				}
				if seconds := float64(frames) * frame; math.Abs(seconds-layerFade) > 2*frame {
					t.Errorf("it takes %.3f s to fade to %v", seconds, want)
				}
				if strings.Contains(s.Status(), row.status) != rises {
					t.Errorf("at %v the status is\n%s", want, s.Status())
				}
			}
		})
	}
}

func TestRunningArmsStayInSync(t *testing.T) {
	s := newScene(t)
	s.mustPress(t, Faster, RunningArms)
	s.mustUpdate(t, 0.1) // the transition from idle to walking
	frames := 0
	for _, action := range []Action{
		Faster, Left, Slower, RunningArms, Faster, RunningArms, SlowMotion, Slower,
		ToggleInertialization,
	} {
		s.mustPress(t, action)
		for range 45 {
			s.mustUpdate(t, frame)
			frames++
			if off := s.outOfStep(); off > 1e-9 {
				t.Fatalf("after %d frames the arms are %v of a cycle from the legs", frames, off)
			}
		}
	}
	if weight := s.overlay(runningArmsLayer).Weight; weight != 1 {
		t.Errorf("the weight is %v at the end, want 1", weight)
	}
}

// Arms that stayed in the sync group would jump to the phase of the next leader while they are
// still visible.
func TestRunningArmsFadeOutAfterAWalk(t *testing.T) {
	for name, ends := range map[string]Action{"stands": Slower, "leaps": Jump} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t)
			s.mustPress(t, Faster, RunningArms)
			s.mustUpdate(t, 2.3)
			layer := s.overlay(runningArmsLayer)
			s.mustPress(t, ends)
			shown := 0
			for range 60 {
				before := s.phase(&layer.Playback)
				s.mustUpdate(t, frame)
				if layer.Weight == 0 {
					break
				}
				shown++
				// A run takes 0.67 s.
				if advance := math.Remainder(s.phase(&layer.Playback)-before, 1); !(advance > 0) ||
					advance > 1.01*frame/0.66 {
					t.Fatalf("at the weight %v the arms advance by %v of the clip in a frame", layer.Weight, advance)
				}
			}
			if s.mustUpdate(t, 0.5); shown < 15 || layer.Weight != 0 || s.controller.State(bodyLayer) == "ground/move" {
				t.Errorf("the arms were visible for %d frames, and have the weight %v in %s", shown, layer.Weight,
					s.controller.State(bodyLayer))
			}
			if text := s.Status(); !strings.Contains(text, "while walking or running only") {
				t.Errorf("the status is\n%s", text)
			}
			if ends == Slower {
				s.mustPress(t, Faster)
			}
			s.mustUpdate(t, 3)
			if off := s.outOfStep(); layer.Weight != 1 || off > 1e-9 {
				t.Errorf("in the next walk the arms have the weight %v and are %v of a cycle from the legs",
					layer.Weight, off)
			}
		})
	}
}

// A layer that has faded out leaves the pose, the path and the steps bit for bit as if it had never
// been on, as soon as both feet have taken another step: what is locked stays until then.
func TestFadedOverlaysLeaveNoTrace(t *testing.T) {
	without, with := newScene(t), newScene(t)
	both := func(actions ...Action) {
		without.mustPress(t, actions...)
		with.mustPress(t, actions...)
	}
	matrices := func(s *Scene) []float32 { return s.Animation().ModelMatrices(s.entity) }
	both(Faster)
	with.mustPress(t, Dance, RunningArms)
	differ := 0
	for i := range 240 {
		if i == 120 {
			with.mustPress(t, Dance, RunningArms)
		}
		without.mustUpdate(t, frame)
		with.mustUpdate(t, frame)
		same := slices.Equal(matrices(without), matrices(with))
		if i == 100 {
			if weight := with.overlay(danceLayer).Weight; same || weight != danceWeight {
				t.Errorf("at frame 100 the weight is %v and the pose differs: %v", weight, !same)
			}
		}
		if !same {
			differ++
		}
		if without.Transform() != with.Transform() || without.steps.count != with.steps.count {
			t.Fatalf("frame %d: another path, or %d steps instead of %d", i, with.steps.count, without.steps.count)
		}
		if i >= 120+30+45 && !same {
			t.Fatalf("frame %d: the pose differs", i)
		}
	}
	if differ < 100 {
		t.Errorf("only %d poses differed while the layers were on", differ)
	}
	both(Jump, Wave)
	without.mustUpdate(t, 1)
	with.mustUpdate(t, 1)
	if !slices.Equal(matrices(without), matrices(with)) || without.Status() != with.Status() {
		t.Errorf("after the leap the pose differs, or the status\n%s\nfrom\n%s", with.Status(), without.Status())
	}
}

// The dance moves the trunk and the joints below it in the hierarchy, but not the hips and legs.
func TestDanceMovesOnlyTheTrunk(t *testing.T) {
	plain, dancing := newScene(t), newScene(t)
	plain.mustPress(t, Faster)
	dancing.mustPress(t, Faster, Dance)
	plain.mustUpdate(t, 2)
	dancing.mustUpdate(t, 2)
	for name, moves := range map[string]bool{
		"hips": false, "left_foot": false, "right_toe": false, "spine_2": true, "head": true, "left_hand": true,
	} {
		joint, ok := plain.skeleton().Find(name)
		if !ok {
			t.Fatalf("there is no joint %q", name)
		}
		distance := dancing.joint(joint).Sub(plain.joint(joint)).Len()
		if moves && distance < 1e-3 || !moves && distance != 0 {
			t.Errorf("%s moves by %v m", name, distance)
		}
	}
}

func TestRestoreBringsOverlaysBack(t *testing.T) {
	s := newScene(t)
	s.mustPress(t, Faster, RunningArms, Dance)
	s.mustUpdate(t, 1.2)
	s.mustPress(t, Save, Jump) // the jump starts in the next frame
	s.mustUpdate(t, 0.1)
	pose := slices.Clone(s.Animation().ModelMatrices(s.entity))
	s.mustPress(t, RunningArms, Dance)
	s.mustUpdate(t, 1)
	s.mustPress(t, Restore, Jump)
	s.mustUpdate(t, 0.1)
	if !slices.Equal(pose, s.Animation().ModelMatrices(s.entity)) || !s.steering.runningArms || !s.steering.dance {
		t.Error("the pose after the restored state differs")
	}
}

func TestEveryActionHasAKey(t *testing.T) {
	named := map[Action]bool{}
	for name, action := range keys {
		if got, err := KeyAction(name); err != nil || got != action || named[action] {
			t.Errorf("%s: %v, %v", name, got, err)
		}
		named[action] = true
	}
	for action := Faster; action <= Restore; action++ {
		if !named[action] {
			t.Errorf("action %d has no key", action)
		}
	}
	if _, err := KeyAction("W"); err == nil {
		t.Error("KeyAction accepts the upper-case W")
	}
}
