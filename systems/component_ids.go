package systems

import (
	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// componentIDs are a world's IDs of the components that the frame meets on every character. They are looked up by ID, since one query
// over all of them is cheaper than several.
type componentIDs struct {
	skeleton, slot, mesh, modelPose, detail arche.ID
	player, blend, layers, timeScale        arche.ID
	controller, rootMotion, inertia         arche.ID
}

func newComponentIDs(world *ecs.World) componentIDs {
	return componentIDs{
		skeleton:   arche.ComponentID[components.Skeleton](world),
		slot:       arche.ComponentID[components.PoseSlot](world),
		mesh:       arche.ComponentID[components.SkinnedMesh](world),
		modelPose:  arche.ComponentID[components.ModelPose](world),
		detail:     arche.ComponentID[components.LevelOfDetail](world),
		player:     arche.ComponentID[components.AnimationPlayer](world),
		blend:      arche.ComponentID[components.BlendState](world),
		layers:     arche.ComponentID[components.Layers](world),
		timeScale:  arche.ComponentID[components.TimeScale](world),
		controller: arche.ComponentID[components.Controller](world),
		rootMotion: arche.ComponentID[components.RootMotion](world),
		inertia:    arche.ComponentID[components.Inertialization](world),
	}
}

// handles fills in where the components are of the character that a query is at.
func (ids *componentIDs) handles(h *ecs.CharacterComponents, query *arche.Query) {
	h.Player = (*components.AnimationPlayer)(query.Get(ids.player))
	h.Blend = (*components.BlendState)(query.Get(ids.blend))
	h.Layers = (*components.Layers)(query.Get(ids.layers))
	h.Controller = (*components.Controller)(query.Get(ids.controller))
	h.RootMotion = (*components.RootMotion)(query.Get(ids.rootMotion))
	h.TimeScale = (*components.TimeScale)(query.Get(ids.timeScale))
	h.Inertialization = (*components.Inertialization)(query.Get(ids.inertia))
}

// handlesOf does so for an entity.
func (ids *componentIDs) handlesOf(h *ecs.CharacterComponents, world *ecs.World, entity ecs.Entity) {
	h.Player = (*components.AnimationPlayer)(world.Get(entity, ids.player))
	h.Blend = (*components.BlendState)(world.Get(entity, ids.blend))
	h.Layers = (*components.Layers)(world.Get(entity, ids.layers))
	h.Controller = (*components.Controller)(world.Get(entity, ids.controller))
	h.RootMotion = (*components.RootMotion)(world.Get(entity, ids.rootMotion))
	h.TimeScale = (*components.TimeScale)(world.Get(entity, ids.timeScale))
	h.Inertialization = (*components.Inertialization)(world.Get(entity, ids.inertia))
}
