package workbench

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// open returns the panel of a scene of the built-in mannequin or, with a file, of its model.
func open(t *testing.T, name, clip, file string) (*Panel, stage.Scene) {
	t.Helper()
	input := stage.Input{Library: assets.NewLibrary(assets.Exact())}
	if file != "" {
		model, err := gltfio.Open(input.Library, testassets.Path(t, file))
		if err != nil {
			t.Fatal(err)
		}
		input.Models = append(input.Models, model)
	}
	s, err := stage.Open(input, name, 0, clip)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	p, err := New(s, &Settings{Speed: 1})
	if err != nil {
		t.Fatal(err)
	}
	advance(t, s, 0.05)
	return p, s
}

// advance advances a scene in frames of 50 ms.
func advance(t *testing.T, s Scene, seconds float64) {
	t.Helper()
	for ; seconds > 1e-9; seconds -= 0.05 {
		if err := s.Update(0.05); err != nil {
			t.Fatal(err)
		}
	}
}

// control returns the control of a name.
func control(t *testing.T, p *Panel, name string) Control {
	t.Helper()
	c, ok := p.Find(name)
	if !ok {
		var names []string
		for _, s := range p.Sections() {
			for _, c := range s.Controls {
				names = append(names, c.Name)
			}
		}
		t.Fatalf("the panel has no control %q, but %q", name, names)
	}
	return c
}

