//go:build cgo && !js

package main

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/sinew-go/sinew/internal/testing/perceptual"
)

// ctrl presses and releases a key with the control key.
func (b *browser) ctrl(key, code string, modifiers int64) {
	b.t.Helper()
	for _, kind := range []input.DispatchKeyEventType{"keyDown", "keyUp"} {
		do(b, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: kind, Key: key, Code: code, Modifiers: 2 | modifiers})
	}
}

// chooseInPanel selects an entry of a list of the panel.
func (b *browser) chooseInPanel(name, entry string) {
	b.t.Helper()
	b.await(inPanel(name) + " !== null")
	b.text(fmt.Sprintf(`(() => {
		const list = %s;
		list.selectedIndex = [...list.options].findIndex(option => option.text === %q);
		list.dispatchEvent(new Event("input", {bubbles: true}));
	})()`, inPanel(name), entry))
	b.awaitFrame()
}

// testTuner edits the state machine of a character that plays, on the page: it drags from a box to
// another one, which adds a transition, undoes that by keys and does it again, and drags a sample
// of a blend space. From the first edit on the scene stands still, which costs fewer frames.
func testTuner(t *testing.T, b *browser) {
	const width, height = float64(toolsWidth), float64(toolsHeight)
	act(b, chromedp.KeyEvent("g"))
	b.await(`document.body.classList.contains("timeline")`)
	b.awaitFrame()
	if got := b.number(`document.getElementById("view").clientHeight`); got != height-236 {
		t.Errorf("above the tuner the picture is %v pixels high", got)
	}
	row := func(name string) string { return inPanel("tune " + name) }
	choose := func(name, entry string) {
		t.Helper()
		b.chooseInPanel("tune "+name, entry)
	}
	edits := func(n int) {
		t.Helper()
		b.await(fmt.Sprintf(`%s?.textContent === "undo (%d)"`, row("undo"), n))
	}
	choose("part", "layer body: ground")
	perceptual.Keep(t, b.picture(), "machine.png")
	// The machine's boxes are in two columns and rows of what is below the title.
	pictureWidth, top, high := width-300, height-236+20, 236.0-20
	half := b.number(`(() => {
		const context = document.getElementById("timeline").getContext("2d");
		return Math.floor(Math.floor(context.measureText("idle").width + 0.5) / 2) + 10;
	})()`)
	idle, turn := []float64{pictureWidth / 4, top + high/2}, []float64{3 * pictureWidth / 4, top + 3*high/4}
	b.dragMouse(idle[0]+half, idle[1], turn[0], turn[1])
	edits(1)
	b.await(row("condition 0") + `?.selectedOptions[0].text === "jump"`)
	b.awaitFrame()
	perceptual.Keep(t, b.picture(), "added.png")
	b.text(`document.getElementById("play").click()`) // the page draws only what changes
	choose("condition 0", "wave")
	edits(2)
	b.ctrl("z", "KeyZ", 0)
	edits(1)
	b.ctrl("z", "KeyZ", 0)
	edits(0)
	b.ctrl("Z", "KeyZ", 8) // with shift
	edits(1)
	b.dragMouse(idle[0], idle[1], idle[0]+30, idle[1]+40)
	edits(2)
	field := row("state")
	b.await(field + `?.value === "idle"`)
	b.text(field + ".focus(), " + field + ".select()")
	act(b, chromedp.KeyEvent("go e!\b\r")) // no key is one of the page
	edits(3)
	b.await(field + `?.value === "go e"`)
	b.awaitFrame()
	perceptual.Keep(t, b.picture(), "renamed.png")
	b.ctrl("z", "KeyZ", 0)
	edits(2)
	choose("part", "blend space move")
	b.awaitFrame()
	before := b.number(row("samples[3].x") + ".valueAsNumber")
	perceptual.Keep(t, b.picture(), "space.png")
	// The samples are from 1.35 to 3.6, with room of 15 % at both sides.
	x := 26 + (pictureWidth-52)*(1+0.15)/1.3
	y := height - 26 - (236-20-52)/2
	b.dragMouse(x, y, x-60, y)
	edits(3)
	b.await(fmt.Sprintf("%s.valueAsNumber < %v", row("samples[3].x"), before-0.1))
	perceptual.Keep(t, b.picture(), "dragged.png")
	act(b, chromedp.KeyEvent("\x1b"))
	b.await(`!document.body.classList.contains("timeline") && !document.getElementById("tuning").checked`)
}

// testLimits edits the limit of a joint of a solver on the page, by mouse and keys, and saves it as
// JSON.
func testLimits(t *testing.T, b *browser) {
	b.chooseInPanel("tune part", "2 fullBody")
	const limit = "tune limits[0].cone"
	b.awaitPanel(limit)
	before, high := b.number(inPanel(limit)+".valueAsNumber"), b.number(inPanel(limit)+".max")
	isHalf := fmt.Sprintf("Math.abs(%s.valueAsNumber - %v) < %v", inPanel(limit), high/2, high/20)
	b.drag(limit, before/high, 0.5, 0.5, 0.5)
	b.await(isHalf)
	b.ctrl("z", "KeyZ", 0)
	b.await(fmt.Sprintf("%s.valueAsNumber === %v", inPanel(limit), before))
	b.ctrl("Z", "KeyZ", 8) // with shift
	b.await(isHalf)
	perceptual.Keep(t, b.picture(), "limit.png")
	b.text(`(() => {
		URL.createObjectURL = blob => (blob.text().then(text => window.saved = text), "#")
		HTMLAnchorElement.prototype.click = function() { window.savedAs = this.download }
	})()`)
	b.ctrl("s", "KeyS", 0)
	b.await("window.saved !== undefined")
	now, saved := b.number(inPanel(limit)+".valueAsNumber"), b.number("JSON.parse(saved).solvers[2].limits[0].cone")
	if saved != now || saved == before {
		t.Errorf("saved as %s is the limit %v, want %v", b.text("savedAs"), saved, now)
	}
}
