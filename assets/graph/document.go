package graph

import (
	"slices"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph/machine"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/internal/jsontree"
)

// document is a graph as written by a builder or in JSON, with names instead of numbers. It is what
// a compiled graph keeps as its [machine.Source]. A jsonPath is the path of an element in the JSON
// document, for errors; it is empty for elements from a builder.
type document struct {
	name        string
	parameters  []parameterSpec
	masks       []maskSpec
	blendSpaces []blendSpaceSpec
	layers      []layerSpec
	layouts     []machineLayout
	problems    []error            // from a builder
	source      *jsontree.Document // while it is compiled: where it was read from; nil for a builder's
}

type parameterSpec struct {
	jsonPath      string
	name          string
	parameterType ParameterType
	defaultValue  float64
}

type layerSpec struct {
	jsonPath string
	name     string
	mask     reference[id.Mask]
	mode     clip.LayerMode
	weight   float32
	machine  machineSpec
}

type machineSpec struct {
	entries  []string // names of states; valid with at most one, and with none it is the first state
	states   []stateSpec
	anyState []transitionSpec
	nils     int // nil members of a builder
}

type stateSpec struct {
	jsonPath              string
	name                  string
	motion                motionRef
	parameters            []string // the coordinates in the motion
	machine               *machineSpec
	playMode              clip.PlayMode
	loopLimit             uint32
	speed                 float32
	speedParameter        string
	enterEvent, exitEvent string
	tag                   string
	require, forbid       []string // tags of a database
	syncGroup             uint8
	hasFadeOut            bool
	fadeOut               float64 // seconds
	transitions           []transitionSpec
}

type transitionSpec struct {
	jsonPath       string
	to             string
	conditions     []conditionSpec
	hasExitTime    bool
	exitTime       float64
	fade           float64 // seconds, or a fraction of the source's duration
	fadeIsFraction bool
	offset         float64
	curve          reference[id.Curve]
	frozenSource   bool
	inertialized   bool
	restart        bool
	interruption   Interruption
}

// conditionSpec compares a number, or tests a bool or a trigger.
type conditionSpec struct {
	jsonPath  string
	parameter string
	op        string
	value     float64 // only for comparisons
}

// The operators of conditions: comparisons for floats and ints, opTrue and opFalse for bools,
// opTriggered for triggers.
const (
	opTrue      = "true"
	opFalse     = "false"
	opTriggered = "triggered"
)

var comparisons = []string{">", "<", ">=", "<=", "==", "!="}

func (c *conditionSpec) isComparison() bool { return slices.Contains(comparisons, c.op) }

// reference refers to an asset by name or by ID.
type reference[I ~uint32] struct {
	given bool
	name  string
	id    I
}

func byName[I ~uint32](name string) reference[I] { return reference[I]{given: true, name: name} }

func byID[I ~uint32](id I) reference[I] { return reference[I]{given: true, id: id} }

// forgetID removes the ID of a reference that has a name, so that the name is looked up again.
func (r *reference[I]) forgetID() {
	if r.name != "" {
		r.id = 0
	}
}

func newLayer(name string) layerSpec { return layerSpec{name: name, weight: 1} }

func newState(name string) stateSpec { return stateSpec{name: name, playMode: clip.Loop, speed: 1} }

func newTransition(to string) transitionSpec { return transitionSpec{to: to} }

// documentOf returns the document that a graph was compiled from.
func documentOf(g *Graph) *document {
	if d, ok := machine.SourceOf(g).(*document); ok {
		return d
	}
	return &document{}
}

// clone returns a copy that shares no memory with the document.
func (d *document) clone() *document {
	c := *d
	c.parameters, c.layers, c.problems = slices.Clone(d.parameters), slices.Clone(d.layers), slices.Clone(d.problems)
	c.layouts = slices.Clone(d.layouts)
	c.masks, c.blendSpaces = slices.Clone(d.masks), slices.Clone(d.blendSpaces)
	for i := range c.blendSpaces {
		c.blendSpaces[i] = d.blendSpaces[i].clone()
	}
	for i := range c.layers {
		c.layers[i].machine = c.layers[i].machine.clone()
	}
	return &c
}

func (m *machineSpec) clone() machineSpec {
	c := machineSpec{slices.Clone(m.entries), slices.Clone(m.states), cloneTransitions(m.anyState), m.nils}
	for i := range c.states {
		s := &c.states[i]
		s.parameters, s.transitions = slices.Clone(s.parameters), cloneTransitions(s.transitions)
		if s.machine != nil {
			inner := s.machine.clone()
			s.machine = &inner
		}
	}
	return c
}

func cloneTransitions(transitions []transitionSpec) []transitionSpec {
	c := slices.Clone(transitions)
	for i := range c {
		c[i].conditions = slices.Clone(c[i].conditions)
	}
	return c
}

// forgetIDs removes the IDs of all references that have names.
func (d *document) forgetIDs() {
	for i := range d.masks {
		d.masks[i].id = 0
	}
	for i := range d.blendSpaces {
		d.blendSpaces[i].id = 0
	}
	d.eachReference((*reference[id.Motion]).forgetID, (*reference[id.Mask]).forgetID, (*reference[id.Curve]).forgetID)
}

// WithIDs implements [machine.Source].
func (d *document) WithIDs(renamed machine.Renaming) machine.Source {
	c := d.clone()
	for i := range c.masks {
		c.masks[i].id = renamed.Mask(c.masks[i].id)
	}
	for i := range c.blendSpaces {
		c.blendSpaces[i].id = renamed.Motion(c.blendSpaces[i].id)
	}
	c.eachReference(
		func(r *reference[id.Motion]) { r.id = renamed.Motion(r.id) },
		func(r *reference[id.Mask]) { r.id = renamed.Mask(r.id) },
		func(r *reference[id.Curve]) { r.id = renamed.Curve(r.id) },
	)
	return c
}

// eachReference calls a function of its kind for each reference to an asset.
func (d *document) eachReference(
	motion func(*reference[id.Motion]), mask func(*reference[id.Mask]), curve func(*reference[id.Curve]),
) {
	for i := range d.blendSpaces {
		for k := range d.blendSpaces[i].samples {
			motion(&d.blendSpaces[i].samples[k].clip)
		}
	}
	for i := range d.layers {
		mask(&d.layers[i].mask)
		d.layers[i].machine.eachReference(motion, curve)
	}
}

func (m *machineSpec) eachReference(motion func(*reference[id.Motion]), curve func(*reference[id.Curve])) {
	eachCurve := func(transitions []transitionSpec) {
		for i := range transitions {
			curve(&transitions[i].curve)
		}
	}
	eachCurve(m.anyState)
	for i := range m.states {
		s := &m.states[i]
		motion(&s.motion.reference)
		eachCurve(s.transitions)
		if s.machine != nil {
			s.machine.eachReference(motion, curve)
		}
	}
}
