package graph

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/sinew-go/sinew/assets/clip"
)

// MaxGraphBytes is how long a document [Read] reads.
const MaxJSONBytes = 4 << 20

// ReadGraph reads a graph from JSON as [Graph.WriteJSON] writes it and [Schema] describes it, and looks its names up as
// [GraphBuilder.Build] does; with a nil library they are not looked up. The error joins everything that is wrong, each with its
// path in the document: first what is no graph at all, and where there is nothing of that, what [GraphBuilder.Build] says.
func Read(r io.Reader, library Library, models ...Model) (*Graph, error) {
	root, err := parseJSON(r, MaxJSONBytes)
	if err != nil {
		return nil, fmt.Errorf("graph: %w", err)
	}
	reader := reader{}
	document := reader.graph(root)
	if n := len(reader.problems); n > 0 {
		problems := reader.problems
		if n > maxProblems {
			problems = append(problems[:maxProblems:maxProblems], fmt.Errorf("and %d more", n-maxProblems))
		}
		for i, err := range problems {
			problems[i] = fmt.Errorf("graph: %w", err)
		}
		return nil, errors.Join(problems...)
	}
	return compile(document, library, models)
}

type reader struct{ jsonReader }

func (r *reader) graph(root jsonValue) *document {
	d := &document{}
	var schema string
	r.object("", root, map[string]jsonDecoder{
		"$schema": r.text(&schema), // for editors
		"name":    r.text(&d.name),
		"parameters": r.list(MaxParameters, func(at string, value jsonValue) {
			d.parameters = append(d.parameters, r.parameter(at, value))
		}),
		"layers": r.list(MaxLayers, func(at string, value jsonValue) {
			d.layers = append(d.layers, r.layer(at, value))
		}),
	}, "name", "layers")
	return d
}

func (r *reader) parameter(at string, value jsonValue) parameterSpec {
	p := parameterSpec{jsonPath: at}
	var initial jsonDecoder
	var given []jsonValue // its default, which its type says how to read
	r.object(at, value, map[string]jsonDecoder{
		"name":    r.text(&p.name),
		"type":    r.choice(parameterTypeNames[:], func(i int) { p.kind = ParameterType(i); initial = r.defaultValue(&p) }),
		"default": func(_ string, value jsonValue) { given = append(given, value) },
	}, "name", "type")
	if len(given) > 0 && initial != nil {
		initial(at+".default", given[0])
	}
	return p
}

// initial reads the default of a parameter whose kind is known.
func (r *reader) defaultValue(p *parameterSpec) jsonDecoder {
	switch p.kind {
	case FloatParameter:
		return func(at string, value jsonValue) {
			var f float32
			r.float32(&f)(at, value)
			p.defaultValue = float64(f)
		}
	case IntParameter:
		return r.integer(math.MinInt32, math.MaxInt32, func(i int64) { p.defaultValue = float64(i) })
	case BoolParameter:
		return func(at string, value jsonValue) {
			var b bool
			r.boolean(&b)(at, value)
			if b {
				p.defaultValue = 1
			}
		}
	}
	return func(at string, _ jsonValue) { r.problem(at, "a trigger has no default: it is not set") }
}

func (r *reader) layer(at string, value jsonValue) layerSpec {
	l := newLayer("")
	l.jsonPath = at
	r.object(at, value, r.machineMembers(&l.machine, map[string]jsonDecoder{
		"name":   r.text(&l.name),
		"mask":   readReference(r, &l.mask),
		"mode":   r.choice([]string{clip.Override.String(), clip.Additive.String()}, func(i int) { l.mode = clip.LayerMode(i) }),
		"weight": r.float32(&l.weight),
	}), "name", "states")
	return l
}

