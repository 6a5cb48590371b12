package render_test

import (
	"fmt"
	"image/png"
	"log"
	"os"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/render"
)

// Draws the built-in character, half a second into its walk. An OpenGL context must be current on the goroutine's
// thread, for example the context of a hidden glfw window.
func Example() {
	world := ecs.NewWorld()
	library := assets.NewLibrary()
	figure, err := mannequin.New(library)
	if err != nil {
		log.Fatal(err)
	}
	animation, err := systems.NewAnimation(&world, library)
	if err != nil {
		log.Fatal(err)
	}
	walker, err := animation.Spawn(figure, mgl32.Ident4())
	if err != nil {
		log.Fatal(err)
	}
	if err := animation.Player(walker).Play(figure.Clip("walk")); err != nil {
		log.Fatal(err)
	}
	if err := animation.Update(0.5); err != nil {
		log.Fatal(err)
	}

	renderer, err := render.New(&world, library, render.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer renderer.Close()
	target, err := render.NewTarget(1280, 720, 4)
	if err != nil {
		log.Fatal(err)
	}
	defer target.Close()
	var camera render.Camera
	camera.Fit(figure.Bounds, 1280.0/720)
	if err := renderer.Draw(camera, target); err != nil {
		log.Fatal(err)
	}
	picture, err := target.Image()
	if err != nil {
		log.Fatal(err)
	}
	file, err := os.Create("walk.png")
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	if err := png.Encode(file, picture); err != nil {
		log.Fatal(err)
	}
}

// Draws to a target of the window's size and copies it to the window.
func ExampleRenderer_Present() {
	var renderer *render.Renderer // from New
	var target *render.Target     // from NewTarget
	width, height := 800, 600     // of the window's framebuffer, in pixels
	camera := render.Camera{Position: mgl32.Vec3{0, 1, 4}, Target: mgl32.Vec3{0, 1, 0}}
	frame := func() error {
		if err := target.Resize(width, height); err != nil {
			return err
		}
		if err := renderer.Draw(camera, target); err != nil {
			return err
		}
		return renderer.Present(target, width, height) // then swap the window's buffers
	}
	_ = frame
}

func ExampleCamera_Orbit() {
	camera := render.Camera{Position: mgl32.Vec3{0, 1, 4}, Target: mgl32.Vec3{0, 1, 0}}
	camera.Orbit(mgl32.DegToRad(90), 0)
	camera.Zoom(0.5)
	fmt.Printf("%.1f m away, at x = %.1f\n", camera.Distance(), camera.Position[0])
	// Output: 2.0 m away, at x = 2.0
}
