package systems

import (
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/posestore"
	"github.com/sinew-go/sinew/internal/prefetch"
	"github.com/sinew-go/sinew/systems/internal/advance"
	"github.com/sinew-go/sinew/systems/internal/inertialization"
)

// advanceSystem moves every character forward by the frame's time. For each character it runs the
// [components.Controller], advances the [components.AnimationPlayer], the [components.Layers] and
// their crossfades, and writes the clips that the character plays, with their weights, into the
// pose store ([ecs.BlendInput]). It also fires the events passed in the frame and measures the
// movement for [components.RootMotion]. The workers share the characters. Those that follow others
// ([components.Partner]) are advanced after the rest.
type advanceSystem struct {
	events    *ecs.Events
	together  *partnership
	frame     *ecs.Frame    // set only during Run
	advancers []advancer    // for each worker
	fired     []firedEvents // for each chunk, so that their order does not depend on which worker advances it
}

// firedEvents are the events of a chunk in a frame, and the number of those that the limit per
// frame left out.
type firedEvents struct {
	events  []ecs.Event
	dropped uint64
}

// advancer is the scratch memory of a worker.
type advancer struct {
	advance.Advancer
	events []ecs.Event // of the chunk
	entity ecs.Entity  // that is advanced
	_      [128]byte   // keeps other workers out of its last cache line, and out of the next, which is prefetched
}

// newAdvance returns the system. It appends its events to the queue.
func newAdvance(events *ecs.Events, together *partnership) *advanceSystem {
	return &advanceSystem{events: events, together: together}
}

// Name implements [ecs.System].
func (s *advanceSystem) Name() string { return "Advance" }

// Run implements [ecs.System].
func (s *advanceSystem) Run(frame *ecs.Frame) {
	s.frame = frame
	store, queue := storeOf(frame), queueOf(s.events)
	if frame.Step == 0 {
		queue.BeginUpdate()
	}
	store.BeginMotion(frame.Step, frame.Steps)
	if n := frame.Workers.Len(); len(s.advancers) < n {
		s.advancers = make([]advancer, n)
	}
	for len(s.fired) < store.Chunks() {
		s.fired = append(s.fired, firedEvents{})
	}
	s.together.begin(frame)
	frame.Workers.Run(s, store.Chunks())
	if followed := len(s.together.followed); followed > 0 {
		frame.Workers.Run((*followSystem)(s), followed)
	}
	for i := range s.fired[:store.Chunks()] {
		queue.Append(s.fired[i].events...)
		queue.CountDropped(s.fired[i].dropped)
	}
	s.frame = nil
}

// Do implements [ecs.Task]: it advances the characters of a chunk.
func (s *advanceSystem) Do(worker, i int) {
	chunk, fired := storeOf(s.frame).Chunk(i), &s.fired[i]
	fired.events, fired.dropped = fired.events[:0], 0
	leaders, following := s.together.leadersOf(i)
	s.advance(worker, chunk, fired, chunk.Begin(), leaders, following)
}

// followSystem is the part of Advance that follows the leaders.
type followSystem advanceSystem

// Do implements [ecs.Task]: it advances the characters of a chunk that follow others.
func (s *followSystem) Do(worker, i int) {
	i = s.together.followed[i]
	chunk := storeOf(s.frame).Chunk(i)
	followers, others := s.together.followersOf(i)
	(*advanceSystem)(s).advance(worker, chunk, &s.fired[i], chunk.Inputs(), followers, others)
}

// advance advances the characters of a chunk but those in a set, and appends what they give to the
// inputs and events. Parts are those that some of them have with others, by slot.
func (s *advanceSystem) advance(worker int, chunk *posestore.Chunk, fired *firedEvents, inputs []ecs.BlendInput,
	parts []partAt, without uint64,
) {
	a := &s.advancers[worker]
	a.Begin(s.frame.Library, chunk.Pool.Skeleton(), inputs)
	a.events, a.entity = fired.events, ecs.Entity{}
	defer ecs.AttributePanic(s.Name(), &a.entity)
	defer func() {
		chunk.SetInputs(a.Inputs.List)
		fired.events = a.events
		fired.dropped += a.Events.Dropped
	}()
	a.advanceChunk(chunk, s.frame, parts, without)
}

// prefetchAhead is the number of characters between the one that is advanced and the one whose
// components are asked for.
const prefetchAhead = 3

// advanceChunk advances the characters of a chunk but those in a set. Before each it asks for the
// components of a later one.
func (a *advancer) advanceChunk(chunk *posestore.Chunk, frame *ecs.Frame, parts []partAt, without uint64) {
	characters, pool, seconds := chunk.Components(), chunk.Pool, frame.Delta
	for k := -prefetchAhead; k < len(characters); k++ {
		if ahead := k + prefetchAhead; ahead < len(characters) {
			later := &characters[ahead]
			prefetch.Two(later.Player, later.Blend)
			if later.HasMore() {
				later.Prefetch()
			}
		}
		if k < 0 || characters[k].Player == nil || without>>k&1 != 0 {
			continue
		}
		if len(parts) > 0 && parts[0].index == k {
			a.Part, parts = &parts[0].Part, parts[1:]
		}
		h, slot, begin := &characters[k], chunk.First+k, len(a.Inputs.List)
		a.entity = pool.Owner(slot)
		if !h.HasMore() {
			a.AdvancePlayer(h.Player, h.Blend, seconds)
		} else {
			c := &a.Character
			c.Player, c.Fades, c.Layers.First, c.Layers.More = h.Player, h.Blend, h.Layers, h.MoreLayers
			c.Controller, c.RootMotion, c.TimeScale = h.Controller, h.RootMotion, h.TimeScale
			c.Inertialization = h.Inertialization
			a.Advance(seconds)
			if h.RootMotion != nil && frame.Steps > 1 { // it is added up over the frames of the update
				pool.AddMotion(slot, h.RootMotion.Delta, h.RootMotion.Up)
			}
		}
		a.Part = nil
		if h.Inertialization != nil && pool.IsSkipped(slot) {
			inertialization.Skip(pool, slot, h.Inertialization, a.Inputs.List[begin:])
		}
		if len(a.Events.List) > 0 {
			a.events = appendEvents(a.events, a.entity, a.Events.List)
			a.Events.List = a.Events.List[:0]
		}
		pool.SetBlendInputs(slot, begin, len(a.Inputs.List))
	}
	a.Character = advance.Character{} // whose components may be gone in the next frame
}

// appendEvents appends the events of an entity.
func appendEvents(events []ecs.Event, entity ecs.Entity, fired []advance.Event) []ecs.Event {
	for i := range fired {
		e := &fired[i]
		events = append(events, ecs.Event{
			Entity: entity, Kind: eventKinds[e.Kind], Time: e.Time, Motion: e.Motion, Clip: e.Clip, Marker: e.Marker,
			Graph: e.Graph, State: e.State, Weight: e.Weight, Layer: e.Layer,
		})
	}
	return events
}

// eventKinds are the kinds of events as programs see them.
var eventKinds = [...]ecs.EventKind{
	advance.MarkerPassed: ecs.MarkerPassed, advance.PlaybackFinished: ecs.PlaybackFinished,
	advance.StateEntered: ecs.StateEntered, advance.StateExited: ecs.StateExited,
	advance.PlaybackHeld: ecs.PlaybackHeld, advance.PlaybackReleased: ecs.PlaybackReleased,
}
