package systems

import (
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// BindSlots gives every character a slot in the pose store, takes back those of entities that are gone, and settles which
// characters are posed in this frame (see [components.LevelOfDetail]). It must be the first system of the frame, and is the
// only one that adds components: a [components.PoseSlot] to every entity with a [components.Skeleton], a
// [components.ModelPose] to every target of an attachment, a [components.Transform] to what is attached.
type BindSlots struct {
	world     *ecs.World
	store     *ecs.PoseStore
	bound     *boundFilter
	unbound   *generic.Filter1[components.Skeleton]
	attached  *generic.Filter2[components.Attachment, components.Transform]
	slots     generic.Map1[components.PoseSlot]
	modelPose generic.Map1[components.ModelPose]
	transform generic.Map1[components.Transform]
	skeletons generic.Map1[components.Skeleton]
	meshes    generic.Map[components.SkinnedMesh]
	moved     func(ecs.Entity, components.PoseSlot)

	homeless, untransformed, unkept []ecs.Entity // gathered under a query, served after it
}

type boundFilter = generic.Filter5[
	components.Skeleton, components.PoseSlot, components.SkinnedMesh, components.ModelPose, components.LevelOfDetail]

// NewBindSlots returns the system for a world.
func NewBindSlots(world *ecs.World, store *ecs.PoseStore) *BindSlots {
	s := &BindSlots{
		world: world,
		store: store,
		bound: generic.NewFilter5[components.Skeleton, components.PoseSlot, components.SkinnedMesh, components.ModelPose, components.LevelOfDetail]().
			Optional(generic.T3[components.SkinnedMesh, components.ModelPose, components.LevelOfDetail]()...),
		unbound:   generic.NewFilter1[components.Skeleton]().Without(generic.T1[components.PoseSlot]()...),
		attached:  generic.NewFilter2[components.Attachment, components.Transform]().Optional(generic.T1[components.Transform]()...),
		slots:     generic.NewMap1[components.PoseSlot](world),
		modelPose: generic.NewMap1[components.ModelPose](world),
		transform: generic.NewMap1[components.Transform](world),
		skeletons: generic.NewMap1[components.Skeleton](world),
		meshes:    generic.NewMap[components.SkinnedMesh](world),
	}
	s.moved = func(entity ecs.Entity, slot components.PoseSlot) {
		*s.slots.Get(entity) = slot
	}
	return s
}

// Name implements [ecs.System].
func (s *BindSlots) Name() string { return "BindSlots" }

// Run implements [ecs.System].
func (s *BindSlots) Run(frame *ecs.Frame) {
	s.addComponents()
	s.store.Begin()
	s.homeless = s.homeless[:0]
	query := s.bound.Query(s.world)
	for query.Next() {
		skeleton, slot, mesh, keep, detail := query.Get()
		pool, i := s.store.Meet(query.Entity(), skeleton.ID, *slot)
		if pool == nil {
			s.homeless = append(s.homeless, query.Entity())
			continue
		}
		pool.Entries(i).Count = 0
		s.store.Rest(pool, i, rests(detail, query.Entity(), s.store.Frame()))
		s.store.Want(pool, i, modelOf(mesh), keep != nil)
	}
	s.store.Sweep(s.moved)
	for _, entity := range s.homeless {
		slot := s.slots.Get(entity)
		*slot = s.store.Bind(entity, s.skeletons.Get(entity).ID)
		if pool, i := s.store.Pool(*slot); pool != nil {
			s.store.Want(pool, i, modelOf(s.mesh(entity)), s.modelPose.Get(entity) != nil)
		}
	}
	s.store.Gather()
}

// rests says whether a character is not posed in a frame. Those of the same interval take turns by the number of the entity.
func rests(detail *components.LevelOfDetail, entity ecs.Entity, frame uint32) bool {
	if detail == nil {
		return false
	}
	return detail.Culled || detail.Interval > 1 && (frame+entity.ID())%uint32(detail.Interval) != 0
}

// addComponents completes entities with what the systems need.
func (s *BindSlots) addComponents() {
	s.homeless, s.untransformed, s.unkept = s.homeless[:0], s.untransformed[:0], s.unkept[:0]
	unbound := s.unbound.Query(s.world)
	for unbound.Next() {
		s.homeless = append(s.homeless, unbound.Entity())
	}
	for _, entity := range s.homeless {
		s.slots.Add(entity)
	}
	attached := s.attached.Query(s.world)
	for attached.Next() {
		attachment, transform := attached.Get()
		if transform == nil {
			s.untransformed = append(s.untransformed, attached.Entity())
		}
		if target := attachment.Target; s.world.Alive(target) && s.skeletons.Get(target) != nil && s.modelPose.Get(target) == nil {
			s.unkept = append(s.unkept, target)
		}
	}
	for _, entity := range s.untransformed {
		s.transform.Add(entity)
	}
	for _, entity := range s.unkept {
		if s.modelPose.Get(entity) == nil { // two attachments may have asked
			s.modelPose.Add(entity)
		}
	}
}

func (s *BindSlots) mesh(entity ecs.Entity) *components.SkinnedMesh {
	if !s.meshes.Has(entity) {
		return nil
	}
	return s.meshes.Get(entity)
}

func modelOf(mesh *components.SkinnedMesh) assets.ModelID {
	if mesh == nil {
		return 0
	}
	return mesh.Model
}
