package systems_test

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// A character stands in its rest pose. The explanation tells why, and what to do.
func ExampleAnimation_Explain() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	defer animation.Close()
	guard, err := animation.Spawn(model, mgl32.Ident4())
	must(err)
	must(animation.Update(1.0 / 60))

	// guide: explain
	fmt.Println(animation.Explain(guard))
	// guide: end

	// Output:
	// character 1: skeleton "mannequin", 67 joints, 1.799686 m high, scale 1, 1, 1, at 0, 0, 0
	// layer 0
	//   plays no motion, weight 1
	// detail: level 0, every frame, posed in the last frame
	// draws model "mannequin"
	//   part "body": skin "mannequin", palette of 67 matrices
	// findings
	//   nothing-played: layer 0: expected a motion, found clip 0, because nothing was played yet, or Play returned an error; the rest pose shows
	//     cure: call Animation.Player(entity).Play with a clip of the model; Model.Clip returns 0 for an unknown name
}

// In a crossfade, two clips make the rotation of a joint.
func ExampleAnimation_ExplainJoint() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	defer animation.Close()
	guard, err := animation.Spawn(model, mgl32.Ident4())
	must(err)
	player := animation.Player(guard)
	must(player.Play(model.Clip("walk")))
	must(player.CrossFade(model.Clip("run"), 0.5))
	must(animation.Update(0.125))

	// guide: explain joint
	for _, share := range animation.ExplainJoint(guard, "left_shin").Clips {
		fmt.Printf("layer %d: %.0f %% of %s at %v s\n", share.Layer, 100*share.Share, share.Clip, share.Time)
	}
	// guide: end

	// Output:
	// layer 0: 75 % of walk at 0.125 s
	// layer 0: 25 % of run at 0.125 s
}
