package timeline_test

import (
	"image"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/cmd/demo/internal/locomotion"
	"github.com/sinew-go/sinew/cmd/demo/internal/sidebar"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/cmd/demo/internal/timeline"
	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
	"github.com/sinew-go/sinew/internal/testing/perceptual"
)

// film is an open timeline of a scene, and an image of it.
type film struct {
	*timeline.Timeline
	t      *testing.T
	scene  stage.Scene
	panel  *workbench.Panel
	canvas *sidebar.Canvas
}

func open(t *testing.T, name string) *film {
	t.Helper()
	input, err := stage.Input{Library: assets.NewLibrary(assets.Exact())}.WithMannequin()
	if err != nil {
		t.Fatal(err)
	}
	f := &film{t: t}
	if f.scene, err = stage.Open(input, name, 0, ""); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.scene.Close)
	if err := f.scene.Update(0.02); err != nil {
		t.Fatal(err)
	}
	if f.panel, err = workbench.New(f.scene, &workbench.Settings{Speed: 1}); err != nil {
		t.Fatal(err)
	}
	if f.canvas, err = sidebar.NewCanvas(1); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.canvas.Close)
	if f.Timeline, err = timeline.New(f.scene, f.panel); err != nil {
		t.Fatal(err)
	}
	return f
}

const frameSeconds = 1.0 / 60

// advance runs frames.
func (f *film) advance(frames int) {
	f.t.Helper()
	for range frames {
		if err := f.Advance(frameSeconds); err != nil {
			f.t.Fatal(err)
		}
	}
}

// keys presses keys.
func (f *film) keys(names ...string) {
	f.t.Helper()
	for _, name := range names {
		if known, err := f.Key(name, false); !known || err != nil {
			f.t.Fatalf("the key %q: known %v, %v", name, known, err)
		}
	}
}

// draw draws the timeline, and keeps the image among the test's artifacts unless its name is empty.
func (f *film) draw(name string) *image.RGBA {
	f.t.Helper()
	size := image.Pt(980, timeline.Height)
	f.canvas.Resize(size)
	f.Draw(f.canvas, size, 1)
	if name != "" {
		perceptual.Keep(f.t, f.canvas.Image, name)
	}
	return f.canvas.Image
}

func TestLook(t *testing.T) {
	f := open(t, stage.Locomotion)
	if err := f.scene.(*locomotion.Scene).Press(locomotion.Faster); err != nil {
		t.Fatal(err)
	}
	f.advance(60)
	f.scene.(*locomotion.Scene).Press(locomotion.Jump)
	f.advance(120)
	f.scene.(*locomotion.Scene).Press(locomotion.Faster)
	f.advance(120)
	f.draw("live.png")
	f.keys("space", "home", "down", "g", "down", "down")
	f.draw("past.png")
	for _, a := range f.Area("transition") {
		t.Log(a)
	}
	a := f.Area("transition")[1]
	if err := f.Press(a.Min.X+3, a.Min.Y+3); err != nil {
		t.Fatal(err)
	}
	f.draw("choice.png")
}
