//go:build cgo && !js

package main

import (
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/sinew-go/sinew/internal/testing/perceptual"
)

// toolsWidth and toolsHeight are the size of the page where tools lie below its picture.
const toolsWidth, toolsHeight = 720, 480

// TestWebTools uses the page as on a phone, and then what lies below its picture by keys and mouse:
// the timeline, and the tuner of a state machine and of a solver. These share a page, as the start
// of one takes longer.
func TestWebTools(t *testing.T) {
	findChromium(t)
	b := newBrowser(t, "?scene=locomotion&paused&time=1&panel&tuning", toolsWidth, toolsHeight, coarse)
	b.awaitReady()
	const tuned = `document.body.classList.contains("timeline") && document.getElementById("tuning").checked`
	if b.text(tuned) != "true" || !b.shown("workbench") {
		t.Error("the address does not open the tuner")
	}
	act(b, chromedp.KeyEvent("\x1b"))
	b.text(`document.getElementById("panel").click()`)
	b.run(t, "phone", testPhone)
	b.scale = medium // for what is tuned, where the pointer has to meet small things
	b.resize(toolsWidth, toolsHeight)
	b.text(`document.getElementById("play").click()`)
	b.run(t, "timeline", testTimeline)
	act(b, chromedp.KeyEvent("c"))
	b.run(t, "tuner", testTuner)
	b.scale = coarse
	b.resize(toolsWidth, toolsHeight)
	b.choose("scenes", "full-body")
	b.awaitReady()
	act(b, chromedp.KeyEvent("g"))
	b.run(t, "limits", testLimits)
	if _, problems := b.heard(); len(problems) > 0 {
		t.Errorf("the console shows %q", problems)
	}
}

// testTimeline records, goes back by a drag, plays, marks a moment whose ghost is drawn, goes on
// from there and closes the timeline.
func testTimeline(t *testing.T, b *browser) {
	act(b, chromedp.KeyEvent("e"))
	b.awaitFrame()
	if got := b.number(`document.getElementById("view").clientHeight`); got != toolsHeight-236 {
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

	y := float64(toolsHeight - 236 + 60)
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
	if got := b.number(`document.getElementById("view").clientWidth`); got != toolsWidth {
		t.Errorf("without the panel the picture is %v pixels wide", got)
	}
	if got := b.number(`document.getElementById("view").clientHeight`); got != toolsHeight {
		t.Errorf("without the timeline the picture is %v pixels high", got)
	}
}
