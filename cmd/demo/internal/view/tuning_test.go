//go:build cgo

package view

import (
	"bytes"
	"encoding/json"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
)

// inTuner returns the middle of a place of the tuner's picture in the window.
func (m *mouse) inTuner(name string) image.Point {
	m.t.Helper()
	m.frames(4) // so that it is drawn as it is
	area, ok := m.window.control.tuner.Area(name)
	if !ok {
		m.t.Fatalf("%q does not react", name)
	}
	_, height := m.window.context.Size()
	return area.Min.Add(area.Max).Div(2).Add(image.Pt(0, height-m.window.timeline.height))
}

// choose chooses an entry of a list of the panel by typing.
func (m *mouse) choose(name, entry string) {
	m.t.Helper()
	m.click(name)
	m.do("type", entry)
	area, ok := m.window.workbench.bar.FirstEntry()
	if !ok {
		m.t.Fatalf("the list %q has no entry %q", name, entry)
	}
	width, _ := m.window.context.Size()
	m.moveTo(area.Min.Add(area.Max).Div(2).Add(image.Pt(width-m.window.panelWidth(width), m.window.top)))
	m.do("click", "1")
}

// TestTunerInAWindow edits the state machine of a character that plays, by mouse and keys: it drags
// a box, adds a transition from box to box, changes its condition, undoes that and does it again,
// and drags a sample of a blend space.
func TestTunerInAWindow(t *testing.T) {
	w, s := openWorkbench(t, stage.Locomotion, "")
	w.control.help = false
	m := newMouse(t, w)
	m.frames(3)
	alone := w.shown(t)
	m.do("key", "g")
	if _, height := w.target.Size(); height != 480-236 {
		t.Fatalf("above the tuner the picture is %d pixels high", height)
	}
	if difference(alone, w.keep(t, "open.png")) < 5 {
		t.Error("the open tuner is not visible")
	}
	character, _ := w.workbench.panel.Selected()
	machine := func() *graph.Graph { return s.Animation().Controller(character).Graph() }
	m.choose("tune part", "ground")
	w.keep(t, "machine.png")
	transitions := len(machine().AuthoredTransitions())

	box := m.inTuner("box idle")
	m.drag(box, box.Add(image.Pt(40, 50)))
	if moved := m.inTuner("box idle").Sub(box); moved.X < 35 || moved.Y < 40 {
		t.Errorf("the dragged box moved by %v", moved)
	}
	m.drag(m.inTuner("dot idle"), m.inTuner("box turn"))
	if n := len(machine().AuthoredTransitions()); n != transitions+1 {
		t.Fatalf("there are %d transitions, want %d: %s", n, transitions+1, w.workbench.panel.Message())
	}
	conditions := func() (text string) {
		for _, a := range machine().AuthoredTransitions() {
			if a.From == "ground/idle" && a.To == "ground/turn" {
				text = strings.Join(a.Conditions, " and ")
			}
		}
		return text
	}
	m.choose("tune condition 0", "wave")
	if got := conditions(); got != "wave" {
		t.Errorf("the condition is %q", got)
	}
	w.keep(t, "condition.png")
	m.do("key", "ctrl+z")
	if got := conditions(); got != "jump" {
		t.Errorf("after ctrl+z the condition is %q", got)
	}
	m.do("key", "ctrl+z")
	if n := len(machine().AuthoredTransitions()); n != transitions {
		t.Errorf("after ctrl+z twice there are %d transitions, want %d", n, transitions)
	}
	m.do("key", "ctrl+shift+z")
	m.do("key", "ctrl+shift+z")
	if got := conditions(); got != "wave" {
		t.Errorf("after ctrl+shift+z twice the condition is %q", got)
	}

	m.choose("tune part", "space move")
	sample := m.inTuner("sample 3")
	m.drag(sample, sample.Sub(image.Pt(50, 0)))
	if x := machine().DefinedBlendSpaces()[0].Space.Samples()[3].X; !(x < 3.4) {
		t.Errorf("the dragged sample is at %v", x)
	}
	w.keep(t, "space.png")
	m.choose("tune part", "ground")
	moved := m.inTuner("box idle")
	m.drag(moved, moved)
	m.click("tune state")
	m.do("key", "End")
	m.do("type", " g!") // no key is one of the window
	m.do("key", "BackSpace", "Return")
	if _, ok := machine().StateIn(0, "ground/idle g"); !ok || !w.control.tuner.IsOpen() {
		t.Errorf("the state has no new name: %s", w.workbench.panel.Message())
	}
	w.keep(t, "renamed.png")
	m.do("key", "ctrl+z")
	if _, ok := machine().StateIn(0, "ground/idle"); !ok {
		t.Error("ctrl+z does not give the old name back")
	}
	m.choose("tune part", "upper body")
	w.keep(t, "mask.png")
	m.do("key", "e") // in its place
	if w.control.timeline == nil || w.control.tuner.IsOpen() {
		t.Error("the timeline does not take the place of the tuner")
	}
	m.do("key", "Escape")
	m.do("key", "g")
	m.do("key", "Escape")
	if w.control.tuner.IsOpen() || w.closed() {
		t.Error("escape does not close the tuner alone")
	}
	if _, height := w.target.Size(); height != 480 {
		t.Errorf("without the tuner the picture is %d pixels high", height)
	}
}

