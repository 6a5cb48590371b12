package graph

import (
	"bytes"
	"encoding/json"

	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/jsontree"
)

// methodNames are the names of the methods of blend spaces in JSON.
var methodNames = [...]string{"linear", "delaunay", "gradient-bands", "polar-gradient-bands"}

// mask decodes a mask: one step, or an array of steps.
func (r *reader) mask(name, path string, value jsonValue) maskSpec {
	m := maskSpec{jsonPath: path, name: name}
	add := func(path string, value jsonValue) {
		if r.within(&r.steps, maxMaskSteps, "steps of masks") {
			m.steps = append(m.steps, r.maskStep(path, value))
		}
	}
	if value.Value.Kind() == jsontree.Array {
		r.list(maxMaskSteps, add)(path, value)
	} else {
		add(path, value)
	}
	return m
}

func (r *reader) maskStep(path string, value jsonValue) maskStep {
	s := maskStep{jsonPath: path, weight: 1}
	hasRoot, hasWeight := false, false
	r.object(path, value, map[string]jsonDecoder{
		"root": func(path string, value jsonValue) {
			hasRoot = true
			r.text(&s.root)(path, value)
		},
		"feather": r.integer(0, maxGenerations, func(n int64) { s.feather, s.isFeather = int(n), true }),
		"joints": func(path string, value jsonValue) {
			s.namesJoint = true
			r.list(maxMaskJoints, func(path string, value jsonValue) {
				if r.within(&r.maskJoints, maxMaskJoints, "joints of masks") {
					var joint string
					r.text(&joint)(path, value)
					s.joints = append(s.joints, joint)
				}
			})(path, value)
		},
		"weight": func(path string, value jsonValue) {
			hasWeight = true
			r.float32(&s.weight)(path, value)
			if !(s.weight >= 0 && s.weight <= 1) {
				r.expected(path, value, "a number from 0 to 1")
			}
		},
		"invert": r.boolean(&s.invert),
	})
	switch {
	case value.Value.Kind() != jsontree.Object:
	case hasRoot && s.namesJoint:
		r.problem(path, `expected "root" or "joints", found both`)
	case !hasRoot && !s.namesJoint && !s.invert:
		r.problem(path, `expected "root", "joints" or "invert", found none`)
	case s.isFeather && !hasRoot:
		r.problem(path, `expected "feather" with "root", found it alone`)
	case hasWeight && (s.isFeather || !hasRoot && !s.namesJoint):
		r.problem(path, `expected "weight" with "joints", or with "root" without "feather", found it elsewhere`)
	}
	return s
}

func (r *reader) blendSpace(name, path string, value jsonValue) blendSpaceSpec {
	s := blendSpaceSpec{jsonPath: path, name: name}
	r.object(path, value, map[string]jsonDecoder{
		"method": r.choice(methodNames[:], func(i int) { s.method = blendspace.Method(i) }),
		"samples": r.list(blendspace.MaxSamples, func(path string, value jsonValue) {
			if r.within(&r.samples, maxSpaceSamples, "samples of blend spaces") {
				s.samples = append(s.samples, r.sample(path, value))
			}
		}),
		"syncByMarkers": func(path string, value jsonValue) {
			s.syncByMarkers = true
			r.list(maxMarkerNames, func(path string, value jsonValue) {
				var name string
				r.text(&name)(path, value)
				s.markerNames = append(s.markerNames, name)
			})(path, value)
		},
		"alignStarts": r.boolean(&s.alignStarts),
	}, "samples")
	if samples := value.Member("samples"); samples != nil && samples.Value.Kind() == jsontree.Array &&
		s.method == blendspace.Linear {
		r.checkLinear(jsontree.MemberPath(path, "samples"), samples)
	}
	for i := range s.samples {
		s.syncByMarkers = s.syncByMarkers || s.samples[i].ownMarkers
	}
	return s
}

// checkLinear checks that the samples of a blend space in one dimension have one coordinate.
func (r *reader) checkLinear(path string, samples jsonValue) {
	for i, sample := range samples.Items {
		if sample.Member("y") != nil {
			path := jsontree.MemberPath(jsontree.ElementPath(path, i), "y")
			r.problem(path, "expected only the coordinate x, since the method linear has one dimension, found y")
		}
	}
}

