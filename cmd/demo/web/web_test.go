//go:build cgo && !js

package main

import (
	"errors"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/internal/testing/perceptual"
	"github.com/sinew-go/sinew/internal/testing/testassets"
	"github.com/sinew-go/sinew/systems/render"
)

// The size of the page, and the largest tolerated differences from the picture that OpenGL draws,
// as package perceptual measures them.
const (
	width, height      = 480, 270
	maxPatchDifference = 5
	maxMeanDifference  = 0.5
	stadiumCount       = 300 // members of the crowd, of which the camera sees about a fifth
)

// headless returns a target of that size without a window, and what releases it. The test is
// skipped where there is no OpenGL, but not in continuous integration.
func headless(t *testing.T, width, height int) (target *render.Target, release func()) {
	t.Helper()
	target, release, err := render.Headless(width, height)
	if errors.Is(err, render.ErrNoContext) && os.Getenv("CI") == "" {
		t.Skipf("%v; run the tests under xvfb-run", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return target, release
}

// desktop returns the picture of a scene that OpenGL draws, after the camera was moved.
func desktop(t *testing.T, input stage.Input, name string, count int, seconds float64,
	move ...func(*stage.CameraControl),
) image.Image {
	t.Helper()
	target, release := headless(t, width, height)
	defer release()
	s, err := stage.Open(input, name, count, "")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if seconds > 0 {
		if err := s.Update(seconds); err != nil {
			t.Fatal(err)
		}
	}
	renderer, err := render.New(s.World(), input.Library, render.Options{Debug: true})
	if err != nil {
		t.Fatal(err)
	}
	defer renderer.Close()
	stage.ApplyStyle(renderer, s, false)
	camera := stage.NewCamera(s, nil, float32(width)/height)
	for _, moves := range move {
		moves(&camera)
	}
	if err := renderer.Draw(camera.Camera, target); err != nil {
		t.Fatal(err)
	}
	picture, err := target.Image()
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// compare fails if the page looks different from a picture.
func (b *browser) compare(t *testing.T, name string, want image.Image) {
	t.Helper()
	got := b.picture()
	perceptual.Keep(t, got, name+".page.png")
	perceptual.Keep(t, want, name+".desktop.png")
	d, err := perceptual.Compare(got, want)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s differs from the desktop's by %.2f at most, %.3f on the mean", name, d.Worst, d.Mean)
	if d.Worst > maxPatchDifference || d.Mean > maxMeanDifference {
		t.Errorf("%s looks different from the desktop's: %+v", name, d)
	}
}

// TestWebPage runs the page in a headless Chromium: it looks as OpenGL draws it, also after its
// context was lost; it plays a model that is dropped on it, and shows the error of a file that is
// none; and it needs no network once both programs are loaded.
func TestWebPage(t *testing.T) {
	findChromium(t)
	builtin, err := stage.Input{Library: assets.NewLibrary()}.WithMannequin()
	if err != nil {
		t.Fatal(err)
	}
	show := desktop(t, builtin, stage.Show, 0, 1)
	b := newBrowser(t, fmt.Sprintf("?bare&paused&time=1&count=%d", stadiumCount), width, height, fine)
	quiet := func(t *testing.T) {
		t.Helper()
		requests, problems := b.heard()
		if len(problems) > 0 {
			t.Errorf("the console shows %q", problems)
		}
		if len(requests) > 0 {
			t.Errorf("requests after the start: %q", requests)
		}
	}
	b.awaitReady()
	b.await(`document.body.dataset.whole === "loaded"`) // what is loaded after the first picture
	if value, text := b.text(`document.getElementById("progress").value`), b.text(
		`document.getElementById("stage").textContent`); value != "0.95" || text == "" {
		t.Errorf("the progress bar stopped at %s, %q", value, text)
	}
	requests, problems := b.heard()
	for _, request := range requests {
		if !strings.HasPrefix(request, b.address) && !strings.HasPrefix(request, "data:") {
			t.Errorf("the page loads %s", request)
		}
	}
	if len(problems) > 0 {
		t.Errorf("the console shows %q", problems)
	}
	t.Run("looks as the desktop's", func(t *testing.T) {
		b.compare(t, "show", show) // by the preview; the whole program draws what follows
		b.choose("scenes", "springs")
		b.awaitReady()
		if address, want := b.text("location.search"),
			fmt.Sprintf("?bare&paused&time=1&count=%d&scene=springs", stadiumCount); address != want {
			t.Errorf("expected the address to lead to the scene, %q, found %q", want, address)
		}
		b.compare(t, "springs", desktop(t, builtin, "springs", 0, 0))
		b.choose("scenes", stage.Stadium)
		b.awaitReady()
		stadium := desktop(t, builtin, stage.Stadium, stadiumCount, 0) // posed by the GPU
		if d, err := perceptual.Compare(stadium, desktop(t, builtin, stage.Stadium, 1, 0)); err != nil ||
			d.Worst < 2*maxPatchDifference {
			t.Errorf("the picture hardly shows the crowd: %+v, %v", d, err)
		}
		b.compare(t, "stadium", stadium)
		b.choose("scenes", stage.Show)
		b.awaitReady()
		b.compare(t, "show again", show)
		quiet(t)
	})
	t.Run("the mouse moves the camera", func(t *testing.T) {
		b.dragMouse(100, 100, 154, 127)
		act(b,
			chromedp.Evaluate[any](
				`document.getElementById("view").dispatchEvent(new WheelEvent("wheel", {deltaY: 200, cancelable: true}))`))
		b.awaitFrame()
		b.compare(t, "after orbit and zoom", desktop(t, builtin, stage.Show, 0, 1, func(c *stage.CameraControl) {
			c.Drag(54.0/height, 27.0/height)
			c.Wheel(-2)
		}))
		b.choose("scenes", stage.Show)
		b.awaitReady()
		quiet(t)
	})
	t.Run("a lost context is restored", func(t *testing.T) {
		b.text(
			`window.lose = document.getElementById("view").getContext("webgl2").getExtension("WEBGL_lose_context"), lose.loseContext()`)
		b.await(`document.getElementById("view").getContext("webgl2").isContextLost()`)
		b.awaitFrame()
		b.text("lose.restoreContext()")
		b.await(`!document.getElementById("view").getContext("webgl2").isContextLost()`)
		b.awaitReady()
		b.compare(t, "restored", show)
		quiet(t)
	})
	t.Run("skeletons", func(t *testing.T) {
		b.text(`document.getElementById("skeletons").click()`)
		b.awaitFrame()
		if d, err := perceptual.Compare(b.picture(), show); err != nil || d.Worst < maxPatchDifference {
			t.Errorf("skeletons change the picture by %+v, %v", d, err)
		}
		b.text(`document.getElementById("skeletons").click()`)
		quiet(t)
	})
	t.Run("a file that is no model", func(t *testing.T) {
		bad := filepath.Join(t.TempDir(), "broken.glb")
		if err := os.WriteFile(bad, []byte("glTF, but not really"), 0o600); err != nil {
			t.Fatal(err)
		}
		b.drop(bad)
		b.await(`!document.getElementById("error").hidden`)
		b.awaitReady()
		if text := b.text(`document.getElementById("message").textContent`); !strings.Contains(text, "broken.glb") ||
			len(text) < 20 {
			t.Errorf("the page shows %q", text)
		}
		b.text(`document.getElementById("dismiss").click()`)
		b.awaitFrame()
		b.compare(t, "after an error", show)
		quiet(t)
	})
	t.Run("a dropped Fox plays", func(t *testing.T) { testDroppedFox(t, b); quiet(t) })
	t.Run("a .gltf needs its other files", func(t *testing.T) {
		document := testassets.Path(t, "assets/morph_cube/AnimatedMorphCube.gltf")
		b.drop(document)
		b.await(`!document.getElementById("error").hidden`)
		if text := b.text(`document.getElementById("message").textContent`); !strings.Contains(text,
			"drop it together with the model") {
			t.Errorf("without its buffers: %q", text)
		}
		b.awaitReady()
		others, err := filepath.Glob(filepath.Join(filepath.Dir(document), "*.bin"))
		if err != nil || len(others) == 0 {
			t.Fatalf("%v, %v", others, err)
		}
		b.drop(append(others, document)...)
		b.await(`document.getElementById("scenes").value === "AnimatedMorphCube.gltf"`)
		b.awaitReady()
		if hidden := b.text(`document.getElementById("error").hidden`); hidden != "true" {
			t.Error("the error of the first attempt is still shown")
		}
		quiet(t)
	})
	t.Run("a dropped avatar plays", func(t *testing.T) { b.t = t; testDroppedAvatar(t, b) })
}

func testDroppedFox(t *testing.T, b *browser) {
	path := testassets.Path(t, "assets/fox/Fox.glb")
	library := assets.NewLibrary()
	model, err := gltfio.Open(library, path)
	if err != nil {
		t.Fatal(err)
	}
	b.drop(path)
	b.await(`document.getElementById("scenes").value === "Fox.glb"`)
	b.awaitReady()
	b.compare(t, "Fox", desktop(t, stage.Input{Library: library, Models: []*assets.Model{model}}, stage.Show, 0, 0))
	if clips := b.text(`[...document.getElementById("clips").options].map(o => o.value).join()`); clips != strings.Join(
		model.ClipNames(), ",") {
		t.Errorf("the page lists the clips %s, want %q", clips, model.ClipNames())
	}
	before := b.picture()
	b.choose("clips", "Run")
	b.text(`document.getElementById("play").click()`)
	b.await(
		`document.getElementById("status").textContent.includes("Run 0.") && document.getElementById("status").textContent.includes("frames/s")`)
	b.text(`document.getElementById("play").click()`)
	b.awaitFrame()
	if d, err := perceptual.Compare(before, b.picture()); err != nil || d.Worst < maxPatchDifference {
		t.Errorf("while the Fox plays, the picture changes by %+v, %v", d, err)
	}
}