// TestFilesInAWindow opens a graph, a stack and definitions from files, which change while they play:
// the next frame has the change, the panel shows the error of a bad file with its place, and edits are
// saved.
func TestFilesInAWindow(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path+"~", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(path+"~", path); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const walk = `{"name": "g", "layers": [{"name": "body", "states": [{"name": "walk", "clip": "walk", "speed": 1}]}]}`
	const masks = `{"masks": {"arms": {"joints": ["left_hand"], "weight": 0.5}}}`
	const look = `{"name": "s", "solvers": [{"type": "lookAt", "goal": "look", "joints": ["head"], "forward": [0, 0, 1], "maxAngles": [1]}]}`
	o := Options{
		Definitions: write("d.json", masks), Graph: write("g.json", walk), Stack: write("s.json", look), Size: image.Pt(720, 480), FPS: 25,
		files: &[]assetFile{},
	}
	input := Input{Library: assets.NewLibrary(assets.Exact())}
	s, err := newScene(input, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	w := openTestWindow(t, input, s, o)
	frame := func() {
		if err := w.frame(20_000_000); err != nil {
			t.Fatal(err)
		}
	}
	changed := func() {
		<-w.watcher.Changed()
		frame()
	}
	frame()
	character, _ := w.workbench.panel.Selected()
	speed := func() float32 { return s.Animation().Controller(character).Graph().States()[0].Speed }
	write("g.json", strings.Replace(walk, `"speed": 1`, `"speed": 2`, 1))
	if changed(); speed() != 2 {
		t.Errorf("in the frame after the file the speed is %v", speed())
	}
	write("g.json", strings.Replace(walk, `"speed": 1`, `"sped": 3`, 1))
	changed()
	if got := w.workbench.panel.Message(); speed() != 2 || !strings.Contains(got, "line 1, column 87") ||
		!strings.Contains(got, "g.json") {
		t.Errorf("after a bad file the speed is %v, and the panel shows %q", speed(), got)
	}
	w.keep(t, "bad.png")
	write("g.json", strings.Replace(walk, `"speed": 1`, `"speed": 4`, 1))
	if changed(); speed() != 4 || w.workbench.panel.Message() != "" {
		t.Errorf("after it was mended the speed is %v, and the panel shows %q", speed(), w.workbench.panel.Message())
	}
	write("s.json", strings.Replace(look, `"maxAngles": [1]`, `"maxAngles": "much"`, 1))
	if changed(); !strings.Contains(w.workbench.panel.Message(), "maxAngles") {
		t.Errorf("after a bad stack the panel shows %q", w.workbench.panel.Message())
	}
	library := s.Animation().Library()
	weight := func() float32 {
		of, err := library.FindMask("arms")
		if err != nil {
			t.Fatal(err)
		}
		hand, _ := library.Mask(of).Skeleton().Find("left_hand")
		return library.Mask(of).Weight(hand)
	}
	write("s.json", look)
	changed()
	write("d.json", strings.Replace(masks, "0.5", "0.25", 1))
	if changed(); weight() != 0.25 {
		t.Errorf("in the frame after the file the weight is %v: %s", weight(), w.workbench.panel.Message())
	}
	write("d.json", strings.Replace(masks, "0.5", "2", 1))
	changed()
	if got := w.workbench.panel.Message(); weight() != 0.25 || !strings.Contains(got, "line 1, column 46") ||
		!strings.Contains(got, "d.json") {
		t.Errorf("after a bad file the weight is %v, and the panel shows %q", weight(), got)
	}
	if err := w.control.do(toggleTuner); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		row   string
		value float64
	}{{"tune asset", 1}, {"tune maxAngles[0]", 0.5}, {"tune save", 1}, {"tune asset", 2}, {"tune weight head", 0.75}, {"tune save", 1}} {
		c := w.shownControl(t, step.row)
		if err := c.Set(step.value, 0); err != nil {
			t.Fatal(err)
		}
	}
	if data, err := os.ReadFile(o.Stack); err != nil || !strings.Contains(string(data), `0.5`) {
		t.Errorf("saved is %q, %v", data, err)
	}
	if data, err := os.ReadFile(o.Definitions); err != nil || !strings.Contains(string(data), `0.75`) ||
		weight() != 0.25 {
		t.Errorf("saved is %q, %v", data, err)
	}
	if err := saveFile(o.Graph, nil, false); err == nil {
		t.Error("a file that is not the asset's own was written over")
	}
}

