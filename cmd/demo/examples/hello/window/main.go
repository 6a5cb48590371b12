//go:build cgo

// guide: hello window
package main

import (
	"log"
	"runtime"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/go-gl/glfw/v3.3/glfw"
	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/render"
)

func main() {
	runtime.LockOSThread() // OpenGL belongs to one thread
	check(glfw.Init())
	defer glfw.Terminate()
	glfw.WindowHint(glfw.ContextVersionMajor, 3)
	glfw.WindowHint(glfw.ContextVersionMinor, 3)
	glfw.WindowHint(glfw.OpenGLProfile, glfw.OpenGLCoreProfile)
	glfw.WindowHint(glfw.OpenGLForwardCompatible, glfw.True)
	window := must(glfw.CreateWindow(960, 540, "hello", nil, nil))
	window.MakeContextCurrent()
	check(gl.Init())
	glfw.SwapInterval(1) // Draw as often as the screen shows pictures.

	world, library := ecs.NewWorld(), assets.NewLibrary()
	model := must(gltfio.Options{Meters: true}.Open(library, "Fox.glb"))
	animation := must(systems.NewAnimation(&world, library))
	fox := must(animation.Spawn(model, mgl32.Ident4()))
	check(animation.Player(fox).Play(must(model.FindClip("Walk"))))

	renderer := must(render.New(&world, library, render.Options{}))
	defer renderer.Close()
	width, height := window.GetFramebufferSize()
	target := must(render.NewTarget(width, height, 4))
	defer target.Close()
	camera := render.Camera{Position: mgl32.Vec3{1.6, 0.9, 1.4}, Target: mgl32.Vec3{0, 0.35, 0}}

	last := glfw.GetTime()
	for !window.ShouldClose() {
		glfw.PollEvents()
		width, height = window.GetFramebufferSize()
		check(target.Resize(width, height))
		now := glfw.GetTime()
		check(animation.Update(now - last)) // seconds
		last = now
		check(renderer.Draw(camera, target))
		check(renderer.Present(target, width, height))
		window.SwapBuffers()
	}
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// guide: end
