//go:build cgo && !js

package main

import (
	"math"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/sinew-go/sinew/internal/testing/perceptual"
)

// The size of the page on a phone.
const phoneWidth, phoneHeight = 390, 844

// testPhone uses the page as on a phone: the keys that it lists, the panel as a sheet from below,
// and fingers that steer. It begins and ends paused, without the panel.
func testPhone(t *testing.T, b *browser) {
	b.resize(phoneWidth, phoneHeight, chromedp.EmulateTouch)
	b.awaitFrame()
	b.run(t, "keys", testKeys)
	b.run(t, "sheet", testSheet)
	b.run(t, "touch", testTouch)
	b.run(t, "timeline", testTouchedTimeline)
}

// shown reports whether an element of the page can be seen.
func (b *browser) shown(id string) bool {
	b.t.Helper()
	return b.text(`document.getElementById("`+id+`").checkVisibility()`) == "true"
}

func testKeys(t *testing.T, b *browser) {
	if b.shown("keys") {
		t.Error("the list of keys is shown at first")
	}
	act(b, chromedp.KeyEvent("h"))
	if !b.shown("keys") {
		t.Error("h does not show the list of keys")
	}
	perceptual.Keep(t, b.picture(), "keys on a phone.png")
	if wide := b.number(`document.getElementById("keys").getBoundingClientRect().right`); wide > phoneWidth {
		t.Errorf("the list of keys ends at %v of %d pixels", wide, phoneWidth)
	}
	act(b, chromedp.KeyEvent("\x1b"))
	if b.shown("keys") {
		t.Error("escape does not close the list of keys")
	}
	act(b, chromedp.KeyEvent("k"))
	b.awaitFrame()
	if checked := b.text(`document.getElementById("skeletons").checked`); checked != "true" {
		t.Error("k does not show skeletons")
	}
	before := b.picture()
	for range 12 { // a fifth of a second
		act(b, chromedp.KeyEvent("."))
	}
	b.awaitFrame()
	if d, err := perceptual.Compare(before, b.picture()); err != nil || d.Worst < maxPatchDifference {
		t.Errorf("the key . changes the picture by %+v, %v", d, err)
	}
	act(b, chromedp.KeyEvent("k"))
}

