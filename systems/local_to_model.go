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
	skeleton := b.Pool.Skeleton()
	kernel.Transpose(b.Transposed, b.Locals, b.Stride, b.Stride/kernel.GroupSize)
	kernel.LocalToModel(b.Model, b.Transposed, skeleton.Parents())
	for lane := range b.Lanes {
		if kept := b.ModelMatrices(lane); kept != nil {
			kernel.ExtractModel(kept, b.Model, lane, skeleton.Len())
		}
	}
}
