package graph

import (
	"slices"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
)

// graphDocument is a graph as it is written: by a builder or in JSON. Everything is by name. at is where in the JSON document a part
// was, for errors; it is empty for those of a builder.
type document struct {
	name       string
	parameters []parameterSpec
	layers     []layerSpec
	problems   []error // found while it was written
}

type parameterSpec struct {
	jsonPath     string
	name         string
	kind         ParameterType
	defaultValue float64
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
	entries  []string // none: the first state
	states   []stateSpec
	anyState []transitionSpec
}

type stateSpec struct {
	jsonPath              string
	name                  string
	clip                  reference[id.Clip]
	blendSpace            reference[id.BlendSpace]
	parameters            []string // the parameters that place a blend space
	machine               *machineSpec
	playMode              clip.PlayMode
	loopLimit             uint32
	speed                 float32
	speedParameter        string
	enterEvent, exitEvent string
	tag                   string
	transitions           []transitionSpec
}

type transitionSpec struct {
	jsonPath       string
	to             string
	conditions     []conditionSpec
	hasExitTime    bool // for exitTime
	exitTime       float32
	fade           float32
	fadeIsFraction bool
	offset         float32
	curve          reference[id.Curve]
	frozenSource   bool
	inertialized   bool
	restart        bool
	interruption   Interruption
}

// conditionPart is a comparison of a number, or the test of a bool or trigger.
type conditionSpec struct {
	jsonPath  string
	parameter string
	op        string
	value     float64
}

// The ops that are no comparisons.
const (
	conditionTrue      = "true"
	conditionFalse     = "false"
	conditionTriggered = "triggered"
)

// reference names an asset, by name or by an ID that is at hand.
type reference[I ~uint32] struct {
	given bool
	name  string
	id    I
}

func byName[I ~uint32](name string) reference[I] { return reference[I]{given: true, name: name} }

func byID[I ~uint32](id I) reference[I] { return reference[I]{given: true, id: id} }

func newLayer(name string) layerSpec { return layerSpec{name: name, weight: 1} }

func newState(name string) stateSpec { return stateSpec{name: name, playMode: clip.Loop, speed: 1} }

func newTransition(to string) transitionSpec { return transitionSpec{to: to} }

// clone returns a copy that shares no memory with the document.
func (d *document) clone() *document {
	c := *d
	c.parameters, c.layers, c.problems = slices.Clone(d.parameters), slices.Clone(d.layers), slices.Clone(d.problems)
	for i := range c.layers {
		c.layers[i].machine = c.layers[i].machine.clone()
	}
	return &c
}

func (m *machineSpec) clone() machineSpec {
	c := machineSpec{slices.Clone(m.entries), slices.Clone(m.states), cloneTransitions(m.anyState)}
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
