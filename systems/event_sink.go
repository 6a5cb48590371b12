package systems

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/playback"
)

// maxMarkers is how many markers a playback fires in one frame at most. Further ones are counted as dropped.
const maxMarkers = 1 << 12

// maxTurns is how many turns of a ping-pong fire the markers of a blend space's clip in one frame at most, if the clip
// does not start at phase 0. Markers of further turns are counted as dropped.
const maxTurns = 64

// eventSink collects the events of a character.
type eventSink struct {
	entity      ecs.Entity
	layer       uint8   // 0 is the character's player
	layerWeight float32 // scales the weights of events
	queue       []ecs.Event
	dropped     uint64
}

// addMarkers adds the events of the clip's markers that a step passed. The weight is the playback's weight in the
// layer.
func (s *eventSink) addMarkers(clip *assets.Clip, id assets.ClipID, step playback.Step, weight float64) {
	markers := clip.Markers()
	if len(markers) == 0 {
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
			s.queue = append(s.queue, ecs.Event{
				Entity: s.entity, Kind: ecs.MarkerPassed, Clip: id, Marker: int32(i), Layer: s.layer, Weight: eventWeight, Time: marker.Time,
			})
		}
	}
	s.dropped += crossings.Remaining()
}

// addBlendSpaceMarkers adds the events of a blend space's clip while the phase moves by a step.
func (s *eventSink) addBlendSpaceMarkers(space *assets.BlendSpace, index int, clip *assets.Clip, step playback.Step, weight float64) {
	id := space.Samples()[index].Clip
	switch {
	case len(clip.Markers()) == 0:
		return
	case !step.PingPong:
		s.addMarkers(clip, id, clipStep(space, index, clip, step), weight)
		return
	case space.LoopsPerCycle(index) == 1 && space.UnwrappedTime(index, 0) == clip.Start():
		step.From, step.To = clipTime(space, index, clip, step.From), clipTime(space, index, clip, step.To)
		s.addMarkers(clip, id, step, weight)
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
		s.addMarkers(clip, id, clipStep(space, index, clip, leg), weight)
		leg.From, leg.Backward = leg.To, !leg.Backward
	}
	if step.LoopsDone <= maxTurns {
		return
	}
	// The other turns fire nothing. Their legs from end to end alternate in direction; one more ends within the motion.
	whole := step.LoopsDone - maxTurns - 1
	for k := range uint64(2) {
		leg.To = 1 - leg.From
		count := countMarkers(clip, clipStep(space, index, clip, leg))
		s.dropped += min((whole+1-k)/2, 1<<40) * min(count, 1<<20)
		if whole%2 == k && !step.Finished {
			last := leg
			last.To = step.To
			s.dropped += min(countMarkers(clip, clipStep(space, index, clip, last)), 1<<40)
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
func (s *eventSink) addFinished(p *components.Playback, weight float64) {
	s.queue = append(s.queue, ecs.Event{
		Entity: s.entity, Kind: ecs.PlaybackFinished, Layer: s.layer, Weight: float32(weight) * s.layerWeight, Time: p.Time,
	})
	if event := &s.queue[len(s.queue)-1]; p.BlendSpace != 0 {
		event.BlendSpace = p.BlendSpace
	} else {
		event.Clip = p.Clip
	}
}

// addState adds the event of a state that was entered or left. State is its index in the graph.
func (s *eventSink) addState(kind ecs.EventKind, graph assets.GraphID, layer int, state int16) {
	s.queue = append(s.queue, ecs.Event{
		Entity: s.entity, Kind: kind, Graph: graph, State: int32(state), Layer: uint8(layer), Weight: 1,
	})
}
