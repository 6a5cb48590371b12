package graph

import "github.com/sinew-go/sinew/assets/graph/machine"

// The limits of a graph.
const (
	// maxLayers is the maximum number of layers.
	maxLayers = machine.MaxLayers
	// maxStates is the maximum number of leaf states in all layers together.
	maxStates = 4096
	// maxDepth is the maximum depth of nested machines, a layer's own machine being the first
	// level.
	maxDepth = 16

	maxTransitions          = 1 << 14 // authored, in all layers
	maxTransitionConditions = 1 << 16 // of all transitions: machine.Parts can hold no more
	maxCompiledTransitions  = 1 << 18 // of all leaf states, with a copy for every leaf state that shares a transition
)
