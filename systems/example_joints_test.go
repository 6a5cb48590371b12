package systems_test

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// nodding returns an animation with a lamp at x = 5 m that nods, and is half way up after the next half second.
func nodding() (*ecs.World, *systems.Animation, *assets.Model, ecs.Entity) {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model := lamp(library)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	character, err := animation.Spawn(model, mgl32.Translate3D(5, 0, 0))
	must(err)
	must(animation.Player(character).Play(model.Clip("nod")))
	return &world, animation, model, character
}

// The place of a joint in the world, for example to aim at it. Nothing must be prepared.
func ExampleAnimation_JointWorld() {
	_, animation, _, character := nodding()
	must(animation.Update(0.5))
	arm, err := animation.JointWorld(character, "arm")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(arm.Col(3).Vec3())
	_, err = animation.JointWorld(character, "arn")
	fmt.Println(err)
	// Output:
	// [5 1.5 0]
	// the skeleton has no such joint: entity 1: skeleton "lamp" has no joint "arn"; did you mean "arm"? It has "foot", "arm"
}

// A pose from elsewhere, such as the network or physics, is shown until it is cleared.
func ExampleAnimation_SetLocalPose() {
	_, animation, model, character := nodding()
	height := func() float32 {
		arm, err := animation.JointWorld(character, "arm")
		must(err)
		return arm.Col(3).Y()
	}
	must(animation.Update(0.25))
	fmt.Println("the clip:", height())

	pose := rig.NewPose(animation.Library().Skeleton(model.Skeleton))
	must(animation.LocalPose(character, pose)) // begin with what is shown
	arm := pose.Joint(1)
	arm.Translation = mgl32.Vec3{0, 3, 0}
	pose.SetJoint(1, arm)
	must(animation.SetLocalPose(character, pose, 1))
	must(animation.Update(0.25))
	fmt.Println("the pose:", height())

	must(animation.SetLocalPose(character, pose, 0.5))
	must(animation.Update(0))
	fmt.Println("half of both:", height())

	must(animation.ClearLocalPose(character))
	must(animation.Update(0.25))
	fmt.Println("the clip:", height())
	// Output:
	// the clip: 1.25
	// the pose: 3
	// half of both: 2.25
	// the clip: 1.75
}

// A server needs some joints of each character in each frame, for hits, and nothing to draw.
func ExampleAnimation_EnableModelMatrices() {
	world, animation, _, character := nodding()
	meshes := generic.NewMap1[components.SkinnedMesh](world)
	meshes.Remove(character) // no palettes
	must(animation.EnableModelMatrices(character, "arm"))
	must(animation.Update(0.5))
	pool, slot := animation.Pool(character)
	joints, matrices := pool.KeptMatrices(slot)
	for i, joint := range joints {
		fmt.Println(pool.Skeleton().JointName(int(joint)), rig.MatrixAt(matrices, i).Point(mgl32.Vec3{}))
	}
	// Output: arm [0 1.5 0]
}

// A lamp carries a second lamp, which keeps its own size, nods too, and goes when its bearer goes.
func ExampleAnimation_AttachModel() {
	world, animation, model, character := nodding()
	small, err := animation.AttachModel(character, "arm", model,
		systems.WithOffset(mgl32.Scale3D(0.5, 0.5, 0.5)), systems.WithWorldScale(), systems.WithTargetLifetime())
	must(err)
	must(animation.Player(small).Play(model.Clip("nod")))
	must(animation.Update(0.5))
	top, err := animation.JointWorld(small, "arm")
	must(err)
	fmt.Println(top.Col(3).Vec3())

	world.RemoveEntity(character)
	must(animation.Update(0.5))
	fmt.Println(world.Alive(small))
	// Output:
	// [5 2.25 0]
	// false
}

// A character gets another body of the same skeleton and continues to nod.
func ExampleAnimation_SetModel() {
	_, animation, model, character := nodding()
	shade := &assets.Model{Name: "lamp with a shade", Skeleton: model.Skeleton, Clips: model.Clips} // and other parts
	_, err := animation.Library().AddModel(shade)
	must(err)
	must(animation.Update(0.25))
	must(animation.SetModel(character, shade))
	must(animation.Update(0.25))
	arm, err := animation.JointWorld(character, "arm")
	must(err)
	fmt.Println(arm.Col(3).Vec3())
	// Output: [5 1.5 0]
}
