package avatars_test

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/assets/vrm"
	"github.com/sinew-go/sinew/cmd/demo/internal/avatars"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
	"github.com/sinew-go/sinew/internal/testing/dolls"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// doll returns an avatar of VRM 1.0 or 0.x.
func doll(old bool) []byte {
	d := dolls.Doll{
		Face: true, Materials: []dolls.Object{dolls.Toon(mgl32.Vec3{0.9, 0.6, 0.5}, -1, dolls.Object{})},
		Expressions: dolls.Object{"custom": dolls.Object{"blush": dolls.Object{"materialColorBinds": []any{
			dolls.Object{"material": 0, "type": "shadeColor", "targetValue": []int{1, 0, 0, 1}},
		}}}},
	}
	if old {
		d.Properties = []dolls.Object{{"shader": "VRM/MToon"}}
	}
	return d.File()
}

// open opens a scene of an avatar.
func open(t *testing.T, old bool) (*avatars.Scene, *avatars.Files, *assets.Model) {
	t.Helper()
	files := avatars.NewFiles(assets.NewLibrary())
	model, err := files.Parse("doll.vrm", doll(old))
	check(t, err)
	if len(model.Warnings) > 0 {
		t.Errorf("warnings %q", model.Warnings)
	}
	s, err := stage.Open(files.Input([]*assets.Model{model}), stage.Show, 0, "")
	check(t, err)
	t.Cleanup(s.Close)
	return s.(*avatars.Scene), files, model
}

// joint returns where a joint is in the world.
func joint(t *testing.T, s *avatars.Scene, name string) mgl32.Mat4 {
	t.Helper()
	m, err := s.Animation().JointWorld(s.Entity(0), name)
	check(t, err)
	return m
}

// Avatars of both versions face +Z, where the camera stands, their springs are on, and they blink.
func TestAvatarsLive(t *testing.T) {
	for _, old := range []bool{false, true} {
		s, _, _ := open(t, old)
		if yaw, _, _ := s.Viewpoint(); yaw != 0 {
			t.Errorf("the camera stands at %v degrees", yaw)
		}
		if hand, eye := joint(t, s, "leftHand").Col(3), joint(t, s, "leftEye").Col(3); hand[0] < 0.3 || eye[2] < 0.1 {
			t.Errorf("old %v: the left hand is at %v, the eye at %v", old, hand, eye)
		}
		tail := joint(t, s, "tail 4").Col(3)
		closed, open := 0, 0
		fell := float32(0) // on average: the tail swings
		for range 600 {
			check(t, s.Update(1.0/60))
			fell += (tail[1] - joint(t, s, "tail 4").Col(3)[1]) / 600
			_, _, shows := s.Expressions(s.Entity(0))
			switch weight := slices.Max(shows); {
			case weight > 0.9:
				closed++
			case weight == 0:
				open++
			}
		}
		if closed < 4 || closed > 60 || open < 500 {
			t.Errorf("old %v: in 10 s the eyes are closed in %d frames and open in %d", old, closed, open)
		}
		if fell < 0.03 {
			t.Errorf("old %v: the ponytail fell by %v m", old, fell)
		}
	}
}

// The eyes turn to where the pointer is in the picture, and ahead when it is outside.
func TestEyesFollowThePointer(t *testing.T) {
	s, _, _ := open(t, true)
	eye := mgl32.Vec3{0, 1.5, 3}
	clip := mgl32.Perspective(0.6, 1.5, 0.1, 10).Mul4(mgl32.LookAtV(eye, mgl32.Vec3{0, 1.5, 0}, mgl32.Vec3{0, 1, 0}))
	look := func(x, y float64) mgl32.Vec3 {
		check(t, s.Watch(clip, eye, x, y))
		check(t, s.Update(0))
		return joint(t, s, "leftEye").Col(2).Vec3().Normalize()
	}
	ahead := look(-1, -1)
	if left := look(0.05, 0.5); left[0] > ahead[0]-0.05 {
		t.Errorf("at the left: %v, ahead %v", left, ahead)
	}
	if above := look(0.5, 0.05); above[1] < ahead[1]+0.02 {
		t.Errorf("above: %v, ahead %v", above, ahead)
	}
	if again := look(2, 0.5); again.Sub(ahead).Len() > 1e-5 {
		t.Errorf("outside: %v, ahead %v", again, ahead)
	}
	s.SetHabits(workbench.Habits{Blinks: true})
	if still := look(0.05, 0.5); still.Sub(ahead).Len() > 1e-5 {
		t.Errorf("switched off: %v, ahead %v", still, ahead)
	}
	if err := s.Watch(mgl32.Mat4{}, eye, 0.5, 0.5); err != nil { // of a picture without a size
		t.Error(err)
	}
}

