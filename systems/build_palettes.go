package systems

import (
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/kernel"
)

// BuildPalettes writes the skinning matrices of a block's characters, for each skin that characters of their skeleton are
// drawn with, into the pool's memory: model(joint) · inverse bind matrix.
type BuildPalettes struct{}

// Name implements [ecs.BlockSystem].
func (BuildPalettes) Name() string { return "BuildPalettes" }

// RunBlock implements [ecs.BlockSystem].
func (BuildPalettes) RunBlock(frame *ecs.Frame, b *ecs.Block) {
	buildPalettes(frame, b, -1)
}

// buildPalettes writes the palettes of all skins but one that is written, or -1.
func buildPalettes(frame *ecs.Frame, b *ecs.Block, written int) {
	for i := range b.Pool.Skins() {
		if i == written {
			continue
		}
		_, skin := b.Pool.Skin(i)
		entries, offsets := b.Palettes(i)
		kernel.Palette(entries, &offsets, b.Model, skin.Joints(), skin.InverseBinds())
		writer(frame).CountMatrices(b.Lanes * skin.Len())
	}
}
