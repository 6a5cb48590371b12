//go:build !js

package render_test

import (
	"errors"
	"fmt"
	"image"
	"image/png"
	"log"
	"os"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/render"
)

// Draws the built-in character, half a second into its walk. An OpenGL context must be current on
// the goroutine's thread, for example the context of a hidden glfw window.
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

// Draws the built-in character into a framebuffer of the program, over its own scene, without a
// window.
func ExampleRenderer_DrawInto() {
	target, release, err := render.Headless(160, 120) // a context of its own
	if errors.Is(err, render.ErrNoContext) {
		fmt.Println("the figure covers the center, the corner is the program's")
		return // a machine without a display
	}
	if err != nil {
		log.Fatal(err)
	}
	defer release()
	world, library := ecs.NewWorld(), assets.NewLibrary()
	figure, err := mannequin.New(library)
	if err != nil {
		log.Fatal(err)
	}
	animation, err := systems.NewAnimation(&world, library)
	if err != nil {
		log.Fatal(err)
	}
	defer animation.Close()
	if _, err := animation.Spawn(figure, mgl32.Ident4()); err != nil {
		log.Fatal(err)
	}
	if err := animation.Update(0); err != nil {
		log.Fatal(err)
	}
	renderer, err := render.New(&world, library, render.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer renderer.Close()

	// The program draws its own scene first: here only a color. Any framebuffer with depth will do.
	var framebuffer, color, depth uint32
	gl.GenRenderbuffers(1, &color)
	gl.BindRenderbuffer(gl.RENDERBUFFER, color)
	gl.RenderbufferStorage(gl.RENDERBUFFER, gl.SRGB8_ALPHA8, 160, 120)
	gl.GenRenderbuffers(1, &depth)
	gl.BindRenderbuffer(gl.RENDERBUFFER, depth)
	gl.RenderbufferStorage(gl.RENDERBUFFER, gl.DEPTH_COMPONENT24, 160, 120)
	gl.GenFramebuffers(1, &framebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, framebuffer)
	gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, color)
	gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, depth)
	gl.ClearColor(1, 0, 1, 1)
	gl.Clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)

	var state render.State
	state.Save()
	view := mgl32.LookAtV(mgl32.Vec3{0, 1, 4}, mgl32.Vec3{0, 1, 0}, mgl32.Vec3{0, 1, 0})
	projection := mgl32.Perspective(mgl32.DegToRad(40), 160.0/120, 0.1, 100)
	if err := renderer.DrawInto(framebuffer, image.Rect(0, 0, 160, 120), view, projection,
		render.IntoOptions{}); err != nil {
		log.Fatal(err)
	}
	state.Restore()
	center, corner := make([]uint8, 4), make([]uint8, 4)
	gl.ReadPixels(80, 66, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(center))
	gl.ReadPixels(2, 2, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(corner))
	if center[2] < 255 && corner[0] == 255 && corner[1] == 0 && corner[2] == 255 {
		fmt.Println("the figure covers the center, the corner is the program's")
	} else {
		fmt.Printf("center %d, corner %d, %d samples\n", center, corner, target.Samples())
	}
	// Output: the figure covers the center, the corner is the program's
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
