package posestore

import (
	"errors"
	"unsafe"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/assetkeys"
	"github.com/sinew-go/sinew/internal/codec"
	"github.com/sinew-go/sinew/internal/column"
	"github.com/sinew-go/sinew/internal/order"
	"github.com/sinew-go/sinew/internal/untyped"
)

// Snapshots saves the animation state of a world as bytes and restores it. After a restore, the
// same input gives the same bits as if the world had never stopped. Saving takes some tens of
// nanoseconds per character, which is fast enough for rollback netcode.
//
// A snapshot contains:
//
//   - for each character, which is an entity with a [components.Skeleton]: this component and,
//     where present, its AnimationPlayer, BlendState, Layers, MoreLayers, Modifiers, MoreGoals,
//     Controller, RootMotion, TimeScale, LevelOfDetail, Inertialization, Transform, SkinnedMesh,
//     Worn, Partner, ModelPose, PoseOverride with the given pose, Ragdoll with the bodies, and
//     Attachment;
//   - what the solvers of the Modifiers remember, such as the motion of springs;
//   - for each other entity with an Attachment: this and its Transform;
//   - the order of the slots, the frame number, and the [Resources].
//
// Playbacks of a BlendState beyond its Count are left out, and layers and goals after the last one
// that is not zero. Palettes and morph weights are computed anew in every frame, so they are saved
// only for characters that may keep old ones, which are those with a LevelOfDetail. They take some
// kilobytes per character, as does the inertialization buffer of a character with an
// Inertialization. Kept model matrices take 48 bytes for each joint; they are always saved, because
// the next frame may read them before it poses the character: where it is skipped, or where it and
// others depend on each other. Past poses that clips alone gave are saved as what they were sampled
// from, some 40 bytes for each clip.
//
// The bytes are the same on every platform, and equal worlds give equal bytes. A Snapshots must be
// used by one goroutine at a time, between two frames.
type Snapshots struct {
	world     *World
	store     *Store
	resources Resources

	table          savedTable
	idColumns      [column.Max]column.IDMapper // by ID; nil for columns without IDs
	copied         []byte                      // of the snapshot that is checked or restored, with the library's IDs
	ids            []arche.ID                  // of the saved components
	at             []unsafe.Pointer            // where the saved components of the entity located last are
	skeleton, slot arche.ID
	characters     arche.Filter
	attached       arche.Filter // with an Attachment, but no character
	entities       []Entity     // collected under a query
	sorter         order.Sorter[Entity]
	mask           arche.Mask        // components of the entity located last
	located        componentSet      // for mask
	known          func(Entity) bool // reports whether an entity was ever in the world
	checked        header            // of the snapshot that Check found good; its slices are in copied
	allAlive       bool              // no entity of the snapshot being restored is dead
	seen           [2]entitySet      // entities of the snapshot that is checked: owners of vacated slots, all others
	// the entities of the world that Check is given, by number; nil for the world itself
	population  []Entity
	pools       []*Pool
	skeletons   []assets.SkeletonID
	slotFlags   slotFlags // that records may have
	saved       column.Saving
	kept        []keptRows // of the pools of the snapshot that is checked
	add, remove []arche.ID
}

// Resources are what a snapshot holds besides the characters: a head of fixed size, and a tail.
type Resources interface {
	// HeadSize returns how many bytes the head takes.
	HeadSize() int
	// PutHead writes the head, AppendTail appends the tail.
	PutHead(b []byte)
	AppendTail(dst []byte) []byte
	// MapIDs translates the IDs in a tail, which may be damaged.
	MapIDs(tail []byte, m *assetkeys.Mapper)
	// CheckHead checks a head and returns how many bytes the tail has that belongs to it, of at
	// most a number.
	CheckHead(head []byte, most int) (tail int, err error)
	// CheckTail checks a tail. Known reports whether an entity was ever in the world.
	CheckTail(tail []byte, known func(Entity) bool) error
	// Restore reads a head and a tail that were checked.
	Restore(head, tail []byte)
}

