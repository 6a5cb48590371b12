package graph

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"math"

	"github.com/sinew-go/sinew/assets/clip"
)

// Schema is the JSON Schema (draft 2020-12) of the documents that [Read] reads and
// [machine.Graph.WriteJSON] writes.
//
//go:embed graph.schema.json
var Schema string

// WriteJSON implements [machine.Source].
func (d *document) WriteJSON(w io.Writer) error {
	compact, err := d.MarshalJSON()
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, compact, "", "  "); err != nil {
		return fmt.Errorf("graph %q: %w", d.name, err)
	}
	out.WriteByte('\n')
	_, err = w.Write(out.Bytes())
	return err
}

// MarshalJSON implements [machine.Source].
func (d *document) MarshalJSON() ([]byte, error) {
	written, err := d.written()
	if err != nil {
		return nil, err
	}
	document := struct {
		*documentJSON
		Layout []machineLayoutJSON `json:"layout,omitempty"`
	}{documentJSON: written, Layout: writeLayouts(d.layouts)}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false) // keep < and > readable
	if err := encoder.Encode(document); err != nil {
		return nil, fmt.Errorf("graph %q: %w", d.name, err)
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}

// Content implements [machine.Source].
func (d *document) Content() (any, error) { return d.written() }

// written returns the JSON form without the layout.
func (d *document) written() (*documentJSON, error) {
	w := writer{}
	written := w.graph(d)
	if w.err != nil {
		return nil, fmt.Errorf("graph %q: %w", d.name, w.err)
	}
	return written, nil
}

type documentJSON struct {
	Name        string                    `json:"name"`
	Parameters  []parameterJSON           `json:"parameters,omitempty"`
	Masks       namedJSON[any]            `json:"masks,omitempty"`
	BlendSpaces namedJSON[blendSpaceJSON] `json:"blendSpaces,omitempty"`
	Layers      []layerJSON               `json:"layers"`
}

type parameterJSON struct {
	Name    string `json:"name"`
	Type    string `json:"type"`
	Default any    `json:"default,omitempty"`
}

type layerJSON struct {
	Name   string   `json:"name"`
	Mask   string   `json:"mask,omitempty"`
	Mode   string   `json:"mode,omitempty"`
	Weight *float32 `json:"weight,omitempty"`
	machineJSON
}

type machineJSON struct {
	Entry    string           `json:"entry,omitempty"`
	States   []stateJSON      `json:"states"`
	AnyState []transitionJSON `json:"anyState,omitempty"`
}

type stateJSON struct {
	Name           string           `json:"name"`
	Motion         string           `json:"motion,omitempty"`
	Clip           string           `json:"clip,omitempty"`
	BlendSpace     string           `json:"blendSpace,omitempty"`
	Parameters     []string         `json:"parameters,omitempty"`
	Machine        *machineJSON     `json:"machine,omitempty"`
	PlayMode       string           `json:"playMode,omitempty"`
	FadeOut        *float64         `json:"fadeOut,omitempty"`
	LoopLimit      uint32           `json:"loopLimit,omitempty"`
	Speed          *float32         `json:"speed,omitempty"`
	SpeedParameter string           `json:"speedParameter,omitempty"`
	EnterEvent     string           `json:"enterEvent,omitempty"`
	ExitEvent      string           `json:"exitEvent,omitempty"`
	Tag            string           `json:"tag,omitempty"`
	Require        []string         `json:"require,omitempty"`
	Forbid         []string         `json:"forbid,omitempty"`
	SyncGroup      uint8            `json:"syncGroup,omitempty"`
	Transitions    []transitionJSON `json:"transitions,omitempty"`
}

type transitionJSON struct {
	To           string          `json:"to"`
	Conditions   []conditionJSON `json:"conditions,omitempty"`
	ExitTime     *float64        `json:"exitTime,omitempty"`
	Fade         float64         `json:"fade,omitempty"`
	FadeFraction *float64        `json:"fadeFraction,omitempty"`
	Offset       float64         `json:"offset,omitempty"`
	Curve        string          `json:"curve,omitempty"`
	FrozenSource bool            `json:"frozenSource,omitempty"`
	Inertialized bool            `json:"inertialized,omitempty"`
	Restart      bool            `json:"restart,omitempty"`
	Interruption string          `json:"interruption,omitempty"`
}

type conditionJSON struct {
	Parameter string      `json:"parameter"`
	Op        string      `json:"op"`
	Value     json.Number `json:"value,omitempty"`
}

