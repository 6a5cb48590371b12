package graph_test

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/mannequin"
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// A graph brings the blend space and the mask that its states and layers use. Adding it to a
// library looks up the clips in the model.
func ExampleBuilder_Add() {
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	// guide: graph
	id, err := graph.New("hero").Float("speed", 0).Trigger("jump").Trigger("greet").
		BlendSpaces(graph.BlendSpace1D("gait").At(0, "idle").SyncByTime().
			At(mannequin.WalkSpeed, "walk").At(mannequin.RunSpeed, "run").SyncByMarkers("left foot", "right foot")).
		Masks(graph.Mask("upper body").Feather("spine_2", 2)).
		Layer("body",
			graph.State("ground").BlendSpace("gait", "speed"),
			graph.State("jump").Clip("jump").PlayMode(assets.Once).To("ground").ExitTime(0.9).Fade(0.2),
			graph.AnyState().To("jump").WhenTriggered("jump").Fade(0.1)).
		Layer("arm",
			graph.State("nothing").To("wave").WhenTriggered("greet").Fade(0.2),
			graph.State("wave").Clip("wave").PlayMode(assets.Once).FadeOut(0.4).To("nothing").ExitTime(1)).
		Mask("upper body").
		Add(library, model)
	// guide: end
	must(err)

	hero := library.Graph(id)
	for i := range hero.States() {
		motion, kind := hero.MotionName(i)
		fmt.Printf("%s plays %s %q\n", hero.Path(i), kind, motion)
	}
	fmt.Println("the second layer moves the", hero.MaskName(1))
	// Output:
	// ground plays blend space "gait"
	// jump plays clip "jump"
	// nothing plays  ""
	// wave plays clip "wave"
	// the second layer moves the upper body
}

// An override has the states of another graph and plays other clips in them.
func ExampleOverride() {
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	guard, err := graph.New("guard").Bool("patrol", false).
		Layer("body",
			graph.State("stand").Clip("idle").To("patrol").WhenTrue("patrol").Fade(0.2),
			graph.State("patrol").Clip("walk").To("stand").WhenFalse("patrol").Fade(0.2)).
		Add(library, model)
	must(err)
	// guide: override
	friendly, err := graph.Override("friendly guard", library.Graph(guard)).Clip("walk", "wave").Add(library, model)
	must(err)
	// guide: end

	for _, id := range []assets.GraphID{guard, friendly} {
		g := library.Graph(id)
		for i := range g.States() {
			clip, _ := g.MotionName(i)
			fmt.Printf("%s: %s plays %s\n", g.Name(), g.Path(i), clip)
		}
	}
	// Output:
	// guard: stand plays idle
	// guard: patrol plays walk
	// friendly guard: stand plays idle
	// friendly guard: patrol plays wave
}
