package machine_test

import (
	"fmt"
	"math"
	"os"

	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/graph/machine"
)

// What a tool that shows a graph reads of it.
func Example() {
	g, err := graph.New("door").Bool("open", false).
		Layer("base",
			graph.State("shut").To("ajar").WhenTrue("open").Fade(0.2),
			graph.State("ajar").To("shut").WhenFalse("open").Fade(0.5)).
		Build(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range g.States() {
		for _, t := range g.Transitions(&g.States()[i]) {
			written := g.AuthoredTransitions()[t.Index]
			fmt.Println(g.Path(i), "to", g.Path(int(t.Target)), "when", written.Conditions, "in", t.Fade, "s")
		}
	}
	// Output:
	// shut to ajar when [open] in 0.2 s
	// ajar to shut when [not open] in 0.5 s
}

// A graph made of its lists, as a compiler of another form of state machines makes it.
func ExampleNew() {
	parts := machine.Parts{
		Name:       "lamp",
		Parameters: []machine.Parameter{{Name: "lit", Type: machine.BoolParameter}},
		Layers:     []machine.Layer{{Name: "base", Weight: 1, End: 2}},
		Paths:      []string{"off", "on"},
		Authored:   []machine.AuthoredTransition{{From: "off", To: "on", Conditions: []string{"lit"}}},
	}
	for range parts.Paths {
		rests := machine.LeafState{SpeedParameter: -1, XParameter: -1, YParameter: -1}
		parts.States = append(parts.States, rests)
	}
	isSet := machine.Condition{Negated: true} // the key of parameter 0 is not in the range of 0 alone
	light := machine.Transition{ExitTime: -1, Target: 1, TargetFirst: 1, TargetEnd: 2}
	parts.SetConditions(&light, []machine.Condition{isSet})
	parts.SetTransitions(0, []machine.Transition{light})
	parts.Authored[0].Transition = light
	g, err := machine.New(parts, nil)
	if err != nil {
		fmt.Println(err)
		return
	}

	off, _ := g.State("off")
	values := *g.Defaults()
	for _, lit := range []uint32{0, 1} {
		values[0] = lit
		t := &g.Transitions(&g.States()[off])[0]
		fmt.Println(g.Path(int(t.Target)), g.ConditionsHold(t, &values))
	}
	// Output:
	// on false
	// on true
}

// A controller tests in every frame whether a transition of the current state can be taken.
func ExampleGraph_ConditionsHold() {
	graph, err := graph.New("door").Float("distance", 10).
		Layer("base",
			graph.State("closed").To("open").When("distance", "<", 2),
			graph.State("open").To("closed").When("distance", ">", 3)).
		Build(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	parameters := *graph.Defaults()
	distance, _, _ := graph.Parameter("distance")
	state := int(graph.Layers()[0].Entry)
	for _, d := range []float32{10, 2.5, 1.5, 2.5, 3.5} {
		parameters[distance] = math.Float32bits(d)
		transitions := graph.Transitions(&graph.States()[state])
		for i := range transitions {
			if t := &transitions[i]; graph.ConditionsHold(t, &parameters) {
				graph.ConsumeTriggers(t, &parameters)
				state = int(t.Target)
				break
			}
		}
		fmt.Println(d, graph.Path(state))
	}
	// Output:
	// 10 closed
	// 2.5 closed
	// 1.5 open
	// 2.5 open
	// 3.5 closed
}

func ExampleGraph_WriteJSON() {
	graph, err := graph.New("lamp").Bool("on", true).
		Layer("base",
			graph.State("dark").To("bright").WhenTrue("on").Fade(0.5),
			graph.State("bright").Clip("Glow").Speed(0.5)).
		Build(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := graph.WriteJSON(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {
	//   "name": "lamp",
	//   "parameters": [
	//     {
	//       "name": "on",
	//       "type": "bool",
	//       "default": true
	//     }
	//   ],
	//   "layers": [
	//     {
	//       "name": "base",
	//       "states": [
	//         {
	//           "name": "dark",
	//           "transitions": [
	//             {
	//               "to": "bright",
	//               "conditions": [
	//                 {
	//                   "parameter": "on",
	//                   "op": "true"
	//                 }
	//               ],
	//               "fade": 0.5
	//             }
	//           ]
	//         },
	//         {
	//           "name": "bright",
	//           "clip": "Glow",
	//           "speed": 0.5
	//         }
	//       ]
	//     }
	//   ]
	// }
}
