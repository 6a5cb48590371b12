package graph

import (
	"errors"

	"github.com/sinew-go/sinew/assets/rig"
)

// The limits of a graph.
const (
	// MaxParameters is the maximum number of parameters.
	MaxParameters = 32
	// maxLayers is the maximum number of layers.
	maxLayers = 8
	// maxStates is the maximum number of leaf states in all layers together.
	maxStates = 4096
	// maxDepth is the maximum depth of nested machines, a layer's own machine being the first
	// level.
	maxDepth = 16
	// MaxSyncGroup is the highest number of a sync group.
	MaxSyncGroup = 8

	maxTransitions          = 1 << 14 // authored, in all layers
	maxTransitionConditions = 1 << 16 // of all transitions: Transition.first is a uint16
	maxCompiledTransitions  = 1 << 18 // of all leaf states, with a copy for every leaf state that shares a transition
)

// Graph is an immutable set of state machines, one for each layer of a character. It only decides:
// given the parameters and the progress of the current states, which states come next and how the
// change looks. The documentation of the package describes when a transition is taken.
//
// Graphs are made by [New] or [Read], and written by [Graph.WriteJSON]. Slices that a graph returns
// are its own memory: do not modify them.
type Graph struct {
	name        string
	shape       *shape
	skeleton    *rig.Skeleton
	layers      []Layer
	states      []LeafState
	transitions []Transition
	conditions  []condition
	defaults    [MaxParameters]uint32
	parameters  []Parameter
	byParameter map[string]int
	texts       []string
	machines    []machine
	paths       []string
	byPath      []map[string]int // of each layer: a leaf state, or -1 - i for machines[i]
	authored    []AuthoredTransition
	motionNames []motionName // of each leaf state
	masks       []definedMask
	spaces      []definedSpace
	fadeOuts    []float64 // in seconds
	stateSpaces []uint16  // of each leaf state: 1 + the index in spaces; 0 is none
	source      any       // the *document that documentOf returns; programs without graphs do not contain its type
	unresolved  bool
}

// shape identifies the parameters, layers, states and transitions of a graph. A graph, what
// [Graph.Resolve] makes of it and its overrides have the same.
type shape struct {
	parameters []Parameter
	first      *shape // of the graph that was replaced first, or nil
	own        *shape // of the graph of which this one is the copy in the library; nil without first
}

// origin returns the shape that a graph and those that replaced it have in common.
func (s *shape) origin() *shape {
	if s.first != nil {
		return s.first
	}
	return s
}

// machine is a state that contains other states.
type machine struct {
	path              string
	layer             int
	first, end, entry int // its leaf states [first, end), and the leaf state that is entered
}

// Name returns the graph's name.
func (g *Graph) Name() string { return g.orNone().name }

// noGraph is what a nil graph holds.
var noGraph Graph

func (g *Graph) orNone() *Graph {
	if g == nil || g.source == nil {
		return &noGraph
	}
	return g
}

// documentOf returns the document that a graph was compiled from.
func documentOf(g *Graph) *document {
	if d, ok := g.source.(*document); ok {
		return d
	}
	return &document{}
}

var errNoGraph = errors.New("graph: expected one that Build or Read made, found nil or a zero value")

// Skeleton returns the skeleton that the graph's clips move, or nil for a graph that plays nothing
// or is unresolved.
func (g *Graph) Skeleton() *rig.Skeleton { return g.orNone().skeleton }

// Unresolved reports whether the graph was built without a library. All states of an unresolved
// graph show the rest pose; [Graph.Resolve] returns one that plays.
func (g *Graph) Unresolved() bool { return g.orNone().unresolved }

// Layers returns the layers, the lowest first.
func (g *Graph) Layers() []Layer { return g.orNone().layers }

// States returns the leaf states of all layers. The leaf states of a layer, and of a machine, are
// consecutive.
func (g *Graph) States() []LeafState { return g.orNone().states }

// Transitions returns all transitions that can leave a state, in the order in which they are tried.
func (g *Graph) Transitions(state *LeafState) []Transition {
	if g == nil || state == nil {
		return nil
	}
	return g.transitions[state.first:][:state.count:state.count]
}

// FadeOut returns how many seconds a state in the mode [clip.Once] takes to fade out at its end, if
// the state was given that: see [StateBuilder.FadeOut].
func (g *Graph) FadeOut(state *LeafState) (seconds float64, ok bool) {
	if g == nil || state == nil || state.fadeOut == 0 || int(state.fadeOut) > len(g.fadeOuts) {
		return 0, false
	}
	return g.fadeOuts[state.fadeOut-1], true
}

// Parameters returns the parameters. A parameter's index is its index in a character's parameter
// values.
func (g *Graph) Parameters() []Parameter { return g.orNone().parameters }

// Defaults returns the initial values of the parameters: see [Parameter].
func (g *Graph) Defaults() *[MaxParameters]uint32 {
	if g == nil {
		return new([MaxParameters]uint32)
	}
	return &g.defaults
}

// Parameter returns the index and the type of the parameter with a name, and reports whether there
// is one.
func (g *Graph) Parameter(name string) (index int, parameterType ParameterType, ok bool) {
	index, ok = g.orNone().byParameter[name]
	if !ok {
		return 0, 0, false
	}
	return index, g.parameters[index].Type, true
}

// State returns the leaf state at a path, such as "Locomotion/Walk", in the lowest layer that has
// the path. For the path of a machine it returns the leaf state at which the machine is entered.
func (g *Graph) State(path string) (index int, ok bool) {
	g = g.orNone()
	for layer := range g.layers {
		if index, ok = g.StateIn(layer, path); ok {
			return index, true
		}
	}
	return 0, false
}

// StateIn is [Graph.State] for one layer.
func (g *Graph) StateIn(layer int, path string) (index int, ok bool) {
	g = g.orNone()
	if layer < 0 || layer >= len(g.byPath) {
		return 0, false
	}
	index, ok = g.byPath[layer][path]
	if ok && index < 0 {
		return g.machines[-1-index].entry, true
	}
	return index, ok
}

// StatesWithin returns the range [first, end) of the leaf states at or below a path in a layer.
// With it a program can test whether a character is anywhere in a machine.
func (g *Graph) StatesWithin(layer int, path string) (first, end int, ok bool) {
	g = g.orNone()
	if layer < 0 || layer >= len(g.byPath) {
		return 0, 0, false
	}
	index, ok := g.byPath[layer][path]
	switch {
	case !ok:
		return 0, 0, false
	case index < 0:
		m := &g.machines[-1-index]
		return m.first, m.end, true
	}
	return index, index + 1, true
}

// Path returns the path of a leaf state inside its layer. It is empty for an index that no state
// has.
func (g *Graph) Path(state int) string {
	g = g.orNone()
	if state < 0 || state >= len(g.paths) {
		return ""
	}
	return g.paths[state]
}

// Text returns the string for a number in a state's Tag, EnterEvent or ExitEvent. The string for 0
// is empty. Equal strings have equal numbers.
func (g *Graph) Text(number uint16) string {
	g = g.orNone()
	if int(number) >= len(g.texts) {
		return ""
	}
	return g.texts[number]
}
