package posestore

import (
	"unsafe"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/column"
	"github.com/sinew-go/sinew/internal/prefetch"
)

// BeginFrame starts a frame: characters that are not marked by [Store.Mark] before [Store.Sweep]
// lose their slots. Pools whose skeleton was removed from the library are dropped at once, and so
// are palettes of skins that were.
func (s *Store) BeginFrame() {
	s.frame++
	s.marked = 0
	for i, pool := range s.pools {
		if pool != nil && !s.current(pool) {
			s.bound -= pool.Len()
			delete(s.index, pool.id)
			s.pools[i] = nil
		} else if pool != nil {
			pool.dropRemoved(s.library)
		}
	}
}

// Keep reports whether a character needs what it needed in the last frame and has its components
// where they were. If so, it has done the work of [Store.Mark], [Pool.Components] and
// [Store.Require]; otherwise it has done nothing. Slot is the character's component in the world. A
// world keeps the components of an entity in one row of its tables, which move and grow together,
// so that slot has its old address only if the others have theirs.
func (s *Store) Keep(entity Entity, skeleton assets.SkeletonID, slot *components.PoseSlot) bool {
	s.meet(*slot)
	pool, i := s.Pool(entity, *slot)
	if pool == nil || pool.id != skeleton {
		return false
	}
	state := &pool.slots[i]
	c := &state.found
	if c.slot != slot || state.frame == s.frame ||
		c.mesh != nil && (c.mesh.Model != state.model || c.mesh.Hidden != state.hidden) ||
		c.worn != nil && !state.wears(c.worn) {
		return false
	}
	state.frame = s.frame
	s.marked++
	if state.has&pool.followed != 0 {
		pool.follow(state)
	}
	return true
}