// writer converts a document into its JSON form.
type writer struct {
	err error // the first
}

func (w *writer) graph(d *document) *documentJSON {
	out := &documentJSON{Name: d.name}
	for _, p := range d.parameters {
		j := parameterJSON{Name: p.name, Type: p.parameterType.String()}
		if math.Float64bits(p.defaultValue) != 0 { // write -0
			switch p.parameterType {
			case FloatParameter:
				j.Default = float32(p.defaultValue)
			case IntParameter:
				j.Default = int32(p.defaultValue)
			default:
				j.Default = true
			}
		}
		out.Parameters = append(out.Parameters, j)
	}
	for i := range d.masks {
		m := &d.masks[i]
		out.Masks = append(out.Masks, namedMember[any]{m.name, w.mask(m)})
	}
	for i := range d.blendSpaces {
		s := &d.blendSpaces[i]
		out.BlendSpaces = append(out.BlendSpaces, namedMember[blendSpaceJSON]{s.name, w.blendSpace(s)})
	}
	for i := range d.layers {
		l := &d.layers[i]
		j := layerJSON{
			Name: l.name, Mask: assetNameFor(w, "mask", &l.mask), Weight: omitDefault(1, l.weight),
			machineJSON: *w.machine(&l.machine),
		}
		if l.mode != clip.Override {
			j.Mode = l.mode.String()
		}
		out.Layers = append(out.Layers, j)
	}
	return out
}

func (w *writer) machine(m *machineSpec) *machineJSON {
	j := &machineJSON{AnyState: w.transitions(m.anyState)}
	if len(m.entries) > 0 {
		j.Entry = m.entries[0]
	}
	for i := range m.states {
		j.States = append(j.States, w.state(&m.states[i]))
	}
	return j
}

func (w *writer) state(s *stateSpec) stateJSON {
	j := stateJSON{
		Name: s.name, Parameters: s.parameters,
		LoopLimit: s.loopLimit, Speed: omitDefault(1, s.speed), SpeedParameter: s.speedParameter,
		EnterEvent: s.enterEvent, ExitEvent: s.exitEvent, Tag: s.tag, SyncGroup: s.syncGroup,
		Require: s.require, Forbid: s.forbid,
		Transitions: w.transitions(s.transitions),
	}
	name := assetNameFor(w, s.motion.noun(), &s.motion.reference)
	*[...]*string{
		motionMember: &j.Motion, clipMember: &j.Clip,
		blendSpaceMember: &j.BlendSpace,
	}[s.motion.written()] = name
	if s.hasFadeOut {
		j.FadeOut = &s.fadeOut
	}
	if s.machine != nil {
		j.Machine = w.machine(s.machine)
	}
	if s.playMode != clip.Loop {
		j.PlayMode = s.playMode.String()
	}
	return j
}

func (w *writer) transitions(transitions []transitionSpec) []transitionJSON {
	var out []transitionJSON
	for i := range transitions {
		t := &transitions[i]
		j := transitionJSON{
			To: t.to, Offset: t.offset, Curve: assetNameFor(w, "curve", &t.curve),
			FrozenSource: t.frozenSource, Inertialized: t.inertialized, Restart: t.restart,
		}
		if t.fadeIsFraction {
			j.FadeFraction = &t.fade
		} else {
			j.Fade = t.fade
		}
		for k := range t.conditions {
			c := &t.conditions[k]
			condition := conditionJSON{Parameter: c.parameter, Op: c.op}
			if c.isComparison() {
				condition.Value = json.Number(c.number())
			}
			j.Conditions = append(j.Conditions, condition)
		}
		if t.hasExitTime {
			j.ExitTime = &t.exitTime
		}
		if t.interruption != InterruptNone {
			j.Interruption = t.interruption.String()
		}
		out = append(out, j)
	}
	return out
}

// assetNameFor returns the name of an asset for the document, or "" for a reference that is not
// given.
func assetNameFor[I ~uint32](w *writer, noun string, ref *reference[I]) string {
	if ref.given && ref.name == "" && w.err == nil {
		w.err = fmt.Errorf("expected a name by which to write %s %d, found none", noun, ref.id)
	}
	return ref.name
}

// omitDefault returns nil, which is not written, for the default value.
func omitDefault(defaultValue, value float32) *float32 {
	if value == defaultValue {
		return nil
	}
	return &value
}
