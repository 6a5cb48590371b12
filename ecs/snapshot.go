package ecs

import (
	"cmp"
	"hash/crc32"
	"math/bits"
	"slices"
	"unsafe"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
)

// Snapshots saves the whole animation state of a world in bytes and brings it back: restored and run again with the same input, a world goes on
// with the same bits as if it had never stopped. It takes some tens of nanoseconds a character, as rollback netcode needs.
//
// What is saved: for each character, which is an entity with a [components.Skeleton], that component and its AnimationPlayer, BlendState, Layers,
// Controller, RootMotion, TimeScale, LevelOfDetail, Inertialization, Transform, SkinnedMesh, Attachment and ModelPose, as far as it has them; for
// everything else with an Attachment that and its Transform; the order of the slots, the number of the frame, the [Clock] and the queue
// of [Events]. Of Layers and BlendState, what lies beyond Count is left out.
//
// Palettes, kept model matrices and morph weights are made anew in every frame, and so are saved only for characters that may keep those of the
// last: all that have a LevelOfDetail. They take some kilobytes each, as does what an Inertialization keeps in the pose store.
//
// The bytes are the same on every platform, and equal worlds give equal bytes.
type Snapshots struct {
	world  *World
	store  *PoseStore
	clock  *Clock
	events *Events

	ids            [managed]arche.ID
	skeleton, slot arche.ID
	characters     arche.Filter
	attached       arche.Filter // that are no characters
	entities       []Entity     // gathered under a query
	mask           arche.Mask   // what the entity had that was located last
	located        uint32       // and the flags of that
	whole          bool         // whether nobody is dead of what is restored
	pools          []*Pool
	skeletons      []assets.SkeletonID
	add, remove    []arche.ID
}

// Bits of a record's flags. The first ones are the components that characters may have, in the order in which they are written.
const (
	hasPlayer = 1 << iota
	hasBlend
	hasLayers
	hasController
	hasRootMotion
	hasTimeScale
	hasDetail
	hasInertia
	hasTransform
	hasMesh
	hasAttachment
	hasModelPose
	isGone     // the owner of the slot is no character any more: nothing else follows
	isDetailed // it had a level of detail in the last frame
	isPosed    // its palettes and morph weights follow
	isKept     // its model matrices are kept; they follow where the pose does
	hasRow     // what its inertialization keeps in the pool follows

	managed        = 12
	allComponents  = 1<<managed - 1
	allFlags       = 1<<17 - 1
	parameterShift = 20 // 6 bits: how many parameters of the controller are written
	layerShift     = 26 // 4 bits: how many of its layers
	countFlags     = 63<<parameterShift | 15<<layerShift
)

// NewSnapshots returns what saves and restores the state of a world with that store, clock and queue.
func NewSnapshots(world *World, store *PoseStore, clock *Clock, events *Events) *Snapshots {
	s := &Snapshots{
		world: world, store: store, clock: clock, events: events,
		skeleton: arche.ComponentID[components.Skeleton](world),
		slot:     arche.ComponentID[components.PoseSlot](world),
		ids: [managed]arche.ID{
			arche.ComponentID[components.AnimationPlayer](world),
			arche.ComponentID[components.BlendState](world),
			arche.ComponentID[components.Layers](world),
			arche.ComponentID[components.Controller](world),
			arche.ComponentID[components.RootMotion](world),
			arche.ComponentID[components.TimeScale](world),
			arche.ComponentID[components.LevelOfDetail](world),
			arche.ComponentID[components.Inertialization](world),
			arche.ComponentID[components.Transform](world),
			arche.ComponentID[components.SkinnedMesh](world),
			arche.ComponentID[components.Attachment](world),
			arche.ComponentID[components.ModelPose](world),
		},
	}
	s.characters = arche.All(s.skeleton)
	attached := arche.All(arche.ComponentID[components.Attachment](world)).Without(s.skeleton)
	s.attached = &attached
	return s
}

// The header. The checksum is of all that follows it.
const (
	snapshotMagic   = "SNEW"
	snapshotVersion = 1
	checkedFrom     = 12
	fixedSize       = 36
	headerSize      = fixedSize + clockSize + queueSize
)

var checksums = crc32.MakeTable(crc32.Castagnoli)

// Append appends the state to dst and returns it, without allocating where dst has room. It may be called at any time between frames, under an open
// query too.
func (s *Snapshots) Append(dst []byte) []byte {
	start := len(dst)
	dst, _ = extend(dst, headerSize)
	pools, bound := 0, 0
	for i, pool := range s.store.pools {
		if s.store.holds(pool) {
			pools = i + 1 // holes at the end need not be told
		}
	}
	for _, pool := range s.store.pools[:pools] {
		var n int
		dst, n = s.appendPool(dst, pool)
		bound += n
	}
	s.findUnbound(bound)
	unbound := len(s.entities)
	for _, entity := range s.entities {
		dst = s.appendCharacter(dst, entity, nil, 0)
	}
	s.findAttached()
	for _, entity := range s.entities {
		dst = s.appendAttached(dst, entity)
	}
	for i := range s.events.list {
		var b []byte
		dst, b = extend(dst, eventSize)
		putEvent(b, &s.events.list[i])
	}
	header := dst[start:]
	copy(header, snapshotMagic)
	putUint32(header[4:], snapshotVersion)
	putUint64(header[12:], uint64(len(header)))
	putUint32(header[20:], s.store.epoch)
	putUint32(header[24:], uint32(pools))
	putUint32(header[28:], uint32(unbound))
	putUint32(header[32:], uint32(len(s.entities)))
	putQueue(putClock(header[fixedSize:], s.clock), s.events)
	putUint32(header[8:], crc32.Checksum(header[checkedFrom:], checksums))
	return dst
}

