package systems

import (
	"unsafe"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/access"
	"github.com/sinew-go/sinew/internal/column"
	"github.com/sinew-go/sinew/internal/keptjoints"
	"github.com/sinew-go/sinew/internal/order"
	"github.com/sinew-go/sinew/internal/posestore"
	"github.com/sinew-go/sinew/internal/untyped"
	"github.com/sinew-go/sinew/systems/internal/inertialization"
)

// bindSlotsSystem gives every character a slot in the pose store, frees the slots of removed
// entities, and selects which characters are posed in this frame (see [components.LevelOfDetail]).
// It must run before all systems that use the pose store. It adds the components that those systems
// need: a [components.PoseSlot] to every entity with a [components.Skeleton], a
// [components.ModelPose] to every target of an attachment and to every garment, and a
// [components.Transform] to every attached entity. It removes the entities that live only as long
// as the target of their attachment, and a [components.Partner] without a leader. Then it locks the
// world until the end of the frame: the systems after it can neither add nor remove entities or
// components (see [ecs.ErrStructure]).
type bindSlotsSystem struct {
	world       *ecs.World
	store       *ecs.PoseStore
	bound       arche.Filter // with a skeleton and a slot
	unbound     arche.Filter // with a skeleton, but without a slot
	attached    arche.Filter // with an attachment
	attachments access.Component[components.Attachment]
	slots       access.Component[components.PoseSlot]
	modelPose   access.Component[components.ModelPose]
	partners    access.Component[components.Partner]
	transform   access.Component[components.Transform]
	skeletons   access.Component[components.Skeleton]
	census      *census
	block       posestore.Block // scratch memory
	unmoved     arche.Filter    // with root motion, but without a skeleton or a player
	ids         componentIDs
	kind        kind // of the character that a query came to last
	moved       func(ecs.Entity, components.PoseSlot)

	// Lists of entities that a query finds and that change after it, because a query locks the
	// world.
	withoutSlot, withoutTransform, withoutModelPose, orphans, alone []ecs.Entity
	sorter                                                          order.Sorter[ecs.Entity]
}

// newBindSlots returns the system for a world.
func newBindSlots(world *ecs.World, store *ecs.PoseStore) *bindSlotsSystem {
	s := &bindSlotsSystem{
		world:       world,
		store:       store,
		attachments: access.ComponentOf[components.Attachment](world),
		slots:       access.ComponentOf[components.PoseSlot](world),
		modelPose:   access.ComponentOf[components.ModelPose](world),
		partners:    access.ComponentOf[components.Partner](world),
		transform:   access.ComponentOf[components.Transform](world),
		skeletons:   access.ComponentOf[components.Skeleton](world),
		ids:         newComponentIDs(world, store),
	}
	s.bound, s.attached = arche.All(s.ids.skeleton, s.ids.slot), arche.All(s.attachments.Kind.ID())
	s.unbound = lacking{has: arche.All(s.ids.skeleton), lacks: arche.All(s.ids.slot)}
	s.unmoved = lacking{has: arche.All(s.ids.rootMotion), lacks: arche.All(s.ids.skeleton, s.ids.player)}
	s.census = newCensus(world, &s.ids)
	s.moved = func(entity ecs.Entity, slot components.PoseSlot) {
		*s.slots.Get(entity) = slot
	}
	return s
}

// Name implements [ecs.System].
func (s *bindSlotsSystem) Name() string { return "BindSlots" }

