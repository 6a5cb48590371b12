package rewind

import (
	"fmt"

	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/explain"
)

// Row is what made a character look as it did in a frame.
type Row struct {
	Frame   int            `json:"frame"`
	Seconds explain.Number `json:"seconds"` // at the end of the frame, as Tape.Seconds counts
	// Character is what Animation.Explain told; its Skeleton is empty if the entity was no
	// character.
	Character explain.Character `json:"character"`
	Events    []Event           `json:"events"` // of the frame, in order
}

// Event is what happened to the character in a frame.
type Event struct {
	Kind string `json:"kind"` // such as "marker passed"
	// Name is that of the marker or the path of the state, Motion that of what was played; either
	// may be empty.
	Name   string         `json:"name,omitempty"`
	Motion string         `json:"motion,omitempty"`
	Text   string         `json:"text,omitempty"` // what the graph calls the event
	Layer  int            `json:"layer"`
	Time   explain.Number `json:"time"`   // in seconds of the clip
	Weight explain.Number `json:"weight"` // of the clip
}

// String returns the event in words.
func (e Event) String() string {
	text := fmt.Sprintf("layer %d: %s", e.Layer, e.Kind)
	if e.Name != "" {
		text += fmt.Sprintf(" %q", e.Name)
	}
	if e.Motion != "" {
		text += fmt.Sprintf(" of %q", e.Motion)
	}
	if e.Text != "" {
		text += fmt.Sprintf(" (%s)", e.Text)
	}
	return text
}

// Rows returns what made a character look as it did in some frames, computed when asked: a call for
// the frame that the world shows costs what [systems.Animation.Explain] costs, any other one what
// [Tape.Look] does. The errors are those of Look.
func (t *Tape) Rows(entity ecs.Entity, from, to int) (rows []Row, err error) {
	err = t.Look(from, to, func(frame int) error {
		rows = append(rows, t.row(entity, frame))
		return nil
	})
	return rows, err
}

// row returns the row of the frame that the world shows.
func (t *Tape) row(entity ecs.Entity, frame int) Row {
	row := Row{
		Frame: frame, Seconds: explain.Number(t.Seconds(frame)), Character: t.animation.Explain(entity),
		Events: []Event{},
	}
	for _, e := range t.Events() {
		if e.Entity == entity {
			row.Events = append(row.Events, EventOf(t.animation, &e))
		}
	}
	return row
}

// Events returns the events of the frame that the world shows, of all characters in order. The slice
// is valid until the next frame.
func (t *Tape) Events() []ecs.Event {
	if t == nil {
		return nil
	}
	reader := t.events
	list, _ := t.animation.Events().Read(&reader)
	return list
}

// EventOf returns an event of an animation's world in words.
func EventOf(animation *systems.Animation, e *ecs.Event) Event {
	library := animation.Library()
	out := Event{
		Kind: e.Kind.String(), Layer: int(e.Layer), Time: explain.Number(e.Time), Weight: explain.Number(e.Weight),
	}
	if marker, ok := e.ClipMarker(library); ok {
		out.Name, out.Motion = marker.Name, library.Clip(e.Clip).Name()
	} else if path, ok := e.StatePath(library); ok {
		out.Name = path
		out.Text, _ = e.StateText(library)
	}
	if m := library.Motion(e.Motion); m != nil && out.Motion == "" {
		out.Motion = m.Name
	}
	return out
}
