package advance

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
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
)

// Event is something that happened to a character. Fields that its kind does not use are 0.
type Event struct {
	Time       float64 // of the marker, or at which the playback finished, in its unit
	Clip       assets.ClipID
	BlendSpace assets.BlendSpaceID // that finished; Clip is 0 then
	Marker     int32               // index in the markers of the clip
	Graph      assets.GraphID
	State      int32   // index in the graph
	Weight     float32 // in the layer, times the weight of the layer
	Layer      uint8
	Kind       EventKind
}

// Events are the events of a character, in order.
type Events struct {
	List    []Event
	Dropped uint64 // how many events were left out

	layer       uint8   // 0 is the character's player
	layerWeight float32 // scales the weights of events
}

// maxMarkers is how many markers a playback fires in one frame at most. Further ones are counted as dropped.
const maxMarkers = 1 << 12

// maxTurns is how many turns of a ping-pong fire the markers of a blend space's clip in one frame at most, if the clip
// does not start at phase 0. Markers of further turns are counted as dropped.
const maxTurns = 64

// addMarkers adds the events of the clip's markers that a step passed. The weight is the playback's weight in the
// layer.
func (s *Events) addMarkers(clip *assets.Clip, id assets.ClipID, step *playback.Step, weight float64) {
	markers := clip.Markers()
	if !step.MayCross(markers) {
		return
	}
	eventWeight := float32(weight) * s.layerWeight
	crossings := step.Cross(markers, playback.Span{Start: clip.Start(), End: clip.End()})
	for range maxMarkers {
		i, ok := crossings.Next()
		if !ok {
			return
		}
		if marker := &markers[i]; marker.MinWeight == 0 || max(eventWeight, -eventWeight) >= marker.MinWeight {
			s.List = append(s.List, Event{
				Kind: MarkerPassed, Clip: id, Marker: int32(i), Layer: s.layer, Weight: eventWeight, Time: marker.Time,
			})
		}
	}
	s.Dropped += crossings.Remaining()
}

// addBlendSpaceMarkers adds the events of a blend space's clip while the phase moves by a step.
func (s *Events) addBlendSpaceMarkers(space *blendspace.Space, index int, clip *assets.Clip, step playback.Step, weight float64) {
	id := space.Samples()[index].Clip
	switch {
	case len(clip.Markers()) == 0:
		return
	case !step.PingPong:
		own := clipStep(space, index, clip, &step)
		s.addMarkers(clip, id, &own, weight)
		return
	case space.LoopsPerCycle(index) == 1 && space.UnwrappedTime(index, 0) == clip.Start():
		step.From, step.To = clipTime(space, index, clip, step.From), clipTime(space, index, clip, step.To)
		s.addMarkers(clip, id, &step, weight)
		return
	}
	leg := playback.Step{From: step.From, Backward: step.Backward} // between two turns
	for k := range min(step.LoopsDone, maxTurns) + 1 {
		switch {
		case k < step.LoopsDone && leg.Backward:
			leg.To = 0
		case k < step.LoopsDone:
			leg.To = 1
		case step.Finished:
			return
		default:
			leg.To = step.To
		}
		own := clipStep(space, index, clip, &leg)
		s.addMarkers(clip, id, &own, weight)
		leg.From, leg.Backward = leg.To, !leg.Backward
	}
	if step.LoopsDone <= maxTurns {
		return
	}
	// The other turns fire nothing. Their legs from end to end alternate in direction; one more ends within the motion.
	whole := step.LoopsDone - maxTurns - 1
	for k := range uint64(2) {
		leg.To = 1 - leg.From
		count := countMarkers(clip, clipStep(space, index, clip, &leg))
		s.Dropped += min((whole+1-k)/2, 1<<40) * min(count, 1<<20)
		if whole%2 == k && !step.Finished {
			last := leg
			last.To = step.To
			s.Dropped += min(countMarkers(clip, clipStep(space, index, clip, &last)), 1<<40)
		}
		leg.From, leg.Backward = leg.To, !leg.Backward
	}
}

// countMarkers returns how many of a clip's markers a step passes.
func countMarkers(clip *assets.Clip, step playback.Step) uint64 {
	crossings := step.Cross(clip.Markers(), playback.Span{Start: clip.Start(), End: clip.End()})
	return crossings.Remaining()
}

// addFinished adds the event of a playback that just finished.
func (s *Events) addFinished(p *components.Playback, weight float64) {
	s.List = append(s.List, Event{
		Kind: PlaybackFinished, Layer: s.layer, Weight: float32(weight) * s.layerWeight, Time: p.Time,
	})
	if event := &s.List[len(s.List)-1]; p.BlendSpace != 0 {
		event.BlendSpace = p.BlendSpace
	} else {
		event.Clip = p.Clip
	}
}

// addState adds the event of a state that was entered or left. State is its index in the graph.
func (s *Events) addState(kind EventKind, graph assets.GraphID, layer int, state int16) {
	s.List = append(s.List, Event{
		Kind: kind, Graph: graph, State: int32(state), Layer: uint8(layer), Weight: 1,
	})
}
