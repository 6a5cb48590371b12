package systems

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/playback"
	"github.com/sinew-go/sinew/internal/prefetch"
)

// Advance moves every character forward by the frame's time. For each character it runs the [components.Controller],
// advances the [components.AnimationPlayer], the [components.Layers] and their crossfades, and writes the clips that
// the character plays, with their weights, into the pose store ([ecs.BlendInput]). It also fires the events passed in
// the frame and measures the movement for [components.RootMotion]. The workers share the characters.
type Advance struct {
	events    *ecs.Events
	frame     *ecs.Frame // set only during Run
	advancers []advancer // for each worker
}

// advancer is the scratch memory of a worker.
type advancer struct {
	characterAdvancer
	_ [128]byte // keeps other workers out of its last cache line, and out of the next, which is prefetched
}

// NewAdvance returns the system. It appends its events to the queue.
func NewAdvance(events *ecs.Events) *Advance { return &Advance{events: events} }

// Name implements [ecs.System].
func (s *Advance) Name() string { return "Advance" }

// Run implements [ecs.System].
func (s *Advance) Run(frame *ecs.Frame) {
	s.frame = frame
	w := writer(frame)
	if frame.Step == 0 {
		w.BeginEvents(s.events)
	}
	w.BeginMotion(frame)
	if n := frame.Workers.Len(); len(s.advancers) < n {
		s.advancers = make([]advancer, n)
	}
	frame.Workers.Run(s, w.Chunks())
	for i := range w.Chunks() {
		chunk := w.Chunk(i)
		s.events.Append(chunk.Events...)
		w.CountDroppedEvents(s.events, chunk.Dropped)
	}
	s.frame = nil
}

// Do implements [ecs.Task]: it advances the characters of a chunk.
func (s *Advance) Do(worker, i int) {
	w := writer(s.frame)
	chunk := w.Chunk(i)
	a := &s.advancers[worker].characterAdvancer
	a.library, a.pool, a.skeleton = s.frame.Library, chunk.Pool, chunk.Pool.Skeleton()
	a.writer, a.first = w, chunk.First
	a.seconds, a.addsMotion = s.frame.Delta, s.frame.Steps > 1
	a.inputs.all, a.events.queue = w.BeginChunk(chunk)
	a.events.entity, a.events.dropped = ecs.Entity{}, 0
	a.forgetLeaders()
	a.wantsRootMotion = false
	a.beginLayer(0, 1, assets.Override)
	defer w.AttributePanic(s.Name(), &a.events.entity)
	defer func() { w.EndChunk(chunk, a.inputs.all, a.events.queue, a.events.dropped) }()
	a.advanceChunk(w.ChunkComponents(chunk))
}

// prefetchAhead is the number of characters between the one that is advanced and the one whose components are asked for.
const prefetchAhead = 3

// characterAdvancer advances the characters of a chunk, one after the other.
type characterAdvancer struct {
	writer     ecs.Writer
	library    *assets.Library
	pool       *ecs.Pool
	skeleton   *assets.Skeleton // of the pool; a clip of another skeleton counts as missing
	first      int              // slot of the chunk's first character
	seconds    float64          // the time that passes
	addsMotion bool             // root motion is added up over the frames of the update
	inputs     inputStack
	events     eventSink
	layer      layerProgress
	sync       syncGroups
	leads      bool // sync has a leader

	wantsRootMotion bool // the character has a components.RootMotion; otherwise motion and added of the layer mean nothing
	hasRootMotion   bool // one of its clips has root motion
	up              clip.UpAxis

	weights [blendspace.MaxWeights]blendspace.Weight // scratch memory for the weights of a blend space
}

// layerProgress collects the results of advancing one layer.
type layerProgress struct {
	// step is the movement of the playback that was advanced last. It is written in place: copying a struct right after
	// writing it stalls the processor.
	step     playback.Step
	motion   weightedMotion // of the clips that override
	added    weightedMotion // of additive clips
	onlyAdds bool           // the layer's mode is Additive
}

// advanceChunk advances the characters of a chunk. Before each it asks for the components of a later one.
func (a *characterAdvancer) advanceChunk(characters []ecs.CharacterComponents) {
	for k := -prefetchAhead; k < len(characters); k++ {
		if ahead := k + prefetchAhead; ahead < len(characters) {
			later := &characters[ahead]
			prefetch.Two(later.Player, later.Blend)
			if later.HasMore() {
				a.writer.Prefetch(later)
			}
		}
		if k < 0 || characters[k].Player == nil {
			continue
		}
		h, slot := &characters[k], a.first+k
		a.events.entity, a.inputs.begin = a.pool.Owner(slot), len(a.inputs.all)
		seconds, hasMore := a.seconds, h.HasMore()
		if hasMore {
			seconds = a.prepare(h)
		}
		player, base, fadedIn := h.Player, seconds, 1.0
		if player.Paused {
			base = 0 // the layers above continue
		}
		if h.Blend != nil && h.Blend.Count > 0 {
			fadedIn = a.advanceCrossfade(h.Blend, base)
		}
		a.advancePlayback(&player.Playback, base, fadedIn)
		if player.Sync != 0 {
			a.leadSyncGroup(player.Sync, &player.Playback)
		}
		if !a.inputs.normalize() {
			a.advancePlayback(&player.Playback, 0, 1)
		}
		if hasMore {
			a.complete(h, slot, seconds)
		}
		a.writer.SetBlendInputs(a.pool, slot, a.inputs.begin, len(a.inputs.all))
	}
}