// Run implements [ecs.System].
func (s *bindSlotsSystem) Run(frame *ecs.Frame) {
	isFinished := s.census.take(s.world, storeOf(frame))
	if !isFinished {
		s.addComponents(frame)
	}
	w := storeOf(frame)
	if !w.Absent().Partners {
		s.removePartners()
	}
	w.BeginFrame()
	s.withoutSlot = s.withoutSlot[:0]
	query, open := s.world.Query(s.bound), true
	defer func() {
		if open { // a panic came between
			query.Close()
		}
	}()
	has := &s.kind
	var needs posestore.Needs
	for query.Next() {
		entity := query.Entity()
		slot, skeleton := (*components.PoseSlot)(query.Get(s.ids.slot)),
			(*components.Skeleton)(query.Get(s.ids.skeleton)).ID
		if w.Keep(entity, skeleton, slot) {
			continue
		}
		if query.Mask() != has.mask {
			*has = s.ids.kindOf(query.Mask())
		}
		pool, i := w.Mark(entity, skeleton, *slot)
		if pool == nil {
			s.withoutSlot = append(s.withoutSlot, entity)
			continue
		}
		s.ids.handles(pool.Components(i), &query, has)
		needs = posestore.Needs{Slot: slot, Columns: has.columns}
		for set := has.columns; set != 0; set &= set - 1 {
			needs.At[set.First()] = query.Get(s.ids.columns[set.First()])
		}
		if has.mesh {
			needs.Mesh = (*components.SkinnedMesh)(query.Get(s.ids.mesh))
			needs.Worn = component[components.Worn](&query, s.ids.worn, has.worn)
		}
		detail := component[components.LevelOfDetail](&query, s.ids.detail, has.detail)
		if has.attached {
			entity, detail = s.follow(pool.Components(i), entity, detail)
			needs.IsGarment = has.columns.Has(column.Garments)
		}
		if detail != nil {
			s.selectDetail(w, &needs, entity, detail)
		}
		w.Require(pool, i, &needs)
	}
	open = false
	w.Sweep(s.moved)
	s.sorter.Stable(s.withoutSlot, byNumber) // whatever the order in the world
	for _, entity := range s.withoutSlot {
		get := func(id arche.ID) unsafe.Pointer { return s.world.Get(entity, id) }
		slot := s.slots.Get(entity)
		*slot = w.Bind(entity, s.skeletons.Get(entity).ID)
		if pool, i := w.Pool(entity, *slot); pool != nil {
			s.ids.handlesOf(pool.Components(i), s.world, entity)
			needs := posestore.Needs{Slot: slot, Mesh: (*components.SkinnedMesh)(get(s.ids.mesh))}
			if needs.Mesh != nil {
				needs.Worn = (*components.Worn)(get(s.ids.worn))
			}
			for id, component := range s.ids.columns {
				if needs.At[id] = get(component); needs.At[id] != nil {
					needs.Columns |= column.Of(column.ID(id))
				}
			}
			of, detail := s.follow(pool.Components(i), entity, (*components.LevelOfDetail)(get(s.ids.detail)))
			if detail != nil {
				s.selectDetail(w, &needs, of, detail)
			}
			w.Require(pool, i, &needs)
		} else if root := (*components.RootMotion)(get(s.ids.rootMotion)); root != nil {
			root.Delta = clip.Motion{} // it does not move without its skeleton
		}
	}
	w.Gather()
	if columns := w.Columns(); len(columns) > 0 {
		columns[column.Inertialization].(*inertialization.Column).StoreAfterChange(w, &s.block)
	}
	if !isFinished {
		s.stopRootMotion()
	}
	posestore.LockWorld(w, s.world)
}

// selectDetail sets in the needs of a character whether it is posed in this frame, and at which
// level.
func (s *bindSlotsSystem) selectDetail(w *posestore.Store, needs *posestore.Needs, entity ecs.Entity,
	detail *components.LevelOfDetail,
) {
	needs.IsDetailed, needs.IsSkipped, needs.Level = true, isSkipped(detail, entity, s.store.Frame()), detail.Level
	if detail.Culled {
		w.CountCulled(1)
	}
}

// mostGarments is through how many garments that wear each other a character is looked for. One
// beyond goes by the level of detail of the last of them, and is still posed whenever it is shown.
const mostGarments = 8

// follow returns by which entity and which level of detail a character is posed, given its own,
// which may be nil: a garment goes by its wearer. It also passes time as its wearer, unless it has
// a time scale.
func (s *bindSlotsSystem) follow(handles *posestore.Handles, entity ecs.Entity,
	detail *components.LevelOfDetail,
) (ecs.Entity, *components.LevelOfDetail) {
	for range mostGarments { // they may wear each other in a circle
		attachment := s.attachments.Get(entity)
		if attachment == nil || attachment.Joint != components.EveryJoint || !ecs.IsAlive(s.world, attachment.Target) ||
			s.skeletons.Get(attachment.Target) == nil {
			break
		}
		entity = attachment.Target
		detail = (*components.LevelOfDetail)(s.world.Get(entity, s.ids.detail))
		if handles.TimeScale == nil {
			handles.TimeScale = (*components.TimeScale)(s.world.Get(entity, s.ids.timeScale))
		}
	}
	return entity, detail
}

