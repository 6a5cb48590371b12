package ecs

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph/machine"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/internal/eventqueue"
)

// EventKind is what happened to a character.
type EventKind uint8

// The kinds of events.
const (
	// MarkerPassed reports that a playback passed a marker of its clip.
	MarkerPassed EventKind = iota + 1
	// PlaybackFinished reports that a playback reached its end and stopped.
	PlaybackFinished
	// StateEntered reports that a controller entered a state of its graph.
	StateEntered
	// StateExited reports that a controller left a state of its graph.
	StateExited
	// PlaybackHeld reports that a playback waits for a clip that is not in memory, while the layer
	// goes on with what it played before: [components.Playback].Held, and of a member of a crowd
	// [components.CrowdMotion].Held.
	PlaybackHeld
	// PlaybackReleased reports that the clip has arrived and the playback begins.
	PlaybackReleased
	// PairBegan reports that a character began to play together with others.
	PairBegan
	// PairEnded reports that the motion of a character's pair reached its end.
	PairEnded
	// PairBroken reports that a character's pair was interrupted before its end, or that the
	// character left it.
	PairBroken
)

// String returns the kind in words.
func (k EventKind) String() string {
	if k < MarkerPassed || k > PairBroken {
		return fmt.Sprintf("EventKind(%d)", uint8(k))
	}
	return [...]string{
		"marker passed", "playback finished", "state entered", "state exited", "playback held", "playback released",
		"pair began", "pair ended", "pair broken",
	}[k-1]
}

// Event is something that happened to a character. Fields that its kind does not use are 0.
type Event struct {
	Entity Entity
	// Time is the time of the marker in seconds of the clip, or the time at which the playback
	// finished or its pair began or ended, in the span of its motion.
	Time float64
	// Motion is the motion that was played: a clip, a blend space or one of another kind.
	Motion id.Motion
	// Clip is the clip whose marker was passed.
	Clip assets.ClipID
	// Marker is the index of the marker in [clip.Clip.Markers].
	Marker int32
	// Graph and State are the controller's graph and the index of the state in it.
	Graph assets.GraphID
	State int32
	// Weight is the weight of the clip in its layer times the weight of the layer, when the event
	// fired.
	Weight float32
	// Layer is the layer of the playback or of the state; 0 is the character's player.
	Layer uint8
	Kind  EventKind
}

// ClipMarker returns the marker that was passed. It returns false for an event of another kind, and
// for a clip that has been removed from the library.
func (e *Event) ClipMarker(library *assets.Library) (clip.Marker, bool) {
	if e.Kind != MarkerPassed {
		return clip.Marker{}, false
	}
	c := library.Clip(e.Clip)
	if c == nil {
		return clip.Marker{}, false
	}
	if markers := c.Markers(); e.Marker >= 0 && int(e.Marker) < len(markers) {
		return markers[e.Marker], true
	}
	return clip.Marker{}, false
}

// StatePath returns the path, inside its layer, of the state that was entered or left. It returns
// false for an event of another kind, and for a graph that has been removed from the library.
func (e *Event) StatePath(library *assets.Library) (string, bool) {
	graph := e.graph(library)
	if graph == nil {
		return "", false
	}
	return graph.Path(int(e.State)), true
}

// StateText returns the name that the graph gives to entering or leaving the state. It returns
// false if the graph gives no name, and where [Event.StatePath] returns false.
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

// graph returns the graph of the event's state, or nil if there is no such state.
func (e *Event) graph(library *assets.Library) *machine.Graph {
	if e.Kind != StateEntered && e.Kind != StateExited {
		return nil
	}
	graph := library.Graph(e.Graph)
	if graph == nil || e.State < 0 || int(e.State) >= len(graph.States()) {
		return nil
	}
	return graph
}

// Events is a world resource: the queue of what happened to characters, in order. Every consumer
// reads all events through an [EventReader] of its own. The zero value is an empty queue, and nil
// one that stays empty.
//
// An event can be read in its own update and in the next one, where an update is all the frames
// that one call of systems.Animation.Update runs; an update without a frame does not count. A
// consumer that reads once per update, or a system that reads once per frame, therefore gets each
// event exactly once, wherever it stands among the systems. One that reads later learns how many
// events it missed.
//
// An update holds at most Limit events; the queue drops further ones and reports their number to
// readers that reach the next update. The memory grows to what two updates hold and stays
// allocated.
//
// Any number of goroutines may read at once, each with its own reader, while nobody appends.
//
// Its field Limit is the largest number of events in an update; 0 or less is 1<<20.
type Events eventqueue.Queue[Event]

// EventReader is a consumer's position in the queue of [Events]. It is plain data and can be kept
// in a component or a resource and saved with the world. The zero value begins with the oldest
// event in the queue.
type EventReader struct {
	// Next is the number of the next event to read. Events are numbered from 1; dropped events have
	// numbers too.
	Next uint64
}

// Append adds events to the current update. It must not be called while systems run that read or
// append events.
func (e *Events) Append(events ...Event) {
	if e != nil {
		e.queue().Append(events...)
	}
}

// Len returns how many events can be read.
func (e *Events) Len() int {
	if e == nil {
		return 0
	}
	return e.queue().Len()
}

// Reader returns a reader that begins with the next event to be appended.
func (e *Events) Reader() EventReader {
	if e == nil {
		return EventReader{}
	}
	return EventReader{e.queue().Next()}
}

// Read returns the events that the reader has not read yet, in order, and advances the reader past
// them. Missed is the number of unread events that are gone. The slice belongs to the queue: it
// must not be written to, and is valid until the queue changes.
//
// After the queue was restored to an earlier state, a reader may be ahead of it. It reads nothing
// until the queue has caught up, so it gets no event twice. Restore the reader as well to read the
// events again. A nil reader reads nothing.
func (e *Events) Read(r *EventReader) (events []Event, missed uint64) {
	if e == nil || r == nil {
		return nil, 0
	}
	return e.queue().Read(&r.Next)
}

// queue returns the queue with the methods that the systems call.
func (e *Events) queue() *eventqueue.Queue[Event] { return (*eventqueue.Queue[Event])(e) }