// machineMembers adds those of a machine.
func (r *reader) machineMembers(m *machineSpec, members map[string]jsonDecoder) map[string]jsonDecoder {
	members["entry"] = func(at string, value jsonValue) {
		var name string
		r.text(&name)(at, value)
		m.entries = []string{name}
	}
	members["states"] = r.list(MaxStates, func(at string, value jsonValue) { m.states = append(m.states, r.state(at, value)) })
	members["anyState"] = r.transitions(&m.anyState)
	return members
}

func (r *reader) transitions(into *[]transitionSpec) jsonDecoder {
	return r.list(maxTransitions, func(at string, value jsonValue) { *into = append(*into, r.transition(at, value)) })
}

func (r *reader) state(at string, value jsonValue) stateSpec {
	s := newState("")
	s.jsonPath = at
	r.object(at, value, map[string]jsonDecoder{
		"name":       r.text(&s.name),
		"clip":       readReference(r, &s.clip),
		"blendSpace": readReference(r, &s.blendSpace),
		"parameters": r.list(2, func(at string, value jsonValue) {
			var parameter string
			r.text(&parameter)(at, value)
			s.parameters = append(s.parameters, parameter)
		}),
		"machine": func(at string, value jsonValue) {
			s.machine = &machineSpec{}
			r.object(at, value, r.machineMembers(s.machine, map[string]jsonDecoder{}), "states")
		},
		"playMode":       r.choice([]string{clip.Once.String(), clip.Loop.String(), clip.PingPong.String(), clip.Hold.String()}, func(i int) { s.playMode = clip.PlayMode(i) }),
		"loopLimit":      r.integer(0, math.MaxUint32, func(n int64) { s.loopLimit = uint32(n) }),
		"speed":          r.float32(&s.speed),
		"speedParameter": r.text(&s.speedParameter),
		"enterEvent":     r.text(&s.enterEvent),
		"exitEvent":      r.text(&s.exitEvent),
		"tag":            r.text(&s.tag),
		"transitions":    r.transitions(&s.transitions),
	}, "name")
	return s
}

func (r *reader) transition(at string, value jsonValue) transitionSpec {
	t := newTransition("")
	t.jsonPath = at
	r.object(at, value, map[string]jsonDecoder{
		"to": r.text(&t.to),
		"conditions": r.list(maxConditions, func(at string, value jsonValue) {
			t.conditions = append(t.conditions, r.condition(at, value))
		}),
		"exitTime": func(at string, value jsonValue) {
			t.hasExitTime = true
			r.float32(&t.exitTime)(at, value)
		},
		"duration":     r.float32(&t.fade),
		"relative":     r.boolean(&t.fadeIsFraction),
		"offset":       r.float32(&t.offset),
		"curve":        readReference(r, &t.curve),
		"frozenSource": r.boolean(&t.frozenSource),
		"inertialized": r.boolean(&t.inertialized),
		"restart":      r.boolean(&t.restart),
		"interruption": r.choice(interruptionNames[:], func(i int) { t.interruption = Interruption(i) }),
	}, "to")
	return t
}

var conditionOps = append(comparisons[:len(comparisons):len(comparisons)], conditionTrue, conditionFalse, conditionTriggered)

func (r *reader) condition(at string, value jsonValue) conditionSpec {
	c := conditionSpec{jsonPath: at}
	compares := false
	r.object(at, value, map[string]jsonDecoder{
		"parameter": r.text(&c.parameter),
		"op":        r.choice(conditionOps, func(i int) { c.op = conditionOps[i] }),
		"value": func(at string, value jsonValue) {
			compares = true
			r.number(&c.value)(at, value)
		},
	}, "parameter", "op")
	switch tests := c.op == conditionTrue || c.op == conditionFalse || c.op == conditionTriggered; {
	case tests && compares:
		r.problem(at+".value", "%q compares with nothing", c.op)
	case !tests && c.op != "" && !compares:
		r.problem(at, "value is missing")
	}
	return c
}

func readReference[I ~uint32](r *reader, ref *reference[I]) jsonDecoder {
	return func(at string, value jsonValue) {
		ref.given = true
		r.text(&ref.name)(at, value)
	}
}