// The panel has a slider for each expression, by name, and none for the morph weights that make them.
func TestExpressionsInThePanel(t *testing.T) {
	s, _, _ := open(t, false)
	panel, err := workbench.New(s, &workbench.Settings{Speed: 1, Paused: true})
	check(t, err)
	set := func(name string, value float64) {
		t.Helper()
		c, ok := panel.Find(name)
		if !ok {
			t.Fatalf("the panel has no %q", name)
		}
		check(t, c.Set(value, 0))
	}
	set("expression blinks by itself", 0)
	set("expression blink", 0.75)
	set("expression blush", 1)
	if names, chosen, shows := s.Expressions(s.Entity(0)); !slices.Equal(names, []string{"blink", "blush"}) ||
		!slices.Equal(chosen, []float32{0.75, 1}) || !slices.Equal(shows, []float32{0.75, 1}) {
		t.Errorf("%v: chosen %v, shown %v", names, chosen, shows)
	}
	for _, section := range panel.Sections() {
		if section.Title == "Morphs" && len(section.Controls) != 4 { // of the whites and the pupils
			t.Errorf("%d sliders of morph weights: %+v", len(section.Controls), section.Controls)
		}
	}
}

// Animations become clips of the avatar, which plays the first one.
func TestAnimationsOfAvatars(t *testing.T) {
	path := testassets.Path(t, "rigs/vrm/test.vrma")
	data, err := os.ReadFile(path)
	check(t, err)
	for _, read := range []func(*avatars.Files) error{
		func(f *avatars.Files) error { _, err := f.OpenAnimation(path); return err },
		func(f *avatars.Files) error { _, err := f.ParseAnimation("test.vrma", data); return err },
	} {
		files := avatars.NewFiles(assets.NewLibrary())
		if err := read(files); err == nil || !strings.Contains(err.Error(), "expected an avatar, a file .vrm") {
			t.Errorf("without an avatar: %v", err)
		}
		model, err := files.Parse("doll.vrm", doll(false))
		check(t, err)
		check(t, read(files))
		s, err := stage.Open(files.Input([]*assets.Model{model}), stage.Show, 0, "")
		check(t, err)
		t.Cleanup(s.Close)
		before := joint(t, s.(*avatars.Scene), "rightHand").Col(3)
		check(t, s.Update(0.5))
		moved := joint(t, s.(*avatars.Scene), "rightHand").Col(3).Sub(before).Len()
		if name, _, duration := s.Playing(); name == "" || !(duration > 0) || moved < 1e-3 || math.IsNaN(float64(moved)) {
			t.Errorf("it plays %q of %v s, the hand moved by %v m", name, duration, moved)
		}
	}
}

// What is no avatar is an error that says so, so that it can be read as another file.
func TestOtherFiles(t *testing.T) {
	files := avatars.NewFiles(assets.NewLibrary())
	_, err := files.Parse("cube.vrm", []byte(`{"asset": {"version": "2.0"}}`))
	if !errors.Is(err, vrm.ErrNotVRM) {
		t.Errorf("error %v", err)
	}
	path := filepath.Join(t.TempDir(), "cube.vrm")
	check(t, os.WriteFile(path, []byte(`{`), 0o600))
	if _, err := files.Open(path); !errors.Is(err, vrm.ErrNotVRM) {
		t.Errorf("error %v", err)
	}
	// Models that are no avatars stand beside them.
	library := assets.NewLibrary()
	files = avatars.NewFiles(library)
	model, err := files.Parse("doll.vrm", doll(false))
	check(t, err)
	other, err := gltfio.Parse(library, "plain.gltf", doll(false))
	check(t, err)
	s, err := stage.Open(files.Input([]*assets.Model{other, model}), stage.Show, 0, "")
	check(t, err)
	t.Cleanup(s.Close)
	avatarScene := s.(*avatars.Scene)
	if names, _, _ := avatarScene.Expressions(avatarScene.Entity(0)); names != nil {
		t.Errorf("the plain model has the expressions %v", names)
	}
	if names, _, _ := avatarScene.Expressions(avatarScene.Entity(1)); len(names) != 2 {
		t.Errorf("the avatar has the expressions %v", names)
	}
}

