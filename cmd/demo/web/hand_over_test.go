//go:build cgo && !js

package main

import (
	"image"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/sinew-go/sinew/internal/testing/perceptual"
)

// testHandOver changes what the preview shows, also while the whole program loads, and then lets
// that one go on: camera, time, pause and skeletons are as they were. It leaves the page paused,
// without skeletons and panel.
func testHandOver(t *testing.T, b *browser) {
	play := `document.getElementById("play").click()`
	b.text(play) // until the end is near the page draws only what changes
	b.await(`document.body.dataset.whole === "loaded"`)
	picture := func(name string) image.Image { return b.keep(t, name, 0, 100) }
	atFirst := picture("at first")
	b.text(`document.getElementById("skeletons").click()`)
	b.dragMouse(200, 100, 260, 120)
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
	b.dragMouse(200, 100, 230, 110)
	act(b,
		chromedp.Evaluate[any](
			`document.getElementById("view").dispatchEvent(new WheelEvent("wheel", {deltaY: -200, cancelable: true}))`))
	b.text(play)
	time.Sleep(700 * time.Millisecond) // the preview plays on
	b.text(play)
	before := picture("before")
	if d, err := perceptual.Compare(atFirst, before); err != nil || d.Worst < 2*maxPatchDifference {
		t.Errorf("camera, time and skeletons change the picture by %+v, %v", d, err)
	}

	b.text(`window.go()`)
	b.awaitReady()
	b.awaitPanel("layer 0 time")
	picture("panel")
	if label := b.text(`document.getElementById("play").textContent`); label != "Play" {
		t.Errorf("the button of the paused page is %q", label)
	}
	b.text(`document.getElementById("panel").click()`) // the picture is as wide as before
	after := picture("after")
	d, err := perceptual.Compare(before, after)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("the whole program's picture differs by %.2f at most, %.3f on the mean", d.Worst, d.Mean)
	if d.Worst > maxPatchDifference || d.Mean > maxMeanDifference {
		t.Errorf("when the whole program takes over, the picture jumps: %+v", d)
	}
	b.text(`document.getElementById("skeletons").click()`)
	if _, problems := b.heard(); len(problems) > 0 {
		t.Errorf("the console shows %q", problems)
	}
}
