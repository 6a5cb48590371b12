package systems_test

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/modifier"
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

	guard, err := animation.Spawn(model, mgl32.Ident4())
	must(err)

	// guide: look
	watch, err := modifier.New("watch", library.Skeleton(model.Skeleton)).LookAt("look", modifier.LookAt{
		Joints: []string{"spine_4", "neck_2", "head"}, Shares: []float32{0.25, 0.5, 1},
		Forward: mgl32.Vec3{0, 0, 1}, // of the head
	}).Add(library)
	must(err)

	must(animation.Modify(guard, watch))
	target := mgl32.Vec3{2, 2, 3}                       // in the world
	must(animation.Modifier(guard, "look").Aim(target)) // fades in
	// guide: end
	for range 30 {
		must(animation.Update(1.0 / 60))
	}

	head, err := animation.JointWorld(guard, "head")
	must(err)
	eye, ahead := head.Col(3).Vec3(), head.Col(2).Vec3()
	fmt.Printf("cosine between the head's direction and the target's: %.4f\n", ahead.Dot(target.Sub(eye).Normalize()))
	// Output:
	// cosine between the head's direction and the target's: 1.0000
}
