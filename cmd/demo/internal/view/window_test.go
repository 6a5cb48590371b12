//go:build cgo

package view

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"math"
	"os"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/internal/glcontext"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// fox returns a scene of one fox, and its input.
func fox(t *testing.T) (Input, animatedScene) {
	t.Helper()
	input := Input{Library: assets.NewLibrary(assets.Exact())}
	model, err := gltfio.Open(input.Library, testassets.Path(t, "assets/fox/Fox.glb"))
	if err != nil {
		t.Fatal(err)
	}
	input.Models = append(input.Models, model)
	s, err := newScene(input, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return input, s
}

func testWindow(t *testing.T) *window {
	t.Helper()
	input, s := fox(t)
	return openTestWindow(t, input, s, Options{Size: image.Pt(320, 240), FPS: 25})
}

func openTestWindow(t *testing.T, input Input, s animatedScene, o Options) *window {
	t.Helper()
	if err := o.Complete(); err != nil {
		t.Fatal(err)
	}
	w, err := newWindow(input, s, o)
	if errors.Is(err, glcontext.ErrNoDisplay) && os.Getenv("CI") == "" {
		t.Skipf("%v; run the tests under xvfb-run", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.close)
	// The quality to which it falls where frames are slow, from the start: pictures do not depend on the
	// time of frames, and take less of it.
	w.control.quality.level = len(qualityLevels) - 1
	return w
}

// shown draws a frame and returns the window's image.
func (w *window) shown(t *testing.T) *image.NRGBA {
	t.Helper()
	width, height := w.context.Size()
	if _, err := w.draw(width, height); err != nil {
		t.Fatal(err)
	}
	m := image.NewNRGBA(image.Rect(0, 0, width, height))
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, 0)
	gl.ReadBuffer(gl.BACK)
	gl.ReadPixels(0, 0, int32(width), int32(height), gl.RGBA, gl.UNSIGNED_BYTE, unsafe.Pointer(unsafe.SliceData(m.Pix)))
	for y := range height / 2 {
		for x := range m.Stride {
			a, b := y*m.Stride+x, (height-1-y)*m.Stride+x
			m.Pix[a], m.Pix[b] = m.Pix[b], m.Pix[a]
		}
	}
	return m
}

// difference returns the mean difference of two images' bytes.
func difference(a, b *image.NRGBA) float64 {
	sum := 0.0
	for i := range a.Pix {
		sum += math.Abs(float64(a.Pix[i]) - float64(b.Pix[i]))
	}
	return sum / float64(len(a.Pix))
}

func TestWindowShowsTheSceneAndItsKeys(t *testing.T) {
	w := testWindow(t)
	with := w.shown(t)
	if err := w.control.do(toggleHelp); err != nil {
		t.Fatal(err)
	}
	without := w.shown(t)
	if difference(with, without) < 5 {
		t.Error("the list of keys is not visible")
	}
	if again := w.shown(t); difference(again, without) != 0 {
		t.Error("two frames of a paused scene differ")
	}
	for _, command := range []command{orbitLeft, zoomIn, toggleSkeletons} {
		before := w.shown(t)
		if err := w.control.do(command); err != nil {
			t.Fatal(err)
		}
		if difference(before, w.shown(t)) < 0.1 {
			t.Errorf("command %d changed nothing", command)
		}
	}
	if list := w.overlay.listHeight(true, w.control.keys(), 240); list < 50 || list > 144 {
		t.Errorf("the list takes %d of 240 pixels", list)
	}
	if w.closed() {
		t.Error("the window closed without a command")
	}
	if err := w.control.do(quit); err != nil || !w.closed() {
		t.Errorf("the window does not close: %v", err)
	}
}

func TestWindowReportsAtItsEnd(t *testing.T) {
	w := testWindow(t)
	for range 3 {
		if err := w.frame(20 * time.Millisecond); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	last := w.renderer.Stats()
	last.CrowdMatrices = 1000 // besides those of the fox
	if err := writeReport(&out, w.control.scene, "3 frames", w.drawing, last); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"1 character with 26 joints", "SampleClips", "Render", "whole frame",
		fmt.Sprintf("triangles       %d\n", last.Triangles), "matrices posed  1024\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing from\n%s", want, out.String())
		}
	}
	for seconds, want := range map[float64]bool{0: false, 0.01234: true} {
		out.Reset()
		last.GPUSeconds = seconds
		if err := writeReport(&out, w.control.scene, "3 frames", w.drawing, last); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(out.String(), "GPU, last ms    12.340\n") != want || strings.Contains(out.String(), "GPU") != want {
			t.Errorf("%v s of the GPU are reported as\n%s", seconds, out.String())
		}
	}
}

func TestEveryKeyIsListed(t *testing.T) {
	for char := range commandCharacters {
		listed := string(char)
		if char == '=' || char == '?' || char >= '2' && char <= '8' {
			continue // another name of a listed one
		}
		if !strings.Contains(Keys, listed) {
			t.Errorf("%q is not in the list of keys", listed)
		}
	}
	if err := Available(); err != nil {
		t.Errorf("this build has cgo, but Available returns %v", err)
	}
}
