package components

import (
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
)

// Controller has a state machine decide what a character plays: it is one instance of an [graph.Graph], whose layers it plays in the
// [AnimationPlayer] and the [Layers] of the entity.
type Controller struct {
	// Graph is whose states it goes through. With another one than before it begins anew; with 0 or a removed one it leaves everything as it is.
	Graph id.Graph
	// Entered is the graph that it has begun with.
	Entered id.Graph
	// Parameters are the bits of the graph's parameters, by their index: a float32, an int32, or 0 or 1.
	Parameters [graph.MaxParameters]uint32
	// Layers say where it is in each layer of the graph.
	Layers [MaxLayers]ControllerLayer
}

// ControllerLayer is where a [Controller] is in one layer of its graph.
type ControllerLayer struct {
	// State is 1 + the index of the leaf state that it is in, or is going to; 0 before it has begun.
	State int16
	// Previous is 1 + the index of the leaf state that it came from last; 0 is none.
	Previous int16
	// Transition is 1 + the index, among those of the state that it was found in, of the transition that is going on; 0 is none.
	Transition int16
	// Found is 1 + the index of the leaf state whose transition that is.
	Found int16
}
