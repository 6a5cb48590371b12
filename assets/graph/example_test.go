package graph_test

import (
	"fmt"
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
)

// A character stands, moves and jumps, and waves with one arm at the same time.
func ExampleNew() {
	graph, err := graph.New("locomotion").
		Float("speed", 0).Bool("waving", false).Trigger("jump").
		Layer("base",
			graph.State("Stand").Clip("Idle").
				To("Move").When("speed", ">", 0.1).Fade(0.25),
			graph.State("Move").BlendSpace("Locomotion", "speed").
				To("Stand").When("speed", "<", 0.1).Fade(0.25),
			graph.State("Jump").Clip("Jump").PlayMode(clip.Hold).
				To("Move").ExitTime(0.9).When("speed", ">", 0.1).Fade(0.15).
				To("Stand").ExitTime(0.9).Fade(0.15),
			graph.AnyState().
				To("Jump").WhenTriggered("jump").Fade(0.1)).
		Layer("arm",
				graph.State("Nothing").To("Wave").WhenTrue("waving").Fade(0.2).Curve("smoothstep"),
				graph.State("Wave").Clip("Wave").To("Nothing").WhenFalse("waving").Fade(0.2)).Mask("right arm").
		Build(nil) // with a library and a model, Build looks up the names
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range graph.States() {
		state := &graph.States()[i]
		asset, _ := graph.MotionName(i)
		fmt.Printf("%s/%s plays %q and has %d transitions\n", graph.Layers()[state.Layer].Name, graph.Path(i), asset,
			len(graph.Transitions(state)))
	}
	// Output:
	// base/Stand plays "Idle" and has 2 transitions
	// base/Move plays "Locomotion" and has 2 transitions
	// base/Jump plays "Jump" and has 2 transitions
	// arm/Nothing plays "" and has 1 transitions
	// arm/Wave plays "Wave" and has 1 transitions
}

// Build reports all problems at once.
func ExampleBuilder_Build() {
	_, err := graph.New("door").Bool("open", false).
		Layer("base",
			graph.State("closed").To("opening").WhenTrue("opn"),
			graph.State("opening").Clip("Open").To("ajar").ExitTime(1),
			graph.State("closed")).
		Build(nil)
	fmt.Println(err)
	// Output:
	// graph "door": layer "base", state "closed": expected a name of its own, found a second state of the machine of this name
	// graph "door": layer "base", state "closed", transition to "opening": expected a parameter for its condition, found none named "opn"; did you mean "open"?
	// graph "door": layer "base", state "opening", transition to "ajar": expected a state or machine as its target, found none
}

func ExampleRead() {
	g, err := graph.Read(
		strings.NewReader(
			`{"name": "lamp", "parameters": [{"name": "on", "type": "bool"}], "layers": [{"name": "base", "states": [
		{"name": "dark", "transitions": [{"to": "bright", "conditions": [{"parameter": "on", "op": "true"}]}]},
		{"name": "bright", "clip": "Glow", "speed": 0.5}]}]}`), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.Name(), len(g.States()))
	_, err = graph.Read(
		strings.NewReader(
			`{"name": "lamp", "layers": [{"name": "base", "states": [{"name": "dark", "clips": ["Glow"]}]}]}`), nil)
	fmt.Println(err)
	// Output:
	// lamp 2
	// graph: line 1, column 74: layers[0].states[0].clips: expected one of blendSpace, clip, enterEvent, exitEvent, fadeOut, forbid, loopLimit, machine, motion, name, parameters, playMode, require, speed, speedParameter, syncGroup, tag, transitions, found "clips"; did you mean "clip"?
}

// A curve of the library eases fades by its name.
func ExampleTransitionBuilder_Curve() {
	curve, err := clip.NewCurve("late", func(x float32) float32 { return x * x })
	if err != nil {
		fmt.Println(err)
		return
	}
	library := assets.NewLibrary()
	late, err := library.AddCurve(curve)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(library.Ease(clip.StraightLine, 0.25), library.Ease(clip.SmoothStep, 0.25), library.Ease(late, 0.25))
	// Output: 0.25 0.15625 0.0625
}
