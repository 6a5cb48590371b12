//go:build cgo

package stage_test

import (
	"errors"
	"image/color"
	"os"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/systems/render"
)

// The size of the pictures in which tests look for something, and how many colors are enough.
const (
	pictureWidth, pictureHeight = 120, 80
	leastColors                 = 200
)

// newPictures returns a function that draws a scene and fails if the picture shows nothing. All
// scenes are drawn into one target without a window, which belongs to the goroutine that calls it.
// Where there is no display, nothing is drawn, which it tells as a test that is left out, but not in
// continuous integration.
func newPictures(t *testing.T, library *assets.Library) func(name string, s stage.Scene) {
	t.Helper()
	target, release, err := render.Headless(pictureWidth, pictureHeight)
	if errors.Is(err, render.ErrNoContext) && os.Getenv("CI") == "" {
		t.Run("pictures", func(t *testing.T) { t.Skipf("%v; run the tests under xvfb-run", err) })
		return func(string, stage.Scene) {}
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(release)
	return func(name string, s stage.Scene) { draw(t, library, name, s, target) }
}

// draw fails if a picture of a scene shows nothing.
func draw(t *testing.T, library *assets.Library, name string, s stage.Scene, target *render.Target) {
	t.Helper()
	renderer, err := render.New(s.World(), library, render.Options{Debug: true})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	defer renderer.Close()
	stage.ApplyStyle(renderer, s, false)
	const aspect = float32(pictureWidth) / pictureHeight
	camera := stage.NewCamera(s, nil, aspect)
	if err := errors.Join(stage.Attend(renderer, s, &camera.Camera, aspect, -1, -1),
		renderer.Draw(camera.Camera, target)); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	m, err := target.Image()
	if err != nil {
		t.Fatal(err)
	}
	colors := map[color.Color]bool{}
	for y := range pictureHeight {
		for x := range pictureWidth {
			colors[m.At(x, y)] = true
		}
	}
	if len(colors) < leastColors {
		t.Errorf("%s: the picture has %d colors, want at least %d", name, len(colors), leastColors)
	}
}
