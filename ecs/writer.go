package ecs

import (
	"github.com/sinew-go/sinew/internal/column"
	"unsafe"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/access"
	"github.com/sinew-go/sinew/internal/prefetch"
)

// Writer changes the pose store and the other resources of a frame on behalf of package systems. Programs have no use
// for it and cannot make one; a zero Writer must not be used. It is a pair of pointers, so making and passing it costs
// nothing.
//
// The first system of a frame takes stock of the characters, on one goroutine: [Writer.BeginFrame], then [Writer.Mark]
// for every character that has a slot, then [Writer.Sweep], then [Writer.Bind] for every character without one, then
// [Writer.Gather]. The methods on a single slot may be called in between, once the slot is marked or bound.
//
// Later systems write to the [Chunk] or [Block] that their worker works on.
type Writer struct {
	store    *PoseStore
	counters *Counters
}

// NewWriter returns a writer for a frame. Only code of this module can pass the token.
func NewWriter(_ access.Token, frame *Frame) Writer { return Writer{frame.Store, frame.counters} }

// BeginFrame starts a frame: characters that are not marked by [Writer.Mark] before [Writer.Sweep] lose their slots.
// Pools whose skeleton was removed from the library are dropped at once.
func (w Writer) BeginFrame() {
	s := w.store
	s.frame++
	s.marked = 0
	for i, pool := range s.pools {
		if pool != nil && !s.current(pool) {
			s.bound -= pool.Len()
			delete(s.index, pool.id)
			s.pools[i] = nil
		}
	}
}

// Keep reports whether a character needs what it needed in the last frame and has its components where they were. If so, it has done the work
// of [Writer.Mark], [Writer.Components] and [Writer.Require]; otherwise it has done nothing. Slot is the character's component in the world.
// A world keeps the components of an entity in one row of its tables, which move and grow together, so that slot has its old address only
// if the others have theirs.
func (w Writer) Keep(entity Entity, skeleton assets.SkeletonID, slot *components.PoseSlot) bool {
	s := w.store
	pool, i := s.Pool(entity, *slot)
	if pool == nil || pool.id != skeleton {
		return false
	}
	state, c := &pool.slots[i], &pool.components[i]
	if c.slot != slot || state.frame == s.frame || c.mesh != nil && c.mesh.Model != state.model {
		return false
	}
	state.frame = s.frame
	s.marked++
	return true
}

// Mark keeps the slot of a character that still exists and returns it. It returns a nil pool if the character needs a
// new slot, because the slot is not its own or belongs to another skeleton.
func (w Writer) Mark(entity Entity, skeleton assets.SkeletonID, slot components.PoseSlot) (*Pool, int) {
	s := w.store
	pool, i := s.Pool(entity, slot)
	if pool == nil || pool.id != skeleton {
		return nil, 0
	}
	state := &pool.slots[i]
	if state.frame == s.frame {
		return nil, 0
	}
	state.frame = s.frame
	s.marked++
	return pool, i
}

// Sweep frees the slots of all characters that were not marked in this frame. It calls moved for every character that
// gets another slot by that.
func (w Writer) Sweep(moved func(Entity, components.PoseSlot)) {
	s := w.store
	if s.marked == s.bound {
		return
	}
	for i, pool := range s.pools {
		if pool == nil {
			continue
		}
		for slot := pool.Len() - 1; slot >= 0; slot-- {
			if pool.slots[slot].frame == s.frame {
				continue
			}
			s.bound--
			if entity, ok := pool.remove(slot); ok {
				moved(entity, components.PoseSlot{Pool: int32(i) + 1, Slot: int32(slot)})
			}
		}
	}
}

// Bind gives a character a slot in the pool of its skeleton and marks it. It returns the zero slot if the library has
// no such skeleton.
func (w Writer) Bind(entity Entity, id assets.SkeletonID) components.PoseSlot {
	s := w.store
	skeleton := s.library.Skeleton(id)
	if skeleton == nil {
		return components.PoseSlot{}
	}
	i, known := s.index[id]
	if !known {
		for i = 0; int(i) < len(s.pools) && s.pools[i] != nil; {
			i++
		}
		if int(i) == len(s.pools) {
			s.pools = append(s.pools, nil)
		}
		s.pools[i] = s.newPool(id, skeleton)
		s.index[id] = i
	}
	s.bound++
	s.marked++
	return components.PoseSlot{Pool: i + 1, Slot: int32(s.pools[i].add(entity, s.frame))}
}

// BindEarly is [Writer.Bind] between two frames. The character's palettes are 0 until the next frame.
func (w Writer) BindEarly(entity Entity, id assets.SkeletonID) components.PoseSlot {
	at := w.Bind(entity, id)
	if pool, slot := w.store.Pool(entity, at); pool != nil {
		for i := range pool.palettes {
			set := &pool.palettes[i]
			clear(set.matrices[slot*set.stride():][:set.stride()])
		}
	}
	return at
}

