package graph

import "github.com/sinew-go/sinew/assets/rig"

// The most that a graph holds.
const (
	// MaxParameters is how many parameters a graph has at most.
	MaxParameters = 32
	// MaxGraphLayers is how many layers a graph has at most.
	MaxLayers = 8
	// MaxGraphStates is how many leaf states a graph has at most, over all layers.
	MaxStates = 4096
	// MaxGraphDepth is how deep machines can be nested in each other, the layer's own being the first.
	MaxDepth = 16

	maxTransitions          = 1 << 14 // as written, over all layers
	maxTransitionConditions = 1 << 16 // over all transitions; first is a uint16
	maxCompiledTransitions  = 1 << 18 // over all leaves, each with copies of those that it shares with others
)

// Graph is a state machine for each layer of a character. It only decides: from its parameters and from how far the present
// states have played, which states come next and how the change looks.
//
// A machine has states, of which the first is its entry unless it says otherwise. A state plays a clip or a blend space, shows the
// rest pose, or is a machine itself. Only the leaves, which are no machines, are ever played. They are numbered over
// all layers; see [Graph.States].
//
// Graphs are made by [New] or [Read], and written by [Graph.WriteJSON].
//
// # Which transition is taken
//
// For every leaf the transitions that can leave it are listed in the order in which they are to be tried: those from any state of
// the outermost machine first, then those from any state of the machines inside it that hold the leaf; then those that leave the
// machines that hold it, the outermost first; then its own. The first that may be taken is. One may be taken when all its
// conditions hold and the state has played up to its exit time.
//
// A transition from any state or from a machine whose target is the state that it would leave, or a machine that holds it, is not on
// that leaf's list unless it can restart. One that a state itself has to itself always is.
//
// # When a condition holds
//
//   - A float parameter is compared with a float32 and an int parameter with an int32, exactly. -0 equals 0. A float that is NaN is not
//     equal to anything, nor above or below it: of the six comparisons only != holds.
//   - A bool parameter is true when it is not 0.
//   - A trigger holds once it is set. It stays set until a transition that asks for it is taken: see [Graph.ConsumeTriggers].
//
// # Exit times
//
// The normalized time of a state is the number of whole times that it ran through its motion, there and back counting as two, plus
// the part of the present one that is over; a state that was entered at an offset of 0.5 begins at 0.5. From the moment when it
// reaches the exit time the transition may be taken, whether or not it was before: an exit time of 0.75 that found its conditions
// wanting is not waited for again in the next loop. A state without a duration never reaches one.
type Graph struct {
	name        string
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
	byPath      []map[string]int // for each layer
	authored    []AuthoredTransition
	assetNames  []assetName // by leaf
	document    *document
	unresolved  bool
}

// graphMachine is a state that holds others.
type machine struct {
	path              string
	layer             int
	first, end, entry int // its leaves, and which of them is entered
}

// Name returns the graph's name.
func (g *Graph) Name() string { return g.name }

// Skeleton returns the skeleton that the graph's clips move; nil when it plays none, or its names are not looked up.
func (g *Graph) Skeleton() *rig.Skeleton { return g.skeleton }

// Unresolved says that the graph was built without a library, so that the names of what it plays stand for nothing: every state shows the
// rest pose. [Graph.Resolve] makes one that plays.
func (g *Graph) Unresolved() bool { return g.unresolved }

// Layers returns the layers from the lowest on. The slice is the graph's own: read only.
func (g *Graph) Layers() []Layer { return g.layers }

// States returns the leaf states of all layers: those of a layer, and of a machine, are in one run. The slice is the graph's own:
// read only.
func (g *Graph) States() []LeafState { return g.states }

// Transitions returns the ways out of a state in the order in which they are to be tried. The slice is the graph's own: read only.
func (g *Graph) Transitions(state *LeafState) []Transition {
	return g.transitions[state.first:][:state.count:state.count]
}

// Parameters returns the parameters. The slice is the graph's own: read only.
func (g *Graph) Parameters() []Parameter { return g.parameters }

// Defaults returns what the parameters are at the beginning. The memory is the graph's own: read only.
func (g *Graph) Defaults() *[MaxParameters]uint32 { return &g.defaults }

// Parameter finds a parameter by its name.
func (g *Graph) Parameter(name string) (index int, kind ParameterType, ok bool) {
	index, ok = g.byParameter[name]
	if !ok {
		return 0, 0, false
	}
	return index, g.parameters[index].Type, true
}

// State finds a leaf state by its path, such as "Locomotion/Walk": of several layers that have it, in the lowest. The path of a machine
// finds the leaf state that is entered with it.
func (g *Graph) State(path string) (index int, ok bool) {
	for layer := range g.layers {
		if index, ok = g.StateIn(layer, path); ok {
			return index, true
		}
	}
	return 0, false
}

// StateIn finds a leaf state by its path in one layer, as [Graph.State] does.
func (g *Graph) StateIn(layer int, path string) (index int, ok bool) {
	if layer < 0 || layer >= len(g.byPath) {
		return 0, false
	}
	index, ok = g.byPath[layer][path]
	if ok && index < 0 {
		return g.machines[-1-index].entry, true
	}
	return index, ok
}

// Within returns the run of leaf states, from first up to end, that are at the path in the layer or below it, for a program that wants to
// know whether a character is somewhere in a machine.
func (g *Graph) StatesWithin(layer int, path string) (first, end int, ok bool) {
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

// Path returns the path of a leaf state inside its layer.
func (g *Graph) Path(state int) string { return g.paths[state] }

// Text returns the text that a state's Tag, EnterEvent or ExitEvent stands for; that of 0 is empty. Equal texts have equal numbers, below
// [Graph.Texts].
func (g *Graph) Text(text uint16) string {
	if int(text) >= len(g.texts) {
		return ""
	}
	return g.texts[text]
}

// Texts returns the number of texts, the empty one included.
func (g *Graph) TextCount() int { return len(g.texts) }

// FindText returns the number of a text.
func (g *Graph) FindText(text string) (uint16, bool) {
	for i, t := range g.texts {
		if t == text {
			return uint16(i), true
		}
	}
	return 0, false
}
