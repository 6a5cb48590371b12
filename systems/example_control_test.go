package systems_test

import (
	"fmt"

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

// A state machine: idle, walk and run are blended by speed, and a trigger starts a jump from any state.
func ExampleAnimation_Control() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)

	_, err = blendspace.New1D("move").
		At(0, model.Clip("idle")).At(1.4, model.Clip("walk")).At(4, model.Clip("run")).Add(library)
	must(err)
	locomotion, err := graph.New("locomotion").Float("speed", 0).Trigger("jump").
		Layer("body",
			graph.State("ground").BlendSpace("move", "speed"),
			graph.State("jump").Clip("jump").PlayMode(assets.Hold).To("ground").ExitTime(0.9).Fade(0.2),
			graph.AnyState().To("jump").WhenTriggered("jump").Fade(0.1),
		).Add(library, model)
	must(err)

	character, err := animation.Spawn(model, mgl32.Ident4())
	must(err)
	controller, err := animation.Control(character, locomotion)
	must(err)
	must(controller.SetFloat("speed", 2.5))
	must(animation.Update(1.0 / 60))
	fmt.Println(controller.State(0))
	must(controller.Trigger("jump"))
	must(animation.Update(1.0 / 60))
	fmt.Println(controller.State(0))
	// Output:
	// ground
	// jump
}

// A character waves while it walks: layer 1 plays a clip on the joints of the upper body, over the clip of layer 0.
func ExamplePlayer_Layer() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	upperBody, err := rig.NewMask("upper body", library.Skeleton(model.Skeleton)).Feather("spine_2", 2).Add(library)
	must(err)

	walker, err := animation.Spawn(model, mgl32.Ident4()) // walks only
	must(err)
	waver, err := animation.Spawn(model, mgl32.Ident4())
	must(err)
	for _, character := range []ecs.Entity{walker, waver} {
		must(animation.EnableModelMatrices(character))
		must(animation.Player(character).Play(model.Clip("walk")))
	}
	must(animation.Player(waver).Layer(1).Overlay(model.Clip("wave"), upperBody, 0.15))
	for range 60 {
		must(animation.Update(1.0 / 60))
	}
	height := func(character ecs.Entity, name string) float32 {
		joint, err := library.Skeleton(model.Skeleton).FindJoint(name)
		must(err)
		return rig.MatrixAt(animation.ModelMatrices(character), joint)[7]
	}
	for _, joint := range []string{"left_foot", "right_hand"} {
		fmt.Printf("%s: %.2f m, without the layer %.2f m\n", joint, height(waver, joint), height(walker, joint))
	}
	// Output:
	// left_foot: 0.13 m, without the layer 0.13 m
	// right_hand: 1.60 m, without the layer 0.93 m
}

// Two readers of the queue, for sounds and for footprints, each get all events.
func ExampleAnimation_Events() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	must(animation.Player(mustSpawn(animation.Spawn(model, mgl32.Ident4()))).Play(model.Clip("walk")))

	// guide: events
	sounds, footprints := animation.Events().Reader(), animation.Events().Reader()
	prints := 0
	for range 30 {
		must(animation.Update(1.0 / 30))
		events, _ := animation.Events().Read(&sounds)
		for _, event := range events {
			if marker, ok := event.ClipMarker(library); ok {
				fmt.Println(marker.Name)
			}
		}
		events, _ = animation.Events().Read(&footprints)
		prints += len(events)
	}
	// guide: end
	fmt.Println(prints, "footprints")
	// Output:
	// left foot
	// right foot
	// 2 footprints
}

// The root motion of a clip that moves 2 m/s forward moves the character instead of its pose. After 3.5 s it is at 7 m.
func ExampleAnimation_EnableRootMotion() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model := lamp(library)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	slide, err := clip.NewBuilder("slide", library.Skeleton(model.Skeleton)).
		Translation(0, clip.Linear, []float32{0, 1}, []mgl32.Vec3{{}, {0, 0, 2}}).Build()
	must(err)
	slide, err = clip.ExtractRootMotion(slide, clip.RootMotionOptions{})
	must(err)

	character, err := animation.Spawn(model, mgl32.Ident4())
	must(err)
	must(animation.Player(character).Play(library.AddClip(slide)))
	must(animation.EnableRootMotion(character))
	for range 100 {
		must(animation.Update(0.035))
	}
	transforms := generic.NewMap1[components.Transform](&world)
	fmt.Printf("%.3f\n", transforms.Get(character).Matrix.Col(3).Z())
	// Output: 7.000
}

// Slow motion in equal steps of 1/50 s: of half a second, half is animated. That is 12 steps; the rest waits for the
// next update.
func ExampleAnimation_Clock() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model := lamp(library)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	player := animation.Player(mustSpawn(animation.Spawn(model, mgl32.Ident4())))
	must(player.Play(model.Clip("nod")))

	clock := animation.Clock()
	clock.Scale, clock.Step, clock.MaxSteps = 0.5, 1.0/50, 100
	must(animation.Update(0.5))
	fmt.Printf("%.2f s animated, %.2f s left\n", player.Component().Time, clock.Left)
	// Output: 0.24 s animated, 0.01 s left
}
