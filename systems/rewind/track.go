package rewind

import (
	"fmt"
	"math"

	"github.com/sinew-go/sinew/systems/explain"
)

// Track is a line of a timeline: spans, or a value for each frame.
type Track struct {
	// Kind is what the track shows: "layer" (spans with what it plays), "state", "transition" (spans
	// with "from → to"), "events" (spans of one frame), and with values "weight" (of a layer), "fade"
	// (its progress), "parameter", "goal" (its weight).
	Kind string `json:"kind"`
	// Name is that of the layer, the parameter or the goal.
	Name  string `json:"name"`
	Spans []Span `json:"spans,omitempty"`
	// Values has one for each row, NaN where there is none.
	Values []explain.Number `json:"values,omitempty"`
}

// Span is the frames From to To, both of them included, in which a track shows the same.
type Span struct {
	From int    `json:"from"`
	To   int    `json:"to"`
	Text string `json:"text"`
}

// Tracks arranges the rows of one character, in the order of frames, as the tracks of a timeline:
// of each layer what it plays, its weight, its fade, its states and its transitions, then the
// events, the parameters and the goals. Tracks stay in the order in which they first show something.
func Tracks(rows []Row) []Track {
	b := trackBuilder{rows: len(rows), byKey: map[[2]string]int{}}
	for i := range rows {
		b.at, b.frame = i, rows[i].Frame
		b.add(&rows[i])
	}
	return b.tracks
}

// trackBuilder makes tracks row by row.
type trackBuilder struct {
	tracks []Track
	byKey  map[[2]string]int // index in tracks by kind and name
	rows   int
	at     int // index of the row
	frame  int
}

// add adds a row.
func (b *trackBuilder) add(row *Row) {
	c := &row.Character
	for i := range c.Layers {
		l := &c.Layers[i]
		name := layerName(l)
		for j := range l.Plays {
			if p := &l.Plays[j]; !p.FadesOut && p.Motion != "" {
				b.span("layer", name, p.Motion)
				break
			}
		}
		if l.Number > 0 {
			b.value("weight", name, l.Weight)
		}
		if l.Fade != nil {
			b.value("fade", name, l.Fade.Progress)
		}
	}
	if c.Control != nil {
		for _, s := range c.Control.States {
			name := fmt.Sprintf("layer %d", s.Layer)
			if s.Layer < len(c.Layers) {
				name = layerName(&c.Layers[s.Layer])
			}
			if s.State != "" {
				b.span("state", name, s.State)
			}
			if s.Transition != nil {
				b.span("transition", name, s.Transition.From+" → "+s.Transition.To)
			}
		}
	}
	for _, e := range row.Events {
		t := b.track("events", "")
		t.Spans = append(t.Spans, Span{b.frame, b.frame, e.String()})
	}
	if c.Control != nil {
		for _, p := range c.Control.Parameters {
			b.value("parameter", p.Name, p.Value)
		}
	}
	if c.Modifiers != nil {
		for _, g := range c.Modifiers.Goals {
			b.value("goal", g.Name, g.Weight)
		}
	}
}

// layerName returns the name of a layer, or its number in words.
func layerName(l *explain.Layer) string {
	if l.Name != "" {
		return l.Name
	}
	return fmt.Sprintf("layer %d", l.Number)
}

// track returns the track of a kind and a name.
func (b *trackBuilder) track(kind, name string) *Track {
	key := [2]string{kind, name}
	i, ok := b.byKey[key]
	if !ok {
		i = len(b.tracks)
		b.tracks, b.byKey[key] = append(b.tracks, Track{Kind: kind, Name: name}), i
	}
	return &b.tracks[i]
}

// span continues the last span of a track, or begins one.
func (b *trackBuilder) span(kind, name, text string) {
	t := b.track(kind, name)
	if n := len(t.Spans); n > 0 && t.Spans[n-1].Text == text && t.Spans[n-1].To == b.frame-1 {
		t.Spans[n-1].To = b.frame
		return
	}
	t.Spans = append(t.Spans, Span{b.frame, b.frame, text})
}

// value sets the value of a track in the present row.
func (b *trackBuilder) value(kind, name string, value explain.Number) {
	t := b.track(kind, name)
	if t.Values == nil {
		t.Values = make([]explain.Number, b.rows)
		for i := range t.Values {
			t.Values[i] = explain.Number(math.NaN())
		}
	}
	t.Values[b.at] = value
}
