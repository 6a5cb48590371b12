package graph

import "github.com/sinew-go/sinew/assets/graph/machine"

// The names of package machine, where graphs in their compiled form are.
type (
	// Graph is an immutable set of state machines: see [machine.Graph].
	Graph = machine.Graph
	// Layer is a layer of a graph: see [machine.Layer].
	Layer = machine.Layer
	// LeafState is a state that contains no others: see [machine.LeafState].
	LeafState = machine.LeafState
	// Transition is a transition of one leaf state: see [machine.Transition].
	Transition = machine.Transition
	// Interruption is the rule for which transitions can be taken while another one is running.
	Interruption = machine.Interruption
	// AuthoredTransition is a transition as written: see [machine.AuthoredTransition].
	AuthoredTransition = machine.AuthoredTransition
	// Parameter is a parameter of a graph: see [machine.Parameter].
	Parameter = machine.Parameter
	// ParameterType is the type of a parameter.
	ParameterType = machine.ParameterType
	// Float is a handle of a float parameter: see [machine.Float].
	Float = machine.Float
	// Int is a handle of an int parameter: see [machine.Float].
	Int = machine.Int
	// Bool is a handle of a bool parameter: see [machine.Float].
	Bool = machine.Bool
	// Trigger is a handle of a trigger: see [machine.Float].
	Trigger = machine.Trigger
	// DefinedMask is a mask that a graph defines: see [machine.DefinedMask].
	DefinedMask = machine.DefinedMask
	// DefinedBlendSpace is a blend space that a graph defines: see [machine.DefinedBlendSpace].
	DefinedBlendSpace = machine.DefinedBlendSpace
	// Definitions are masks and blend spaces that belong to no graph: see [machine.Definitions].
	Definitions = machine.Definitions
	// Library is where the names of assets are looked up: see [machine.Library].
	Library = machine.Library
	// Model is a model whose skeleton a graph moves: see [machine.Model].
	Model = machine.Model
)

// The limits of graphs that programs need.
const (
	// MaxParameters is the maximum number of parameters.
	MaxParameters = machine.MaxParameters
	// MaxSyncGroup is the highest number of a sync group.
	MaxSyncGroup = machine.MaxSyncGroup
)

// The types of parameters: see [machine.ParameterType].
const (
	FloatParameter   = machine.FloatParameter
	IntParameter     = machine.IntParameter
	BoolParameter    = machine.BoolParameter
	TriggerParameter = machine.TriggerParameter
)

// The interruption rules: see [machine.Interruption].
const (
	InterruptNone               = machine.InterruptNone
	InterruptBySource           = machine.InterruptBySource
	InterruptByTarget           = machine.InterruptByTarget
	InterruptBySourceThenTarget = machine.InterruptBySourceThenTarget
	InterruptByTargetThenSource = machine.InterruptByTargetThenSource
)