func set(t *testing.T, p *Panel, name string, x, y float64) {
	t.Helper()
	c := control(t, p, name)
	if err := c.Set(x, y); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// option returns the index of an entry of a choice.
func option(t *testing.T, c Control, name string) float64 {
	t.Helper()
	i := slices.Index(c.Options, name)
	if i < 0 {
		t.Fatalf("%s has no entry %q, but %q", c.Name, name, c.Options)
	}
	return float64(i)
}

// joints returns where the joints of the selected character are in model space.
func joints(p *Panel) []mgl32.Vec3 {
	skeleton, matrices := p.modelMatrices(p.selected)
	var out []mgl32.Vec3
	for j := range skeleton.Len() {
		m := matrices[12*j:]
		out = append(out, mgl32.Vec3{m[3], m[7], m[11]})
	}
	return out
}

// farthest returns the largest distance between joints of two poses.
func farthest(a, b []mgl32.Vec3) float64 {
	d := 0.0
	for j := range a {
		d = max(d, float64(a[j].Sub(b[j]).Len()))
	}
	return d
}

// Every control can be set to what it shows, without an error, and has a name of its own.
func TestEveryControlCanBeSet(t *testing.T) {
	for _, row := range []struct{ scene, clip, file string }{
		{stage.Show, "", ""},
		{stage.Locomotion, "", ""},
		{"springs", "", ""},
		{"ragdoll", "", ""},
		{stage.Stadium, "", ""},
		{stage.Show, "", "assets/robot/robot.glb"},
		{stage.Show, "", "assets/morph_cube/AnimatedMorphCube.gltf"},
		{stage.Show, "", "assets/asset-generator/Buffer_Interleaved/Buffer_Interleaved_00.gltf"},
	} {
		if row.scene == stage.Stadium && testing.Short() {
			continue
		}
		p, s := open(t, row.scene, row.clip, row.file)
		names := map[string]bool{}
		for _, section := range p.Sections() {
			for _, c := range section.Controls {
				if names[c.Name] {
					t.Errorf("%+v: two controls are named %q", row, c.Name)
				}
				names[c.Name] = true
				if !(c.Value >= c.Min-1e-9 && c.Value <= c.Max+1e-9) && (c.Kind == Slider || c.Kind == Pad) {
					t.Errorf("%+v: %s is at %v, outside of %v to %v", row, c.Name, c.Value, c.Min, c.Max)
				}
				err := c.Set(c.Value, c.Y)
				if c.Fixed != (err != nil) && c.Kind != Button {
					t.Errorf("%+v: %s, fixed %v: %v", row, c.Name, c.Fixed, err)
				}
			}
		}
		advance(t, s, 0.1)
		if len(names) < 5 {
			t.Errorf("%+v: the panel has the controls %v only", row, names)
		}
	}
}

func TestTimelineMovesTheClip(t *testing.T) {
	p, s := open(t, stage.Show, "walk", "")
	c := control(t, p, "layer 0 time")
	if c.Kind != Timeline || c.Max < 1 || len(c.Marks) < 2 || !strings.Contains(c.Text, "0.05 of 1.0") {
		t.Fatalf("the timeline is %+v", c)
	}
	before := joints(p)
	set(t, p, "layer 0 time", 0.5, 0)
	if !p.Paused {
		t.Error("the scene plays on while the timeline is dragged")
	}
	_, at, _ := s.Playing()
	if math.Abs(at-0.5) > 1e-9 || control(t, p, "layer 0 time").Value != 0.5 {
		t.Errorf("the clip is at %v s, want 0.5", at)
	}
	if d := farthest(before, joints(p)); d < 0.1 {
		t.Errorf("the pose changed by %v m only", d)
	}
	set(t, p, "layer 0 time", 99, 0)
	if c := control(t, p, "layer 0 time"); c.Value > c.Max {
		t.Errorf("the clip is at %v, after its end %v", c.Value, c.Max)
	}
}

func TestClipSpeedAndMode(t *testing.T) {
	p, s := open(t, stage.Show, "walk", "")
	set(t, p, "speed", math.Log2(4), 0)
	if p.Speed != 4 || control(t, p, "speed").Text != "x4" {
		t.Errorf("the speed is %v, as text %q", p.Speed, control(t, p, "speed").Text)
	}
	set(t, p, "layer 0 speed", -1, 0)
	at := control(t, p, "layer 0 time").Value
	advance(t, s, 0.05)
	now := control(t, p, "layer 0 time")
	if back := math.Mod(at-now.Value+now.Max, now.Max); math.Abs(back-0.05) > 1e-6 {
		t.Errorf("at speed -1 the time went from %v to %v", at, now.Value)
	}
	mode := control(t, p, "layer 0 mode")
	set(t, p, mode.Name, option(t, mode, "hold"), 0)
	set(t, p, "layer 0 speed", 1, 0)
	advance(t, s, 3)
	if c := control(t, p, "layer 0 time"); c.Value != c.Max {
		t.Errorf("in the mode hold it stops at %v of %v", c.Value, c.Max)
	}
	clip := control(t, p, "layer 0 clip")
	set(t, p, clip.Name, option(t, clip, "dance"), 0)
	advance(t, s, 0.1)
	if text := control(t, p, "layer 0 fading").Text; text != "dance 33% + walk 67%" {
		t.Errorf("the crossfade is %q", text)
	}
	if err := clip.Set(99, 0); err == nil || !strings.Contains(p.Message(), "expected an entry from 0 to") {
		t.Errorf("a clip that is not there: %v, %q", err, p.Message())
	}
	if control(t, p, "error").Text != p.Message() {
		t.Error("the panel does not show the error")
	}
}

func TestBlendSpaceAndGraph(t *testing.T) {
	p, s := open(t, stage.Locomotion, "", "")
	if c := control(t, p, "states 0"); c.Options[int(c.Value)] != "ground/idle" {
		t.Errorf("the state is %q", c.Options[int(c.Value)])
	}
	speed := control(t, p, "parameter speed")
	if speed.Min > 0 || speed.Max < 3 || speed.Max > 10 {
		t.Errorf("the speed is from %v to %v", speed.Min, speed.Max)
	}
	set(t, p, speed.Name, 1.5, 0)
	advance(t, s, 0.5)
	c := control(t, p, "states 0")
	if c.Options[int(c.Value)] != "ground/move" {
		t.Errorf("after setting the speed the state is %q", c.Text)
	}
	if status := s.(stage.Steerable).Status(); !strings.HasPrefix(status, "panel: speed 1.50") {
		t.Errorf("the status is %q", status)
	}
	pad := control(t, p, "layer 0 position")
	weights := 0.0
	for _, mark := range pad.Marks {
		weights += mark.Weight
	}
	if pad.Kind != Pad || len(pad.Marks) != 6 || math.Abs(weights-1) > 1e-6 || math.Abs(pad.Value-1.5) > 1e-6 {
		t.Errorf("the pad is %+v", pad)
	}
	set(t, p, pad.Name, 2.5, 0.5)
	advance(t, s, 0.1)
	if got := control(t, p, "layer 0 position"); math.Abs(got.Value-2.5) > 1e-6 || math.Abs(got.Y-0.5) > 1e-6 {
		t.Errorf("the pad is at %v, %v", got.Value, got.Y)
	}
	if got := control(t, p, "parameter turn").Value; got != 0.5 {
		t.Errorf("the parameter turn is %v", got)
	}
	set(t, p, "parameter wave", 1, 0)
	set(t, p, "parameter jump", 1, 0)
	advance(t, s, 0.2)
	if c := control(t, p, "states 0"); !strings.HasPrefix(c.Text, "jump") {
		t.Errorf("after the trigger the state is %q", c.Text)
	}
	if c := control(t, p, "states 1"); c.Text != "wave, 67% from rest" {
		t.Errorf("the arms are in the state %q", c.Text)
	}
	log := control(t, p, "events")
	if !slices.ContainsFunc(log.Options, func(line string) bool { return strings.Contains(line, "enters jump") }) ||
		!slices.ContainsFunc(log.Options, func(line string) bool {
			return strings.Contains(line, "left") || strings.Contains(line, "right")
		}) {
		t.Errorf("the events are %q", log.Options)
	}
	if c := control(t, p, "ms together"); c.Text == "0.000" {
		t.Error("the systems take no time")
	}
	p.times.since = time.Time{} // as after the interval
	p.SetDrawn(Drawn{Triangles: 1234, CrowdMatrices: 56, Seconds: 0.0125})
	if c := control(t, p, "ms GPU"); c.Text != "12.500" {
		t.Errorf("the GPU takes %q ms, expected 12.500", c.Text)
	}
	if c := control(t, p, "count triangles"); c.Text != "1234" {
		t.Errorf("%q triangles are drawn, expected 1234", c.Text)
	}
	counters := s.Animation().Counters()
	own := int(counters.Matrices / counters.Frames) // every frame is as the others
	if c := control(t, p, "count matrices posed"); own < 60 || c.Text != strconv.Itoa(own+56) {
		t.Errorf("%q matrices are posed, expected %d of the character and 56 of a crowd", c.Text, own)
	}
	if c := control(t, p, "layer 0 mode"); !c.Fixed {
		t.Error("the mode of a layer that a graph drives can be changed")
	}
}

func TestMorphSliders(t *testing.T) {
	p, s := open(t, stage.Show, "", "assets/morph_cube/AnimatedMorphCube.gltf")
	first := control(t, p, "morph 0")
	set(t, p, first.Name, 0.75, 0)
	advance(t, s, 0.3)
	if got := s.Animation().Morphs(p.selected)[0]; got != 0.75 {
		t.Errorf("the weight is %v, want 0.75", got)
	}
	if _, err := s.Animation().JointModelAt(p.selected, 0); err != nil {
		t.Errorf("joints cannot be read: %v", err)
	}
	set(t, p, "paused", 1, 0)
	set(t, p, "morph as the clips", 1, 0)
	if got := s.Animation().Morphs(p.selected)[0]; got == 0.75 {
		t.Error("the clip does not move the weight again")
	}
}

func TestJointUnderThePointer(t *testing.T) {
	p, _ := open(t, stage.Show, "walk", "")
	// A camera 4 m in front of the mannequin, at the height of 1 m.
	clip := mgl32.Perspective(0.8, 1.5, 0.1, 100).Mul4(mgl32.LookAtV(mgl32.Vec3{0, 1, 4}, mgl32.Vec3{0, 1, 0},
		mgl32.Vec3{0, 1, 0}))
	all := p.Joints(clip)
	if len(all) != p.skeleton(p.selected).Len() {
		t.Fatalf("%d joints are in the picture", len(all))
	}
	for _, joint := range all {
		found, ok := p.JointAt(clip, 1.5, Point{joint.At.X + 0.0005, joint.At.Y}, 0.02)
		if !ok || math.Hypot(found.At.X-joint.At.X, found.At.Y-joint.At.Y) > 0.0015 {
			t.Errorf("at the joint %s there is %q, %v", joint.Name, found.Name, ok)
		}
	}
	if found, ok := p.JointAt(clip, 1.5, Point{0.02, 0.02}, 0.02); ok {
		t.Errorf("in the corner there is the joint %s", found.Name)
	}
	joint, _ := p.JointAt(clip, 1.5, all[5].At, 0.02)
	p.Hover(joint)
	if c := control(t, p, "joint name"); c.Text != joint.Name {
		t.Errorf("the panel names the joint %q", c.Text)
	}
	p.Hover(Joint{})
	if c := control(t, p, "joint pointer"); c.Text != "at no joint" {
		t.Errorf("without a joint it shows %q", c.Text)
	}
}
