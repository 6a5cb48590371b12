package machine

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/steps"
)

// Parts are what a [Graph] consists of, as what compiles graphs gives them to [New]. They are flat
// lists that refer to each other by index, which [New] checks. MaskNames, LayerMasks, Motions and
// StateSpaces may be empty.
type Parts struct {
	Name string
	// Skeleton is the skeleton that the graph's clips move, or nil.
	Skeleton *rig.Skeleton
	// Unresolved reports that the names of assets were not looked up: no state has a motion.
	Unresolved bool
	Parameters []Parameter
	// Layers are the layers, the lowest first. MaskNames are the names of their masks, and
	// LayerMasks has for each 1 + the index of its mask in Masks, or 0.
	Layers     []Layer
	MaskNames  []string
	LayerMasks []uint16
	// States are the leaf states of all layers; those of a layer and of a machine are consecutive.
	// Paths are their paths, Motions the names of what they play, and StateSpaces has for each 1 +
	// the index of what it plays in BlendSpaces, or 0.
	States      []LeafState
	Paths       []string
	Motions     []MotionName
	StateSpaces []uint16
	// Machines are the states that contain others, but for those of the layers.
	Machines []Machine
	// Texts are the strings for [Graph.Text], the first of which is empty.
	Texts []string
	// Masks and BlendSpaces are those that the graph defines, in the order of its source.
	Masks       []Mask
	BlendSpaces []BlendSpace
	// Authored are the transitions as written.
	Authored []AuthoredTransition

	transitions []Transition // of all leaf states: see SetTransitions
	conditions  []Condition  // of all transitions: see SetConditions
	fadeOuts    []float64    // in seconds: see SetFadeOut
	misuse      error        // of the methods that set something, for New
}

// allow reports whether a number is in a range. Otherwise it keeps the first error, which [New]
// returns.
func (p *Parts) allow(what string, found, low, high int) bool {
	if found >= low && found <= high {
		return true
	}
	c := checker{parts: p, element: "parts", err: p.misuse}
	c.within(what, found, low, high)
	p.misuse = c.err
	return false
}

// SetTransitions makes copies of transitions the ones that can leave a state, in the order in which
// they are tried. They have their conditions already, and are at most 32,767.
func (p *Parts) SetTransitions(state int, transitions []Transition) {
	if !p.allow("the index of a state with transitions", state, 0, len(p.States)-1) ||
		!p.allow("the number of transitions of a state", len(transitions), 0, math.MaxInt16) {
		return
	}
	p.States[state].first, p.States[state].count = uint32(len(p.transitions)), uint16(len(transitions))
	p.transitions = append(p.transitions, transitions...)
}

// Transitions returns the transitions that can leave a state: see [Graph.Transitions].
func (p *Parts) Transitions(state *LeafState) []Transition {
	first := uint64(state.first)
	end := first + uint64(state.count)
	if end > uint64(len(p.transitions)) { // a state of other parts
		return nil
	}
	return p.transitions[first:end:end]
}

// TransitionCount returns the number of transitions of all states.
func (p *Parts) TransitionCount() int { return len(p.transitions) }

// SetConditions gives a transition its conditions, which its copies share. They are at most 255,
// and all of them together 65,536.
func (p *Parts) SetConditions(t *Transition, conditions []Condition) {
	first, n := len(p.conditions), len(conditions)
	if !p.allow("the number of conditions of a transition", n, 0, math.MaxUint8) ||
		n > 0 && !p.allow("the number of conditions of all transitions", first+n, 0, math.MaxUint16+1) {
		return
	}
	t.first, t.count = uint16(min(first, math.MaxUint16)), uint8(n)
	p.conditions = append(p.conditions, conditions...)
}

// Conditions returns the conditions of a transition.
func (p *Parts) Conditions(t *Transition) []Condition {
	if t == nil || int(t.first)+int(t.count) > len(p.conditions) { // of other parts
		return nil
	}
	return p.conditions[t.first:][:t.count:t.count]
}

// ConditionCount returns the number of conditions of all transitions, in which copies of a
// transition count once.
func (p *Parts) ConditionCount() int { return len(p.conditions) }

