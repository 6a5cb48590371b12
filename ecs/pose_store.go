package ecs

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
)

// PoseStore owns the poses of a world's characters: one [Pool] for each skeleton. It is a resource of the world.
type PoseStore struct {
	library *assets.Library
	pools   []*Pool // nil where a skeleton was removed from the library
	index   map[assets.SkeletonID]int32
	chunks  []*Chunk
	epoch   uint32
	met     int // characters met in this frame
	bound   int // characters that have a slot
}

// NewPoseStore returns a store for characters whose assets are in the library.
func NewPoseStore(library *assets.Library) *PoseStore {
	return &PoseStore{library: library, index: map[assets.SkeletonID]int32{}}
}

// Len returns the number of characters that have a slot.
func (s *PoseStore) Len() int { return s.bound }

// Pools returns the pools of all skeletons in use; an element may be nil. The slice is the store's own: read only.
func (s *PoseStore) Pools() []*Pool { return s.pools }

// Pool returns the pool and the slot that a component names, or nil for none.
func (s *PoseStore) Pool(slot components.PoseSlot) (*Pool, int) {
	i := int(slot.Pool) - 1
	if i < 0 || i >= len(s.pools) || s.pools[i] == nil || slot.Slot < 0 || int(slot.Slot) >= s.pools[i].Len() {
		return nil, 0
	}
	return s.pools[i], int(slot.Slot)
}

// Begin starts a frame's stock-taking: each character that is still there is then reported by [PoseStore.Meet], and
// [PoseStore.Sweep] takes the slots of the others back. Pools whose skeleton was removed from the library are dropped.
func (s *PoseStore) Begin() {
	s.epoch++
	s.met = 0
	for i, pool := range s.pools {
		if pool != nil && s.library.Skeleton(pool.id) != pool.skeleton {
			s.bound -= pool.Len()
			delete(s.index, pool.id)
			s.pools[i] = nil
		}
	}
}

// Meet reports a character with the slot that its component names. It returns the pool, or nil when the slot is not the
// entity's own, or of another skeleton, so that it needs a new one.
func (s *PoseStore) Mark(entity Entity, skeleton assets.SkeletonID, slot components.PoseSlot) (*Pool, int) {
	pool, i := s.Pool(slot)
	if pool == nil || pool.id != skeleton {
		return nil, 0
	}
	place := &pool.places[i]
	if place.owner != entity || place.epoch == s.epoch {
		return nil, 0
	}
	place.epoch = s.epoch
	s.met++
	return pool, i
}

// Sweep takes back the slots of all characters that were not met since [PoseStore.Begin]. It calls moved for every
// character whose slot changes by that.
func (s *PoseStore) Sweep(moved func(Entity, components.PoseSlot)) {
	if s.met == s.bound {
		return
	}
	for i, pool := range s.pools {
		if pool == nil {
			continue
		}
		for slot := pool.Len() - 1; slot >= 0; slot-- {
			if pool.places[slot].epoch == s.epoch {
				continue
			}
			s.bound--
			if entity, ok := pool.remove(slot); ok {
				moved(entity, components.PoseSlot{Pool: int32(i) + 1, Slot: int32(slot)})
			}
		}
	}
}

// Bind gives a character a slot among those of its skeleton; there is none, and the slot is zero, when the library has no
// such skeleton.
func (s *PoseStore) Bind(entity Entity, id assets.SkeletonID) components.PoseSlot {
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
		s.pools[i] = &Pool{id: id, skeleton: skeleton}
		s.index[id] = i
	}
	s.bound++
	s.met++
	return components.PoseSlot{Pool: i + 1, Slot: int32(s.pools[i].add(entity, s.epoch))}
}

// Want says what the character in a slot needs to have made: the palettes of a model (0 for none) and kept model matrices.
// Where it needs more than it had, it is posed in this frame, whatever [PoseStore.Rest] says.
func (s *PoseStore) Require(pool *Pool, slot int, model assets.ModelID, modelMatrices bool) {
	place := &pool.places[slot]
	mesh, row := place.mesh, place.row
	if (row >= 0) == modelMatrices && (mesh < 0 && model == 0 || mesh >= 0 && pool.uses[mesh].model == model) {
		return // as almost always
	}
	pool.use(slot, model, s.library)
	pool.keep(slot, modelMatrices)
	if place.mesh != mesh || place.row != row {
		place.resting = false
	}
}

// Rest says whether the character in a slot keeps its pose in this frame instead of being posed anew.
func (s *PoseStore) SetSkipped(pool *Pool, slot int, resting bool) {
	pool.places[slot].resting = resting
}

// SetLevel says at which level of detail the character in a slot is posed.
func (s *PoseStore) SetLevel(pool *Pool, slot int, level uint8) { pool.places[slot].level = level }

// Detail notes whether the character in a slot has a level of detail, and returns whether it had one in the frame before. One that had none is to
// be posed once more: the palettes of such characters are in no snapshot.
func (s *PoseStore) Detail(pool *Pool, slot int, has bool) (had bool) {
	had, pool.places[slot].detailed = pool.places[slot].detailed, has
	return had
}

// Gather ends the stock-taking: it lists which characters the block systems are to pose, and divides all into chunks.
func (s *PoseStore) Gather() {
	s.chunks = s.chunks[:0]
	for _, pool := range s.pools {
		if pool != nil {
			pool.gather()
			s.chunks = pool.gatherChunks(s.chunks)
		}
	}
}

// Frame counts the frames, for what happens in every n-th one.
func (s *PoseStore) Frame() uint32 { return s.epoch }
