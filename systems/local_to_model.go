package systems

import (
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/kernel"
)

// LocalToModel takes the local poses of a block to model space, parents first, and keeps the model matrices of the characters
// that asked for them.
type LocalToModel struct{}

// Name implements [ecs.BlockSystem].
func (LocalToModel) Name() string { return "LocalToModel" }

// RunBlock implements [ecs.BlockSystem].
func (LocalToModel) RunBlock(_ *ecs.Frame, b *ecs.Block) {
	kernel.PoseToModel(b.Model, b.Transposed, b.Locals, b.Stride, b.Pool.Skeleton().Parents())
	keepModels(b)
}

// Fuse implements [ecs.Fuser] for [BuildPalettes].
func (LocalToModel) Fuse(next ecs.BlockSystem) (ecs.BlockSystem, bool) {
	if _, ok := next.(BuildPalettes); ok {
		return localToPalettes{}, true
	}
	return nil, false
}

// keepModels copies the model matrices of the characters that asked for them.
func keepModels(b *ecs.Block) {
	for lane := range b.Lanes {
		if kept := b.ModelMatrices(lane); kept != nil {
			kernel.ExtractModel(kept, b.Model, lane, b.Pool.Skeleton().Len())
		}
	}
}