// Errors of restoring a snapshot.
var (
	// ErrSnapshot reports bytes that are no snapshot, are damaged or of another format version, or
	// do not match the library.
	ErrSnapshot = codec.ErrSnapshot
	// ErrEntityGone reports that an entity of the snapshot is dead.
	ErrEntityGone = errors.New("an entity of the snapshot is dead")
	// ErrOpenQuery reports an open query over the world, during which nothing can be restored.
	ErrOpenQuery = errors.New("a query over the world is open")
)

// NewSnapshots returns a Snapshots for a world and its resources.
func NewSnapshots(world *World, store *Store, resources Resources) *Snapshots {
	s := &Snapshots{
		world: world, store: store, resources: resources,
		skeleton: arche.ComponentID[components.Skeleton](world),
		slot:     arche.ComponentID[components.PoseSlot](world),
	}
	s.table = newSavedTable()
	s.ids, s.at = make([]arche.ID, len(s.table.rows)), make([]unsafe.Pointer, len(s.table.rows))
	for i := range s.ids {
		s.ids[i] = arche.TypeID(world, untyped.Reflect(s.table.rows[i].Type))
	}
	s.known = func(entity Entity) bool {
		_, known := s.status(entity)
		return known
	}
	s.slotFlags = allSlotFlags
	for id, c := range store.columns {
		s.slotFlags |= ofColumn(column.ID(id))
		s.idColumns[id], _ = c.(column.IDMapper)
		s.table.setOf(c.Component()) // which must be saved, or a restored character loses its row
	}
	s.characters = arche.All(s.skeleton)
	attached := arche.All(arche.ComponentID[components.Attachment](world)).Without(s.skeleton)
	s.attached = &attached
	return s
}

// Append appends a snapshot of the current state to dst and returns the result. It allocates only
// if dst is too short. It may be called under an open query.
//
// If the library changed after the last frame, the past poses of characters with an Inertialization
// may be others after a restore. AppendSnapshot of package systems has no such limit.
func (s *Snapshots) Append(dst []byte) []byte { return s.save(dst) }

// Restore restores a snapshot, in the world that it was taken of or in another one with the same
// assets, under whatever IDs, in which the entities are alive under the same numbers and
// generations. Components are added to entities that lack some, and removed where the snapshot has
// none.
//
// Assets of the snapshot that the library does not have are errors; with byName those of other
// content are found by their names.
//
// Characters that are not in the snapshot stay as they are; in the next frame they get slots after
// the others. Until then, poses are undefined except those that the snapshot contains.
//
// The errors are [ErrSnapshot], [ErrEntityGone] and [ErrOpenQuery]. After an error the world is
// unchanged.
func (s *Snapshots) Restore(snapshot []byte, byName bool) error {
	_, err := s.restore(snapshot, false, byName)
	return err
}

// RestoreAlive restores a snapshot as [Snapshots.Restore] does, but leaves out entities that are
// dead and returns their number. The others continue as if those had died right after the snapshot
// was taken. The errors are [ErrSnapshot] and [ErrOpenQuery].
func (s *Snapshots) RestoreAlive(snapshot []byte, byName bool) (dead int, err error) {
	return s.restore(snapshot, true, byName)
}

// Check checks a snapshot for a world whose entities are as in a dump of arche's
// World.DumpEntities, without restoring anything. After World.LoadEntities of this dump,
// [Snapshots.RestoreChecked] restores it. The errors are [ErrSnapshot] and [ErrEntityGone].
func (s *Snapshots) Check(snapshot []byte, entities *arche.EntityDump, byName bool) error {
	h, err := s.getHeader(snapshot, byName)
	if err != nil {
		return err
	}
	s.population = entities.Entities
	defer func() { s.population = nil }()
	dead, first, err := s.check(&h)
	if err == nil && dead > 0 {
		err = gone(first)
	}
	if err == nil {
		s.checked = h
	}
	return err
}

// RestoreChecked restores the snapshot that the last call of [Snapshots.Check] found good, once.
// The world must have the entities that Check was given. The error is [ErrOpenQuery].
func (s *Snapshots) RestoreChecked() error {
	if s.world.IsLocked() {
		return ErrOpenQuery
	}
	h := s.checked
	s.checked = header{}
	s.apply(&h, true)
	return nil
}