// TestLimitsInAWindow edits the limit of a solver and the stiffness of a spring of a stack that came
// from a file, by mouse and keys: the characters have both at once, and the file after it is saved.
func TestLimitsInAWindow(t *testing.T) {
	const stack = `{"name": "s", "solvers": [
		{"type": "lookAt", "goal": "look", "joints": ["head"], "forward": [0, 0, 1], "maxAngles": [1]},
		{"type": "spring", "goal": "arm", "joints": ["left_forearm", "left_hand"], "spring": {"stiffness": 0.25}}]}`
	o := Options{
		Stack: filepath.Join(t.TempDir(), "s.json"), Size: image.Pt(720, 480), FPS: 25, Paused: true,
		files: &[]assetFile{},
	}
	if err := os.WriteFile(o.Stack, []byte(stack), 0o600); err != nil {
		t.Fatal(err)
	}
	input := Input{Library: assets.NewLibrary(assets.Exact())}
	s, err := newScene(input, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	w := openTestWindow(t, input, s, o)
	w.control.help = false
	m := newMouse(t, w)
	m.frames(2)
	m.do("key", "g")
	of, err := s.Animation().Library().FindModifierStack("s")
	if err != nil {
		t.Fatal(err)
	}
	// number returns a member of a solver, as the library has it and as the file has it.
	number := func(solver int, at ...string) (now, saved float64) {
		t.Helper()
		text, err := s.Animation().Library().ModifierStack(of).MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		file, err := os.ReadFile(o.Stack)
		if err != nil {
			t.Fatal(err)
		}
		for i, data := range [][]byte{text, file} {
			var document struct{ Solvers []map[string]any }
			if err := json.Unmarshal(data, &document); err != nil {
				t.Fatal(err)
			}
			var value any = document.Solvers[solver]
			for _, name := range at {
				value = value.(map[string]any)[name]
			}
			if list, is := value.([]any); is {
				value = list[0]
			}
			found, _ := value.(float64)
			if i == 0 {
				now = found
			} else {
				saved = found
			}
		}
		return now, saved
	}
	m.scrollTo("tune maxAngles[0]")
	m.drag(m.inPanel("tune maxAngles[0]", 0.5, 0.5), m.inPanel("tune maxAngles[0]", 0.25, 0.5))
	limit, saved := number(0, "maxAngles")
	if !(limit > 0.4 && limit < 0.6) || saved != 1 {
		t.Fatalf("after the drag to a quarter of the slider the limit is %v, in the file %v: %s", limit, saved,
			w.workbench.panel.Message())
	}
	w.keep(t, "limit.png")
	m.do("key", "ctrl+z")
	if now, _ := number(0, "maxAngles"); now != 1 {
		t.Errorf("after ctrl+z the limit is %v", now)
	}
	m.do("key", "ctrl+shift+z")
	m.choose("tune part", "spring")
	m.scrollTo("tune spring.stiffness")
	m.drag(m.inPanel("tune spring.stiffness", 0.25, 0.5), m.inPanel("tune spring.stiffness", 0.75, 0.5))
	stiffness, _ := number(1, "spring", "stiffness")
	if !(stiffness > 0.7 && stiffness < 0.8) {
		t.Errorf("after the drag the stiffness is %v: %s", stiffness, w.workbench.panel.Message())
	}
	m.do("key", "ctrl+s")
	if now, saved := number(0, "maxAngles"); now != limit || saved != limit {
		t.Errorf("the limit is %v, in the file %v, want %v", now, saved, limit)
	}
	if _, saved := number(1, "spring", "stiffness"); saved != stiffness {
		t.Errorf("in the file the stiffness is %v, want %v", saved, stiffness)
	}
	file, err := os.ReadFile(o.Stack)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := modifier.Read(bytes.NewReader(file), s.Animation().Library().ModifierStack(of).Skeleton()); err != nil {
		t.Errorf("the file that was written: %v", err)
	}
}