// isSkipped reports whether a character is not posed in a frame. Characters with the same interval
// take turns by their entities' numbers.
func isSkipped(detail *components.LevelOfDetail, entity ecs.Entity, frame uint32) bool {
	return detail.Culled || detail.Interval > 1 && (frame+entity.ID())%uint32(detail.Interval) != 0
}

// stopRootMotion clears the movement of the entities that the frame does not advance, because they
// are no characters with a player any more.
func (s *bindSlotsSystem) stopRootMotion() {
	query := s.world.Query(s.unmoved)
	for query.Next() {
		(*components.RootMotion)(query.Get(s.ids.rootMotion)).Delta = clip.Motion{}
	}
}

// census tells what there is to do in a frame apart from the characters: it asks the world how many
// entities match filters. A frame of characters that need nothing more asks once. The filters are
// not registered in the world, whose contents a program may exchange.
type census struct {
	any                                     arche.Filter // what any of the others matches
	attached, rootMotion, vertices, unready arche.Filter
	partners                                arche.Filter
}

// newCensus returns the census of a world.
func newCensus(world *ecs.World, ids *componentIDs) *census {
	attachment, vertices := arche.ComponentID[components.Attachment](world),
		arche.ComponentID[components.SkinnedVertices](world)
	partner := arche.ComponentID[components.Partner](world)
	some := anyOf{arche.All(attachment, vertices, ids.rootMotion, partner), unready{
		character: arche.All(ids.skeleton), bound: arche.All(ids.skeleton, ids.slot),
		moving: arche.All(ids.rootMotion), played: arche.All(ids.skeleton, ids.player),
	}}
	return &census{
		any: &some, attached: arche.All(attachment), rootMotion: arche.All(ids.rootMotion),
		vertices: arche.All(vertices), unready: &some.unready, partners: arche.All(partner),
	}
}

// take reports whether there is nothing to do apart from the characters, and tells the store what
// no entity has.
func (c *census) take(world *ecs.World, store *posestore.Store) (isFinished bool) {
	if isEmpty(world, c.any) {
		store.SetAbsent(posestore.Absent{Attachments: true, RootMotion: true, SkinnedVertices: true, Partners: true})
		return true
	}
	absent := posestore.Absent{
		Attachments: isEmpty(world, c.attached), RootMotion: isEmpty(world, c.rootMotion),
		SkinnedVertices: isEmpty(world, c.vertices), Partners: isEmpty(world, c.partners),
	}
	store.SetAbsent(absent)
	return absent.Attachments && isEmpty(world, c.unready)
}

// isEmpty reports whether no entity matches a filter.
func isEmpty(world *ecs.World, filter arche.Filter) bool {
	query := world.Query(filter)
	n := query.Count()
	query.Close()
	return n == 0
}

// unready matches the characters without a slot, and the entities with root motion that are no
// characters with a player any more.
type unready struct{ character, bound, moving, played arche.Mask }

// Matches implements [arche.Filter].
func (f *unready) Matches(bits *arche.Mask) bool {
	return bits.Contains(&f.character) && !bits.Contains(&f.bound) ||
		bits.Contains(&f.moving) && !bits.Contains(&f.played)
}

// anyOf matches the entities that have a component of a mask, and those that are unready.
type anyOf struct {
	some arche.Mask
	unready
}

// Matches implements [arche.Filter].
func (f *anyOf) Matches(bits *arche.Mask) bool {
	return bits.ContainsAny(&f.some) || f.unready.Matches(bits)
}

// lacking matches entities that have all components of one mask, but not all of another.
type lacking struct{ has, lacks arche.Mask }

// Matches implements [arche.Filter].
func (f lacking) Matches(bits *arche.Mask) bool {
	return bits.Contains(&f.has) && !bits.Contains(&f.lacks)
}

