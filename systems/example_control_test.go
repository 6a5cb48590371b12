package systems_test

import (
	"fmt"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// A state machine: idle, walk and run mixed by speed, and a jump from anywhere. (Errors are left out.)
func ExampleAnimation_Control() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, _ := mannequin.New(library)
	animation, _ := systems.NewAnimation(&world, library)

	move, _ := blendspace.New1D("move").
		At(0, model.Clip("idle")).At(1.4, model.Clip("walk")).At(4, model.Clip("run")).Build(library)
	library.AddBlendSpace(move)
	graph, _ := graph.New("locomotion").Float("speed", 0).Trigger("jump").
		Layer("body",
			graph.State("ground").BlendSpace("move", "speed"),
			graph.State("jump").Clip("jump").PlayMode(assets.Hold).To("ground").ExitTime(0.9).Fade(0.2),
			graph.AnyState().To("jump").WhenTriggered("jump").Fade(0.1),
		).Build(library, model)

	character := animation.Spawn(model, mgl32.Ident4())
	controller, _ := animation.Control(character, library.AddGraph(graph))
	_ = controller.SetFloat("speed", 2.5)
	_ = animation.Update(1.0 / 60)
	fmt.Println(controller.State(0))
	_ = controller.Trigger("jump")
	_ = animation.Update(1.0 / 60)
	fmt.Println(controller.State(0))
	// Output:
	// ground
	// jump
}

// Waving while walking: a clip on the joints of the upper body, over what plays below.
func ExamplePlayer_Layer() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, _ := mannequin.New(library)
	animation, _ := systems.NewAnimation(&world, library)
	mask, _ := rig.NewMask("upper body", library.Skeleton(model.Skeleton)).Feather("spine", 2).Build()
	upperBody := library.AddMask(mask)

	player := animation.Player(animation.Spawn(model, mgl32.Ident4()))
	_ = player.Play(model.Clip("walk"))
	_ = player.Layer(1).Overlay(model.Clip("wave"), upperBody, 150*time.Millisecond)
	_ = animation.Update(0.5)
	fmt.Println(library.Clip(player.Layer(1).Playback().Clip).Name())
	// Output: wave
}

// Each reader of the queue gets all events.
func ExampleAnimation_Events() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, _ := mannequin.New(library)
	animation, _ := systems.NewAnimation(&world, library)
	_ = animation.Player(animation.Spawn(model, mgl32.Ident4())).Play(model.Clip("walk"))

	sounds := animation.Events().Reader()
	for range 30 {
		_ = animation.Update(1.0 / 30)
		events, _ := animation.Events().Read(&sounds)
		for _, event := range events {
			if marker, ok := event.ClipMarker(library); ok {
				fmt.Println(marker.Name)
			}
		}
	}
	// Output:
	// left foot
	// right foot
}

// A clip that walks forward moves the character instead of the pose.
func ExampleApplyRootMotion() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model := lamp(library)
	animation, _ := systems.NewAnimation(&world, library)
	slide, _ := clip.NewBuilder("slide", library.Skeleton(model.Skeleton)).
		Translation(0, clip.Linear, []float32{0, 1}, []mgl32.Vec3{{}, {0, 0, 2}}).Build()
	slide, _ = clip.ExtractRootMotion(slide, clip.RootMotionOptions{})

	character := animation.Spawn(model, mgl32.Ident4())
	animation.EnableRootMotion(character)
	_ = animation.Player(character).Play(library.AddClip(slide))
	for range 100 {
		_ = animation.Update(0.035)
	}
	transforms := generic.NewMap1[components.Transform](&world)
	fmt.Printf("%.3f\n", transforms.Get(character).Matrix.Col(3).Z())
	// Output: 7.000
}

// Slow motion in equal steps: half a second passes, of which a quarter is animated, in whole fiftieths.
func ExampleAnimation_Clock() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model := lamp(library)
	animation, _ := systems.NewAnimation(&world, library)
	player := animation.Player(animation.Spawn(model, mgl32.Ident4()))
	_ = player.Play(model.Clip("nod"))

	clock := animation.Clock()
	clock.Scale, clock.Step, clock.MaxSteps = 0.5, 1.0/50, 100
	_ = animation.Update(0.5)
	fmt.Printf("%.2f s, %.2f s wait\n", player.Component().Time, clock.Left)
	// Output: 0.24 s, 0.01 s wait
}