func (r *reader) sample(path string, value jsonValue) sampleSpec {
	s := sampleSpec{jsonPath: path, speed: 1}
	r.object(path, value, map[string]jsonDecoder{
		"clip":  readReference(r, &s.clip),
		"x":     r.float32(&s.x),
		"y":     r.float32(&s.y),
		"speed": r.float64(&s.speed),
		"markers": func(path string, value jsonValue) {
			s.ownMarkers, s.markers = true, []clip.Marker{}
			r.list(maxSpaceMarkers, func(path string, value jsonValue) {
				if r.within(&r.markers, maxSpaceMarkers, "sync markers of blend spaces") {
					var m clip.Marker
					r.object(path, value, map[string]jsonDecoder{"name": r.text(&m.Name), "time": r.float64(&m.Time)},
						"name", "time")
					s.markers = append(s.markers, m)
				}
			})(path, value)
		},
		"syncByTime": r.boolean(&s.syncByTime),
	}, "clip", "x")
	return s
}

// namedJSON is a JSON object whose members have names that the graph chooses, in its order.
type namedJSON[T any] []namedMember[T]

type namedMember[T any] struct {
	Name  string
	Value T
}

// MarshalJSON implements [json.Marshaler].
func (o namedJSON[T]) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	for i, m := range o {
		out.WriteByte("{,"[min(i, 1)])
		if err := encoder.Encode(m.Name); err != nil {
			return nil, err
		}
		out.WriteByte(':')
		if err := encoder.Encode(m.Value); err != nil {
			return nil, err
		}
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

type maskStepJSON struct {
	Root    string   `json:"root,omitempty"`
	Feather *int     `json:"feather,omitempty"`
	Joints  []string `json:"joints,omitzero"`
	Weight  *float32 `json:"weight,omitempty"`
	Invert  bool     `json:"invert,omitempty"`
}

type blendSpaceJSON struct {
	Method        string       `json:"method,omitempty"`
	Samples       []sampleJSON `json:"samples"`
	SyncByMarkers []string     `json:"syncByMarkers,omitzero"`
	AlignStarts   bool         `json:"alignStarts,omitempty"`
}

type sampleJSON struct {
	Clip       string       `json:"clip"`
	X          float32      `json:"x"`
	Y          *float32     `json:"y,omitempty"`
	Speed      *float64     `json:"speed,omitempty"`
	Markers    []markerJSON `json:"markers,omitzero"`
	SyncByTime bool         `json:"syncByTime,omitempty"`
}

type markerJSON struct {
	Name string  `json:"name"`
	Time float64 `json:"time"`
}

// mask returns one step, or a slice of steps.
func (w *writer) mask(m *maskSpec) any {
	steps := []maskStepJSON{}
	for i := range m.steps {
		s := &m.steps[i]
		j := maskStepJSON{Root: s.root, Invert: s.invert}
		if s.namesJoint {
			j.Joints = append([]string{}, s.joints...)
		}
		if s.isFeather {
			j.Feather = &s.feather
		} else if s.root != "" || s.namesJoint {
			j.Weight = omitDefault(1, s.weight)
		}
		steps = append(steps, j)
	}
	if len(steps) == 1 {
		return steps[0]
	}
	return steps
}

func (w *writer) blendSpace(s *blendSpaceSpec) blendSpaceJSON {
	j := blendSpaceJSON{Samples: []sampleJSON{}, AlignStarts: s.alignStarts}
	if s.method != blendspace.Linear {
		j.Method = methodNames[s.method]
	}
	if s.syncByMarkers {
		j.SyncByMarkers = append([]string{}, s.markerNames...)
	}
	for i := range s.samples {
		spec := &s.samples[i]
		sample := sampleJSON{Clip: assetNameFor(w, "clip", &spec.clip), X: spec.x, SyncByTime: spec.syncByTime}
		if s.method != blendspace.Linear {
			sample.Y = &spec.y
		}
		if spec.speed != 1 {
			sample.Speed = &spec.speed
		}
		if spec.ownMarkers {
			sample.Markers = []markerJSON{}
			for _, m := range spec.markers {
				sample.Markers = append(sample.Markers, markerJSON{m.Name, m.Time})
			}
		}
		j.Samples = append(j.Samples, sample)
	}
	return j
}
