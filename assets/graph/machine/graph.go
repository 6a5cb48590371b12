package machine

import "github.com/sinew-go/sinew/assets/rig"

// Graph is an immutable set of state machines, one for each layer of a character. It only decides:
// given the parameters and the progress of the current states, which states come next and how the
// change looks. The documentation of package graph describes when a transition is taken.
//
// Graphs are made by graph.New or graph.Read, and written by [Graph.WriteJSON]. Slices that a graph
// returns are its own memory: do not modify them.
type Graph struct {
	parts       Parts
	shape       *shape
	defaults    [MaxParameters]uint32
	byParameter map[string]int
	byPath      []map[string]int // of each layer: a leaf state, or -1 - i for parts.Machines[i]
	source      any              // a Source, or nil; programs without graphs do not contain its type
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
	if s != nil && s.first != nil {
		return s.first
	}
	return s
}

// Name returns the graph's name.
func (g *Graph) Name() string { return g.orNone().parts.Name }

// noGraph is what a nil graph holds.
var noGraph Graph

func (g *Graph) orNone() *Graph {
	if g == nil {
		return &noGraph
	}
	return g
}

// Skeleton returns the skeleton that the graph's clips move, or nil for a graph that plays nothing
// or is unresolved.
func (g *Graph) Skeleton() *rig.Skeleton { return g.orNone().parts.Skeleton }

// Unresolved reports whether the graph was built without a library. All states of an unresolved
// graph show the rest pose; [Graph.Resolve] returns one that plays.
func (g *Graph) Unresolved() bool { return g.orNone().parts.Unresolved }

// Layers returns the layers, the lowest first.
func (g *Graph) Layers() []Layer { return g.orNone().parts.Layers }

// States returns the leaf states of all layers. The leaf states of a layer, and of a machine, are
// consecutive.
func (g *Graph) States() []LeafState { return g.orNone().parts.States }

// Transitions returns all transitions that can leave a state, in the order in which they are tried.
func (g *Graph) Transitions(state *LeafState) []Transition {
	if g == nil || state == nil {
		return nil
	}
	return g.parts.Transitions(state)
}

// FadeOut returns how many seconds a state in the mode [clip.Once] takes to fade out at its end, if
// the state was given that: see graph.StateBuilder.FadeOut.
func (g *Graph) FadeOut(state *LeafState) (seconds float64, ok bool) {
	if g == nil || state == nil || state.fadeOut == 0 || int(state.fadeOut) > len(g.parts.fadeOuts) {
		return 0, false
	}
	return g.parts.fadeOuts[state.fadeOut-1], true
}

// Parameters returns the parameters. A parameter's index is its index in a character's parameter
// values.
func (g *Graph) Parameters() []Parameter { return g.orNone().parts.Parameters }

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
	return index, g.parts.Parameters[index].Type, true
}

// State returns the leaf state at a path, such as "Locomotion/Walk", in the lowest layer that has
// the path. For the path of a machine it returns the leaf state at which the machine is entered.
func (g *Graph) State(path string) (index int, ok bool) {
	g = g.orNone()
	for layer := range g.parts.Layers {
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
		return g.parts.Machines[-1-index].Entry, true
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
		m := &g.parts.Machines[-1-index]
		return m.First, m.End, true
	}
	return index, index + 1, true
}

// Path returns the path of a leaf state inside its layer. It is empty for an index that no state
// has.
func (g *Graph) Path(state int) string {
	g = g.orNone()
	if state < 0 || state >= len(g.parts.Paths) {
		return ""
	}
	return g.parts.Paths[state]
}

// Text returns the string for a number in a state's Tag, EnterEvent or ExitEvent. The string for 0
// is empty. Equal strings have equal numbers.
func (g *Graph) Text(number uint16) string {
	g = g.orNone()
	if int(number) >= len(g.parts.Texts) {
		return ""
	}
	return g.parts.Texts[number]
}

// AuthoredTransitions returns all transitions as written, indexed by [Transition].Index.
func (g *Graph) AuthoredTransitions() []AuthoredTransition { return g.orNone().parts.Authored }

// MotionName returns the name of the motion that a leaf state plays, and the noun of its kind, such
// as "clip". Both are empty for the rest pose, and for an index that no state has. Unresolved
// graphs have the names, too, and the kinds as far as they are known; otherwise the noun is
// "motion".
func (g *Graph) MotionName(state int) (name, kind string) {
	g = g.orNone()
	if state < 0 || state >= len(g.parts.Motions) {
		return "", ""
	}
	played := g.parts.Motions[state]
	return played.Name, played.Kind
}

// MaskName returns the name of a layer's mask, which is empty for none, and for a layer that the
// graph does not have. Unresolved graphs have the names, too.
func (g *Graph) MaskName(layer int) string {
	g = g.orNone()
	if layer < 0 || layer >= len(g.parts.MaskNames) {
		return ""
	}
	return g.parts.MaskNames[layer]
}
