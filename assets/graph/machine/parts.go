package machine

import (
	"math"
	"slices"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/steps"
)

// Parts are what a [Graph] consists of, as what compiles graphs gives them to [New]. They are flat
// lists that refer to each other by index. Package graph checks what it compiles; [New] does not
// check it again.
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
}

// SetTransitions makes copies of transitions the ones that can leave a state, in the order in which
// they are tried. They have their conditions already.
func (p *Parts) SetTransitions(state int, transitions []Transition) {
	p.States[state].first, p.States[state].count = uint32(len(p.transitions)), uint16(len(transitions))
	p.transitions = append(p.transitions, transitions...)
}

// Transitions returns the transitions that can leave a state: see [Graph.Transitions].
func (p *Parts) Transitions(state *LeafState) []Transition {
	return p.transitions[state.first:][:state.count:state.count]
}

// TransitionCount returns the number of transitions of all states.
func (p *Parts) TransitionCount() int { return len(p.transitions) }

// SetConditions gives a transition its conditions, which its copies share. All of them together
// are at most 65,536.
func (p *Parts) SetConditions(t *Transition, conditions []Condition) {
	t.first, t.count = uint16(min(len(p.conditions), math.MaxUint16)), uint8(len(conditions))
	p.conditions = append(p.conditions, conditions...)
}

// Conditions returns the conditions of a transition.
func (p *Parts) Conditions(t *Transition) []Condition {
	return p.conditions[t.first:][:t.count:t.count]
}

// ConditionCount returns the number of conditions of all transitions, in which copies of a
// transition count once.
func (p *Parts) ConditionCount() int { return len(p.conditions) }

// SetFadeOut gives a state its time for [Graph.FadeOut].
func (p *Parts) SetFadeOut(state *LeafState, seconds float64) {
	p.fadeOuts = append(p.fadeOuts, seconds)
	state.fadeOut = uint16(len(p.fadeOuts))
}

// RenameCurves replaces the IDs of all curves, in new lists of transitions.
func (p *Parts) RenameCurves(renamed func(id.Curve) id.Curve) {
	p.transitions, p.Authored = slices.Clone(p.transitions), slices.Clone(p.Authored)
	for i := range p.transitions {
		p.transitions[i].Curve = renamed(p.transitions[i].Curve)
	}
	for i := range p.Authored {
		t := &p.Authored[i].Transition
		t.Curve = renamed(t.Curve)
	}
}

// Mask is a mask that a graph defines: see [DefinedMask].
type Mask struct {
	ID   id.Mask
	Mask *rig.Mask
}

// BlendSpace is a blend space that a graph defines: see [DefinedBlendSpace].
type BlendSpace struct {
	ID id.BlendSpace
	// Motion is a *[blendspace.Space], or nil. It is an interface because the library has graphs in
	// every program, and blend spaces, which are much code, only in those that make one.
	Motion motion.Motion
}

// New returns a graph of its parts, whose slices it keeps: do not modify them. The source is what
// it was compiled from, or nil.
func New(p Parts, source Source) *Graph {
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
	return g
}

// PartsOf returns the parts of a graph. Their slices are its own memory: do not modify them.
func PartsOf(g *Graph) Parts { return g.orNone().parts }

// SourceOf returns what a graph was compiled from, or nil.
func SourceOf(g *Graph) Source {
	source, _ := g.orNone().source.(Source)
	return source
}

// Vary returns a graph of other parts that has the parameters, the paths of states and machines and
// the transitions of a graph: one that plays other motions, or the same ones under other IDs. The
// two share what is equal, and handles of parameters are valid for both.
func Vary(g *Graph, p Parts, source Source) *Graph {
	varied := *g.orNone()
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
