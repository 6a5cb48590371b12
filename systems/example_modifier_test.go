package systems_test

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// A head turns to a point in the world, with a part of the turn in the neck and the spine.
func ExampleAnimation_Modifier() {
	world := ecs.NewWorld()
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	defer animation.Close()

	stack, err := modifier.New("watch", library.Skeleton(model.Skeleton)).LookAt("look", modifier.LookAt{
		Joints: []string{"spine_4", "neck_2", "head"}, Shares: []float32{0.25, 0.5, 1},
		Forward: mgl32.Vec3{0, 0, 1}, // of the head
	}).Add(library)
	must(err)

	guard, err := animation.Spawn(model, mgl32.Ident4())
	must(err)
	must(animation.Modify(guard, stack))
	must(animation.EnableModelMatrices(guard))
	target := mgl32.Vec3{2, 2, 3}
	must(animation.Modifier(guard, "look").Aim(target)) // fades in
	for range 30 {
		must(animation.Update(1.0 / 60))
	}

	joint, err := library.Skeleton(model.Skeleton).FindJoint("head")
	must(err)
	head := rig.MatrixAt(animation.ModelMatrices(guard), joint)
	eye := head.Point(mgl32.Vec3{})
	ahead := head.Point(mgl32.Vec3{0, 0, 1}).Sub(eye)
	fmt.Printf("cosine between the head's direction and the target's: %.4f\n", ahead.Dot(target.Sub(eye).Normalize()))
	// Output:
	// cosine between the head's direction and the target's: 1.0000
}