// touch tells the page where fingers are: at pairs of coordinates.
func (b *browser) touch(kind input.DispatchTouchEventType, at ...float64) {
	b.t.Helper()
	points := []*input.TouchPoint{}
	for i := 0; i < len(at); i += 2 {
		finger := float64(i)
		points = append(points, &input.TouchPoint{X: at[i], Y: at[i+1], ID: &finger})
	}
	do(b, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
	b.awaitFrame()
}

// slide moves a finger from one height of the page to another, and lifts it.
func (b *browser) slide(x, from, to float64) {
	b.t.Helper()
	b.touch("touchStart", x, from)
	b.touch("touchMove", x, (from+to)/2)
	b.touch("touchMove", x, to)
	b.touch("touchEnd")
}

// The sheet lies below the picture; its grip makes it higher, and closes it.
func testSheet(t *testing.T, b *browser) {
	top := func(id string) float64 {
		act(b, chromedp.Evaluate[int]("Promise.all(document.getAnimations().map(a => a.finished)).then(() => 1)",
			chromedp.EvalAwaitPromise)) // the sheet rises
		return b.number(`document.getElementById("` + id + `").getBoundingClientRect().top`)
	}
	picture := func() float64 { return b.number(`document.getElementById("view").clientHeight`) }
	if b.shown("workbench") || b.shown("grip") {
		t.Error("the panel is shown at first")
	}
	b.text(`document.getElementById("panel").click()`)
	b.awaitPanel("parameter speed")
	b.awaitFrame()
	perceptual.Keep(t, b.picture(), "sheet.png")
	if sheet := top("workbench"); math.Abs(sheet-picture()) > 1 || sheet < phoneHeight/3 || sheet > phoneHeight*2/3 {
		t.Errorf("the sheet begins at %v of %d pixels, the picture has %v", sheet, phoneHeight, picture())
	}
	if wide := b.number(`document.getElementById("workbench").scrollWidth`); wide > phoneWidth {
		t.Errorf("the sheet is %v pixels wide", wide)
	}
	b.slide(phoneWidth/2, top("grip")+10, 200)
	if high := top("workbench"); high > 220 || high < 180 || math.Abs(high-picture()) > 1 {
		t.Errorf("after dragging the grip to 200 the sheet begins at %v, and the picture has %v", high, picture())
	}
	perceptual.Keep(t, b.picture(), "high sheet.png")
	b.slide(phoneWidth/2, top("grip")+10, phoneHeight-40)
	if b.shown("workbench") || picture() != phoneHeight {
		t.Errorf("dragged down the sheet does not close; the picture has %v pixels", picture())
	}
	b.text(`document.getElementById("panel").click()`)
	b.awaitFrame()
	low := top("workbench")
	b.touch("touchStart", phoneWidth/2, low+10)
	b.touch("touchEnd")
	b.awaitFrame()
	if high := top("workbench"); high > 200 {
		t.Errorf("after a tap on the grip the sheet begins at %v", high)
	}
	b.touch("touchStart", phoneWidth/2, top("grip")+10)
	b.touch("touchEnd")
	b.awaitFrame()
	if again := top("workbench"); again != low {
		t.Errorf("after another tap the sheet begins at %v, expected %v", again, low)
	}
}

// A finger in the picture steers the character, and two move the camera.
func testTouch(t *testing.T, b *browser) {
	do(b, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
	b.text(`document.getElementById("play").click()`)
	awaitState := func(state string) {
		t.Helper()
		b.await(`document.querySelector("#workbench .present")?.textContent === "` + state + `"`)
	}
	parameter := func(name string) float64 { return b.number(inPanel("parameter "+name) + ".value") }
	b.touch("touchStart", 200, 200)
	b.touch("touchMove", 200, 150)
	awaitState("ground/move")
	b.await(inPanel("parameter speed") + ".value > 1")
	if turn := parameter("turn"); turn != 0 {
		t.Errorf("a finger straight up turns by %v", turn)
	}
	b.touch("touchMove", 250, 150)
	b.await(inPanel("parameter turn") + ".value < -0.9")
	b.touch("touchMove", 200, 60)
	b.await(inPanel("parameter speed") + ".value > 3")
	if name := b.text(`document.getElementById("status").textContent`); name == "" {
		t.Error("the page does not tell what fingers do")
	}
	perceptual.Keep(t, b.picture(), "runs by touch.png")
	b.touch("touchEnd")
	b.await(inPanel("parameter speed") + ".value == 0")
	awaitState("ground/idle")
	b.touch("touchStart", 200, 200)
	b.touch("touchEnd")
	awaitState("jump")
	awaitState("ground/idle")

	b.text(`document.getElementById("play").click()`)
	b.awaitFrame()
	testPinch(t, b)
	if speed := parameter("speed"); speed != 0 {
		t.Errorf("two fingers make the character go at %v m/s", speed)
	}
}

// testPinch spreads two fingers, at most five times until that changes the picture: a browser takes
// fingers from a page that does not answer in time ("pointercancel"), and once in hundreds of runs
// a spread has changed nothing. The log tells what the page heard then.
func testPinch(t *testing.T, b *browser) {
	b.text(`(window.heard = [], ["pointerdown", "pointermove", "pointerup", "pointercancel"].forEach(kind =>
		document.getElementById("view").addEventListener(kind, e => heard.push(kind + " " + e.pointerId))))`)
	before := b.picture()
	for range 5 {
		b.text("heard.length = 0")
		b.touch("touchStart", 150, 200)
		b.touch("touchStart", 150, 200, 200, 200)
		b.touch("touchMove", 150, 200, 300, 200)
		b.touch("touchEnd")
		b.awaitFrame()
		d, err := perceptual.Compare(before, b.picture())
		if err != nil {
			t.Fatal(err)
		}
		if d.Worst >= maxPatchDifference {
			return
		}
		t.Logf("two fingers change the picture by %+v; the page heard %s", d, b.text(`heard.join(", ")`))
	}
	t.Error("two fingers do not change the picture")
}

// The timeline takes the place of the sheet, and fingers press its buttons and drag the moment.
func testTouchedTimeline(t *testing.T, b *browser) {
	if !b.shown("workbench") {
		t.Fatal("the panel is closed")
	}
	b.text(`document.getElementById("past").click()`)
	b.awaitFrame()
	const top = phoneHeight - 300 // of the timeline
	if picture := b.number(`document.getElementById("view").clientHeight`); picture != top || b.shown("workbench") ||
		!b.shown("timeline") {
		t.Errorf("above the timeline the picture has %v pixels, the sheet is shown: %v", picture, b.shown("workbench"))
	}
	if bottom := b.number(`document.getElementById("controls").getBoundingClientRect().bottom`); bottom > top {
		t.Errorf("the controls reach to %v, into the timeline at %d", bottom, top)
	}
	tap := func(x, y float64) {
		b.touch("touchStart", x, y)
		b.touch("touchEnd")
	}
	const playX, buttonsY, tracksY = 145, top + 20, top + 160
	tap(playX, buttonsY)
	b.await(`document.getElementById("play").textContent === "Pause"`)
	act(b, chromedp.Evaluate[int]("new Promise(done => setTimeout(() => done(1), 1500))", chromedp.EvalAwaitPromise))
	tap(playX, buttonsY)
	b.await(`document.getElementById("play").textContent === "Play"`)
	b.awaitFrame()
	before := b.picture()
	perceptual.Keep(t, before, "timeline on a phone.png")
	b.touch("touchStart", 300, tracksY)
	b.touch("touchMove", 200, tracksY)
	b.touch("touchMove", 100, tracksY)
	b.touch("touchEnd")
	perceptual.Keep(t, b.picture(), "dragged timeline on a phone.png")
	if d, err := perceptual.Compare(before, b.picture()); err != nil || d.Worst < maxPatchDifference {
		t.Errorf("a finger in the tracks changes the page by %+v, %v", d, err)
	}
	b.text(`document.getElementById("past").click()`)
	b.awaitFrame()
	if b.shown("timeline") {
		t.Error("the timeline stays")
	}
}
