package graph

import (
	"fmt"
	"io"
	"math"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/internal/jsontree"
)

// maxJSONBytes is the maximum length of a document that [Read] accepts.
const maxJSONBytes = 4 << 20

// Read reads a graph from JSON as described by [Schema], and looks up its names like
// [Builder.Build]. With a nil library the graph is unresolved.
//
// The error joins all problems, each with its line and column and its path in the document. The
// first problem of JSON syntax comes alone. Problems of the document's form are reported alone;
// without any, the error is that of [Builder.Build].
func Read(r io.Reader, library Library, models ...Model) (*Graph, error) {
	source, err := jsontree.Read(r, maxJSONBytes, maxJSONDepth)
	if err != nil {
		return nil, fmt.Errorf("graph: %w", err)
	}
	reader := reader{}
	document := reader.graph(source.Root)
	document.source = source
	if reader.problems.count > 0 {
		return nil, reader.problems.join("graph", source)
	}
	return compile(document, library, nil, models)
}

// reader converts a parsed JSON document into a document.
type reader struct {
	jsonReader
	states, transitions, conditions     int // read so far
	steps, maskJoints, samples, markers int
}

// maxReadStates limits the states and machines in a document: each of the leaf states may be inside
// MaxDepth - 1 machines.
const maxReadStates = maxStates * maxDepth

// within counts an element of the document, and reports whether the document has no more of them
// than it can have. Otherwise it records that and stops reading.
func (r *reader) within(count *int, limit int, noun string) bool {
	if *count++; *count <= limit {
		return true
	}
	if !r.stopped {
		r.problem("", "expected at most %d %s, found more", limit, noun)
	}
	r.stopped = true
	return false
}

func (r *reader) graph(root jsonValue) *document {
	d := &document{}
	var schema string
	members := r.definitions(d)
	members["$schema"] = r.limitedText(maxJSONBytes, &schema) // for editors; not used
	members["name"] = r.text(&d.name)
	members["parameters"] = r.list(MaxParameters, func(path string, value jsonValue) {
		d.parameters = append(d.parameters, r.parameter(path, value))
	})
	members["layers"] = r.list(maxLayers, func(path string, value jsonValue) {
		d.layers = append(d.layers, r.layer(path, value))
	})
	members["layout"] = r.list(maxLayouts, func(path string, value jsonValue) {
		d.layouts = append(d.layouts, r.machineLayout(path, value))
	})
	r.object("", root, members, "name", "layers")
	return d
}

// definitions returns the decoders of masks and blend spaces, by the names of the members.
func (r *reader) definitions(d *document) map[string]jsonDecoder {
	return map[string]jsonDecoder{
		"masks": r.eachMember(maxDefinitions, func(name, path string, value jsonValue) {
			d.masks = append(d.masks, r.mask(name, path, value))
		}),
		"blendSpaces": r.eachMember(maxDefinitions, func(name, path string, value jsonValue) {
			d.blendSpaces = append(d.blendSpaces, r.blendSpace(name, path, value))
		}),
	}
}

func (r *reader) parameter(path string, value jsonValue) parameterSpec {
	s := parameterSpec{jsonPath: path}
	var decodeDefault jsonDecoder
	var defaults []jsonValue // at most one, which cannot be decoded before the type is known
	r.object(path, value, map[string]jsonDecoder{
		"name": r.text(&s.name),
		"type": r.choice(parameterTypeNames, func(i int) {
			s.parameterType = ParameterType(i)
			decodeDefault = r.defaultValue(&s)
		}),
		"default": func(_ string, value jsonValue) { defaults = append(defaults, value) },
	}, "name", "type")
	if len(defaults) > 0 && decodeDefault != nil {
		decodeDefault(jsontree.MemberPath(path, "default"), defaults[0])
	}
	return s
}

// defaultValue decodes the default of a parameter whose type is known.
func (r *reader) defaultValue(s *parameterSpec) jsonDecoder {
	switch s.parameterType {
	case FloatParameter:
		return func(path string, value jsonValue) {
			var f float32
			r.float32(&f)(path, value)
			s.defaultValue = float64(f)
		}
	case IntParameter:
		return r.integer(math.MinInt32, math.MaxInt32, func(i int64) { s.defaultValue = float64(i) })
	case BoolParameter:
		return func(path string, value jsonValue) {
			var b bool
			r.boolean(&b)(path, value)
			if b {
				s.defaultValue = 1
			}
		}
	}
	return func(path string, value jsonValue) {
		r.problem(path, "expected no default of a trigger, which is not set at first, found %s", value.Describe())
	}
}

func (r *reader) layer(path string, value jsonValue) layerSpec {
	s := newLayer("")
	s.jsonPath = path
	modes := []string{clip.Override.String(), clip.Additive.String()}
	r.object(path, value, r.machineMembers(&s.machine, map[string]jsonDecoder{
		"name":   r.text(&s.name),
		"mask":   readReference(r, &s.mask),
		"mode":   r.choice(modes, func(i int) { s.mode = clip.LayerMode(i) }),
		"weight": r.float32(&s.weight),
	}), "name", "states")
	return s
}

// machineMembers adds the decoders of a machine to the members of the JSON object that contains it.
func (r *reader) machineMembers(m *machineSpec, members map[string]jsonDecoder) map[string]jsonDecoder {
	members["entry"] = func(path string, value jsonValue) {
		var name string
		r.text(&name)(path, value)
		m.entries = []string{name}
	}
	members["states"] = r.list(maxStates, func(path string, value jsonValue) {
		if r.within(&r.states, maxReadStates, "states and machines") {
			m.states = append(m.states, r.state(path, value))
		}
	})
	members["anyState"] = r.transitionList(&m.anyState)
	return members
}