// prepare does what comes before a character's layer 0, and returns how many seconds pass for the character.
func (a *characterAdvancer) prepare(h *ecs.CharacterComponents) float64 {
	seconds := a.seconds
	if h.TimeScale != nil {
		seconds = scaledTime(seconds, h.TimeScale.Scale)
	}
	if h.Controller != nil {
		advanceController(a.library, &a.events, h)
	}
	if h.Inertialization != nil {
		h.Inertialization.Waited += inertializationTime(h, seconds)
	}
	if h.RootMotion != nil {
		a.wantsRootMotion, a.hasRootMotion = true, false
		a.layer.motion = weightedMotion{}
	}
	return seconds
}

// complete does what comes behind a character's layer 0: the layers above, and the root motion.
func (a *characterAdvancer) complete(h *ecs.CharacterComponents, slot int, seconds float64) {
	if h.Layers != nil && h.Layers.Count > 0 {
		a.advanceLayers(h, seconds)
	} else if h.RootMotion != nil {
		h.RootMotion.Delta = a.layer.motion.mean()
	}
	if h.RootMotion == nil {
		return
	}
	if a.hasRootMotion {
		h.RootMotion.Up = a.up
	}
	if a.addsMotion {
		a.writer.AddMotion(a.pool, slot, h.RootMotion.Delta, h.RootMotion.Up)
	}
	a.wantsRootMotion = false
}

// beginLayer prepares for the playbacks of a layer. The weight of the layer scales the weights in its events.
func (a *characterAdvancer) beginLayer(number uint8, weight float32, mode clip.LayerMode) {
	a.events.layer, a.events.layerWeight = number, weight
	a.layer.onlyAdds = mode == assets.Additive
}

// advanceCrossfade advances a crossfade and the playbacks that fade out, and returns the weight of the playback that
// fades in.
func (a *characterAdvancer) advanceCrossfade(blend *components.BlendState, seconds float64) float64 {
	blend.Elapsed += seconds
	if !(blend.Elapsed < blend.Duration) {
		*blend = components.BlendState{}
		return 1
	}
	fadedIn := fadeProgress(a.library, blend)
	for i := range min(blend.Count, components.MaxFading) {
		fade := &blend.Fading[i]
		if !(fade.Weight <= 1) {
			fade.Weight = 0
		}
		a.advancePlayback(&fade.Playback, seconds, float64((1-fadedIn)*float64(fade.Weight)))
	}
	return fadedIn
}

// inertializationTime returns how many seconds pass for the pose of a character. No time passes while the player is
// paused, unless the character has layers, which continue.
func inertializationTime(h *ecs.CharacterComponents, seconds float64) float64 {
	if h.Player.Paused && (h.Layers == nil || h.Layers.Count <= 0) {
		return 0
	}
	return seconds
}

// scaledTime returns seconds times the scale, or 0 unless the scale is positive and finite.
func scaledTime(seconds float64, scale float32) float64 {
	if !(scale > 0) || scale-scale != 0 {
		return 0
	}
	return float64(seconds * float64(scale))
}

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
func (s *eventSink) addMarkers(clip *assets.Clip, id assets.ClipID, step *playback.Step, weight float64) {
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
			s.queue = append(s.queue, ecs.Event{
				Entity: s.entity, Kind: ecs.MarkerPassed, Clip: id, Marker: int32(i), Layer: s.layer, Weight: eventWeight, Time: marker.Time,
			})
		}
	}
	s.dropped += crossings.Remaining()
}

// addBlendSpaceMarkers adds the events of a blend space's clip while the phase moves by a step.
func (s *eventSink) addBlendSpaceMarkers(space *blendspace.Space, index int, clip *assets.Clip, step playback.Step, weight float64) {
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
		s.dropped += min((whole+1-k)/2, 1<<40) * min(count, 1<<20)
		if whole%2 == k && !step.Finished {
			last := leg
			last.To = step.To
			s.dropped += min(countMarkers(clip, clipStep(space, index, clip, &last)), 1<<40)
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
