//go:build cgo && !js

package main

import (
	"fmt"
	"image"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/internal/testing/perceptual"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// inPanel returns an expression for the element of a control of the panel.
func inPanel(name string) string {
	return fmt.Sprintf(`document.querySelector('#workbench [data-name=%q]')`, name)
}

// awaitPanel waits until the panel has a control, and shows what has changed.
func (b *browser) awaitPanel(name string) {
	b.t.Helper()
	b.await(inPanel(name) + " !== null")
	act(b, chromedp.Evaluate[int]("new Promise(done => setTimeout(() => requestAnimationFrame(() => done(1)), 250))",
		chromedp.EvalAwaitPromise))
}

// number returns the value of an expression in the page.
func (b *browser) number(expression string) float64 {
	b.t.Helper()
	text := b.text(expression)
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		b.t.Fatalf("%s is %q", expression, text)
	}
	return value
}

// at returns a place of a control, at fractions of its width and height, and scrolls the panel to
// it.
func (b *browser) at(name string, x, y float64) (left, top float64) {
	b.t.Helper()
	b.text(inPanel(name) + `.scrollIntoView({block: "center"})`)
	box := inPanel(name) + ".getBoundingClientRect()"
	left = b.number(box+".left") + x*b.number(box+".width")
	return left, b.number(box+".top") + y*b.number(box+".height")
}

// drag drags a control from one place to another, at fractions of its width and height.
func (b *browser) drag(name string, fromX, fromY, toX, toY float64) {
	b.t.Helper()
	x0, y0 := b.at(name, fromX, fromY)
	x1, y1 := b.at(name, toX, toY)
	b.dragMouse(x0, y0, x1, y1)
	b.awaitPanel(name)
}

// besidePanel saves a picture of the page, and returns the part beside the panel.
func (b *browser) besidePanel(t *testing.T, name string) image.Image {
	t.Helper()
	return b.keep(t, name+".panel", 300, 60)
}