// Gather ends the stock-taking: it lists the characters that the block systems pose in this frame, and divides all
// characters into chunks.
func (w Writer) Gather() {
	s := w.store
	s.chunks = s.chunks[:0]
	for _, pool := range s.pools {
		if pool != nil {
			pool.gather()
			s.chunks = pool.gatherChunks(s.chunks)
		}
	}
}

// Regather lists the characters that the block systems pose in this frame once more, after [Writer.SetSkipped] changed
// some of them behind [Writer.Gather].
func (w Writer) Regather() {
	for _, pool := range w.store.pools {
		if pool != nil {
			pool.gatherPosed()
		}
	}
}

// Components returns the component pointers of the character in a slot, to read them or to fill them in.
func (Writer) Components(pool *Pool, slot int) *CharacterComponents { return &pool.components[slot] }

// ChunkComponents returns the component pointers of the characters of a chunk, from its first slot on.
func (Writer) ChunkComponents(c *Chunk) []CharacterComponents {
	return c.Pool.components[c.First:c.End]
}

// Prefetch asks the processor for the parts that Advance mostly needs of a character's components, but for its player and crossfade. The components
// of a character are far from each other, so that a crowd with layers and controllers, or one whose characters came and went, would wait for
// memory for half of the time.
func (Writer) Prefetch(h *CharacterComponents) {
	if h.Layers != nil {
		prefetch.Lines(h.Layers, 3)
		prefetch.Lines(&h.Layers.List[1], 3)
	}
	if h.Controller != nil {
		prefetch.Lines(h.Controller, 1)
		prefetch.Lines(&h.Controller.Layers, 1)
	}
	if h.RootMotion != nil {
		prefetch.Lines(h.RootMotion, 1)
		prefetch.Lines(&h.RootMotion.Up, 1)
	}
	if h.TimeScale != nil {
		prefetch.Lines(h.TimeScale, 1)
	}
	if h.Inertialization != nil {
		prefetch.Lines(h.Inertialization, 1)
	}
}

// Needs are what a frame asks of the slot of a character, apart from the pointers to its components.
type Needs struct {
	Slot     *components.PoseSlot    // the character's component
	Mesh     *components.SkinnedMesh // with the palettes of its model's skins; nil for none
	Matrices *components.ModelPose   // the model matrices that are kept; nil for none
	// IsDetailed tells that the character has a [components.LevelOfDetail]. A character without one is posed in every
	// frame, so snapshots leave out its palettes.
	IsDetailed bool
	// IsSkipped tells that the character keeps its last pose in this frame instead of being posed. It has no effect in the
	// first frame in which the character is detailed, nor where a need changes what it shows.
	IsSkipped bool
	Level     uint8 // of detail at which it is posed
	// Columns are those that the components ask for, At where these components are.
	Columns column.Set
	At      [column.Max]unsafe.Pointer
}

// model returns the model with whose skins the character is drawn, or 0.
func (n *Needs) model() assets.ModelID {
	if n.Mesh == nil {
		return 0
	}
	return n.Mesh.Model
}

// Require gives the character in a slot the memory for what it needs and for the components that its pointers show, takes
// back what it does not need any more, and sets whether and how well it is posed in this frame. It must be called once
// for each character between [Writer.Mark] or [Writer.Bind] and [Writer.Gather].
func (w Writer) Require(pool *Pool, slot int, needs *Needs) {
	state, c := &pool.slots[slot], &pool.components[slot]
	if needs.Columns == state.wants && needs.Matrices == nil && state.modelRow < 0 && needs.model() == state.model && !needs.IsDetailed {
		state.detailed, state.skipped, state.frozen, state.level = false, false, false, 0
		c.slot, c.mesh = needs.Slot, needs.Mesh
		pool.bindRows(slot, &needs.At)
		return // the usual case
	}
	c.slot = nil
	w.require(pool, slot, needs)
}

// require is [Writer.Require] for any needs.
func (w Writer) require(pool *Pool, slot int, needs *Needs) {
	state := &pool.slots[slot]
	skipped := needs.IsSkipped && state.detailed
	state.detailed = needs.IsDetailed
	w.SetSkipped(pool, slot, skipped)
	state.level = needs.Level
	changed := pool.requireRows(slot, needs.Columns, &needs.At)
	changed = pool.setModel(slot, needs.model(), w.store.library) || changed
	if pool.keepModelMatrices(slot, needs.Matrices) || changed {
		w.SetSkipped(pool, slot, false)
	}
}

// SetSkipped sets whether the character in a slot keeps its last pose in this frame instead of being posed. It must not
// be called with true behind [Writer.SetLevel].
func (Writer) SetSkipped(pool *Pool, slot int, skipped bool) {
	state := &pool.slots[slot]
	state.skipped = skipped
	if !skipped {
		state.frozen = false
	} else if !state.frozen {
		pool.freeze(slot)
	}
}

