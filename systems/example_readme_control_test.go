package systems_test

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// A state machine decides what a character plays, and a layer above it waves. The README and the guide show it.
func Example_control() {
	world := ecs.NewWorld()
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	character, err := animation.Spawn(model, mgl32.Ident4())
	must(err)

	// guide: control
	locomotion, err := graph.New("locomotion").Float("speed", 0).Trigger("jump").
		Layer("body",
			graph.State("stand").Clip("idle").To("walk").When("speed", ">", 0.1).Fade(0.25),
			graph.State("walk").Clip("walk").To("stand").When("speed", "<", 0.1).Fade(0.25),
			graph.State("jump").Clip("jump").PlayMode(assets.Hold).To("stand").ExitTime(0.9).Fade(0.2),
			graph.AnyState().To("jump").WhenTriggered("jump").Fade(0.1),
		).Add(library, model)
	must(err)
	controller, err := animation.Control(character, locomotion)
	must(err)
	must(controller.SetFloat("speed", 1.4))

	upperBody, err := rig.NewMask("upper body", library.Skeleton(model.Skeleton)).Feather("spine_2", 2).Add(library)
	must(err)
	must(animation.Player(character).Layer(1).Overlay(model.Clip("wave"), upperBody, 0.15))
	// guide: end

	hand, err := library.Skeleton(model.Skeleton).FindJoint("right_hand")
	must(err)
	must(animation.EnableModelMatrices(character))
	for range 60 {
		must(animation.Update(1.0 / 60))
	}
	height := rig.MatrixAt(animation.ModelMatrices(character), hand)[7]
	fmt.Println(controller.State(0), "with the hand above the shoulder:", height > 1.5)
	// Output: walk with the hand above the shoulder: true
}
