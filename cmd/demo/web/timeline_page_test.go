//go:build cgo && !js

package main

import (
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/sinew-go/sinew/internal/testing/perceptual"
)

// TestWebTools uses what lies below the picture of the page by keys and mouse: the timeline, and then
// the tuner. They share a page, as the start of one takes longer than either.
func TestWebTools(t *testing.T) {
	findChromium(t)
	const width, height = 720, 480
	b := newBrowser(t, "?scene=locomotion&panel", width, height, coarse)
	b.awaitReady()
	act(b, chromedp.KeyEvent("c")) // the whole width
	t.Run("timeline", func(t *testing.T) { b.t = t; testTimeline(t, b, width, height) })
	b.t = t
	act(b, chromedp.KeyEvent("c"))
	t.Run("tuner", func(t *testing.T) { b.t = t; testTuner(t, b, width, height) })
}

// testTimeline records, goes back by a drag, plays, marks a moment whose ghost is drawn, goes on from
// there and closes the timeline.
func testTimeline(t *testing.T, b *browser, width, height int) {
	act(b, chromedp.KeyEvent("e"))
	b.awaitFrame()
	if got := b.number(`document.getElementById("view").clientHeight`); got != float64(height-236) {
		t.Errorf("above the timeline the picture is %v pixels high", got)
	}
	if b.text(`document.getElementById("past").checked`) != "true" {
		t.Error("the control of the timeline does not show that it is open")
	}
	act(b, chromedp.Evaluate[int]("new Promise(done => setTimeout(() => done(1), 1500))", chromedp.EvalAwaitPromise))
	act(b, chromedp.KeyEvent("k"))
	b.await(`document.getElementById("play").textContent === "Play"`)
	b.awaitFrame()
	stopped := b.picture()
	perceptual.Keep(t, stopped, "stopped.png")

	y := float64(height - 236 + 60)
	b.dragMouse(300, y, 120, y) // the first moment, however few frames there are
	b.awaitFrame()
	past := b.picture()
	perceptual.Keep(t, past, "past.png")
	if d, err := perceptual.Compare(stopped, past); err != nil || d.Worst < maxPatchDifference {
		t.Errorf("dragging back changes the page by %+v, %v", d, err)
	}
	act(b, chromedp.KeyEvent("g"))
	act(b, chromedp.KeyEvent("]")) // away from it
	ghost := b.keep(t, "ghost", 0, 236)
	for _, key := range []string{"[", "g", "]"} { // no mark
		act(b, chromedp.KeyEvent(key))
	}
	alone := b.keep(t, "no ghost", 0, 236)
	if d, err := perceptual.Compare(alone, ghost); err != nil || d.Worst < maxPatchDifference {
		t.Errorf("a ghost changes the picture by %+v, %v", d, err)
	}
	bones := `document.querySelector("#marks path")?.getAttribute("d").length ?? 0`
	if b.number(bones) != 0 {
		t.Error("a ghost with a surface shows bones")
	}
	act(b, chromedp.KeyEvent("g"))
	act(b, chromedp.KeyEvent("i"))
	act(b, chromedp.KeyEvent("]"))
	act(b, chromedp.KeyEvent("o"))
	act(b, chromedp.KeyEvent("l"))
	b.await(`document.getElementById("play").textContent === "Pause"`) // the past plays
	b.awaitFrame()
	act(b, chromedp.KeyEvent("x"))
	act(b, chromedp.KeyEvent("\r"))
	b.await(`document.getElementById("play").textContent === "Pause"`)
	b.awaitFrame()
	perceptual.Keep(t, b.picture(), "on.png")
	act(b, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, 200, 200))
	act(b, chromedp.KeyEvent("\x1b"))
	b.await(`!document.body.classList.contains("timeline")`)
	if got := b.number(`document.getElementById("view").clientWidth`); got != float64(width) {
		t.Errorf("without the panel the picture is %v pixels wide", got)
	}
	if got := b.number(`document.getElementById("view").clientHeight`); got != float64(height) {
		t.Errorf("without the timeline the picture is %v pixels high", got)
	}
	if _, problems := b.heard(); len(problems) > 0 {
		t.Errorf("the console shows %q", problems)
	}
}
