//go:build cgo

package view

import (
	"image"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-gl/glfw/v3.3/glfw"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
)

func openWorkbench(t *testing.T, scene, clip string) (*window, animatedScene) {
	t.Helper()
	input := Input{Library: assets.NewLibrary(assets.Exact())}
	o := Options{Scene: scene, Clip: clip, Size: image.Pt(720, 480), FPS: 25}
	s, err := newScene(input, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return openTestWindow(t, input, s, o), s
}

// shownControl returns a control of the panel.
func (w *window) shownControl(t *testing.T, name string) workbench.Control {
	t.Helper()
	c, ok := w.workbench.panel.Find(name)
	if !ok {
		t.Fatalf("the panel has no control %q", name)
	}
	return c
}

// TestPanelInAWindow drives a window as a user does: dragging the timeline changes the time that is
// shown, a slider changes the speed, a key hides the panel, and the mouse over a joint shows its
// name.
func TestPanelInAWindow(t *testing.T) {
	w, s := openWorkbench(t, stage.Show, "walk")
	m := newMouse(t, w)
	m.frames(5)
	before := w.keep(t, "playing.png")

	m.drag(m.inPanel("layer 0 time", 0.2, 0.5), m.inPanel("layer 0 time", 0.75, 0.5))
	c := w.shownControl(t, "layer 0 time")
	if _, at, duration := s.Playing(); !w.control.Paused || math.Abs(at/duration-0.75) > 0.02 ||
		math.Abs(c.Value-at) > 1e-6 {
		t.Errorf("after dragging the timeline to 3/4, the clip is at %v of %v s, paused %v", at, duration,
			w.control.Paused)
	}
	picture := image.Rect(0, 0, 720-w.panelWidth(720), 480)
	dragged := w.keep(t, "dragged.png")
	if difference(part(before, picture), part(dragged, picture)) < 0.2 {
		t.Error("dragging the timeline does not change the picture")
	}
	camera := w.control.camera.Camera

	m.drag(m.inPanel("speed", 0.5, 0.5), m.inPanel("speed", 0.75, 0.5))
	if w.control.Speed != 4 {
		t.Errorf("after dragging the slider the speed is %v, want 4", w.control.Speed)
	}
	if w.control.camera.Camera != camera {
		t.Error("dragging in the panel moves the camera")
	}
	m.drag(image.Pt(200, 300), image.Pt(260, 310))
	if w.control.camera.Camera == camera {
		t.Error("dragging in the picture does not move the camera")
	}

	joints := w.workbench.panel.Joints(w.workbench.clip)
	head := joints[slices.IndexFunc(joints, func(j workbench.Joint) bool { return j.Name == "head" })]
	width, height := w.target.Size()
	m.moveTo(image.Pt(int(head.At.X*float64(width)), 480-height+int(head.At.Y*float64(height))))
	if found, ok := w.workbench.panel.Hovered(); !ok || found.Name != "head" {
		t.Errorf("over the head the panel shows the joint %q", found.Name)
	}
	if text := w.shownControl(t, "joint name").Text; text != "head" {
		t.Errorf("the panel names the joint %q", text)
	}
	w.keep(t, "joint.png")

	m.do("key", "c")
	if w.control.panel {
		t.Error("the key does not hide the panel")
	}
	if got, _ := w.target.Size(); got != 720 {
		t.Errorf("without the panel the picture is %d pixels wide", got)
	}
	hidden := w.keep(t, "hidden.png")
	if difference(hidden, dragged) < 1 {
		t.Error("hiding the panel changes nothing")
	}
	m.do("key", "c")
	if got, _ := w.target.Size(); got != picture.Dx() {
		t.Errorf("with the panel the picture is %d pixels wide", got)
	}
}

// Nothing moves under the mouse while it drags in the panel: the first change adds a row above, and
// the values that change have texts of other widths.
func TestNothingMovesUnderTheMouse(t *testing.T) {
	w, _ := openWorkbench(t, stage.Locomotion, "")
	m := newMouse(t, w)
	m.frames(3)
	for _, name := range []string{"parameter speed", "layer 0 position"} {
		m.scrollTo(name)
		m.moveTo(m.inPanel(name, 0.3, 0.5))
		before, _ := w.workbench.bar.Area(name)
		if _, ok := w.workbench.panel.Find("as at first"); ok != (name != "parameter speed") {
			t.Fatalf("before %q is dragged, there is a row more: %v", name, ok)
		}
		m.do("mousedown", "1")
		for _, x := range []float64{0.02, 0.98, 0.5} {
			m.moveTo(m.inPanel(name, x, 0.5))
			m.frames(2)
			if after, ok := w.workbench.bar.Area(name); !ok || after != before {
				t.Errorf("%q moves from %v to %v, which reacts: %v", name, before, after, ok)
			}
		}
		if _, ok := w.workbench.panel.Find("as at first"); !ok {
			t.Errorf("dragging %q adds no row", name)
		}
		w.keep(t, "dragging "+name+".png")
		m.do("mouseup", "1")
		m.frames(3)
	}
}

// Escape closes what is open, the last opened first, each press one thing; then the window.
func TestEscapeClosesWhatIsOpen(t *testing.T) {
	w, _ := openWorkbench(t, stage.Locomotion, "")
	m := newMouse(t, w)
	m.frames(3)
	m.do("key", "e")
	m.click("skinning")
	open := func() [4]bool {
		return [4]bool{w.workbench.bar.Listens(), w.control.timeline != nil, w.control.help, !w.closed()}
	}
	expected := [4]bool{true, true, true, true}
	if open() != expected {
		t.Fatalf("list, timeline, help and window: %v, expected all to be open", open())
	}
	for i := range expected {
		m.do("key", "Escape")
		expected[i] = false
		if open() != expected {
			t.Errorf("after %d presses, list, timeline, help and window are open: %v, expected %v", i+1, open(), expected)
		}
		w.key(glfw.KeyEscape, glfw.Repeat) // it is held
		if open() != expected {
			t.Errorf("a key that is held closes more than one thing: %v", open())
		}
	}
}

// TestPanelSteers sets a parameter of the state machine with the mouse, and looks at skeletons,
// bounds and names.
func TestPanelSteers(t *testing.T) {
	w, s := openWorkbench(t, stage.Locomotion, "")
	m := newMouse(t, w)
	m.frames(3)
	m.scrollTo("parameter speed")
	m.drag(m.inPanel("parameter speed", 0.1, 0.5), m.inPanel("parameter speed", 0.9, 0.5))
	m.frames(30)
	if state := w.shownControl(t, "states 0").Text; state != "ground/move" {
		t.Errorf("the state is %q", state)
	}
	if marks := w.shownControl(t, "layer 0 position"); marks.Value < 2.5 {
		t.Errorf("the position in the blend space is %v", marks.Value)
	}
	for _, name := range []string{"skeletons", "bounds", "joint names"} {
		m.scrollTo(name)
		before := w.shown(t)
		m.drag(m.inPanel(name, 0.45, 0.5), m.inPanel(name, 0.45, 0.5))
		if difference(before, w.shown(t)) < 0.05 {
			t.Errorf("%s are not shown", name)
		}
	}
	w.keep(t, "locomotion.png")
	if text := s.(tellingScene).Status(); text[:5] != "panel" {
		t.Errorf("the status is %q", text)
	}
}

// TestPanelLimitsLoopsAndRemovesLayers adds a layer and removes it, and limits the loops of a clip.
func TestPanelLimitsLoopsAndRemovesLayers(t *testing.T) {
	w, s := openWorkbench(t, stage.Show, "walk")
	m := newMouse(t, w)
	m.frames(3)
	m.scrollTo("layer 0 loops")
	m.drag(m.inPanel("layer 0 loops", 0.02, 0.5), m.inPanel("layer 0 loops", 0.2, 0.5))
	if c := w.shownControl(t, "layer 0 loops"); c.Value != 2 {
		t.Errorf("after dragging the slider to a fifth, there are %v loops of %v", c.Value, c.Max)
	}
	character, _ := w.workbench.panel.Selected()
	playback := s.Animation().Player(character).Playback()
	_, _, duration := s.Playing()
	for range int(2 * duration / 0.02) { // which nobody looks at
		if err := s.Update(0.02); err != nil {
			t.Fatal(err)
		}
	}
	m.frames(5)
	if c := w.shownControl(t, "layer 0 loops"); !playback.Finished || c.Text != "2 of 2 done" {
		t.Errorf("after two loops the panel shows %q, finished %v", c.Text, playback.Finished)
	}
	m.click("layer 0 add a layer")
	w.shownControl(t, "layer 1 clip")
	m.scrollTo("layer 1 remove the layer")
	w.keep(t, "layer.png")
	m.click("layer 1 remove the layer")
	if _, ok := w.workbench.panel.Find("layer 1 clip"); ok {
		t.Error("the layer is still there")
	}
}

// A state machine from a file drives the characters, and the panel sets its parameters.
func TestGraphFromAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "gait.json")
	document := `{"name": "gait", "parameters": [{"name": "go", "type": "bool"}], "layers": [{"name": "body", "states": [
		{"name": "stand", "clip": "idle", "transitions": [{"to": "walk", "fade": 0.1, "conditions": [{"parameter": "go", "op": "true"}]}]},
		{"name": "walk", "clip": "walk"}]}]}`
	if err := os.WriteFile(path, []byte(document), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, count := range []int{0, 3} {
		o := Options{Graph: path, Count: count, FPS: 25}
		if err := o.Complete(); err != nil {
			t.Fatal(err)
		}
		s, err := newScene(Input{Library: assets.NewLibrary(assets.Exact())}, o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		c := newControl(s, stage.CameraControl{}, false)
		p, err := workbench.New(s, &c.Settings)
		if err != nil {
			t.Fatal(err)
		}
		toggle, ok := p.Find("parameter go")
		if !ok {
			t.Fatal("the panel does not show the parameter")
		}
		if err := toggle.Set(1, 0); err != nil {
			t.Fatal(err)
		}
		for _, command := range []command{nextClip, firstClip} { // what the graph plays stays
			if err := c.do(command); err != nil {
				t.Error(err)
			}
		}
		for range 10 {
			if err := c.advance(40 * time.Millisecond); err != nil {
				t.Fatal(err)
			}
		}
		if states, _ := p.Find("states 0"); states.Text != "walk" {
			t.Errorf("the state is %q", states.Text)
		}
	}
	if err := os.WriteFile(path, []byte(`{"layers": [{"states": [{"name": "a", "clip": "no clip"}]}]}`),
		0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := newScene(Input{Library: assets.NewLibrary(assets.Exact())}, Options{Graph: path}); err == nil ||
		!strings.Contains(err.Error(), path) {
		t.Errorf("a graph with an unknown clip: %v", err)
	}
	o := Options{Graph: path, Scene: Locomotion, FPS: 25}
	if err := o.Complete(); err == nil {
		t.Error("a scene with a graph of its own takes another one")
	}
}

// A click on a character shows it in the panel.
func TestClickSelectsACharacter(t *testing.T) {
	w, _ := openWorkbench(t, stage.Show, "")
	m := newMouse(t, w)
	m.frames(2)
	before, _ := w.workbench.panel.Selected()
	width, height := w.target.Size()
	for x := 0.1; x < 0.9; x += 0.1 {
		m.drag(image.Pt(int(x*float64(width)), 480-height/2), image.Pt(int(x*float64(width)), 480-height/2))
		if now, _ := w.workbench.panel.Selected(); now != before {
			w.keep(t, "selected.png")
			return
		}
	}
	t.Error("clicks on characters select none")
}

// part returns a part of a picture.
func part(m *image.NRGBA, r image.Rectangle) *image.NRGBA {
	out := image.NewNRGBA(image.Rectangle{Max: r.Size()})
	for y := range r.Dy() {
		copy(out.Pix[y*out.Stride:][:out.Stride], m.Pix[m.PixOffset(r.Min.X, r.Min.Y+y):])
	}
	return out
}

// The list of keys is above picture and panel, over the whole width, and the mouse meets the panel
// below it.
func TestListOfKeysIsNotHidden(t *testing.T) {
	input, scene := fox(t)
	w := openTestWindow(t, input, scene, Options{Size: image.Pt(640, 480), FPS: 25})
	with := w.shown(t)
	if w.top == 0 || w.panelWidth(with.Rect.Dx()) == 0 {
		t.Fatalf("a list of %d pixels and a panel of %d", w.top, w.panelWidth(with.Rect.Dx()))
	}
	w.control.panel = false
	without := w.shown(t)
	for y := range w.top {
		for x := range with.Rect.Dx() {
			if with.NRGBAAt(x, y) != without.NRGBAAt(x, y) {
				t.Fatalf("the panel hides the list of keys at %d, %d", x, y)
			}
		}
	}
	w.control.panel = true
	if _, _, over := w.overPanel(float64(with.Rect.Dx()-5), float64(w.top/2)); over {
		t.Error("the mouse over the list of keys is over the panel")
	}
	if _, at, over := w.overPanel(float64(with.Rect.Dx()-5), float64(w.top)+7); !over || at.Y != 7 {
		t.Errorf("below the list the mouse is at %v of the panel, %v", at, over)
	}
}