// An avatar without a clip stands with its arms down, breathes and shifts its weight, without a jump
// where the motion begins anew, and its feet stay where they are.
func TestAvatarsWithoutClipsBreathe(t *testing.T) {
	for _, old := range []bool{false, true} {
		s, _, model := open(t, old)
		if name, _, duration := s.Playing(); name != "idle" || !(duration > 4) {
			t.Fatalf("old %v: it plays %q of %v s", old, name, duration)
		}
		skeleton := s.Animation().Library().Skeleton(model.Skeleton)
		rest := rig.NewPose(skeleton).ModelMatrices(nil)
		at := func(name string) mgl32.Vec3 { return joint(t, s, name).Col(3).Vec3() }
		inRest := func(name string) mgl32.Vec3 {
			j, err := skeleton.FindJoint(name)
			check(t, err)
			m := rig.MatrixAt(rest, j)
			return mgl32.Vec3{m[3], m[7], m[11]}
		}
		var low, high, before mgl32.Vec3
		for i := range 600 {
			check(t, s.Update(1.0/60))
			hips, head := at("hips"), at("head")
			if i == 0 {
				low, high, before = head, head, head
			}
			if step := head.Sub(before).Len(); step > 0.002 {
				t.Fatalf("old %v: in frame %d the head moves by %v m", old, i, step)
			}
			before = head
			for axis := range 3 {
				low[axis], high[axis] = min(low[axis], head[axis]), max(high[axis], head[axis])
			}
			for _, side := range []string{"left", "right"} {
				if slip := at(side + "Foot").Sub(inRest(side + "Foot")).Len(); slip > 0.003 {
					t.Fatalf("old %v: in frame %d the %s foot slips by %v m", old, i, side, slip)
				}
				if hand, shoulder := at(side+"Hand"), at(side+"UpperArm"); hand[1] > shoulder[1]-0.2 {
					t.Fatalf("old %v: in frame %d the %s hand is at %v, the shoulder at %v", old, i, side, hand, shoulder)
				}
			}
			if shift := hips.Sub(inRest("hips")).Len(); shift > 0.03 {
				t.Fatalf("old %v: in frame %d the hips moved by %v m", old, i, shift)
			}
		}
		if size := high.Sub(low); size[0] < 0.01 || size[2] < 0.001 || size.Len() > 0.15 {
			t.Errorf("old %v: the head moves by %v m", old, size)
		}
	}
}

// The head turns toward the pointer, in a moment and within its limits, and back when it leaves or
// is told to.
func TestHeadsFollowThePointer(t *testing.T) {
	for _, old := range []bool{false, true} {
		s, _, _ := open(t, old)
		eye := mgl32.Vec3{0, 1.5, 3}
		clip := mgl32.Perspective(0.6, 1.5, 0.1, 10).Mul4(mgl32.LookAtV(eye, mgl32.Vec3{0, 1.5, 0}, mgl32.Vec3{0, 1, 0}))
		rest := joint(t, s, "head")
		turned := func(x, y float64) mgl32.Vec3 { // where it looks, as it looked ahead in the rest pose
			for range 90 {
				check(t, s.Watch(clip, eye, x, y))
				check(t, s.Update(1.0/60))
			}
			m := joint(t, s, "head").Mul4(rest.Inv())
			return m.Mul4x1(mgl32.Vec4{0, 0, 1, 0}).Vec3().Normalize()
		}
		ahead := turned(-1, -1)
		if math.Abs(float64(ahead[0])) > 0.1 || ahead[2] < 0.95 {
			t.Errorf("old %v: without a pointer the head looks toward %v", old, ahead)
		}
		if left := turned(0.02, 0.5); left[0] > ahead[0]-0.15 || left[0] < -0.75 {
			t.Errorf("old %v: at the left %v, ahead %v", old, left, ahead)
		}
		if right := turned(0.98, 0.5); right[0] < ahead[0]+0.15 || right[0] > 0.75 {
			t.Errorf("old %v: at the right %v, ahead %v", old, right, ahead)
		}
		if above := turned(0.5, 0.02); above[1] < ahead[1]+0.05 {
			t.Errorf("old %v: above %v, ahead %v", old, above, ahead)
		}
		if back := turned(-1, -1); back.Sub(ahead).Len() > 0.08 {
			t.Errorf("old %v: when the pointer left %v, ahead %v", old, back, ahead)
		}
		habits := s.Habits()
		habits.HeadFollows = false
		s.SetHabits(habits)
		if still := turned(0.02, 0.5); still.Sub(ahead).Len() > 0.08 {
			t.Errorf("old %v: switched off %v, ahead %v", old, still, ahead)
		}
	}
}
