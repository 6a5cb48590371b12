package tuning

import (
	"bytes"
	"image"
	"os"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/cmd/demo/internal/sidebar"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
	"github.com/sinew-go/sinew/internal/testing/perceptual"
)

// bench is a scene with a tuner, which is open.
type bench struct {
	t      *testing.T
	scene  stage.Scene
	panel  *workbench.Panel
	tuner  *Tuner
	canvas *sidebar.Canvas
	saved  map[string][]byte
}

func open(t *testing.T, name string) *bench {
	t.Helper()
	s, err := stage.Open(stage.Input{Library: assets.NewLibrary(assets.Exact())}, name, 0, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	b := &bench{t: t, scene: s, saved: map[string][]byte{}}
	b.panel, err = workbench.New(s, &workbench.Settings{Speed: 1})
	b.check(err)
	b.canvas, err = sidebar.NewCanvas(1)
	b.check(err)
	t.Cleanup(b.canvas.Close)
	b.tuner = New(s, b.panel)
	b.tuner.SaveFile = func(path string, data []byte, _ bool) error {
		b.saved[path] = bytes.Clone(data)
		return nil
	}
	b.frame()
	b.tuner.Toggle()
	b.draw()
	return b
}

func (b *bench) check(err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) frame() {
	b.t.Helper()
	b.check(b.scene.Update(1.0 / 60))
}

func (b *bench) draw() {
	b.t.Helper()
	if b.tuner.HasPicture() {
		size := image.Pt(640, workbench.StripHeight)
		b.canvas.Resize(size)
		b.tuner.Draw(b.canvas, size, 1)
	}
}

func (b *bench) keep(name string) {
	b.t.Helper()
	b.draw()
	perceptual.Keep(b.t, b.canvas.Image, name)
}

func (b *bench) row(name string) workbench.Control {
	b.t.Helper()
	c, ok := b.panel.Find("tune " + name)
	if !ok {
		b.t.Fatalf("the panel has no row %q", name)
	}
	return c
}

// set changes a row in a gesture of its own.
func (b *bench) set(name string, x float64) error {
	b.t.Helper()
	b.tuner.Begin()
	c := b.row(name)
	err := c.Set(x, 0)
	b.frame()
	b.draw()
	return err
}

// choose chooses an entry of a row that has it.
func (b *bench) choose(name, entry string) {
	b.t.Helper()
	for i, option := range b.row(name).Options {
		if option == entry {
			b.check(b.set(name, float64(i)))
			return
		}
	}
	b.t.Fatalf("%q is none of %q", entry, b.row(name).Options)
}

// press presses the button of the mouse at one place, and releases it at another.
func (b *bench) drag(from, to image.Point) {
	b.t.Helper()
	b.draw()
	b.check(b.tuner.Press(from.X, from.Y))
	for i := range 5 {
		at := from.Add(to.Sub(from).Mul(i).Div(4))
		b.check(b.tuner.Move(at.X, at.Y))
		b.frame()
		b.draw()
	}
	b.tuner.Release()
	b.draw()
}

// place returns the middle of what reacts.
func (b *bench) place(name string) image.Point {
	b.t.Helper()
	b.draw()
	area, ok := b.tuner.Area(name)
	if !ok {
		b.t.Fatalf("%q does not react", name)
	}
	return middle(area)
}

func (b *bench) graph() *graph.Graph {
	character, _ := b.panel.Selected()
	return b.scene.Animation().Controller(character).Graph()
}

// text returns the JSON of the shown asset as it is in the library.
func (b *bench) text() string {
	b.t.Helper()
	data, err := b.tuner.shown.marshal()
	b.check(err)
	return string(data)
}

// undoAll takes all edits back, does them again, and takes them back once more.
func (b *bench) undoAll(edits int, before string) {
	b.t.Helper()
	after := b.text()
	if n := len(b.tuner.done); n != edits {
		b.t.Errorf("there are %d edits, want %d", n, edits)
	}
	for range edits {
		b.key("undo")
	}
	if b.text() != before {
		b.t.Errorf("without the edits the asset is\n%s\nwant\n%s", b.text(), before)
	}
	for range edits {
		b.key("redo")
	}
	if b.text() != after {
		b.t.Errorf("with the edits again the asset is\n%s\nwant\n%s", b.text(), after)
	}
	for range edits {
		b.key("undo")
	}
	b.key("undo") // there is none
	if b.text() != before {
		b.t.Errorf("without the edits again the asset is\n%s\nwant\n%s", b.text(), before)
	}
}

func (b *bench) key(name string) {
	b.t.Helper()
	if known, err := b.tuner.Key(name); !known || err != nil {
		b.t.Fatalf("the key %s: known %v, %v", name, known, err)
	}
	b.frame()
	b.draw()
}

func TestStacks(t *testing.T) {
	b := open(t, "springs")
	before := b.text()
	if b.tuner.HasPicture() {
		t.Error("a stack has a picture")
	}
	if n := len(b.row("part").Options); n < 2 {
		t.Fatalf("there are %d solvers", n)
	}
	numbers := leaves(b.tuner.shown.root.at(path{"solvers", "0"}), nil, "")
	for _, l := range numbers {
		b.row(l.label)
	}
	c := b.row("spring.stiffness")
	b.check(b.set("spring.stiffness", c.Max/2))
	if got := b.row("spring.stiffness").Value; got != c.Max/2 {
		t.Errorf("the stiffness is %v, want %v", got, c.Max/2)
	}
	if b.text() == before {
		t.Error("the edit does not reach the library")
	}
	// A gesture is one edit, and its range stays.
	b.tuner.Begin()
	for _, x := range []float64{0.1, 0.3, 0.7} {
		c := b.row("spring.drag")
		b.check(c.Set(x, 0))
		if after := b.row("spring.drag"); after.Max != c.Max || after.Value != x {
			t.Errorf("after %v the row is %v of %v", x, after.Value, after.Max)
		}
	}
	b.undoAll(2, before)
	b.check(b.set("save", 1))
	if got := b.saved["swing.json"]; !strings.Contains(string(got), "\n  \"solvers\": [\n") {
		t.Errorf("saved is %q", b.saved)
	}
}

func TestMachines(t *testing.T) {
	b := open(t, stage.Locomotion)
	before := b.text()
	b.keep("machine.png")
	b.choose("part", "layer body: ground")
	b.keep("ground.png")
	transitions := len(b.graph().AuthoredTransitions())

	box := b.place("box idle")
	b.drag(box, box.Add(image.Pt(60, 40)))
	if moved := b.place("box idle").Sub(box); moved.X < 50 || moved.Y < 30 {
		t.Errorf("the dragged box moved by %v", moved)
	}
	if b.row("state").Text != "idle" {
		t.Errorf("the chosen state is %q", b.row("state").Text)
	}
	b.check(b.set("speed", 1.5))
	if got := b.graph().States()[0].Speed; got != 1.5 {
		t.Errorf("the speed of the state is %v", got)
	}
	b.drag(b.place("dot idle"), b.place("box turn"))
	if n := len(b.graph().AuthoredTransitions()); n != transitions+1 {
		t.Fatalf("there are %d transitions, want %d: %s", n, transitions+1, b.panel.Message())
	}
	b.keep("added.png")
	last := func() graph.AuthoredTransition {
		var found graph.AuthoredTransition
		for _, a := range b.graph().AuthoredTransitions() {
			if a.From == "ground/idle" && a.To == "ground/turn" {
				found = a
			}
		}
		return found
	}
	if got := strings.Join(last().Conditions, " and "); got != "jump" {
		t.Errorf("the condition is %q", got)
	}
	b.choose("condition 0", "turn")
	b.choose("condition 0 op", "<")
	b.check(b.set("condition 0 value", 0.5))
	b.check(b.set("fade", 0.4))
	b.check(b.set("add condition", 1))
	if got := strings.Join(last().Conditions, " and "); got != "turn < 0.5 and speed > 1" {
		t.Errorf("the conditions are %q", got)
	}
	b.check(b.set("condition 1 remove", 1))
	b.check(b.set("remove transition", 1))
	if n := len(b.graph().AuthoredTransitions()); n != transitions {
		t.Errorf("without the new one there are %d transitions, want %d", n, transitions)
	}
	b.undoAll(10, before)
	if again := b.place("box idle"); again != box {
		t.Errorf("the box is at %v again, want %v", again, box)
	}
	b.drag(b.place("arrow idle 0"), b.place("arrow idle 0"))
	b.key("delete")
	if n := len(b.graph().AuthoredTransitions()); n != transitions-1 {
		t.Errorf("after deleting one there are %d transitions, want %d", n, transitions-1)
	}
}

func TestBlendSpaces(t *testing.T) {
	b := open(t, stage.Locomotion)
	before := b.text()
	b.choose("part", "blend space move")
	b.keep("space.png")
	at := b.place("sample 3")
	b.drag(at, at.Add(image.Pt(-80, -20)))
	space := b.graph().DefinedBlendSpaces()[0].Space
	if s := space.Samples()[3]; !(s.X < 3.4) || !(s.Y > 0.05) {
		t.Errorf("the dragged sample is at %v, %v", s.X, s.Y)
	}
	if c := b.row("samples[3].x"); c.Value != float64(space.Samples()[3].X) && float32(c.Value) != space.Samples()[3].X {
		t.Errorf("the row is %v, the sample %v", c.Value, space.Samples()[3].X)
	}
	b.keep("dragged.png")
	b.check(b.set("samples[0].x", 1.25))
	b.undoAll(2, before)
}

func TestMasks(t *testing.T) {
	b := open(t, stage.Locomotion)
	before := b.text()
	b.choose("part", "mask upper body")
	b.keep("mask.png")
	at := b.place("joint left_hand")
	mask := func(joint string) float32 {
		m := b.tuner.shown.mask("upper body")
		j, _ := m.Skeleton().Find(joint)
		return m.Weight(j)
	}
	right := mask("right_hand")
	b.drag(at, at.Add(image.Pt(weightDrag/2, 0)))
	if got := mask("left_hand"); got != 0.5 || mask("right_hand") != right {
		t.Errorf("the weights of the hands are %v and %v", got, mask("right_hand"))
	}
	b.keep("weight.png")
	b.check(b.set("weight head", 0.25))
	b.check(b.set("weight left_hand", 1))
	if mask("head") != 0.25 || mask("left_hand") != 1 {
		t.Errorf("the weights are %v and %v", mask("head"), mask("left_hand"))
	}
	if steps := len(b.tuner.shown.root.at(path{"masks", "upper body"}).items); steps != 4 {
		t.Errorf("the mask has %d steps, want one more for each joint", steps)
	}
	b.undoAll(3, before)
}

// What is not valid is not taken over, and the panel tells why.
func TestInvalidEdits(t *testing.T) {
	b := open(t, stage.Locomotion)
	before := b.text()
	b.choose("part", "blend space turn")
	if err := b.set("samples[0].x", 1); err == nil || !strings.Contains(b.panel.Message(), "line ") {
		t.Errorf("two samples at one place: %v, the panel shows %q", err, b.panel.Message())
	}
	if b.text() != before || len(b.tuner.done) != 0 {
		t.Error("the edit changed something")
	}
}

// A file that changes is an edit, and one that is not valid changes nothing.
func TestFiles(t *testing.T) {
	b := open(t, stage.Locomotion)
	character, _ := b.panel.Selected()
	of := b.scene.Animation().Controller(character).Component().Graph
	data, err := os.ReadFile("../locomotion/locomotion.json")
	b.check(err)
	b.tuner.WatchGraph(of, nil, "graph.json", data)
	if b.row("save").Text != "graph.json" {
		t.Errorf("the file is shown as %q", b.row("save").Text)
	}
	before := b.text()
	slow := bytes.Replace(data, []byte(`"x": 3.6`), []byte(`"x": 3.1`), 1)
	b.check(b.tuner.Load("graph.json", slow))
	b.frame()
	if got := b.graph().DefinedBlendSpaces()[0].Space.Samples()[1].X; got != 3.1 {
		t.Errorf("after the file the sample is at %v", got)
	}
	bad := bytes.Replace(data, []byte(`"fade"`), []byte(`"fad"`), 1)
	if err := b.tuner.Load("graph.json", bad); err == nil || !strings.Contains(err.Error(), "line 1") ||
		!strings.Contains(err.Error(), "column ") {
		t.Errorf("the error of a bad file is %v", err)
	}
	b.choose("part", "blend space move")
	b.check(b.set("samples[1].x", 3.3))
	if b.row("save").Text != "changed: graph.json" {
		t.Errorf("the file is shown as %q", b.row("save").Text)
	}
	b.check(b.set("save", 1))
	if got := b.saved["graph.json"]; !bytes.Contains(got, []byte(`"x": 3.3`)) || len(got) < len(data)/2 {
		t.Errorf("saved is\n%s", got)
	}
	b.check(b.tuner.Load("graph.json", b.saved["graph.json"])) // the watcher tells of it: nothing happens
	b.undoAll(2, before)
}

func TestPlacement(t *testing.T) {
	got := place([][]int{{1, 2}, {3}, {3}, {0}, nil})
	want := []point{{1.0 / 6, 0.25}, {0.5, 0.25}, {0.5, 0.75}, {5.0 / 6, 0.5}, {1.0 / 6, 0.75}}
	for i := range want {
		if d := got[i]; d.x-want[i].x > 1e-12 || want[i].x-d.x > 1e-12 || d.y != want[i].y {
			t.Errorf("state %d is at %v, want %v", i, got[i], want[i])
		}
	}
}