// Mark keeps the slot of a character that still exists and returns it. It returns a nil pool if the
// character needs a new slot, because the slot is not its own or belongs to another skeleton.
func (s *Store) Mark(entity Entity, skeleton assets.SkeletonID, slot components.PoseSlot) (*Pool, int) {
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

// Sweep frees the slots of all characters that were not marked in this frame. It calls moved for
// every character that gets another slot by that.
func (s *Store) Sweep(moved func(Entity, components.PoseSlot)) {
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

// Bind gives a character a slot in the pool of its skeleton and marks it. It returns the zero slot
// if the library has no such skeleton.
func (s *Store) Bind(entity Entity, id assets.SkeletonID) components.PoseSlot {
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

// Gather ends the stock-taking: it lists the characters that the block systems pose in this frame,
// and divides all characters into chunks.
func (s *Store) Gather() {
	s.join()
	s.chunks = s.chunks[:0]
	for _, pool := range s.pools {
		if pool != nil {
			pool.gather()
			pool.firstChunk = len(s.chunks)
			s.chunks = pool.gatherChunks(s.chunks)
		}
	}
}

// Regather lists the characters that the block systems pose in this frame once more, after
// [Pool.SetSkipped] changed some of them after [Store.Gather].
func (s *Store) Regather() {
	s.join()
	for _, pool := range s.pools {
		if pool != nil {
			pool.gatherPosed()
		}
	}
}

// Components returns the component pointers of the character in a slot, to read them or to fill
// them in.
func (p *Pool) Components(slot int) *Handles { return &p.components[slot] }

// Components returns the component pointers of the characters of a chunk, from its first slot on.
func (c *Chunk) Components() []Handles {
	return c.Pool.components[c.First:c.End]
}

// Prefetch asks the processor for the parts that Advance mostly needs of a character's components,
// but for its player and crossfade. The components of a character are far from each other, so that
// a crowd with layers and controllers, or one whose characters came and went, would wait for memory
// for half of the time.
func (h *Handles) Prefetch() {
	if h.Layers != nil {
		prefetch.Lines(h.Layers, 3)
	}
	if h.MoreLayers != nil {
		prefetch.Lines(h.MoreLayers, 3)
	}
	if h.Controller != nil {
		prefetch.Lines(h.Controller, 1)
		prefetch.Within(h.Controller, unsafe.Offsetof(h.Controller.Layers), 1)
	}
	if h.RootMotion != nil {
		prefetch.Lines(h.RootMotion, 1)
		prefetch.Within(h.RootMotion, unsafe.Offsetof(h.RootMotion.Up), 1)
	}
	if h.TimeScale != nil {
		prefetch.Lines(h.TimeScale, 1)
	}
	if h.Inertialization != nil {
		prefetch.Lines(h.Inertialization, 1)
	}
}

// Needs are what a frame asks of the slot of a character, apart from the pointers to its
// components.
type Needs struct {
	Slot *components.PoseSlot    // the character's component
	Mesh *components.SkinnedMesh // with the palettes of the skins that it shows; nil for none
	Worn *components.Worn        // with further ones; nil for none, and without Mesh
	// IsGarment tells that the character may go by another one, at whose components every frame looks.
	IsGarment bool
	// IsDetailed tells that the character has a [components.LevelOfDetail]. A character without one
	// is posed in every frame, so snapshots leave out its palettes.
	IsDetailed bool
	// IsSkipped tells that the character keeps its last pose in this frame instead of being posed.
	// It has no effect in the first frame in which the character is detailed, nor where a need
	// changes what it shows.
	IsSkipped bool
	Level     uint8 // of detail at which it is posed
	// Columns are those that the components ask for, At where these components are.
	Columns column.Set
	At      [column.Max]unsafe.Pointer
}

// mesh returns the model with which the character is drawn, or 0, and which of its parts are
// hidden.
func (n *Needs) mesh() (mesh components.SkinnedMesh) {
	if n.Mesh != nil {
		mesh = *n.Mesh
	}
	return mesh
}

// Require gives the character in a slot the memory for what it needs and for the components that
// its pointers show, takes back what it does not need any more, and sets whether and how well it is
// posed in this frame. It must be called once for each character between [Store.Mark] or
// [Store.Bind] and [Store.Gather].
func (s *Store) Require(pool *Pool, slot int, needs *Needs) {
	state := &pool.slots[slot]
	if needs.Columns == state.wants && state.shows(needs) && !needs.IsDetailed {
		pool.isListed = pool.isListed && !state.skipped
		state.detailed, state.skipped, state.frozen, state.level = false, false, false, 0
		if state.found = (found{}); !needs.IsGarment {
			state.found = found{needs.Slot, needs.Mesh, needs.Worn}
		}
		pool.bindRows(slot, &needs.At)
		return // the usual case
	}
	state.found = found{}
	s.require(pool, slot, needs)
}

// require is [Store.Require] for any needs.
func (s *Store) require(pool *Pool, slot int, needs *Needs) {
	state := &pool.slots[slot]
	skipped := needs.IsSkipped && state.detailed
	state.detailed = needs.IsDetailed
	pool.SetSkipped(slot, skipped)
	state.level = needs.Level
	changed := pool.requireRows(slot, needs.Columns, &needs.At)
	if pool.setModels(slot, needs, s.library) || changed {
		pool.SetSkipped(slot, false)
	}
}

// SetSkipped sets whether the character in a slot keeps its last pose in this frame instead of
// being posed. It must not be called with true after [Pool.SetLevel].
func (p *Pool) SetSkipped(slot int, skipped bool) {
	state := &p.slots[slot]
	p.isListed = p.isListed && state.skipped == skipped
	state.skipped = skipped
	if !skipped {
		state.frozen = false
	} else if !state.frozen {
		p.freeze(slot)
	}
}

// SetLevel sets the level of detail at which the character in a slot is posed.
func (p *Pool) SetLevel(slot int, level uint8) { p.slots[slot].level = level }

// Chunks returns the number of chunks of all pools, as of the last [Store.Gather].
func (s *Store) Chunks() int { return len(s.chunks) }

// Chunk returns a chunk, with 0 <= i < [Store.Chunks]. Each chunk may be written by one worker at a
// time.
func (s *Store) Chunk(i int) *Chunk { return s.chunks[i] }

// ChunkOf returns the index of the chunk with a slot of a pool, and the index of the slot in it, as
// of the last [Store.Gather].
func (s *Store) ChunkOf(pool *Pool, slot int) (chunk, index int) {
	return pool.firstChunk + slot/chunkSlots, slot % chunkSlots
}

// BeginMotion prepares for the root motion of a frame, one of several steps of an update, which
// [Pool.AddMotion] adds up if the update has several.
func (s *Store) BeginMotion(step, steps int) {
	if steps <= 1 {
		return
	}
	for _, pool := range s.pools {
		if pool != nil {
			pool.beginMotion(step == 0)
		}
	}
}

// AddMotion adds the root motion of a character in a frame to its movement in the update, which has
// several frames.
func (p *Pool) AddMotion(slot int, m clip.Motion, up clip.UpAxis) {
	p.moved[slot] = p.moved[slot].Compose(m, up)
}

// EndMotion ends an update of several frames: it writes the movement in the whole update into the
// characters' components.
func (s *Store) EndMotion() {
	for _, pool := range s.pools {
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

// CountCulled counts characters that are skipped because no camera sees them.
func (s *Store) CountCulled(n int) { s.culled += uint64(n) }

// TakeCulled returns what was counted since the last call.
func (s *Store) TakeCulled() uint64 {
	n := s.culled
	s.culled = 0
	return n
}

// IsSkipped reports whether the character in a slot keeps its last pose in this frame instead of
// being posed.
func (p *Pool) IsSkipped(slot int) bool { return p.slots[slot].skipped }
