package systems

import (
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/kernel"
)

// localToPalettes is [LocalToModel] and [BuildPalettes] in one.
type localToPalettes struct{}

// Name implements [ecs.BlockSystem].
func (localToPalettes) Name() string { return "LocalToModel+BuildPalettes" }

// largePalettes is from how many numbers of palettes on they go to memory as they are written. Then it is quicker to write them in
// between the arithmetic of the joints; where they stay in a cache, it is slower.
var largePalettes = 8 << 20 / 4

// RunBlock implements [ecs.BlockSystem].
func (localToPalettes) RunBlock(frame *ecs.Frame, b *ecs.Block) {
	written := -1
	for i := range b.Pool.Skins() {
		_, skin := b.Pool.Skin(i)
		entries, offsets := b.Palettes(i)
		if of := skin.PaletteIndices(); of != nil && len(entries) >= largePalettes {
			kernel.PoseToPalette(b.Model, b.Transposed, b.Locals, b.Stride, b.Pool.Skeleton().Parents(), entries, &offsets, of, skin.InverseBinds())
			writer(frame).CountMatrices(b.Lanes * skin.Len())
			written = i
			break
		}
	}
	if written < 0 {
		LocalToModel{}.RunBlock(frame, b)
	} else {
		keepModels(b)
	}
	buildPalettes(frame, b, written)
}
