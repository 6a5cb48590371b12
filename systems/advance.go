package systems

import (
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// Advance lets every [components.Controller] decide, moves every [components.AnimationPlayer], the [components.Layers] above it and the fades of
// both on by the frame's time, and writes what each character now plays, and how much of it, into the pose store ([ecs.BlendInput]). On the way it
// fires the events that are passed and measures the movement for [components.RootMotion]. The characters are spread over the workers.
type Advance struct {
	events *ecs.Events
	frame  *ecs.Frame // while it runs
}

// NewAdvance returns the system, which appends to a queue of events.
func NewAdvance(events *ecs.Events) *Advance { return &Advance{events: events} }

// Name implements [ecs.System].
func (s *Advance) Name() string { return "Advance" }

// Run implements [ecs.System].
func (s *Advance) Run(frame *ecs.Frame) {
	s.frame = frame
	w := writer(frame)
	w.BeginEvents(s.events)
	frame.Workers.Run(s, w.Chunks())
	for i := range w.Chunks() {
		chunk := w.Chunk(i)
		s.events.Append(chunk.Events...)
		w.CountDroppedEvents(s.events, chunk.Dropped)
	}
	s.frame = nil
}

// Do implements [ecs.Task]: it advances the characters of a chunk.
func (s *Advance) Do(_, i int) {
	w := writer(s.frame)
	chunk := w.Chunk(i)
	w.ResetChunk(chunk)
	a := advancer{library: s.frame.Library, skeleton: chunk.Pool.Skeleton()}
	for slot := chunk.First; slot < chunk.End; slot++ {
		handles := w.Components(chunk.Pool, slot)
		if handles.Player == nil {
			continue
		}
		a.entity, a.events = chunk.Pool.Owner(slot), chunk.Events
		a.entries, a.begin = w.BeginCharacter(chunk)
		a.character(handles, s.frame.Delta)
		w.EndCharacter(chunk, slot, a.entries, a.begin)
		chunk.Events = a.events
	}
	chunk.Dropped = a.lost
}

func (a *advancer) character(h *ecs.CharacterComponents, seconds float64) {
	if h.TimeScale != nil {
		seconds = scaled(seconds, h.TimeScale.Scale)
	}
	if h.Controller != nil {
		a.control(h)
	}
	base := seconds
	if h.Player.Paused {
		base = 0
	}
	if h.Inertialization != nil {
		h.Inertialization.Waited += inertialSeconds(h, seconds)
	}
	a.moving, a.rooted = h.RootMotion != nil, false
	a.layer = layerState{scale: 1}
	in := a.fades(h.Blend, base)
	a.play(&h.Player.Playback, in, base)
	a.lead(h.Player.Sync, &h.Player.Playback)
	a.normalizeBase(h.Player)
	moved := a.layer.mean()
	if h.Layers != nil && h.Layers.Count > 0 {
		moved = a.layers(h, seconds, moved)
	}
	if h.RootMotion != nil {
		h.RootMotion.Delta = moved
		if a.rooted {
			h.RootMotion.Up = a.up
		}
	}
}

// inertialSeconds returns how much time goes by for what a character shows: none while it is paused, unless it has layers that go on.
func inertialSeconds(h *ecs.CharacterComponents, seconds float64) float64 {
	if h.Player.Paused && (h.Layers == nil || h.Layers.Count <= 0) {
		return 0
	}
	return seconds
}

// scaled returns seconds times a scale that is finite and above 0, otherwise 0.
func scaled(seconds float64, scale float32) float64 {
	if !(scale > 0) || scale-scale != 0 {
		return 0
	}
	return float64(seconds * float64(scale))
}

// fades moves the fades on, adds what fades out and returns the weight of what fades in.
func (a *advancer) fades(blend *components.BlendState, seconds float64) float64 {
	if blend == nil || blend.Count <= 0 {
		return 1
	}
	blend.Elapsed += seconds
	if !(blend.Elapsed < blend.Duration) {
		*blend = components.BlendState{}
		return 1
	}
	in := fadedIn(a.library, blend)
	for i := range min(blend.Count, components.MaxFading) {
		fade := &blend.Fading[i]
		if !(fade.Weight <= 1) {
			fade.Weight = 0
		}
		a.play(&fade.Playback, float64((1-in)*float64(fade.Weight)), seconds)
	}
	return in
}

// normalizeBase makes the weights sum to 1. Where none is above 0 the player's motion shows.
func (a *advancer) normalizeBase(player *components.AnimationPlayer) {
	entries := a.entries[a.begin:]
	if len(entries) == 1 {
		entries[0].Weight = 1
		return
	}
	if sum := sumOf(entries); sum > 0 {
		for i := range entries {
			entries[i].Weight /= sum
		}
		return
	}
	a.entries = a.entries[:a.begin]
	a.play(&player.Playback, 1, 0)
}

func sumOf(entries []ecs.BlendInput) float32 {
	var sum float32
	for i := range entries {
		sum += entries[i].Weight
	}
	return sum
}
