package components

import (
	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets/graph/machine"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/internal/assetkeys"
	"github.com/sinew-go/sinew/internal/codec"
	"github.com/sinew-go/sinew/internal/componenttable"
)

// Controller is an instance of a state machine, the [machine.Graph]. It decides what the
// [AnimationPlayer] and the [Layers] of its entity play.
type Controller struct {
	// Graph is the graph to run. Another graph than before starts from its beginning. With 0, and
	// with a graph that was removed from the library, the controller changes nothing.
	Graph id.Graph
	// Entered is the graph whose layers are set up, which then enters its first states. The systems
	// write it.
	Entered id.Graph
	// Parameters holds the values of the graph's parameters, by index: the bits of a float32, an
	// int32, or 0 or 1 for a bool or a trigger.
	Parameters [machine.MaxParameters]uint32
	// Layers holds the current states in the layers of the graph. The systems write it.
	Layers [MaxLayers]ControllerLayer
}

// NewController returns an instance of a graph, given its ID, whose parameters have the graph's
// defaults. The entity needs an [AnimationPlayer], [Layers] if the graph has more than one layer,
// and [MoreLayers] if it has more than two: layers that the entity lacks do not play.
func NewController(id id.Graph, g *machine.Graph) *Controller {
	c := &Controller{Graph: id}
	if g != nil {
		c.Parameters = *g.Defaults()
	}
	return c
}

// ControllerLayer is the current state of a [Controller] in one layer of its graph.
type ControllerLayer struct {
	// State is 1 + the index of the current leaf state, which during a transition is its target; 0
	// before the start.
	State int16
	// Previous is 1 + the index of the leaf state before the current one; 0 is none.
	Previous int16
	// Transition is 1 + the index of the transition in progress, among the transitions of leaf
	// state Found; 0 is none.
	Transition int16
	// Found is 1 + the index of the leaf state that owns the transition in progress. It differs
	// from Previous if another transition was interrupted.
	Found int16
	// Reached is the normalized time that the current state had reached when its direction last
	// changed, and PreviousReached that of the previous state. An exit time that was reached stays
	// so.
	Reached, PreviousReached float64
}

func controllerRow() componenttable.Row {
	return componenttable.Saved(componenttable.Codec[Controller]{
		Size: controllerSize, Extra: controllerExtra, Put: putController, Get: getController,
		Encoded: controllerEncoded, Check: checkController,
		IDs: []componenttable.ID{{Kind: assetkeys.Graph, At: 0}, {Kind: assetkeys.Graph, At: 4}},
	})
}

const (
	controllerSize      = 12
	controllerLayerSize = 24
)

// controllerUsed returns the numbers of parameters and layers up to the last one that is not zero.
func controllerUsed(c *Controller) (parameters, layers int) {
	parameters, layers = len(c.Parameters), len(c.Layers)
	for parameters > 0 && c.Parameters[parameters-1] == 0 {
		parameters--
	}
	for layers > 0 && c.Layers[layers-1] == (ControllerLayer{}) {
		layers--
	}
	return parameters, layers
}

func controllerExtra(c *Controller) int {
	parameters, layers := controllerUsed(c)
	return 4*parameters + controllerLayerSize*layers
}

func controllerEncoded(b []byte) int {
	if len(b) < controllerSize {
		return controllerSize
	}
	return controllerSize + 4*int(b[8]) + controllerLayerSize*int(b[9])
}

func checkController(b []byte, _ func(arche.Entity) bool) error {
	if b[8] > machine.MaxParameters || b[9] > MaxLayers {
		return codec.Damaged("expected at most %d parameters and %d layers of a controller, found %d and %d",
			machine.MaxParameters, MaxLayers, b[8], b[9])
	}
	return nil
}

func putController(b []byte, c *Controller) []byte {
	parameters, layers := controllerUsed(c)
	codec.PutUint32(b, uint32(c.Graph))
	codec.PutUint32(b[4:], uint32(c.Entered))
	codec.PutUint32(b[8:], uint32(parameters)|uint32(layers)<<8)
	b = b[controllerSize:]
	for i := range parameters {
		codec.PutUint32(b[4*i:], c.Parameters[i])
	}
	b = b[4*parameters:]
	for i := range layers {
		l := &c.Layers[i]
		codec.PutUint32(b, uint32(uint16(l.State))|uint32(uint16(l.Previous))<<16)
		codec.PutUint32(b[4:], uint32(uint16(l.Transition))|uint32(uint16(l.Found))<<16)
		codec.PutFloat64(b[8:], l.Reached)
		codec.PutFloat64(b[16:], l.PreviousReached)
		b = b[controllerLayerSize:]
	}
	return b
}

func getController(b []byte, c *Controller) []byte {
	c.Graph, c.Entered = id.Graph(codec.GetUint32(b)), id.Graph(codec.GetUint32(b[4:]))
	parameters, layers := int(b[8]), int(b[9])
	b = b[controllerSize:]
	for i := range parameters {
		c.Parameters[i] = codec.GetUint32(b[4*i:])
	}
	clear(c.Parameters[parameters:])
	b = b[4*parameters:]
	for i := range layers {
		states, transition := codec.GetUint32(b), codec.GetUint32(b[4:])
		c.Layers[i] = ControllerLayer{
			State: int16(states), Previous: int16(states >> 16),
			Transition: int16(transition), Found: int16(transition >> 16),
			Reached: codec.GetFloat64(b[8:]), PreviousReached: codec.GetFloat64(b[16:]),
		}
		b = b[controllerLayerSize:]
	}
	clear(c.Layers[layers:])
	return b
}
