package components

import (
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
)

// Controller is an instance of a state machine, the [graph.Graph]. It decides what the [AnimationPlayer] and the
// [Layers] of its entity play.
type Controller struct {
	// Graph is the graph to run. Another graph than before starts from its beginning. With 0, and with a graph that was
	// removed from the library, the controller changes nothing.
	Graph id.Graph
	// Entered is the graph whose layers are set up, which then enters its first states. The systems write it.
	Entered id.Graph
	// Parameters holds the values of the graph's parameters, by index: the bits of a float32, an int32, or 0 or 1 for a
	// bool or a trigger.
	Parameters [graph.MaxParameters]uint32
	// Layers holds the current states in the layers of the graph. The systems write it.
	Layers [MaxLayers]ControllerLayer
}

// NewController returns an instance of a graph, given its ID, whose parameters have the graph's defaults. The entity
// needs an [AnimationPlayer], and [Layers] if the graph has more than one layer.
func NewController(id id.Graph, g *graph.Graph) *Controller {
	c := &Controller{Graph: id}
	if g != nil {
		c.Parameters = *g.Defaults()
	}
	return c
}

// ControllerLayer is the current state of a [Controller] in one layer of its graph.
type ControllerLayer struct {
	// State is 1 + the index of the current leaf state, which during a transition is its target; 0 before the start.
	State int16
	// Previous is 1 + the index of the leaf state before the current one; 0 is none.
	Previous int16
	// Transition is 1 + the index of the transition in progress, among the transitions of leaf state Found; 0 is none.
	Transition int16
	// Found is 1 + the index of the leaf state that owns the transition in progress. It differs from Previous if
	// another transition was interrupted.
	Found int16
	// Reached is the normalized time that the current state had reached when its direction last changed, and
	// PreviousReached that of the previous state. An exit time that was reached stays so.
	Reached, PreviousReached float64
}
