package systems_test

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// jointHeight returns the height of a joint in meters as of the last frame.
func jointHeight(animation *systems.Animation, model *assets.Model, character ecs.Entity, name string) float32 {
	joint, err := animation.Library().Skeleton(model.Skeleton).FindJoint(name)
	must(err)
	return rig.MatrixAt(animation.ModelMatrices(character), joint)[7]
}

// A document defines the mask and the blend space that its graph needs: a character walks at 1.4 m/s and waves with its
// upper body.
func ExampleAnimation_Control_document() {
	const document = `{
		"name": "waving",
		"parameters": [{"name": "speed", "type": "float", "default": 1.4}],
		"masks": {"upper body": {"root": "spine_2", "feather": 2}},
		"blendSpaces": {"gait": {
			"samples": [{"clip": "idle", "x": 0, "syncByTime": true}, {"clip": "walk", "x": 1.4}, {"clip": "run", "x": 4}],
			"syncByMarkers": ["left foot", "right foot"]
		}},
		"layers": [
			{"name": "body", "states": [{"name": "move", "blendSpace": "gait", "parameters": ["speed"]}]},
			{"name": "arm", "mask": "upper body", "states": [{"name": "wave", "clip": "wave"}]}
		]
	}`
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	waving, err := graph.Read(strings.NewReader(document), library, model)
	must(err)
	id, err := library.AddGraph(waving)
	must(err)

	waver, err := animation.Spawn(model, mgl32.Ident4())
	must(err)
	must(animation.EnableModelMatrices(waver))
	_, err = animation.Control(waver, id)
	must(err)
	walker, err := animation.Spawn(model, mgl32.Ident4()) // to compare
	must(err)
	must(animation.EnableModelMatrices(walker))
	must(animation.Player(walker).Play(model.Clip("walk")))
	for range 60 {
		must(animation.Update(1.0 / 60))
	}
	for _, joint := range []string{"left_foot", "right_hand"} {
		fmt.Printf("%s: %.2f m, walking only %.2f m\n", joint, jointHeight(animation, model, waver, joint), jointHeight(animation, model, walker, joint))
	}
	_, err = library.FindMask("upper body") // the library has it now
	fmt.Println(err)
	// Output:
	// left_foot: 0.13 m, walking only 0.13 m
	// right_hand: 1.60 m, walking only 0.93 m
	// <nil>
}

// One state machine for two guards: on patrol, one walks, and the other one waves at passers-by.
func ExampleAnimation_Control_override() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	guard, err := graph.New("guard").Bool("patrol", false).
		Layer("body",
			graph.State("stand").Clip("idle").To("patrol").WhenTrue("patrol").Fade(0.2),
			graph.State("patrol").Clip("walk").To("stand").WhenFalse("patrol").Fade(0.2)).
		Add(library, model)
	must(err)
	friendly, err := graph.Override("friendly guard", library.Graph(guard)).Clip("walk", "wave").Add(library, model)
	must(err)

	for _, id := range []assets.GraphID{guard, friendly} {
		character, err := animation.Spawn(model, mgl32.Ident4())
		must(err)
		must(animation.EnableModelMatrices(character))
		controller, err := animation.Control(character, id)
		must(err)
		must(controller.SetBool("patrol", true))
		for range 60 {
			must(animation.Update(1.0 / 60))
		}
		fmt.Printf("%s: %s, right hand at %.2f m\n", library.Graph(id).Name(), controller.State(0), jointHeight(animation, model, character, "right_hand"))
	}
	// Output:
	// guard: patrol, right hand at 0.93 m
	// friendly guard: patrol, right hand at 1.60 m
}

