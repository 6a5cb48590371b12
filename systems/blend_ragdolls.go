package systems

import (
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/access"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/posestore"
	"github.com/sinew-go/sinew/systems/internal/advance"
	"github.com/sinew-go/sinew/systems/internal/ragdolls"
)

// prepareRagdollsSystem changes the weights of ragdolls by their rates, and reads the Transforms of
// their characters. It runs when Transforms are final.
type prepareRagdollsSystem struct {
	transforms access.Component[components.Transform]
}

// newPrepareRagdolls returns the system for a world.
func newPrepareRagdolls(world *ecs.World) *prepareRagdollsSystem {
	return &prepareRagdollsSystem{transforms: access.ComponentOf[components.Transform](world)}
}

// Name implements [ecs.System].
func (s *prepareRagdollsSystem) Name() string { return "PrepareRagdolls" }

// Run implements [ecs.System].
func (s *prepareRagdollsSystem) Run(frame *ecs.Frame) {
	ragdolls.Prepare(storeOf(frame), frame.Delta, func(pool *posestore.Pool, slot int, component *components.Ragdoll) {
		seconds := advance.CharacterTime(frame.Delta, pool.Components(slot).TimeScale)
		advance.MoveWeight(&component.Weight, component.WeightTarget, &component.Rate, seconds)
	}, s.place)
}

// place returns the Transform of an entity.
func (s *prepareRagdollsSystem) place(entity ecs.Entity) exact.Affine {
	t := s.transforms.Get(entity)
	if t == nil {
		return exact.IdentityAffine
	}
	return affine(t.Matrix)
}

// blendRagdollsSystem blends the bodies of characters with a [components.Ragdoll] into their poses,
// and measures before where the motions put each body. [AtInertialize] remembers the result, so
// that a motion can take over from it.
type blendRagdollsSystem struct{}

// Name implements [ecs.BlockSystem].
func (blendRagdollsSystem) Name() string { return "BlendRagdolls" }

// KeepsInColumns implements posestore.KeepsInColumns.
func (blendRagdollsSystem) KeepsInColumns() {}

// RunBlock implements [ecs.BlockSystem].
func (blendRagdollsSystem) RunBlock(_ *ecs.Frame, b *ecs.Block) {
	ragdolls.Blend((*posestore.Block)(b))
}

// Repeat implements [ecs.Repeatable]: it copies what the bodies made of the pose.
func (blendRagdollsSystem) Repeat(_ *ecs.Frame, b *ecs.Block) {
	ragdolls.Repeat((*posestore.Block)(b))
}

// measureRagdollsSystem measures where the bodies of the characters that were posed are shown, and
// how they move.
type measureRagdollsSystem struct{}

// Name implements [ecs.System].
func (measureRagdollsSystem) Name() string { return "MeasureRagdolls" }

// Run implements [ecs.System].
func (measureRagdollsSystem) Run(frame *ecs.Frame) {
	ragdolls.Measure(storeOf(frame))
}
