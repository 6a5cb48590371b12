package ecs

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
)

// EventKind says what happened.
type EventKind uint8

// The kinds of events.
const (
	// MarkerPassed says that a playback passed a marker of its clip.
	MarkerPassed EventKind = iota + 1
	// PlaybackFinished says that a playback has come to its end for good.
	PlaybackFinished
	// StateEntered and StateExited say that a controller changed its state.
	StateEntered
	StateExited
)

func (k EventKind) String() string {
	if k < MarkerPassed || k > StateExited {
		return fmt.Sprintf("EventKind(%d)", uint8(k))
	}
	return [...]string{"marker passed", "playback finished", "state entered", "state exited"}[k-1]
}

// Event is something that happened to a character. What does not belong to its kind is 0.
type Event struct {
	Entity Entity
	// Time is that of the marker, or where the playback finished, in seconds of the clip.
	Time float64
	// Clip is what was played.
	Clip assets.ClipID
	// Marker is the index of the marker among [assets.Clip.Markers].
	Marker int32
	// Graph and State are those of the controller.
	Graph assets.GraphID
	State int32
	// Weight is how much the clip shows in its layer times how much the layer does, when the event fired.
	Weight float32
	// Layer is that of the playback or the state; 0 is the character's player.
	Layer uint8
	Kind  EventKind
}

// ClipMarker returns the marker that was passed, or false for an event of another kind, and for a clip that has been removed
// or replaced by one with fewer markers.
func (e *Event) ClipMarker(library *assets.Library) (clip.Marker, bool) {
	if e.Kind != MarkerPassed {
		return clip.Marker{}, false
	}
	c := library.Clip(e.Clip)
	if c == nil {
		return clip.Marker{}, false
	}
	return c.Marker(int(e.Marker))
}

// StatePath returns the path of the state that was entered or left inside its layer, or false for an event of another kind, and where the graph has
// been removed.
func (e *Event) StatePath(library *assets.Library) (string, bool) {
	graph := e.graph(library)
	if graph == nil {
		return "", false
	}
	return graph.Path(int(e.State)), true
}

// StateText returns the name that the graph has for the event: of entering the state or of leaving it. It is false where it has none, and where
// [Event.StatePath] is.
func (e *Event) StateText(library *assets.Library) (string, bool) {
	graph := e.graph(library)
	if graph == nil {
		return "", false
	}
	state := &graph.States()[e.State]
	text := state.EnterEvent
	if e.Kind == StateExited {
		text = state.ExitEvent
	}
	return graph.Text(text), text != 0
}

// graph returns that of the state, or nil where there is no such state.
func (e *Event) graph(library *assets.Library) *assets.Graph {
	if e.Kind != StateEntered && e.Kind != StateExited {
		return nil
	}
	graph := library.Graph(e.Graph)
	if graph == nil || e.State < 0 || int(e.State) >= len(graph.States()) {
		return nil
	}
	return graph
}