// A handle of a parameter is looked up once, for the whole crowd. Its type is the parameter's, so that setting a float
// to a bool does not compile.
func ExampleController_SetFloatParameter() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	locomotion, err := graph.New("locomotion").Float("pace", 0).
		Layer("body", graph.State("walk").Clip("walk").SpeedParameter("pace")).
		Add(library, model)
	must(err)
	pace, err := library.Graph(locomotion).FloatParameter("pace")
	must(err)

	var crowd []ecs.Entity
	for range 3 {
		character, err := animation.Spawn(model, mgl32.Ident4())
		must(err)
		_, err = animation.Control(character, locomotion)
		must(err)
		crowd = append(crowd, character)
	}
	must(animation.Update(0)) // enters the state
	for i, character := range crowd {
		must(animation.Controller(character).SetFloatParameter(pace, float32(i)/2))
	}
	must(animation.Update(0.5))
	for _, character := range crowd {
		fmt.Printf("%.2f s of the clip\n", animation.Player(character).Playback().Time)
	}
	// Output:
	// 0.00 s of the clip
	// 0.25 s of the clip
	// 0.50 s of the clip
}

// A program plays a wave and then lets a graph take over within half a second. The layer of the graph belongs to the
// graph from then on; the layers above it belong to the program.
func ExampleAnimation_Release() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	walking, err := graph.New("walking").Layer("body", graph.State("walk").Clip("walk")).Add(library, model)
	must(err)
	character, err := animation.Spawn(model, mgl32.Ident4())
	must(err)
	must(animation.EnableModelMatrices(character))
	player := animation.Player(character)
	must(player.Play(model.Clip("wave")))
	must(animation.Update(1))
	hand := func(moment string) {
		fmt.Printf("%s: right hand at %.2f m\n", moment, jointHeight(animation, model, character, "right_hand"))
	}
	hand("waving")

	_, err = animation.Control(character, walking, systems.WithFade(0.5))
	must(err)
	must(animation.Update(0))
	hand("the graph takes over")
	must(animation.Update(0.25))
	hand("half faded")
	must(animation.Update(0.25))
	hand("walking")
	fmt.Println(errors.Is(player.Play(model.Clip("wave")), systems.ErrControlled))

	must(animation.Release(character))
	must(player.CrossFade(model.Clip("wave"), 0.5)) // the program plays again, from what shows
	must(animation.Update(1))
	hand("waving again")
	// Output:
	// waving: right hand at 1.60 m
	// the graph takes over: right hand at 1.60 m
	// half faded: right hand at 1.24 m
	// walking: right hand at 0.87 m
	// true
	// waving again: right hand at 1.60 m
}

// A wave over a walk, as a state that plays once: it fades in and, before it ends, fades out within 0.5 s.
func ExampleAnimation_Control_oneShot() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	greeting, err := graph.New("greeting").Trigger("greet").
		Masks(graph.Mask("upper body").Feather("spine_2", 2)).
		Layer("body", graph.State("walk").Clip("walk")).
		Layer("arm",
			graph.State("nothing").To("wave").WhenTriggered("greet").Fade(0.2),
			graph.State("wave").Clip("wave").PlayMode(assets.Once).FadeOut(0.5).To("nothing").ExitTime(1)).Mask("upper body").
		Add(library, model)
	must(err)
	character, err := animation.Spawn(model, mgl32.Ident4())
	must(err)
	must(animation.EnableModelMatrices(character))
	controller, err := animation.Control(character, greeting)
	must(err)
	must(animation.Update(0.5))
	must(controller.Trigger("greet"))
	length := library.Clip(model.Clip("wave")).Duration()
	for _, seconds := range []float64{0, 1, length - 1.5, 0.25, 0.25} {
		must(animation.Update(seconds))
		fmt.Printf("%.2f s: right hand at %.2f m\n", animation.Player(character).Layer(1).Playback().Time, jointHeight(animation, model, character, "right_hand"))
	}
	// Output:
	// 0.00 s: right hand at 0.87 m
	// 1.00 s: right hand at 1.61 m
	// 2.70 s: right hand at 1.42 m
	// 2.95 s: right hand at 0.95 m
	// 3.20 s: right hand at 0.87 m
}
