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
	parameters []parameterPart
	layers     []layerPart
	problems   []error // found while it was written
}

type parameterPart struct {
	at      string
	name    string
	kind    ParameterKind
	initial float64
}

type layerPart struct {
	at      string
	name    string
	mask    reference[id.Mask]
	mode    clip.LayerMode
	weight  float32
	machine machinePart
}

type machinePart struct {
	entries []string // none: the first state
	states  []statePart
	any     []transitionPart
}

type statePart struct {
	at                    string
	name                  string
	clip                  reference[id.Clip]
	space                 reference[id.BlendSpace]
	place                 []string // the parameters that place a blend space
	machine               *machinePart
	mode                  clip.PlayMode
	repeats               uint32
	speed                 float32
	speedParameter        string
	enterEvent, exitEvent string
	tag                   string
	transitions           []transitionPart
}

type transitionPart struct {
	at           string
	to           string
	conditions   []conditionPart
	waits        bool // for exitTime
	exitTime     float32
	duration     float32
	relative     bool
	offset       float32
	curve        reference[id.Curve]
	frozen       bool
	inertial     bool
	restart      bool
	interruption Interruption
}

// conditionPart is a comparison of a number, or the test of a bool or trigger.
type conditionPart struct {
	at        string
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

func newLayer(name string) layerPart { return layerPart{name: name, weight: 1} }

func newState(name string) statePart { return statePart{name: name, mode: clip.Loop, speed: 1} }

func newTransition(to string) transitionPart { return transitionPart{to: to} }

// clone returns a copy that shares no memory with the document.
func (d *document) clone() *document {
	c := *d
	c.parameters, c.layers, c.problems = slices.Clone(d.parameters), slices.Clone(d.layers), slices.Clone(d.problems)
	for i := range c.layers {
		c.layers[i].machine = c.layers[i].machine.clone()
	}
	return &c
}

func (m *machinePart) clone() machinePart {
	c := machinePart{slices.Clone(m.entries), slices.Clone(m.states), cloneTransitions(m.any)}
	for i := range c.states {
		s := &c.states[i]
		s.place, s.transitions = slices.Clone(s.place), cloneTransitions(s.transitions)
		if s.machine != nil {
			inner := s.machine.clone()
			s.machine = &inner
		}
	}
	return c
}

func cloneTransitions(transitions []transitionPart) []transitionPart {
	c := slices.Clone(transitions)
	for i := range c {
		c[i].conditions = slices.Clone(c[i].conditions)
	}
	return c
}