// lightThePage drops a picture of surroundings on the page and changes the exposure, which the
// picture shows.
func lightThePage(t *testing.T, b *browser) {
	t.Helper()
	b.text(`[...document.querySelectorAll("#workbench summary")].find(e => e.textContent === "Light").click()`)
	b.awaitPanel("light surroundings")
	before := b.besidePanel(t, "sky")
	dusk := filepath.Join(t.TempDir(), "dusk.hdr")
	content := "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 2\n\xff\x20\x08\x80\xff\x20\x08\x80"
	if err := os.WriteFile(dusk, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	b.drop(dusk)
	b.await(inPanel("light surroundings") + `.selectedOptions[0]?.text === "dusk.hdr"`)
	b.awaitReady()
	lit := b.besidePanel(t, "dusk")
	b.text(inPanel("light exposure") + `.value = 2, ` + inPanel("light exposure") +
		`.dispatchEvent(new Event("input", {bubbles: true}))`)
	b.await(inPanel("light exposure") + `.value === "2"`)
	bright := b.besidePanel(t, "exposed")
	for name, pair := range map[string][2]image.Image{"surroundings": {before, lit}, "exposure": {lit, bright}} {
		if d, err := perceptual.Compare(pair[0], pair[1]); err != nil || d.Worst < maxPatchDifference {
			t.Errorf("the %s changes the picture by %+v, %v", name, d, err)
		}
	}
}

// TestWebPanel asks the preview for the panel, drags, clicks and types in it, as a user does, and
// then adds clips of another file to a model. These share a page, as the start of one takes longer.
func TestWebPanel(t *testing.T) {
	findChromium(t)
	b := newBrowser(t, "?time=0.4", 640, 420, coarse) // so narrow that the panel is hidden at first
	b.awaitReady()
	b.run(t, "hand-over", testHandOver)
	b.run(t, "controls", testControls)
	b.run(t, "clips of another file", testClipsOfAnotherFile)
}

// testControls uses the panel beside the first scene, beside one that is steered, and beside a
// model with morph targets.
func testControls(t *testing.T, b *browser) {
	const width, height = 720, 420
	b.scale = fine // a pose is to change the picture
	b.resize(width, height)
	b.text(`document.getElementById("panel").click()`)
	b.choose("scenes", stage.Show) // as the camera sees it at first
	b.awaitReady()
	if got := b.number(`document.getElementById("view").clientWidth`); got != width-300 {
		t.Errorf("beside the panel, the picture is %v pixels wide", got)
	}
	if b.shown("more") {
		t.Error("clips can be added to a scene of the demo")
	}

	b.awaitPanel("layer 0 time")
	before := b.besidePanel(t, "show")
	b.drag("layer 0 time", 0.2, 0.5, 0.75, 0.5)
	timeline := inPanel("layer 0 time")
	low, high := b.number(timeline+".min"), b.number(timeline+".max")
	if value := (b.number(timeline+".value") - low) / (high - low); math.Abs(value-0.75) > 0.03 {
		t.Errorf("after dragging the timeline to 3/4 it is at %v", value)
	}
	if d, err := perceptual.Compare(before, b.besidePanel(t, "dragged")); err != nil || d.Worst < maxPatchDifference {
		t.Errorf("dragging the timeline changes the picture by %+v, %v", d, err)
	}
	b.scale = medium
	b.resize(width, height)

	b.drag("layer 0 loops", 0.03, 0.5, 0.3, 0.5)
	if loops := b.number(inPanel("layer 0 loops") + ".value"); loops != 3 {
		t.Errorf("after dragging the slider to a third, there are %v loops", loops)
	}
	b.text(inPanel("layer 0 add a layer") + ".click()")
	b.awaitPanel("layer 1 remove the layer")
	b.text(inPanel("layer 1 remove the layer") + ".click()")
	b.await(inPanel("layer 1 remove the layer") + " === null")

	// The pointer over a joint shows its name, and a click shows its character in the panel.
	found := ""
	for y := 0.5; y < 0.7 && found == ""; y += 0.02 {
		act(b, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, (width-300)/2, y*height))
		b.awaitFrame()
		found = b.text(
			`[...document.querySelectorAll("#marks text")].filter(e => e.style.display === "").map(e => e.textContent).join()`)
	}
	if found == "" {
		t.Error("no joint is shown under the pointer")
	}

	b.choose("scenes", stage.Locomotion)
	b.awaitReady()
	b.awaitPanel("parameter speed")
	b.text(`document.getElementById("play").click()`)
	b.drag("parameter speed", 0.1, 0.5, 0.8, 0.5)
	b.await(`document.querySelector("#workbench .present").textContent === "ground/move"`)
	b.text(`document.getElementById("play").click()`) // from here on the page draws only what changes
	b.awaitPanel("layer 0 position")
	x, y := b.at("layer 0 position", 0.5, 0.2)
	act(b, chromedp.MouseClickXY(x, y))
	b.awaitPanel("layer 0 position")
	if turn := b.number(inPanel("parameter turn") + ".value"); turn < 0.5 || turn > 1 {
		t.Errorf("a click on the pad sets the parameter turn to %v", turn)
	}
	for _, name := range []string{"skeletons", "bounds", "joint names"} {
		b.text(inPanel(name) + ".click()")
	}
	b.awaitPanel("layer 0 position")
	b.besidePanel(t, "locomotion")
	if names := b.number(
		`[...document.querySelectorAll("#marks text")].filter(e => e.style.display === "").length`); names < 4 {
		t.Errorf("%v names of joints are shown", names)
	}
	for _, name := range []string{"skeletons", "bounds", "joint names"} {
		b.text(inPanel(name) + ".click()")
	}

	path := testassets.Path(t, "assets/morph_cube/AnimatedMorphCube.gltf")
	others, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*.bin"))
	if err != nil {
		t.Fatal(err)
	}
	b.drop(append(others, path)...)
	b.await(`document.getElementById("scenes").value === "AnimatedMorphCube.gltf"`)
	b.awaitReady()
	b.awaitPanel("morph 0")
	b.drag("morph 0", 0.1, 0.5, 0.05, 0.5)
	flat := b.besidePanel(t, "morph 0")
	b.drag("morph 0", 0.05, 0.5, 0.95, 0.5)
	if value := b.number(inPanel("morph 0") + ".value"); value < 0.8 {
		t.Errorf("after dragging the slider the morph weight is %v", value)
	}
	if d, err := perceptual.Compare(flat, b.besidePanel(t, "morph 1")); err != nil || d.Worst < maxPatchDifference {
		t.Errorf("the morph slider changes the picture by %+v, %v", d, err)
	}

	lightThePage(t, b)

	act(b, chromedp.KeyEvent("c"))
	b.awaitFrame()
	if got := b.number(`document.getElementById("view").clientWidth`); got != width {
		t.Errorf("the key hides the panel, but the picture is %v pixels wide", got)
	}
	b.besidePanel(t, "hidden")
	if _, problems := b.heard(); len(problems) > 0 {
		t.Errorf("the console shows %q", problems)
	}
	act(b, chromedp.KeyEvent("c"))
	b.awaitFrame()
}
