package render

import (
	"errors"
	"syscall/js"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/ecs"
)

// Two canvases of a page have a renderer each, which draws to its own; a canvas has the size that
// it was given, and keeps its picture if it was told to.
func TestTwoCanvases(t *testing.T) {
	before := current
	defer func() { current = before }()
	world, library := ecs.NewWorld(), assets.NewLibrary(assets.Exact())
	type page struct {
		canvas   js.Value
		renderer *Renderer
		target   *Target
	}
	var pages [2]page
	for i := range pages {
		p := &pages[i]
		p.canvas = js.Global().Get("document").Call("createElement", "canvas")
		if err := UseCanvas(p.canvas, CanvasOptions{Width: 24, Height: 16, Preserve: true}); err != nil {
			t.Fatal(err)
		}
		if w, h := p.canvas.Get("width").Int(), p.canvas.Get("height").Int(); w != 24 || h != 16 {
			t.Errorf("canvas %d has %dx%d pixels, want 24x16", i, w, h)
		}
		var err error
		if p.renderer, err = New(&world, library, Options{Debug: true}); err != nil {
			t.Fatal(err)
		}
		defer p.renderer.Close()
		if p.target, err = NewTarget(24, 16, 1); err != nil {
			t.Fatal(err)
		}
		defer p.target.Close()
	}
	blank := pages[1].canvas.Call("toDataURL").String()
	for i, p := range pages { // the first one after the second one became current
		if err := errors.Join(p.renderer.Draw(Camera{}, p.target), p.renderer.Present(p.target, 24, 16)); err != nil {
			t.Fatal(err)
		}
		if i == 0 && pages[1].canvas.Call("toDataURL").String() != blank {
			t.Error("the first renderer draws to the second canvas")
		}
		if p.canvas.Call("toDataURL").String() == blank {
			t.Errorf("canvas %d is empty", i)
		}
	}
	if err := UseCanvas(pages[0].canvas, CanvasOptions{Width: -1}); err == nil {
		t.Error("a width of -1: no error")
	}
	plain := js.Global().Get("document").Call("createElement", "canvas")
	if err := UseCanvas(plain, CanvasOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := UseCanvas(plain, CanvasOptions{Preserve: true}); !errors.Is(err, ErrNoContext) {
		t.Errorf("a context that does not preserve its pictures: %v", err)
	}
}