// SetLevel sets the level of detail at which the character in a slot is posed.
func (Writer) SetLevel(pool *Pool, slot int, level uint8) { pool.slots[slot].level = level }

// Chunks returns the number of chunks of all pools, as of the last [Writer.Gather].
func (w Writer) Chunks() int { return len(w.store.chunks) }

// Chunk returns a chunk, with 0 <= i < [Writer.Chunks]. Each chunk may be written by one worker at a time.
func (w Writer) Chunk(i int) *Chunk { return w.store.chunks[i] }

// BeginChunk clears the blend inputs and events of a chunk and returns their memory, to which the ones of the
// characters are appended; [Writer.EndChunk] then stores them.
func (Writer) BeginChunk(c *Chunk) ([]BlendInput, []Event) {
	clear(c.Pool.runs[c.First:c.End])
	return c.inputs[:0], c.Events[:0]
}

// SetBlendInputs assigns the chunk's blend inputs from begin to end to the slot.
func (Writer) SetBlendInputs(pool *Pool, slot, begin, end int) {
	pool.runs[slot] = inputRun{int32(begin), int32(end - begin)}
}

// EndChunk stores the blend inputs and events of a chunk, and how many events were dropped.
func (Writer) EndChunk(c *Chunk, inputs []BlendInput, events []Event, dropped uint64) {
	c.inputs, c.Events, c.Dropped = inputs, events, dropped
}

// BeginMotion prepares for the root motion of a frame, which [Writer.AddMotion] adds up if the update has several.
func (w Writer) BeginMotion(frame *Frame) {
	if frame.Steps <= 1 {
		return
	}
	for _, pool := range w.store.pools {
		if pool != nil {
			pool.beginMotion(frame.Step == 0)
		}
	}
}

// AddMotion adds the root motion of a character in a frame to its movement in the update, which has several frames.
func (Writer) AddMotion(pool *Pool, slot int, m clip.Motion, up clip.UpAxis) {
	pool.moved[slot] = pool.moved[slot].Compose(m, up)
}

// EndMotion ends an update of several frames: it writes the movement in the whole update into the characters'
// components.
func (w Writer) EndMotion() {
	for _, pool := range w.store.pools {
		if pool == nil {
			continue
		}
		for slot := range pool.moved {
			if root := pool.components[slot].RootMotion; root != nil {
				root.Delta = pool.moved[slot]
			}
		}
		pool.moved = pool.moved[:0]
	}
}

// BeginEvents starts an update of the event queue: the events of the update before the last one are gone.
func (Writer) BeginEvents(e *Events) { e.beginUpdate() }

// CountDroppedEvents counts n events of this update as dropped that were not even made.
func (Writer) CountDroppedEvents(e *Events, n uint64) { e.countDropped(n) }

// Tick advances a clock by a number of seconds of real time, which must be finite and not negative. It returns how many
// frames to run and the length of each in seconds of animation.
func (Writer) Tick(c *Clock, seconds float64) (frames int, delta float64) { return c.tick(seconds) }

// BeginVertices starts a frame of the vertex store: [Writer.SweepVertices] frees the buffers that
// [Writer.TakeVertices] does not take before.
func (Writer) BeginVertices(s *VertexStore) { s.begin() }

// TakeVertices returns the number of the entity's buffer, from 1 on: the given number if this is its buffer already,
// otherwise the number of a new buffer.
func (Writer) TakeVertices(s *VertexStore, entity Entity, buffer int32) int32 {
	return s.take(entity, buffer)
}

// SweepVertices frees the buffers that were not taken in this frame.
func (Writer) SweepVertices(s *VertexStore) { s.sweep() }

// CountSampled counts sampled clips. Like the other counting methods it does nothing outside a schedule.
func (w Writer) CountSampled(baked, exact int) {
	if c := w.counters; c != nil {
		c.Baked += uint64(baked)
		c.Exact += uint64(exact)
	}
}

// CountMatrices counts palette matrices that were written.
func (w Writer) CountMatrices(n int) {
	if c := w.counters; c != nil {
		c.Matrices += uint64(n)
	}
}

// CountCulled counts characters that are skipped because no camera sees them.
func (w Writer) CountCulled(n int) {
	if c := w.counters; c != nil {
		c.Culled += uint64(n)
	}
}

// IsSkipped reports whether the character in a slot keeps its last pose in this frame instead of being posed.
func (Writer) IsSkipped(pool *Pool, slot int) bool { return pool.slots[slot].skipped }

// IsLastOfBlock reports whether no block system runs on the block after the present one.
func (Writer) IsLastOfBlock(b *Block) bool { return b.isLast }