// holds says whether a pool's skeleton is still in the library. If not, it is dropped when the next frame begins.
func (s *PoseStore) holds(pool *Pool) bool {
	return pool != nil && s.library.Skeleton(pool.id) == pool.skeleton
}

// appendPool appends the slots of a pool and returns how many characters are in them.
func (s *Snapshots) appendPool(dst []byte, pool *Pool) (_ []byte, bound int) {
	var b []byte
	dst, b = extend(dst, poolSize)
	clear(b)
	if !s.store.holds(pool) {
		return dst, 0
	}
	putUint32(b, uint32(pool.id))
	putUint32(b[4:], uint32(pool.Len()))
	putUint32(b[8:], uint32(pool.skeleton.Len()))
	putUint32(b[12:], uint32(pool.skeleton.MorphCount()))
	for slot, entity := range pool.owners {
		if s.isBound(entity, pool, slot) {
			dst = s.appendCharacter(dst, entity, pool, slot)
			bound++
			continue
		}
		dst, b = extend(dst, recordSize)
		putEntity(b, entity)
		putUint32(b[8:], isGone)
	}
	return dst, bound
}

const poolSize = 16

// isBound says whether an entity is a character that knows of its slot.
func (s *Snapshots) isBound(entity Entity, pool *Pool, slot int) bool {
	if alive, _ := s.status(entity); !alive {
		return false
	}
	component := (*components.PoseSlot)(s.world.GetUnchecked(entity, s.slot))
	if component == nil || s.world.GetUnchecked(entity, s.skeleton) == nil {
		return false
	}
	named, at := s.store.Pool(*component)
	return named == pool && at == slot
}

// status says whether an entity is alive, and whether the world has ever had it: arche panics when asked about one that it never had.
func (s *Snapshots) status(entity Entity) (alive, known bool) {
	if entity.ID() == 0 {
		return false, entity == Entity{}
	}
	defer func() {
		if recover() != nil {
			alive, known = false, false
		}
	}()
	return s.world.Alive(entity), true
}

// locate finds an entity's components. Entities that have the same mostly come one after the other.
func (s *Snapshots) locate(entity Entity, at *[managed]unsafe.Pointer) (flags uint32) {
	if mask := s.world.Mask(entity); mask != s.mask {
		s.mask, s.located = mask, 0
		for i, id := range s.ids {
			if mask.Get(id) {
				s.located |= 1 << i
			}
		}
	}
	clear(at[:])
	for left := s.located; left != 0; left &= left - 1 {
		i := bits.TrailingZeros32(left)
		at[i] = s.world.GetUnchecked(entity, s.ids[i])
	}
	return s.located
}

// findUnbound gathers the characters that have no slot, by their numbers, given how many have one.
func (s *Snapshots) findUnbound(bound int) {
	s.entities = s.entities[:0]
	query := s.world.Query(s.characters)
	if query.Count() == bound {
		query.Close()
		return
	}
	for query.Next() {
		entity := query.Entity()
		if slot := (*components.PoseSlot)(query.Get(s.slot)); slot != nil {
			if pool, i := s.store.Pool(*slot); s.store.holds(pool) && pool.owners[i] == entity {
				continue
			}
		}
		s.entities = append(s.entities, entity)
	}
	slices.SortFunc(s.entities, byNumber)
}

// findAttached gathers what follows characters and is none itself.
func (s *Snapshots) findAttached() {
	s.entities = s.entities[:0]
	query := s.world.Query(s.attached)
	for query.Next() {
		s.entities = append(s.entities, query.Entity())
	}
	slices.SortFunc(s.entities, byNumber)
}

func byNumber(a, b Entity) int { return cmp.Compare(a.ID(), b.ID()) }

// appendCharacter appends a character, with what lies in its slot if it has a pool.
func (s *Snapshots) appendCharacter(dst []byte, entity Entity, pool *Pool, slot int) []byte {
	var at [managed]unsafe.Pointer
	flags, size := measure(&at, s.locate(entity, &at), recordSize+recordTail)
	var model assets.ModelID
	if pool != nil {
		flags, size = pool.measure(slot, flags, size)
		if use := pool.meshes[slot]; use >= 0 {
			model = pool.uses[use].model
		}
	}
	dst, b := extend(dst, size)
	putEntity(b, entity)
	putUint32(b[8:], flags)
	putUint32(b[12:], uint32((*components.Skeleton)(s.world.GetUnchecked(entity, s.skeleton)).ID))
	putUint32(b[16:], uint32(model))
	b = putComponents(b[recordSize+recordTail:], &at, flags)
	if pool != nil {
		pool.putPose(b, slot, flags)
	}
	return dst
}

const (
	recordSize = 12 // of every slot
	recordTail = 8  // of those with a character, besides components and pose
)

// appendAttached appends an entity that is attached to a character.
func (s *Snapshots) appendAttached(dst []byte, entity Entity) []byte {
	var at [managed]unsafe.Pointer
	flags := uint32(0)
	for _, i := range [...]int{attachmentIndex, transformIndex} {
		if at[i] = s.world.GetUnchecked(entity, s.ids[i]); at[i] != nil {
			flags |= 1 << i
		}
	}
	flags, size := measure(&at, flags, recordSize)
	dst, b := extend(dst, size)
	putEntity(b, entity)
	putUint32(b[8:], flags)
	putComponents(b[recordSize:], &at, flags)
	return dst
}
