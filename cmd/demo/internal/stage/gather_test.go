//go:build cgo && !js

package stage_test

import (
	"errors"
	"image"
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/systems/render"
)

// BenchmarkGather measures what the stadium takes of the CPU in a frame of 1920x1080 before the
// first call of the driver: finding the members that the image and two shadow maps show, and how
// each is drawn. The camera stands still, goes along, or turns around; 60 frames are a second.
func BenchmarkGather(b *testing.B) {
	for _, row := range []struct {
		name        string
		speed, turn float32 // in a second: meters, radians
	}{{"still", 0, 0}, {"along=1m", 1, 0}, {"turn=90", 0, math.Pi / 2}} {
		b.Run(row.name, func(b *testing.B) { benchmarkGather(b, row.speed, row.turn) })
	}
}

func benchmarkGather(b *testing.B, speed, turn float32) {
	library := assets.NewLibrary()
	s, err := stage.Open(stage.Input{Library: library}, stage.Stadium, 100_000, "")
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	_, release, err := render.Headless(pictureWidth, pictureHeight)
	if errors.Is(err, render.ErrNoContext) {
		b.Skip(err)
	}
	if err != nil {
		b.Fatal(err)
	}
	defer release()
	renderer, err := render.New(s.World(), library, render.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer renderer.Close()
	stage.ApplyStyle(renderer, s, false)
	const (
		width, height = 1920, 1080
		aspect        = float32(width) / height
		warm          = 10       // frames that load models and make pictures
		turnAfter     = 4 * 60   // frames, after which the camera begins anew
		nothing       = 0        // the width of what is drawn
		shadows       = 1 + 3    // distances of the camera, as Draw has it
		step          = 1.0 / 60 // seconds
	)
	first := stage.NewCamera(s, nil, aspect).Camera
	var times []float64
	for frame := 0; frame < warm || b.Loop(); frame++ {
		camera, seconds := first, float32(frame%turnAfter)*step
		along := mgl32.Vec3{speed * seconds}
		ahead := mgl32.TransformNormal(camera.Target.Sub(camera.Position), mgl32.HomogRotate3DY(turn*seconds))
		camera.Position = camera.Position.Add(along)
		camera.Target = camera.Position.Add(ahead)
		if err := errors.Join(s.Update(step), renderer.DrawInto(0, image.Rect(0, 0, nothing, height), camera.View(),
			camera.Projection(aspect), render.IntoOptions{ShadowDistance: shadows * camera.Distance()})); err != nil {
			b.Fatal(err)
		}
		if frame >= warm {
			times = append(times, 1000*renderer.Stats().GatherSeconds)
		}
	}
	slices.Sort(times)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(times[0], "least-ms")
	b.ReportMetric(times[len(times)/2], "median-ms")
}
