package locomotion

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/mannequin"
)

// Document is the state machine in JSON, the form in which the scene reads it.
//
//go:embed locomotion.json
var Document string

// The parameters and layers of the state machine.
const (
	speedParameter        = "speed"        // meters a second
	turnParameter         = "turn"         // -1 right to 1 left
	jumpParameter         = "jump"         // trigger
	waveParameter         = "wave"         // bool
	inertializedParameter = "inertialized" // bool: transitions are inertialized instead of crossfaded

	bodyLayer = 0
	armsLayer = 1

	threshold = 0.1 // speed or turn up to which the character stands or goes straight
)

// Graph returns the builder of the state machine in [Document].
func Graph() *graph.Builder {
	idle := graph.State("idle").Clip("idle")
	addTransition(idle, "move", 0.25, func(t transitionBuilder) transitionBuilder {
		return t.When(speedParameter, ">", threshold)
	})
	addTransition(idle, "turn", 0.2, func(t transitionBuilder) transitionBuilder {
		return t.When(turnParameter, ">", threshold)
	})
	addTransition(idle, "turn", 0.2, func(t transitionBuilder) transitionBuilder {
		return t.When(turnParameter, "<", -threshold)
	})

	move := graph.State("move").BlendSpace("move", speedParameter, turnParameter)
	addTransition(move, "idle", 0.35, func(t transitionBuilder) transitionBuilder {
		return t.When(speedParameter, "<=", threshold)
	})

	turn := graph.State("turn").BlendSpace("turn", turnParameter)
	addTransition(turn, "move", 0.25, func(t transitionBuilder) transitionBuilder {
		return t.When(speedParameter, ">", threshold)
	})
	addTransition(turn, "idle", 0.3, func(t transitionBuilder) transitionBuilder {
		return t.When(turnParameter, "<=", threshold).When(turnParameter, ">=", -threshold)
	})

	// If the character is to move on, the jump ends when it has landed, else when it has
	// straightened up again.
	jump := graph.State("jump").Clip("leap").PlayMode(assets.Hold).Tag("airborne")
	addTransition(jump, "ground/move", 0.3, func(t transitionBuilder) transitionBuilder {
		return t.When(speedParameter, ">", threshold).ExitTime(0.68)
	})
	addTransition(jump, "ground", 0.3, func(t transitionBuilder) transitionBuilder { return t.ExitTime(0.85) })

	rest := graph.State("rest")
	addTransition(rest, "wave", 0.3, func(t transitionBuilder) transitionBuilder { return t.WhenTrue(waveParameter) })
	wave := graph.State("wave").Clip("wave")
	addTransition(wave, "rest", 0.4, func(t transitionBuilder) transitionBuilder { return t.WhenFalse(waveParameter) })

	return graph.New("locomotion").
		Float(speedParameter, 0).Float(turnParameter, 0).Trigger(jumpParameter).
		Bool(waveParameter, false).Bool(inertializedParameter, false).
		// The right arm waves and the spine moves with it; the left arm keeps swinging.
		Masks(graph.Mask("upper body").Feather("spine_2", 3).Subtree(0, "left_clavicle")).
		BlendSpaces(
			graph.BlendSpace2D("move", blendspace.Delaunay).SyncByMarkers(mannequin.LeftFoot, mannequin.RightFoot).
				At2(walkSpeed, -1, "walk right").At2(runSpeed, -1, "run right").
				At2(walkSpeed, 0, "walk ahead").At2(runSpeed, 0, "run ahead").
				At2(walkSpeed, 1, "walk left").At2(runSpeed, 1, "run left"),
			graph.BlendSpace1D("turn").SyncByMarkers(mannequin.LeftFoot, mannequin.RightFoot).
				At(-1, "turn right").At(1, "turn left"),
		).
		Layer("body",
			graph.State("ground").Machine(idle, move, turn),
			jump,
			graph.AnyState().
				To("jump").WhenTriggered(jumpParameter).WhenTrue(inertializedParameter).Inertialized().Fade(0.15).
				Offset(0.1).
				To("jump").WhenTriggered(jumpParameter).Fade(0.15).Offset(0.1),
		).
		Layer("arms", rest, wave).Mask("upper body")
}

type transitionBuilder = *graph.TransitionBuilder

// addTransition adds a transition twice: inertialized if the parameter asks for it, and otherwise
// as a crossfade of that duration.
func addTransition(from *graph.StateBuilder, to string, seconds float64,
	when func(transitionBuilder) transitionBuilder,
) {
	when(from.To(to)).WhenTrue(inertializedParameter).Inertialized().Fade(seconds)
	when(from.To(to)).Fade(seconds).Curve("smoothstep")
}

// readGraph reads the document and adds the graph to the library, which must have the assets of
// [AddAssets].
func readGraph(library *assets.Library, model *assets.Model) (assets.GraphID, error) {
	graph, err := graph.Read(strings.NewReader(Document), library, model)
	if err != nil {
		return 0, fmt.Errorf("locomotion.json: %w", err)
	}
	return library.AddGraph(graph)
}
