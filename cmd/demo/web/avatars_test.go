//go:build cgo && !js

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/cmd/demo/internal/avatars"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/internal/testing/dolls"
	"github.com/sinew-go/sinew/internal/testing/perceptual"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// An avatar that is dropped on the page looks as OpenGL draws it, follows the pointer with its
// eyes, and plays an animation that is dropped after it. Another model plays none. It is the page of
// TestWebPage, paused.
func testDroppedAvatar(t *testing.T, b *browser) {
	animation := testassets.Path(t, "rigs/vrm/test.vrma")
	skin, cloth := mgl32.Vec3{0.9, 0.7, 0.6}, mgl32.Vec3{0.2, 0.35, 0.7}
	doll := dolls.Doll{Face: true, Materials: []dolls.Object{
		dolls.Toon(cloth, 0, dolls.Object{
			"shadeColorFactor": cloth.Mul(0.5), "outlineWidthMode": "worldCoordinates", "outlineWidthFactor": 0.01,
		}),
		dolls.Toon(skin, -1, dolls.Object{"shadeColorFactor": skin.Mul(0.5), "matcapTexture": dolls.Object{"index": 2}}),
		dolls.Toon(skin, -1, dolls.Object{"shadeColorFactor": skin.Mul(0.5)}),
	}}
	path := filepath.Join(t.TempDir(), "doll.vrm")
	if err := os.WriteFile(path, doll.File(), 0o600); err != nil {
		t.Fatal(err)
	}
	files := avatars.NewFiles(assets.NewLibrary())
	model, err := files.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	want := desktop(t, files.Input([]*assets.Model{model}), stage.Show, 0, 0)

	b.drop(path)
	b.await(`document.getElementById("scenes").value === "doll.vrm"`)
	b.awaitReady()
	b.compare(t, "doll", want)
	b.scale = coarse
	b.resize(width, height)

	b.text(`document.getElementById("play").click()`) // eyes move with the scene
	b.text(`document.getElementById("view").dispatchEvent(new PointerEvent("pointermove", {clientX: 20, clientY: 30}))`)
	b.await(`document.getElementById("status").textContent.includes("frames/s")`)
	b.awaitFrame()
	aside := b.picture()
	perceptual.Keep(t, aside, "aside.page.png")
	b.text(`document.getElementById("play").click()`)
	b.drop(animation)
	b.await(`document.getElementById("clips").options.length > 0`)
	b.awaitReady()
	b.text(`document.getElementById("play").click()`)
	b.await(`/ of [1-9]/.test(document.getElementById("status").textContent)`)
	act(b, chromedp.Evaluate[int]("new Promise(done => setTimeout(() => done(1), 1500))", chromedp.EvalAwaitPromise))
	b.awaitFrame()
	playing := b.picture()
	b.text(`document.getElementById("play").click()`)
	perceptual.Keep(t, playing, "playing.page.png")
	if d, err := perceptual.Compare(aside, playing); err != nil || d.Worst < maxPatchDifference {
		t.Errorf("the animation changes the picture by %+v, %v", d, err)
	}
	b.drop(testassets.Path(t, "assets/fox/Fox.glb"), animation)
	b.await(`document.getElementById("message").textContent.includes("test.vrma: expected an avatar")`)
	if _, problems := b.heard(); len(problems) > 0 {
		t.Errorf("the console shows %q", strings.Join(problems, "\n"))
	}
}
