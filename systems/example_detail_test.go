package systems_test

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// A camera looks along x. Of three characters one is near, one is far away, and one is behind the camera.
func ExampleAnimation_DetailByView() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	// guide: detail
	must(animation.DetailByView(systems.DefaultDetail()))
	view := systems.NewView(
		mgl32.Perspective(mgl32.DegToRad(60), 16.0/9, 0.1, 500),
		mgl32.LookAtV(mgl32.Vec3{0, 1.7, 0}, mgl32.Vec3{1, 1.7, 0}, mgl32.Vec3{0, 1, 0}))
	cameras := generic.NewMap1[components.View](&world)
	cameras.NewWith(&view)
	// guide: end
	var characters []ecs.Entity
	for _, x := range []float32{4, 40, -4} {
		characters = append(characters, mustSpawn(animation.Spawn(model, mgl32.Translate3D(x, 0, 0))))
	}

	for range 3 {
		must(animation.Update(1.0 / 60))
	}
	details := generic.NewMap1[components.LevelOfDetail](&world)
	for _, character := range characters {
		detail := details.Get(character)
		fmt.Println("every", detail.Interval, "frames, culled:", detail.Culled)
	}
	// Output:
	// every 1 frames, culled: false
	// every 3 frames, culled: false
	// every 0 frames, culled: true
}
