package sidebar

import (
	"errors"
	"image"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
	"github.com/sinew-go/sinew/internal/testing/perceptual"
)

// open returns the sidebar of a scene of the mannequin, drawn with some height.
func open(t *testing.T, scene, clip string, height int) (*Sidebar, *workbench.Panel, stage.Scene) {
	t.Helper()
	s, err := stage.Open(stage.Input{Library: assets.NewLibrary(assets.Exact())}, scene, 0, clip)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	panel, err := workbench.New(s, &workbench.Settings{Speed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		if err := s.Update(0.05); err != nil {
			t.Fatal(err)
		}
	}
	bar, err := New(panel, 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(bar.Close)
	bar.Image(height, time.Now())
	return bar, panel, s
}

// drawn draws the sidebar, and saves it among the test's artifacts.
func drawn(t *testing.T, s *Sidebar, height int, name string) *image.RGBA {
	t.Helper()
	s.Changed()
	m, _ := s.Image(height, time.Now())
	perceptual.Keep(t, m, name)
	return m
}

// area returns where a control, or the title of a section, reacts.
func (s *Sidebar) area(t *testing.T, name string) image.Rectangle {
	t.Helper()
	area, ok := s.Area(name)
	if !ok {
		t.Fatalf("%q does not react", name)
	}
	return area
}

// click presses and releases at fractions of an area.
func (s *Sidebar) click(area image.Rectangle, x, y float64) {
	at := area.Min.Add(image.Pt(int(x*float64(area.Dx()-1)), int(y*float64(area.Dy()-1))))
	s.Press(at.X, at.Y)
	s.Release()
}

func find(t *testing.T, p *workbench.Panel, name string) workbench.Control {
	t.Helper()
	c, ok := p.Find(name)
	if !ok {
		t.Fatalf("there is no control %q", name)
	}
	return c
}

func TestMouseChangesControls(t *testing.T) {
	s, p, _ := open(t, stage.Show, "walk", 700)
	drawn(t, s, 700, "walk.png")
	timeline := s.area(t, "layer 0 time")
	s.Press(timeline.Min.X+timeline.Dx()/4, timeline.Min.Y+3)
	if !s.Dragging() || !p.Paused {
		t.Error("the timeline does not follow the mouse")
	}
	s.Move(timeline.Min.X+timeline.Dx()/2, timeline.Min.Y-200)
	s.Release()
	c := find(t, p, "layer 0 time")
	if math.Abs(c.Value-c.Max/2) > 0.01 {
		t.Errorf("after a drag to the middle, the time is %v of %v", c.Value, c.Max)
	}
	s.Move(timeline.Min.X, timeline.Min.Y)
	if find(t, p, "layer 0 time").Value != c.Value || s.Dragging() {
		t.Error("the timeline follows the mouse after the button was released")
	}
	s.click(s.area(t, "paused"), 0.5, 0.5)
	if p.Paused {
		t.Error("a click does not change the toggle")
	}
	s.click(s.area(t, "speed"), 1, 0.5)
	if p.Speed != workbench.MaxSpeed {
		t.Errorf("at the right end of the slider the speed is %v", p.Speed)
	}
	s.click(s.area(t, "Time"), 0.5, 0.5)
	if drawn(t, s, 700, "closed.png"); s.area(t, "layer 0 time") == timeline {
		t.Error("closing a section does not move those below")
	}
}

func TestChoiceOpensAList(t *testing.T) {
	s, p, scene := open(t, stage.Show, "walk", 700)
	before := slices.Clone(drawn(t, s, 700, "before.png").Pix)
	s.click(s.area(t, "layer 0 clip"), 0.5, 0.5)
	if slices.Equal(before, drawn(t, s, 700, "open.png").Pix) || s.choice == nil {
		t.Fatal("no list opened")
	}
	clips := find(t, p, "layer 0 clip").Options
	entry := s.choice.area
	entry.Max.Y = entry.Min.Y + s.choice.step
	s.click(entry, 0.5, 0.5)
	if s.choice != nil {
		t.Error("the list stays open")
	}
	if name, _, _ := scene.Playing(); name != clips[0] {
		t.Errorf("the first entry plays %s, want %s", name, clips[0])
	}
	drawn(t, s, 700, "chosen.png")
	s.click(s.area(t, "layer 0 clip"), 0.5, 0.5)
	s.click(image.Rect(0, 0, 10, 10), 0.5, 0.5)
	if name, _, _ := scene.Playing(); name != clips[0] || s.choice != nil {
		t.Error("a click beside the list does not close it only")
	}
}

func TestPadAndScrolling(t *testing.T) {
	s, p, scene := open(t, stage.Locomotion, "", 500)
	for range 20 {
		if err := scene.Update(0.05); err != nil { // until it walks
			t.Fatal(err)
		}
	}
	drawn(t, s, 1100, "locomotion.png")
	s.click(s.area(t, "layer 0 position"), 1, 0)
	if err := scene.Update(0.05); err != nil {
		t.Fatal(err)
	}
	pad := find(t, p, "layer 0 position")
	if math.Abs(pad.Value-pad.Max) > 1e-6 || math.Abs(pad.Y-pad.MaxY) > 1e-6 {
		t.Errorf("after a click at the upper right corner the position is %v, %v", pad.Value, pad.Y)
	}
	drawn(t, s, 500, "top.png")
	top := s.area(t, "parameter speed")
	s.Wheel(-2)
	drawn(t, s, 500, "scrolled.png")
	if moved := top.Min.Y - s.area(t, "parameter speed").Min.Y; moved != 2*wheelPixels {
		t.Errorf("two clicks scroll by %d pixels", moved)
	}
	s.Wheel(-1000)
	drawn(t, s, 500, "end.png")
	if end := s.content - s.scroll; end != 500 {
		t.Errorf("scrolled to the end, %d pixels remain", end)
	}
}

// A window that the panel would cover by half has none, and nothing is drawn anew too often.
func TestWidthAndRate(t *testing.T) {
	s, _, _ := open(t, stage.Show, "walk", 300)
	if s.Width(599) != 0 || s.Width(600) != panelWidth {
		t.Errorf("the panel is %d and %d pixels wide", s.Width(599), s.Width(600))
	}
	now := time.Now()
	s.Changed()
	if _, changed := s.Image(300, now); !changed {
		t.Error("a change is not drawn")
	}
	if _, changed := s.Image(300, now.Add(redrawn/2)); changed {
		t.Error("it is drawn anew without a change")
	}
	if _, changed := s.Image(300, now.Add(redrawn)); !changed {
		t.Error("it is not drawn anew after some time")
	}
	if n := testing.AllocsPerRun(5, func() { s.Image(300, now) }); n > 0 {
		t.Errorf("an unchanged image makes %v allocations", n)
	}
}

// The control that is dragged stays under the mouse, though the first change adds a row above it.
func TestNothingMovesDuringADrag(t *testing.T) {
	s, p, _ := open(t, stage.Locomotion, "", 700)
	drawn(t, s, 700, "before the drag.png")
	before := s.area(t, "parameter speed")
	s.Press(before.Min.X+10, before.Min.Y+3)
	if _, ok := p.Find("as at first"); !ok {
		t.Fatal("the drag adds no row")
	}
	drawn(t, s, 700, "during the drag.png")
	if during := s.area(t, "parameter speed"); during != before {
		t.Errorf("the slider moves from %v to %v", before, during)
	}
	s.Move(before.Max.X-1, before.Min.Y+3)
	if c := find(t, p, "parameter speed"); c.Value != c.Max {
		t.Errorf("at the right end the value is %v of %v", c.Value, c.Max)
	}
	s.Release()
	drawn(t, s, 700, "after the drag.png")
	if after := s.area(t, "paused"); after.Min.Y < 0 || after.Min.Y > 60 {
		t.Errorf("after the drag the first row is at %v", after)
	}
}

func TestFilterOfAList(t *testing.T) {
	s, p, scene := open(t, stage.Show, "walk", 700)
	if s.Type('u') || s.Key("backspace") || s.Key("escape") {
		t.Error("there is a list before one was opened")
	}
	s.click(s.area(t, "layer 0 clip"), 0.5, 0.5)
	for _, letter := range "JuX" {
		if !s.Type(letter) {
			t.Fatal("no list is open")
		}
	}
	if drawn(t, s, 700, "nothing fits.png"); len(s.choice.listed) != 0 {
		t.Errorf("the filter %q leaves %v", s.choice.filter, s.choice.listed)
	}
	s.Key("backspace")
	clips := find(t, p, "layer 0 clip").Options
	var want []int
	for i, clip := range clips {
		if strings.Contains(clip, "ju") {
			want = append(want, i)
		}
	}
	drawn(t, s, 700, "filtered.png")
	if !slices.Equal(s.choice.listed, want) || len(want) == 0 {
		t.Fatalf("the filter leaves %v, want %v", s.choice.listed, want)
	}
	entry := s.choice.area
	entry.Min.Y += s.choice.step // the line with the filter
	entry.Max.Y = entry.Min.Y + s.choice.step
	s.click(entry, 0.5, 0.5)
	if name, _, _ := scene.Playing(); name != clips[want[0]] {
		t.Errorf("the first entry plays %s, want %s", name, clips[want[0]])
	}
	s.click(s.area(t, "layer 0 clip"), 0.5, 0.5)
	if !s.Key("escape") || s.Listens() {
		t.Error("the list does not close")
	}
}

// A field is written in from where it was clicked on, until enter or a click elsewhere; escape leaves
// the text.
func TestFieldIsWrittenIn(t *testing.T) {
	s, p, _ := open(t, stage.Show, "walk", 700)
	text, refused := "idle", false
	p.Extend("Names", "", func(rows workbench.Rows) {
		rows.Field("name", "name", text, func(to string) error {
			if refused {
				return errors.New("expected another name")
			}
			text = to
			return nil
		})
	})
	before := slices.Clone(drawn(t, s, 700, "field.png").Pix)
	keys := func(letters string, names ...string) {
		t.Helper()
		for _, letter := range letters {
			if !s.Type(letter) {
				t.Fatalf("no field takes %q", letter)
			}
		}
		for _, name := range names {
			if !s.Key(name) {
				t.Fatalf("no field takes the key %s", name)
			}
		}
	}
	field := s.area(t, "name")
	s.click(field, 0.9, 0.5) // after the text
	keys("s é", "left", "left", "delete", "home")
	keys("x", "right", "backspace", "end", "home", "delete", "end", "backspace")
	if slices.Equal(before, drawn(t, s, 700, "written.png").Pix) || text != "idle" {
		t.Errorf("while it is written in, the text is %q", text)
	}
	keys("2", "enter")
	if text != "dles2" || s.Listens() {
		t.Errorf("after enter the text is %q", text)
	}
	drawn(t, s, 700, "taken over.png")
	s.click(field, 0, 0.5) // before the text
	keys("lots of letters that are wider than the field ")
	drawn(t, s, 700, "wide.png")
	keys("", "escape")
	if text != "dles2" || s.Listens() {
		t.Errorf("after escape the text is %q", text)
	}
	s.click(field, 0, 0.5)
	keys("_")
	s.click(s.area(t, "Time"), 0.5, 0.5)
	if text != "_dles2" || s.Listens() {
		t.Errorf("after a click elsewhere the text is %q", text)
	}
	drawn(t, s, 700, "clicked.png")
	refused = true
	s.click(s.area(t, "name"), 0.9, 0.5)
	keys("!", "enter")
	if c := find(t, p, "name"); c.Text != "_dles2" || !strings.Contains(p.Message(), "expected another name") {
		t.Errorf("a refused text leaves %q, and the panel shows %q", c.Text, p.Message())
	}
}