// addComponents adds the components that the systems need to the entities that lack them, and
// removes the entities whose targets are gone.
func (s *bindSlotsSystem) addComponents(frame *ecs.Frame) {
	// Each list is sorted: which numbers new entities get, and the order of entities in the world,
	// must not depend on the order of queries, which differs between worlds of equal contents and
	// different pasts.
	for s.findAttached(frame) { // what is attached to a removed entity may have to go too
		s.sorter.Stable(s.orphans, byNumber)
		for _, entity := range s.orphans {
			s.world.RemoveEntity(entity)
		}
	}
	s.withoutSlot = s.withoutSlot[:0]
	unbound := s.world.Query(s.unbound)
	for unbound.Next() {
		s.withoutSlot = append(s.withoutSlot, unbound.Entity())
	}
	s.sorter.Stable(s.withoutSlot, byNumber)
	s.sorter.Stable(s.withoutTransform, byNumber)
	s.sorter.Stable(s.withoutModelPose, byNumber)
	for _, entity := range s.withoutSlot {
		s.slots.Kind.Add(entity)
	}
	for _, entity := range s.withoutTransform {
		s.transform.Kind.Add(entity)
	}
	for _, entity := range s.withoutModelPose {
		if s.modelPose.Get(entity) == nil { // the list has the target of two attachments twice
			s.modelPose.Kind.Add(entity)
		}
	}
}

// removePartners removes the components of characters that do not play together with others any
// more.
func (s *bindSlotsSystem) removePartners() {
	s.alone = s.alone[:0]
	query := s.world.Query(s.census.partners)
	for query.Next() {
		if s.partners.In(&query).Leader.IsZero() {
			s.alone = append(s.alone, query.Entity())
		}
	}
	s.sorter.Stable(s.alone, byNumber)
	for _, entity := range s.alone {
		s.partners.Kind.Remove(entity)
	}
}

// findAttached collects the attached entities that lack components, and the orphans: those whose
// targets are gone and that must go with them. It reports whether there are orphans.
func (s *bindSlotsSystem) findAttached(frame *ecs.Frame) bool {
	s.withoutTransform, s.withoutModelPose, s.orphans = s.withoutTransform[:0], s.withoutModelPose[:0], s.orphans[:0]
	attached := s.world.Query(s.attached)
	for attached.Next() {
		attachment := s.attachments.In(&attached)
		if s.transform.In(&attached) == nil {
			s.withoutTransform = append(s.withoutTransform, attached.Entity())
		}
		target := attachment.Target
		var skeleton *components.Skeleton
		if ecs.IsAlive(s.world, target) {
			skeleton = s.skeletons.Get(target)
		}
		if skeleton == nil {
			if attachment.RemoveWithTarget {
				s.orphans = append(s.orphans, attached.Entity())
			}
			continue
		}
		if attachment.Joint == components.EveryJoint && s.skeletons.In(&attached) == nil {
			continue // it needs no joint
		}
		if attachment.Joint == components.EveryJoint && s.modelPose.In(&attached) == nil {
			s.withoutModelPose = append(s.withoutModelPose, attached.Entity())
		}
		if pose := s.modelPose.Get(target); pose == nil {
			s.withoutModelPose = append(s.withoutModelPose, target)
		} else if *pose != (components.ModelPose{}) { // it keeps some joints only
			if own := frame.Library.Skeleton(skeleton.ID); own != nil && attachment.Joint >= 0 &&
				int(attachment.Joint) < own.Len() {
				keptjoints.Select(pose, int(attachment.Joint), own.Len())
			}
		}
	}
	return len(s.orphans) > 0
}

// componentIDs are a world's IDs of the components of characters. One query that gets components by
// ID is cheaper than several queries.
type componentIDs struct {
	skeleton, slot, mesh, worn, detail      arche.ID
	player, blend, layers, moreLayers       arche.ID
	controller, rootMotion, inertialization arche.ID
	timeScale, attachment                   arche.ID
	transform, moreGoals                    arche.ID
	columns                                 []arche.ID // the components that ask for rows
}

func newComponentIDs(world *ecs.World, store *ecs.PoseStore) componentIDs {
	ids := componentIDs{
		skeleton:        arche.ComponentID[components.Skeleton](world),
		slot:            arche.ComponentID[components.PoseSlot](world),
		mesh:            arche.ComponentID[components.SkinnedMesh](world),
		worn:            arche.ComponentID[components.Worn](world),
		detail:          arche.ComponentID[components.LevelOfDetail](world),
		player:          arche.ComponentID[components.AnimationPlayer](world),
		blend:           arche.ComponentID[components.BlendState](world),
		layers:          arche.ComponentID[components.Layers](world),
		moreLayers:      arche.ComponentID[components.MoreLayers](world),
		timeScale:       arche.ComponentID[components.TimeScale](world),
		controller:      arche.ComponentID[components.Controller](world),
		rootMotion:      arche.ComponentID[components.RootMotion](world),
		attachment:      arche.ComponentID[components.Attachment](world),
		inertialization: arche.ComponentID[components.Inertialization](world),
		transform:       arche.ComponentID[components.Transform](world),
		moreGoals:       arche.ComponentID[components.MoreGoals](world),
	}
	for _, c := range (*posestore.Store)(store).Columns() {
		ids.columns = append(ids.columns, arche.TypeID(world, untyped.Reflect(c.Component())))
	}
	return ids
}

