//go:build cgo && !js

package main

import (
	"image"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/sinew-go/sinew/internal/testing/perceptual"
)

// above returns the part of the page's picture above its controls.
func (b *browser) above(t *testing.T, name string) image.Image {
	t.Helper()
	b.awaitFrame()
	m := b.picture()
	perceptual.Keep(t, m, name+".png")
	return m.(interface {
		SubImage(r image.Rectangle) image.Image
	}).SubImage(image.Rect(0, 0, m.Bounds().Dx(), m.Bounds().Dy()-100))
}

// TestHandOverKeepsTheView changes what the preview shows, also while the whole program loads, and
// then lets that one go on: camera, time, pause and skeletons are as they were.
func TestHandOverKeepsTheView(t *testing.T) {
	findChromium(t)
	b := newBrowser(t, "?time=0.4", 640, 420) // so narrow that the panel is hidden at first
	b.awaitReady()
	b.await(`document.body.dataset.whole === "loaded"`)
	atFirst := b.above(t, "at first")
	b.text(`document.getElementById("skeletons").click()`)
	act(b, chromedp.DragAndDropXY(200, 100, 260, 120))
	// The whole program has to wait until go is called.
	b.text(`(() => {
		const instantiate = WebAssembly.instantiate;
		WebAssembly.instantiate = async (...all) => {
			await new Promise(done => { window.go = done; });
			return instantiate.apply(WebAssembly, all);
		};
		document.getElementById("loading").style.visibility = "hidden";
	})()`)
	b.text(`document.getElementById("panel").click()`)
	b.await("window.go !== undefined")
	act(b, chromedp.DragAndDropXY(200, 100, 230, 110))
	act(b,
		chromedp.Evaluate[any](
			`document.getElementById("view").dispatchEvent(new WheelEvent("wheel", {deltaY: -200, cancelable: true}))`))
	time.Sleep(700 * time.Millisecond) // the preview plays on
	b.text(`document.getElementById("play").click()`)
	before := b.above(t, "before")
	if d, err := perceptual.Compare(atFirst, before); err != nil || d.Worst < 2*maxPatchDifference {
		t.Errorf("camera, time and skeletons change the picture by %+v, %v", d, err)
	}

	b.text(`window.go()`)
	b.awaitReady()
	b.awaitPanel("layer 0 time")
	b.above(t, "panel")
	if label := b.text(`document.getElementById("play").textContent`); label != "Play" {
		t.Errorf("the button of the paused page is %q", label)
	}
	b.text(`document.getElementById("panel").click()`) // the picture is as wide as before
	after := b.above(t, "after")
	d, err := perceptual.Compare(before, after)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("the whole program's picture differs by %.2f at most, %.3f on the mean", d.Worst, d.Mean)
	if d.Worst > maxPatchDifference || d.Mean > maxMeanDifference {
		t.Errorf("when the whole program takes over, the picture jumps: %+v", d)
	}
	if _, problems := b.heard(); len(problems) > 0 {
		t.Errorf("the console shows %q", problems)
	}
}