// SetFadeOut gives a state its time for [Graph.FadeOut]. At most 65,535 states have one.
func (p *Parts) SetFadeOut(state *LeafState, seconds float64) {
	if !p.allow("the number of fade-outs", len(p.fadeOuts)+1, 0, math.MaxUint16) {
		return
	}
	p.fadeOuts = append(p.fadeOuts, seconds)
	state.fadeOut = uint16(len(p.fadeOuts))
}

// Mask is a mask that a graph defines: see [DefinedMask].
type Mask struct {
	ID   id.Mask
	Mask *rig.Mask
}

// BlendSpace is a blend space that a graph defines: see [DefinedBlendSpace].
type BlendSpace struct {
	ID id.BlendSpace
	// Motion is a *[mixer.Space], or nil. It is an interface because the library has graphs in
	// every program, and blend spaces, which are much code, only in those that make one.
	Motion motion.Motion
}

// New returns a graph of its parts, whose slices it keeps: do not modify them. The source is what
// it was compiled from, or nil: such a graph cannot be written or resolved, and its key counts its
// name and the durations of its states alone.
//
// The error names an index, a length or a number in the parts with which the graph could not play.
func New(p Parts, source Source) (*Graph, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	steps.Graphs.Open(func(s steps.Graph) { s.DoWithGraph() })
	g := &Graph{parts: p, source: source, shape: &shape{parameters: p.Parameters}, byParameter: map[string]int{}}
	for i := range p.Parameters {
		g.byParameter[p.Parameters[i].Name], g.defaults[i] = i, p.Parameters[i].Default
	}
	for range p.Layers {
		g.byPath = append(g.byPath, map[string]int{})
	}
	for i, path := range p.Paths {
		g.byPath[p.States[i].Layer][path] = i
	}
	for i := range p.Machines {
		g.byPath[p.Machines[i].Layer][p.Machines[i].Path] = -1 - i
	}
	return g, nil
}

// PartsOf returns the parts of a graph. Their slices are its own memory: do not modify them.
func PartsOf(g *Graph) Parts { return g.orNone().parts }

// SourceOf returns what a graph was compiled from, or nil.
func SourceOf(g *Graph) Source {
	source, _ := g.orNone().source.(Source)
	return source
}

// Vary returns a graph of other parts that has the parameters, the layers, the paths of states and
// machines and the transitions of a graph: one that plays other motions. The two share what is
// equal, and handles of parameters are valid for both. The errors are those of [New], and one for
// parts that do not fit the graph.
func Vary(g *Graph, p Parts, source Source) (*Graph, error) {
	g = g.orNone()
	if !p.fits(&g.parts) {
		return nil, fmt.Errorf("graph %q: expected the parameters, layers, states and machines of graph %q, found others",
			p.Name, g.parts.Name)
	}
	if err := p.check(); err != nil {
		return nil, err
	}
	return g.vary(p, source), nil
}

// fits reports whether the names in a graph of other parts lead to the same in these.
func (p *Parts) fits(other *Parts) bool {
	fit := len(p.Layers) == len(other.Layers) && len(p.Parameters) == len(other.Parameters) &&
		len(p.Paths) == len(other.Paths) && len(p.Machines) == len(other.Machines)
	for i := 0; fit && i < len(p.Parameters); i++ {
		fit = p.Parameters[i] == other.Parameters[i]
	}
	for i := 0; fit && i < len(p.Paths); i++ {
		fit = p.Paths[i] == other.Paths[i]
	}
	for i := 0; fit && i < len(p.Machines); i++ {
		fit = p.Machines[i] == other.Machines[i]
	}
	return fit
}

// vary is [Vary] for parts that are known to fit the graph.
func (g *Graph) vary(p Parts, source Source) *Graph {
	varied := *g
	if slices.Equal(p.transitions, varied.parts.transitions) && slices.Equal(p.conditions, varied.parts.conditions) {
		p.transitions, p.conditions = varied.parts.transitions, varied.parts.conditions
	}
	varied.parts, varied.source = p, source
	return &varied
}

// Succeed returns a copy of a graph that replaces another one: handles of parameters of that one
// are valid for it too, if it has a parameter of the same name and type.
func Succeed(g, before *Graph) *Graph {
	copied := *g.orNone()
	copied.shape = &shape{parameters: copied.parts.Parameters, first: before.orNone().shape.origin(), own: copied.shape}
	return &copied
}
