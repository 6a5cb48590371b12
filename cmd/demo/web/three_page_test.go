//go:build cgo && !js

package main

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/perceptual"
	"github.com/sinew-go/sinew/systems/render"
)

//go:embed testdata/three.html
var threePage []byte

// threeWidth and threeHeight are the size of the pictures that are compared.
const threeWidth, threeHeight = 320, 240

// threeVersion is that of three.js. Older ones than 0.181 blur the environment by a Gaussian lobe
// instead of that of GGX.
const threeVersion = "0.187.0"

// findThree returns the folder of three.js in NODE_PATH.
func findThree(t *testing.T) string {
	t.Helper()
	for _, folder := range filepath.SplitList(os.Getenv("NODE_PATH")) {
		three := filepath.Join(folder, "three")
		var about struct{ Version string }
		data, err := os.ReadFile(filepath.Join(three, "package.json"))
		if err == nil && json.Unmarshal(data, &about) == nil && about.Version == threeVersion {
			return three
		}
	}
	t.Skipf("three.js %s is not in NODE_PATH: run NODE_PATH=$(.ci/three) go test ./cmd/demo/web", threeVersion)
	return ""
}

// threeRequest is what the page draws.
type threeRequest struct {
	File              string     `json:"file"`
	Width             int        `json:"width"`
	Height            int        `json:"height"`
	View              mgl32.Mat4 `json:"view"`
	Projection        mgl32.Mat4 `json:"projection"`
	Exposure          float32    `json:"exposure"`
	LightColor        mgl32.Vec3 `json:"lightColor"`
	LightDirection    mgl32.Vec3 `json:"lightDirection"`
	Environment       string     `json:"environment"`
	EnvironmentWidth  int        `json:"environmentWidth"`
	EnvironmentHeight int        `json:"environmentHeight"`

	Avatar *avatarRequest `json:"avatar,omitempty"`
}

// avatarRequest is what the page draws besides the rest of a request, for an avatar.
type avatarRequest struct {
	Ambient     mgl32.Vec3         `json:"ambient"`
	Seconds     float64            `json:"seconds"`
	Expressions map[string]float64 `json:"expressions"`
}

// openThree writes the page that draws with three.js into a folder that holds what it draws, links
// libraries into it by their names, and opens it.
func openThree(t *testing.T, folder string, libraries map[string]string) *browser {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, "index.html"), threePage, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, source := range libraries {
		if err := os.Symlink(source, filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	b := openBrowser(t, folder, "", threeWidth, threeHeight)
	b.await(`document.body?.dataset.state === "ready"`)
	return b
}

// drawForThree draws a world whose characters are within a box, and returns the picture and what
// three.js has to draw of the file that they came from. The style gets exposure and a directional
// light.
func drawForThree(t *testing.T, file string, world *ecs.World, library *assets.Library, box assets.Box,
	style render.Style, target *render.Target,
) (*image.NRGBA, *threeRequest) {
	t.Helper()
	renderer, err := render.New(world, library, render.Options{Debug: true})
	if err != nil {
		t.Fatal(err)
	}
	defer renderer.Close()
	style.NoGround, style.Exposure = true, 0.9
	style.LightColor, style.LightDirection = mgl32.Vec3{0.8, 0.75, 0.7}, mgl32.Vec3{-0.5, 0.8, 0.6}
	renderer.Style = style
	const aspect = float32(threeWidth) / threeHeight
	camera := render.Camera{Position: mgl32.Vec3{0.35, 0.25, 1}}
	camera.Fit(box, aspect)
	if err := renderer.Draw(camera, target); err != nil {
		t.Fatal(err)
	}
	picture, err := target.Image()
	if err != nil {
		t.Fatal(err)
	}
	return picture, &threeRequest{
		File: file, Width: threeWidth, Height: threeHeight, View: camera.View(), Projection: camera.Projection(aspect),
		Exposure: style.Exposure, LightColor: style.LightColor, LightDirection: style.LightDirection,
	}
}

// three returns the picture that three.js draws in the page.
func (b *browser) three(request *threeRequest) image.Image {
	b.t.Helper()
	arguments, err := json.Marshal(request)
	b.check(err)
	url := act(b, chromedp.Evaluate[string](
		fmt.Sprintf(`window.draw(%s).catch(e => "error: " + e.stack)`, arguments), chromedp.EvalAwaitPromise))
	encoded, ok := strings.CutPrefix(url, "data:image/png;base64,")
	if !ok {
		b.t.Fatalf("three.js draws no picture of %s: %.500s", request.File, url)
	}
	data, err := base64.StdEncoding.DecodeString(encoded)
	b.check(err)
	picture, err := png.Decode(bytes.NewReader(data))
	b.check(err)
	return picture
}

// differences compares pictures with those of three.js, and lists how far they are apart.
type differences struct {
	browser *browser
	most    float64 // the largest mean difference, in units of CIELAB (CIE 1976)
	least   int     // the fewest pixels that are compared
	rows    strings.Builder
}

// add compares our picture with that of three.js. Both are kept under a name.
func (d *differences) add(t *testing.T, label, name string, ours *image.NRGBA, request *threeRequest) {
	t.Helper()
	theirs := d.browser.three(request)
	mean, pixels, err := perceptual.CompareFigures(ours, theirs, color.NRGBA{A: 255})
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(&d.rows, "| %s | %.2f | %d |\n", label, mean, pixels)
	our, their := perceptual.Keep(t, ours, name+".png"), perceptual.Keep(t, theirs, name+".three.png")
	if mean > d.most || pixels < d.least {
		t.Errorf("%s: a difference of %.2f over %d pixels, want at most %v over %d or more: see %s and %s", label, mean,
			pixels, d.most, d.least, our, their)
	}
}

// table returns the list as a table.
func (d *differences) table() string {
	return "| picture | mean ΔE*ab (CIE 1976) | pixels |\n| --- | ---: | ---: |\n" + d.rows.String()
}
