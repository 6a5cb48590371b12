package systems

import (
	"unsafe"

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

// handles fills in where a character's components are; get returns that of one, or nil.
func (ids *componentIDs) handles(h *ecs.Handles, get func(arche.ID) unsafe.Pointer) {
	h.Player = (*components.AnimationPlayer)(get(ids.player))
	h.Blend = (*components.BlendState)(get(ids.blend))
	h.Layers = (*components.Layers)(get(ids.layers))
	h.Controller = (*components.Controller)(get(ids.controller))
	h.RootMotion = (*components.RootMotion)(get(ids.rootMotion))
	h.TimeScale = (*components.TimeScale)(get(ids.timeScale))
	h.Inertialization = (*components.Inertialization)(get(ids.inertia))
}
