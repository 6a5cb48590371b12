package locomotion

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/components"
)

const frame = 1.0 / 60

// overlay returns a layer above those of the state machine.
func (s *Scene) overlay(number int) *components.Layer {
	return s.Animation().Player(s.entity).Layer(number).LayerComponent()
}

// outOfStep is how far, in parts of a run through the motion, the arms are from the legs.
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
		says   string
	}{
		{"runner", RunningArms, runningArmsLayer, 1, "runner's arms 100%: run at "},
		{"groove", Dance, danceLayer, danceWeight, "trunk +150%: dance"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newScene(t)
			s.mustPress(t, Faster)
			s.mustUpdate(t, 1)
			layer, said := s.overlay(row.layer), row.says[:6]
			if layer.Weight != 0 || strings.Contains(s.Status(), said) {
				t.Errorf("before the key it shows by %v:\n%s", layer.Weight, s.Status())
			}
			for _, want := range []float32{row.weight, 0} {
				s.mustPress(t, row.action)
				rises := want > 0
				frames := 0
				for ; layer.Weight != want && frames < 100; frames++ {
					before := layer.Weight
					s.mustUpdate(t, frame)
					if step := layer.Weight - before; step > 0 != rises || step == 0 || math.Abs(float64(step)) > 1.01*frame/layerFade.Seconds()*float64(row.weight) {
						t.Fatalf("on the way to %v the weight goes from %v to %v", want, before, layer.Weight)
					}
					if layer.Weight > 0 && !strings.Contains(s.Status(), said) {
						t.Fatalf("it shows by %v, and the status is silent:\n%s", layer.Weight, s.Status())
					}
				}
				if seconds := float64(frames) * frame; math.Abs(seconds-layerFade.Seconds()) > 2*frame {
					t.Errorf("it takes %.3f s to get to %v", seconds, want)
				}
				if strings.Contains(s.Status(), row.says) != rises {
					t.Errorf("at %v the status is\n%s", want, s.Status())
				}
			}
		})
	}
}

func TestArmsKeepStepWithLegs(t *testing.T) {
	s := newScene(t)
	s.mustPress(t, Faster, RunningArms)
	s.mustUpdate(t, 0.1) // from standing to walking
	frames := 0
	for _, action := range []Action{Faster, Left, Slower, RunningArms, Faster, RunningArms, SlowMotion, Slower, ToggleInertialization} {
		s.mustPress(t, action)
		for range 45 {
			s.mustUpdate(t, frame)
			frames++
			if off := s.outOfStep(); off > 1e-9 {
				t.Fatalf("after %d frames the arms are %v from the legs", frames, off)
			}
		}
	}
	if weight := s.overlay(runningArmsLayer).Weight; weight != 1 {
		t.Errorf("in the end they show by %v", weight)
	}
}

// Left to what leads when the walk is over, arms would leap to where that is while they still show.
func TestArmsFadeAwaySmoothlyAfterAWalk(t *testing.T) {
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
				if on := math.Remainder(s.phase(&layer.Playback)-before, 1); !(on > 0) || on > 1.01*frame/0.66 {
					t.Fatalf("with the weight %v they go on by %v of the clip", layer.Weight, on)
				}
			}
			if s.mustUpdate(t, 0.5); shown < 15 || layer.Weight != 0 || s.controller.State(bodyLayer) == "ground/move" {
				t.Errorf("they showed for %d frames, and do by %v in %s", shown, layer.Weight, s.controller.State(bodyLayer))
			}
			if text := s.Status(); !strings.Contains(text, "as soon as it walks") {
				t.Errorf("the status is\n%s", text)
			}
			if ends == Slower {
				s.mustPress(t, Faster)
			}
			s.mustUpdate(t, 3)
			if off := s.outOfStep(); layer.Weight != 1 || off > 1e-9 {
				t.Errorf("in the next walk they show by %v and are %v from the legs", layer.Weight, off)
			}
		})
	}
}

// What was added and is gone leaves nothing behind: not a bit of the pose, the way or the steps.
func TestOverlaysThatAreOffLeaveNothing(t *testing.T) {
	never, was := newScene(t), newScene(t)
	both := func(actions ...Action) {
		never.mustPress(t, actions...)
		was.mustPress(t, actions...)
	}
	matrices := func(s *Scene) []float32 { return s.Animation().ModelMatrices(s.entity) }
	both(Faster)
	was.mustPress(t, Dance, RunningArms)
	differ := 0
	for i := range 240 {
		if i == 120 {
			was.mustPress(t, Dance, RunningArms)
		}
		never.mustUpdate(t, frame)
		was.mustUpdate(t, frame)
		same := slices.Equal(matrices(never), matrices(was))
		if i == 100 {
			if weight := was.overlay(danceLayer).Weight; same || weight != danceWeight {
				t.Errorf("it shows by %v: %v", weight, !same)
			}
		}
		if !same {
			differ++
		}
		if never.Transform() != was.Transform() || never.steps.count != was.steps.count {
			t.Fatalf("frame %d: it went another way, or took %d steps instead of %d", i, was.steps.count, never.steps.count)
		}
		if i >= 120+30 && !same {
			t.Fatalf("frame %d: the pose is another one", i)
		}
	}
	if differ < 100 {
		t.Errorf("only %d poses differed", differ)
	}
	both(Jump, Wave)
	never.mustUpdate(t, 1)
	was.mustUpdate(t, 1)
	if !slices.Equal(matrices(never), matrices(was)) || never.Status() != was.Status() {
		t.Errorf("in a leap the pose is another one, or the status\n%s\nis not\n%s", was.Status(), never.Status())
	}
}

// The joints below the trunk do not feel what is added to it, and hands are where the shoulders take them.
func TestGrooveMovesTheTrunkAlone(t *testing.T) {
	plain, grooves := newScene(t), newScene(t)
	plain.mustPress(t, Faster)
	grooves.mustPress(t, Faster, Dance)
	plain.mustUpdate(t, 2)
	grooves.mustUpdate(t, 2)
	for name, moves := range map[string]bool{
		"hips": false, "left_foot": false, "right_toe": false, "spine_2": true, "head": true, "left_hand": true,
	} {
		joint, ok := plain.skeleton().Find(name)
		if !ok {
			t.Fatalf("there is no %s", name)
		}
		way := grooves.joint(joint).Sub(plain.joint(joint)).Len()
		if moves && way < 1e-3 || !moves && way != 0 {
			t.Errorf("%s moves by %v m", name, way)
		}
	}
}

func TestRewindBringsOverlaysBack(t *testing.T) {
	s := newScene(t)
	s.mustPress(t, Faster, RunningArms, Dance)
	s.mustUpdate(t, 1.2)
	s.mustPress(t, Save, Jump) // which is not yet carried out
	s.mustUpdate(t, 0.1)
	pose := slices.Clone(s.Animation().ModelMatrices(s.entity))
	s.mustPress(t, RunningArms, Dance)
	s.mustUpdate(t, 1)
	s.mustPress(t, Restore, Jump)
	s.mustUpdate(t, 0.1)
	if !slices.Equal(pose, s.Animation().ModelMatrices(s.entity)) || !s.steering.runningArms || !s.steering.dance {
		t.Error("it went on otherwise")
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
			t.Errorf("action %d has none", action)
		}
	}
	if _, err := KeyAction("W"); err == nil {
		t.Error("there is no such key")
	}
}