func (r *reader) state(path string, value jsonValue) stateSpec {
	s := newState("")
	s.jsonPath = path
	playModes := []string{clip.Once.String(), clip.Loop.String(), clip.PingPong.String(), clip.Hold.String()}
	r.object(path, value, map[string]jsonDecoder{
		"name":       r.text(&s.name),
		"motion":     r.motion(&s.motion, motionMember),
		"clip":       r.motion(&s.motion, clipMember),
		"blendSpace": r.motion(&s.motion, blendSpaceMember),
		"parameters": r.list(2, func(path string, value jsonValue) {
			var parameter string
			r.text(&parameter)(path, value)
			s.parameters = append(s.parameters, parameter)
		}),
		"machine": func(path string, value jsonValue) {
			s.machine = &machineSpec{}
			r.object(path, value, r.machineMembers(s.machine, map[string]jsonDecoder{}), "states")
		},
		"playMode": r.choice(playModes, func(i int) { s.playMode = clip.PlayMode(i) }),
		"fadeOut": func(path string, value jsonValue) {
			s.hasFadeOut = true
			r.float64(&s.fadeOut)(path, value)
		},
		"loopLimit":      r.integer(0, math.MaxUint32, func(n int64) { s.loopLimit = uint32(n) }),
		"speed":          r.float32(&s.speed),
		"speedParameter": r.text(&s.speedParameter),
		"enterEvent":     r.text(&s.enterEvent),
		"exitEvent":      r.text(&s.exitEvent),
		"tag":            r.text(&s.tag),
		"require":        r.tags(&s.require),
		"forbid":         r.tags(&s.forbid),
		"syncGroup":      r.integer(0, MaxSyncGroup, func(n int64) { s.syncGroup = uint8(n) }),
		"transitions":    r.transitionList(&s.transitions),
	}, "name")
	return s
}

// tags decodes a list of tags of a database.
func (r *reader) tags(into *[]string) jsonDecoder {
	return r.list(maxStateTags, func(path string, value jsonValue) {
		var tag string
		r.text(&tag)(path, value)
		*into = append(*into, tag)
	})
}

func (r *reader) transitionList(into *[]transitionSpec) jsonDecoder {
	return r.list(maxTransitions, func(path string, value jsonValue) {
		if r.within(&r.transitions, maxTransitions, "transitions") {
			*into = append(*into, r.transition(path, value))
		}
	})
}

func (r *reader) transition(path string, value jsonValue) transitionSpec {
	s := newTransition("")
	s.jsonPath = path
	fades := 0
	r.object(path, value, map[string]jsonDecoder{
		"to": r.limitedText(maxPathCharacters, &s.to),
		"conditions": r.list(maxConditions, func(path string, value jsonValue) {
			if r.within(&r.conditions, maxTransitionConditions, "conditions") {
				s.conditions = append(s.conditions, r.condition(path, value))
			}
		}),
		"exitTime": func(path string, value jsonValue) {
			s.hasExitTime = true
			r.float64(&s.exitTime)(path, value)
		},
		"fade": func(path string, value jsonValue) {
			fades++
			r.float64(&s.fade)(path, value)
		},
		"fadeFraction": func(path string, value jsonValue) {
			fades++
			s.fadeIsFraction = true
			r.float64(&s.fade)(path, value)
		},
		"offset":       r.float64(&s.offset),
		"curve":        readReference(r, &s.curve),
		"frozenSource": r.boolean(&s.frozenSource),
		"inertialized": r.boolean(&s.inertialized),
		"restart":      r.boolean(&s.restart),
		"interruption": r.choice(interruptionNames, func(i int) { s.interruption = Interruption(i) }),
	}, "to")
	if fades > 1 {
		r.problem(path, `expected "fade" or "fadeFraction", found both`)
	}
	return s
}

var conditionOps = append(comparisons[:len(comparisons):len(comparisons)], opTrue, opFalse, opTriggered)

func (r *reader) condition(path string, value jsonValue) conditionSpec {
	s := conditionSpec{jsonPath: path}
	hasValue := false
	r.object(path, value, map[string]jsonDecoder{
		"parameter": r.text(&s.parameter),
		"op":        r.choice(conditionOps, func(i int) { s.op = conditionOps[i] }),
		"value": func(path string, value jsonValue) {
			hasValue = true
			r.number(&s.value)(path, value)
		},
	}, "parameter", "op")
	switch {
	case s.op == "":
	case hasValue && !s.isComparison():
		r.problem(jsontree.MemberPath(path, "value"), "expected no value for the operator %q, found one", s.op)
	case !hasValue && s.isComparison():
		r.problem(path, `expected the member "value" for the operator %q, found none`, s.op)
	}
	return s
}

func (r *reader) motion(m *motionRef, key motionKey) jsonDecoder {
	return func(path string, value jsonValue) {
		var name string
		r.text(&name)(path, value)
		m.set(key, byName[id.Motion](name))
	}
}

func readReference[I ~uint32](r *reader, ref *reference[I]) jsonDecoder {
	return func(path string, value jsonValue) {
		ref.given = true
		r.text(&ref.name)(path, value)
	}
}
