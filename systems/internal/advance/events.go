package advance

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/playback"
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
	// PlaybackHeld reports that a playback waits for a clip that is not in memory.
	PlaybackHeld
	// PlaybackReleased reports that the clip has arrived.
	PlaybackReleased
)

// Event is something that happened to a character. Fields that its kind does not use are 0.
type Event struct {
	Time   float64       // of the marker, or at which the playback finished, in its span
	Motion id.Motion     // that was played
	Clip   assets.ClipID // whose marker was passed
	Marker int32         // index in the markers of the clip
	Graph  assets.GraphID
	State  int32   // index in the graph
	Weight float32 // in the layer, times the weight of the layer
	Layer  uint8
	Kind   EventKind
}

// Events are the events of a character, in order.
type Events struct {
	List    []Event
	Dropped uint64 // how many events were left out

	layer       uint8   // 0 is the character's player
	layerWeight float32 // scales the weights of events
}

// maxMarkers is how many markers a playback fires in one frame at most. Further ones are counted as
// dropped.
const maxMarkers = 1 << 12

// addFired adds the events of the markers that a clip passed in a step. The
// motion is what was played, the weight that of the playback in the layer.
func (s *Events) addFired(
	clip *assets.Clip, id assets.ClipID, played id.Motion, fired *motion.Fired, weight float64,
) {
	if fired.Times == 0 {
		s.addMarkers(clip, id, played, &fired.Step, weight)
	} else if markers := clip.Markers(); playback.MayCross(&fired.Step, markers) {
		crossings := playback.Cross(fired.Step, markers, motion.Span{Start: clip.Start(), End: clip.End()})
		s.Dropped += min(fired.Times, 1<<40) * min(crossings.Remaining(), 1<<20)
	}
}

// addMarkers adds the events of the markers that a clip passed in a step of its own time.
func (s *Events) addMarkers(
	clip *assets.Clip, id assets.ClipID, played id.Motion, step *motion.Step, weight float64,
) {
	markers := clip.Markers()
	if !playback.MayCross(step, markers) {
		return
	}
	crossings := playback.Cross(*step, markers, motion.Span{Start: clip.Start(), End: clip.End()})
	eventWeight := float32(weight) * s.layerWeight
	for range maxMarkers {
		i, ok := crossings.Next()
		if !ok {
			return
		}
		if marker := &markers[i]; marker.MinWeight == 0 || max(eventWeight, -eventWeight) >= marker.MinWeight {
			s.List = append(s.List, Event{
				Kind: MarkerPassed, Motion: played, Clip: id, Marker: int32(i), Layer: s.layer,
				Weight: eventWeight, Time: marker.Time,
			})
		}
	}
	s.Dropped += crossings.Remaining()
}

// addFinished adds the event of a playback that just finished.
func (s *Events) addFinished(p *components.Playback, weight float64) {
	s.List = append(s.List, Event{
		Kind: PlaybackFinished, Motion: p.Motion, Layer: s.layer, Weight: float32(weight) * s.layerWeight, Time: p.Time,
	})
}

// addHeld adds the event of a playback that begins or ends to wait for its clips.
func (s *Events) addHeld(kind EventKind, p *components.Playback) {
	s.List = append(s.List, Event{Kind: kind, Motion: p.Motion, Layer: s.layer, Weight: s.layerWeight, Time: p.Time})
}

// addState adds the event of a state that was entered or left. State is its index in the graph.
func (s *Events) addState(kind EventKind, graph assets.GraphID, layer int, state int16) {
	s.List = append(s.List, Event{
		Kind: kind, Graph: graph, State: int32(state), Layer: uint8(layer), Weight: 1,
	})
}
