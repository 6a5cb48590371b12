package systems

import (
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// applyRootMotionSystem moves the [components.Transform] of every character by its
// [components.RootMotion], except where that is Manual. Systems that place characters by other
// means run after it; see [Animation.OnRootMotion].
type applyRootMotionSystem struct {
	world  *ecs.World
	moving *generic.Filter2[components.RootMotion, components.Transform]
}

// newApplyRootMotion returns the system for a world.
func newApplyRootMotion(world *ecs.World) *applyRootMotionSystem {
	return &applyRootMotionSystem{
		world:  world,
		moving: generic.NewFilter2[components.RootMotion, components.Transform](),
	}
}

// Name implements [ecs.System].
func (s *applyRootMotionSystem) Name() string { return "ApplyRootMotion" }

// Run implements [ecs.System].
func (s *applyRootMotionSystem) Run(frame *ecs.Frame) {
	if storeOf(frame).Absent().RootMotion {
		return
	}
	query := s.moving.Query(s.world)
	for query.Next() {
		root, transform := query.Get()
		if !root.Manual {
			clip.ApplyMotion(&transform.Matrix, &root.Exact, root.Delta, root.Up)
		}
	}
}
