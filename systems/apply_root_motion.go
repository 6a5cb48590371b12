package systems

import (
	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/access"
)

// applyRootMotionSystem moves the [components.Transform] of every character by its
// [components.RootMotion], except where that is Manual. Systems that place characters by other
// means run after it; see [Animation.OnRootMotion].
type applyRootMotionSystem struct {
	world       *ecs.World
	moving      arche.Filter // entities with both
	rootMotions access.Component[components.RootMotion]
	transforms  access.Component[components.Transform]
}

// newApplyRootMotion returns the system for a world.
func newApplyRootMotion(world *ecs.World) *applyRootMotionSystem {
	s := &applyRootMotionSystem{
		world:       world,
		rootMotions: access.ComponentOf[components.RootMotion](world),
		transforms:  access.ComponentOf[components.Transform](world),
	}
	s.moving = arche.All(s.rootMotions.Kind.ID(), s.transforms.Kind.ID())
	return s
}

// Name implements [ecs.System].
func (s *applyRootMotionSystem) Name() string { return "ApplyRootMotion" }

// Run implements [ecs.System].
func (s *applyRootMotionSystem) Run(frame *ecs.Frame) {
	if storeOf(frame).Absent().RootMotion {
		return
	}
	query := s.world.Query(s.moving)
	for query.Next() {
		if root := s.rootMotions.In(&query); !root.Manual {
			clip.ApplyMotion(&s.transforms.In(&query).Matrix, &root.Exact, root.Delta, root.Up)
		}
	}
}
