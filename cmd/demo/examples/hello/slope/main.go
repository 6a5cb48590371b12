//go:build cgo

package main

import (
	"log"
	"runtime"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/go-gl/glfw/v3.3/glfw"
	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/components"
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
	// guide: hello slope spawn
	fox := must(animation.Spawn(model, mgl32.Translate3D(0, ground(0), 0)))
	check(animation.Player(fox).Play(must(model.FindClip("Survey"))))
	// guide: end

	// guide: hello slope modifiers
	skeleton := library.Skeleton(model.Skeleton)
	hindLeg := func(side, first, second, foot, toe string) modifier.Foot {
		return modifier.Foot{
			Root: side + "Leg01" + first, Middle: side + "Leg02" + second,
			End: side + "Foot01" + foot, Toe: side + "Foot02" + toe, Bend: mgl32.Vec3{0, 0, 1},
		}
	}
	foreLeg := func(side, arm, foreArm, hand string) modifier.Foot {
		return modifier.Foot{
			Root: side + "UpperArm" + arm, Middle: side + "ForeArm" + foreArm,
			End: side + "Hand" + hand, Bend: mgl32.Vec3{0, 0, -1},
		}
	}
	stack := must(modifier.New("fox", skeleton).
		Feet("feet", modifier.Feet{Pelvis: "b_Hip_01", Feet: []modifier.Foot{
			hindLeg("b_Left", "_015", "_016", "_017", "_018"), hindLeg("b_Right", "_019", "_020", "_021", "_022"),
			foreLeg("b_Left", "_09", "_010", "_011"), foreLeg("b_Right", "_06", "_07", "_08"),
		}}).
		LookAt("look", modifier.LookAt{
			Joints:  []string{"b_Neck_04", "b_Head_05"},
			Forward: mgl32.Vec3{1, 0, 0}, Up: mgl32.Vec3{0, 1, 0}, // of the head
			Limits: modifier.LookLimits{Cone: 1.2}, Speed: 4, // radians, radians a second
		}).Add(library))
	check(animation.Modify(fox, stack))
	check(animation.Modifier(fox, "feet").Fade(1, 0))
	animation.SetGround(systems.GroundFunc(func(_, z float32) (float32, mgl32.Vec3) {
		return ground(z), mgl32.Vec3{0, 1, -slope}.Normalize()
	}))
	// guide: end
	look := animation.Modifier(fox, "look")

	// guide: hello slope mesh
	plank := mesh.Primitive{
		Positions: []mgl32.Vec3{{-1, ground(-1), -1}, {-1, ground(1), 1}, {1, ground(1), 1}, {1, ground(-1), -1}},
		Indices:   []uint32{0, 1, 2, 0, 2, 3},
	}
	for range plank.Positions {
		plank.Normals = append(plank.Normals, mgl32.Vec3{0, 1, -slope}.Normalize())
	}
	hill := must(library.AddMesh(&mesh.Mesh{Name: "hill", Primitives: []mesh.Primitive{plank}}))
	things := generic.NewMap2[components.RigidMesh, components.Transform](&world)
	things.NewWith(&components.RigidMesh{Mesh: hill}, components.NewTransform(0, 0, 0))
	// guide: end

	renderer := must(render.New(&world, library, render.Options{}))
	defer renderer.Close()
	width, height := window.GetFramebufferSize()
	target := must(render.NewTarget(width, height, 4))
	defer target.Close()
	// guide: hello slope camera
	camera := render.Camera{Position: mgl32.Vec3{1.7, 1.2, 1.5}, Target: mgl32.Vec3{0, 0.5, 0}}
	// guide: end

	last := glfw.GetTime()
	for !window.ShouldClose() {
		glfw.PollEvents()
		width, height = window.GetFramebufferSize()
		check(target.Resize(width, height))
		check(look.Aim(underMouse(window, &camera)))
		now := glfw.GetTime()
		check(animation.Update(now - last)) // seconds
		last = now
		check(renderer.Draw(camera, target))
		check(renderer.Present(target, width, height))
		window.SwapBuffers()
	}
}

// guide: hello slope ground

// slope is how far the ground rises for each meter toward +Z.
const slope = 0.25

// ground returns the height of the hill in meters. It begins 1 m behind the fox.
func ground(z float32) float32 { return slope * (z + 1) }

// guide: end

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

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
