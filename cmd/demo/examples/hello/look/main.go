//go:build cgo

package main

import (
	"log"
	"runtime"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/go-gl/glfw/v3.3/glfw"
	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/modifier"
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

	// guide: hello look modifiers
	stack := must(modifier.New("fox", library.Skeleton(model.Skeleton)).
		LookAt("look", modifier.LookAt{
			Joints:  []string{"b_Neck_04", "b_Head_05"},
			Forward: mgl32.Vec3{1, 0, 0}, Up: mgl32.Vec3{0, 1, 0}, // of the head
			Limits: modifier.LookLimits{Cone: 1.2}, Speed: 4, // radians, radians a second
		}).Add(library))
	check(animation.Modify(fox, stack))
	look := animation.Modifier(fox, "look")
	// guide: end

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
		// guide: hello look frame
		check(look.Aim(underMouse(window, &camera)))
		// guide: end
		now := glfw.GetTime()
		check(animation.Update(now - last)) // seconds
		last = now
		check(renderer.Draw(camera, target))
		check(renderer.Present(target, width, height))
		window.SwapBuffers()
	}
}

// guide: hello look under the mouse

// underMouse returns the place in the world, 1.2 m in front of the camera, that is under the mouse.
func underMouse(window *glfw.Window, camera *render.Camera) mgl32.Vec3 {
	x, y := window.GetCursorPos()
	width, height := window.GetSize()
	if width == 0 || height == 0 { // minimized
		return camera.Target
	}
	inverse := camera.Projection(float32(width) / float32(height)).Mul4(camera.View()).Inv()
	far := mgl32.TransformCoordinate(
		mgl32.Vec3{2*float32(x)/float32(width) - 1, 1 - 2*float32(y)/float32(height), 1}, inverse)
	return camera.Position.Add(far.Sub(camera.Position).Normalize().Mul(1.2))
}

// guide: end

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
