//go:build cgo

package view

import (
	"errors"
	"image"
	"os"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/cmd/demo/internal/scene"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/internal/glcontext"
	"github.com/sinew-go/sinew/systems/render"
)

// A frame of the stadium of 100,000 members at 1920x1080 takes at most 10 million triangles and
// half a million matrices. It is drawn into a window of a few pixels, so that nearly all of the
// picture is clipped: the counts are those of the whole.
func TestStadiumDrawsFewTriangles(t *testing.T) {
	const mostTriangles, mostMatrices, leastInView = 10_000_000, 500_000, 15_000
	context, err := glcontext.Open(glcontext.Options{Title: t.Name(), Width: 16, Height: 16})
	if errors.Is(err, glcontext.ErrNoDisplay) && os.Getenv("CI") == "" {
		t.Skipf("%v; run the tests under xvfb-run", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer context.Close()
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	s, err := scene.NewStadium(library, model, 100_000)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	renderer, err := render.New(s.World(), library, render.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer renderer.Close()
	stage.ApplyStyle(renderer, s, false)
	const width, height = 1920, 1080
	camera := stage.NewCamera(s, nil, float32(width)/height).Camera
	options := render.IntoOptions{ShadowDistance: 4 * camera.Distance()} // as Renderer.Draw has
	if err := renderer.DrawInto(0, image.Rect(0, 0, width, height), camera.View(),
		camera.Projection(float32(width)/height), options); err != nil {
		t.Fatal(err)
	}
	stats := renderer.Stats()
	t.Logf("%d triangles, %d matrices, %d impostors with pictures of %d bytes", stats.Triangles, stats.CrowdMatrices,
		stats.Impostors, stats.ImpostorBytes)
	if stats.Triangles > mostTriangles || stats.CrowdMatrices > mostMatrices {
		t.Errorf("%d triangles and %d matrices, expected at most %d and %d", stats.Triangles, stats.CrowdMatrices,
			mostTriangles, mostMatrices)
	}
	if inView := s.Characters() - stats.Culled; inView < leastInView || stats.Impostors < leastInView/3 {
		t.Errorf("%d members in view, %d of them impostors", inView, stats.Impostors)
	}
}
