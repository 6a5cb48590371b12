package systems

import (
	"cmp"
	"slices"
	"unsafe"

	arche "github.com/mlange-42/arche/ecs"
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
	bound     arche.Filter
	unbound   *generic.Filter1[components.Skeleton]
	attached  *generic.Filter2[components.Attachment, components.Transform]
	slots     generic.Map1[components.PoseSlot]
	modelPose generic.Map1[components.ModelPose]
	transform generic.Map1[components.Transform]
	skeletons generic.Map1[components.Skeleton]
	ids       componentIDs
	moved     func(ecs.Entity, components.PoseSlot)

	homeless, untransformed, unkept []ecs.Entity // gathered under a query, served after it
}

// NewBindSlots returns the system for a world.
func NewBindSlots(world *ecs.World, store *ecs.PoseStore) *BindSlots {
	s := &BindSlots{
		world:     world,
		store:     store,
		unbound:   generic.NewFilter1[components.Skeleton]().Without(generic.T1[components.PoseSlot]()...),
		attached:  generic.NewFilter2[components.Attachment, components.Transform]().Optional(generic.T1[components.Transform]()...),
		slots:     generic.NewMap1[components.PoseSlot](world),
		modelPose: generic.NewMap1[components.ModelPose](world),
		transform: generic.NewMap1[components.Transform](world),
		skeletons: generic.NewMap1[components.Skeleton](world),
		ids:       newComponentIDs(world),
	}
	s.bound = arche.All(s.ids.skeleton, s.ids.slot)
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
	w := writer(frame)
	w.BeginFrame()
	s.homeless = s.homeless[:0]
	query := s.world.Query(s.bound)
	for query.Next() {
		entity := query.Entity()
		slot := *(*components.PoseSlot)(query.Get(s.ids.slot))
		pool, i := w.Mark(entity, (*components.Skeleton)(query.Get(s.ids.skeleton)).ID, slot)
		if pool == nil {
			s.homeless = append(s.homeless, entity)
			continue
		}
		s.ids.handles(w.Components(pool, i), &query)
		w.RequireInertialization(pool, i)
		s.detail(frame, pool, i, entity, (*components.LevelOfDetail)(query.Get(s.ids.detail)))
		w.Require(pool, i, modelOf((*components.SkinnedMesh)(query.Get(s.ids.mesh))), query.Get(s.ids.modelPose) != nil)
	}
	w.Sweep(s.moved)
	slices.SortFunc(s.homeless, byNumber) // in whatever order the world has them
	for _, entity := range s.homeless {
		get := func(id arche.ID) unsafe.Pointer { return s.world.Get(entity, id) }
		slot := s.slots.Get(entity)
		*slot = w.Bind(entity, s.skeletons.Get(entity).ID)
		if pool, i := s.store.Pool(*slot); pool != nil {
			s.ids.handlesOf(w.Components(pool, i), s.world, entity)
			w.RequireInertialization(pool, i)
			s.detail(frame, pool, i, entity, (*components.LevelOfDetail)(get(s.ids.detail)))
			w.SetSkipped(pool, i, false) // or it would have no palette at all
			w.Require(pool, i, modelOf((*components.SkinnedMesh)(get(s.ids.mesh))), get(s.ids.modelPose) != nil)
		}
	}
	w.Gather()
}

// detail settles whether a character is posed in this frame, and how deep.
func (s *BindSlots) detail(frame *ecs.Frame, pool *ecs.Pool, slot int, entity ecs.Entity, detail *components.LevelOfDetail) {
	w := writer(frame)
	had := w.SetDetailed(pool, slot, detail != nil)
	if detail == nil {
		w.SetLevel(pool, slot, 0)
		w.SetSkipped(pool, slot, false)
		return
	}
	w.SetLevel(pool, slot, detail.Level)
	w.SetSkipped(pool, slot, had && rests(detail, entity, s.store.Frame()))
	if detail.Culled {
		w.CountCulled(1)
	}
}

func byNumber(a, b ecs.Entity) int { return cmp.Compare(a.ID(), b.ID()) }

// rests says whether a character is not posed in a frame. Those of the same interval take turns by the number of the entity.
func rests(detail *components.LevelOfDetail, entity ecs.Entity, frame uint32) bool {
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

func modelOf(mesh *components.SkinnedMesh) assets.ModelID {
	if mesh == nil {
		return 0
	}
	return mesh.Model
}
