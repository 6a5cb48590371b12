package locomotion

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
)

// Document is the state machine in JSON, the form in which the scene reads it.
//
//go:embed locomotion.json
var Document string

// The parameters and layers of the state machine.
const (
	speedParameter   = "speed"   // meters a second
	turnParameter    = "turn"    // -1 right to 1 left
	jumpParameter    = "jump"    // trigger
	waveParameter    = "wave"    // bool
	inertiaParameter = "inertia" // bool: changes are inertialized instead of crossfaded

	bodyLayer = 0
	armsLayer = 1

	still = 0.1 // of speed or turn: what counts as none
)

// Graph returns the builder of what [Document] says in JSON.
func Graph() *graph.Builder {
	idle := graph.State("idle").Clip("idle")
	change(idle, "move", 0.25, func(t transition) transition { return t.When(speedParameter, ">", still) })
	change(idle, "turn", 0.2, func(t transition) transition { return t.When(turnParameter, ">", still) })
	change(idle, "turn", 0.2, func(t transition) transition { return t.When(turnParameter, "<", -still) })

	move := graph.State("move").BlendSpace("move", speedParameter, turnParameter)
	change(move, "idle", 0.35, func(t transition) transition { return t.When(speedParameter, "<=", still) })

	turn := graph.State("turn").BlendSpace("turn", turnParameter)
	change(turn, "move", 0.25, func(t transition) transition { return t.When(speedParameter, ">", still) })
	change(turn, "idle", 0.3, func(t transition) transition {
		return t.When(turnParameter, "<=", still).When(turnParameter, ">=", -still)
	})

	// A jump lets go as soon as the character has landed where it is to move on, and otherwise when it has straightened up again.
	jump := graph.State("jump").Clip("leap").PlayMode(assets.Hold).Tag("airborne")
	change(jump, "ground/move", 0.3, func(t transition) transition { return t.When(speedParameter, ">", still).ExitTime(0.68) })
	change(jump, "ground", 0.3, func(t transition) transition { return t.ExitTime(0.85) })

	rest := graph.State("rest")
	change(rest, "wave", 0.3, func(t transition) transition { return t.WhenTrue(waveParameter) })
	wave := graph.State("wave").Clip("wave")
	change(wave, "rest", 0.4, func(t transition) transition { return t.WhenFalse(waveParameter) })

	return graph.New("locomotion").
		Float(speedParameter, 0).Float(turnParameter, 0).Trigger(jumpParameter).
		Bool(waveParameter, false).Bool(inertiaParameter, false).
		Layer("body",
			graph.State("ground").Machine(idle, move, turn),
			jump,
			graph.AnyState().
				To("jump").WhenTriggered(jumpParameter).WhenTrue(inertiaParameter).Inertialized().Fade(0.15).Offset(0.1).
				To("jump").WhenTriggered(jumpParameter).Fade(0.15).Offset(0.1),
		).
		Layer("arms", rest, wave).Mask("upper body")
}

type transition = *graph.TransitionBuilder

// change adds a transition twice: inertialized where that is asked for, and as a crossfade.
func change(from *graph.StateBuilder, to string, seconds float32, when func(transition) transition) {
	when(from.To(to)).WhenTrue(inertiaParameter).Inertialized().Fade(seconds)
	when(from.To(to)).Fade(seconds)
}

// readGraph reads the document, with motions that [AddMotions] has filed.
func readGraph(library *assets.Library, model *assets.Model) (assets.GraphID, error) {
	graph, err := graph.Read(strings.NewReader(Document), library, model)
	if err != nil {
		return 0, fmt.Errorf("locomotion.json: %w", err)
	}
	return library.AddGraph(graph), nil
}