// kind tells which components the entities with a mask have. A query comes to the entities of a
// kind one after another, and asking it for components that they lack costs as much as for others.
type kind struct {
	mask                                                                      arche.Mask
	mesh, worn, detail, moreLayers, attached                                  bool
	player, blend, layers, controller, rootMotion, timeScale, inertialization bool
	transform, moreGoals                                                      bool
	columns                                                                   column.Set // whose components they have
}

// kindOf returns the kind with a mask.
func (ids *componentIDs) kindOf(mask arche.Mask) kind {
	k := kind{
		mask: mask,
		mesh: mask.Get(ids.mesh), worn: mask.Get(ids.worn), detail: mask.Get(ids.detail),
		moreLayers: mask.Get(ids.moreLayers), attached: mask.Get(ids.attachment),
		player: mask.Get(ids.player), blend: mask.Get(ids.blend), layers: mask.Get(ids.layers),
		controller: mask.Get(ids.controller), rootMotion: mask.Get(ids.rootMotion), timeScale: mask.Get(ids.timeScale),
		inertialization: mask.Get(ids.inertialization), transform: mask.Get(ids.transform),
		moreGoals: mask.Get(ids.moreGoals),
	}
	for id, component := range ids.columns {
		if mask.Get(component) {
			k.columns |= column.Of(column.ID(id))
		}
	}
	return k
}

// handles sets the pointers to the components of the character that a query is at, which is of a
// kind.
func (ids *componentIDs) handles(h *posestore.Handles, query *arche.Query, has *kind) {
	player := component[components.AnimationPlayer](query, ids.player, has.player)
	blend := component[components.BlendState](query, ids.blend, has.blend)
	layers := component[components.Layers](query, ids.layers, has.layers)
	moreLayers := component[components.MoreLayers](query, ids.moreLayers, has.moreLayers)
	controller := component[components.Controller](query, ids.controller, has.controller)
	rootMotion := component[components.RootMotion](query, ids.rootMotion, has.rootMotion)
	timeScale := component[components.TimeScale](query, ids.timeScale, has.timeScale)
	inertialization := component[components.Inertialization](query, ids.inertialization, has.inertialization)
	transform := component[components.Transform](query, ids.transform, has.transform)
	moreGoals := component[components.MoreGoals](query, ids.moreGoals, has.moreGoals)
	// All stores together: the compiler then asks once whether the garbage collector wants to know
	// of them.
	h.Player, h.Blend, h.Layers, h.MoreLayers, h.Controller = player, blend, layers, moreLayers, controller
	h.RootMotion, h.TimeScale, h.Inertialization = rootMotion, timeScale, inertialization
	h.Transform, h.MoreGoals = transform, moreGoals
}

// component returns a component of the entity that a query is at, or nil where the entity does not
// have it.
func component[T any](query *arche.Query, id arche.ID, has bool) *T {
	if !has {
		return nil
	}
	return (*T)(query.Get(id))
}

// handlesOf sets the pointers to the components of an entity.
func (ids *componentIDs) handlesOf(h *posestore.Handles, world *ecs.World, entity ecs.Entity) {
	h.Player = (*components.AnimationPlayer)(world.Get(entity, ids.player))
	h.Blend = (*components.BlendState)(world.Get(entity, ids.blend))
	h.Layers = (*components.Layers)(world.Get(entity, ids.layers))
	h.MoreLayers = (*components.MoreLayers)(world.Get(entity, ids.moreLayers))
	h.Controller = (*components.Controller)(world.Get(entity, ids.controller))
	h.RootMotion = (*components.RootMotion)(world.Get(entity, ids.rootMotion))
	h.TimeScale = (*components.TimeScale)(world.Get(entity, ids.timeScale))
	h.Inertialization = (*components.Inertialization)(world.Get(entity, ids.inertialization))
	h.Transform = (*components.Transform)(world.Get(entity, ids.transform))
	h.MoreGoals = (*components.MoreGoals)(world.Get(entity, ids.moreGoals))
}
