package systems

import (
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/keptjoints"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/posestore"
	"github.com/sinew-go/sinew/systems/internal/garments"
	"github.com/sinew-go/sinew/systems/internal/modifiers"
)

// localToModelSystem converts the local poses of a block to model space, parents first, and stores
// the model matrices of the characters that keep them ([components.ModelPose]).
type localToModelSystem struct{}

// Name implements [ecs.BlockSystem].
func (localToModelSystem) Name() string { return "LocalToModel" }

// KeepsInColumns implements posestore.KeepsInColumns.
func (localToModelSystem) KeepsInColumns() {}

// RunBlock implements [ecs.BlockSystem].
func (localToModelSystem) RunBlock(_ *ecs.Frame, block *ecs.Block) {
	b := (*posestore.Block)(block)
	garments.Keep(b)
	localToModel(b)
}

func localToModel(b *posestore.Block) {
	b.FillLanes()
	if !modifiers.CompleteModel(b) {
		kernel.PoseToModel(b.Model(), b.Transposed(), b.Locals(), b.Stride(), b.Pool().Skeleton().Parents())
	}
	keptjoints.Store(b)
}

// Fuse implements [ecs.Fuser]. It fuses with buildPalettesSystem.
func (localToModelSystem) Fuse(next ecs.BlockSystem) (ecs.BlockSystem, bool) {
	if _, ok := next.(buildPalettesSystem); ok {
		return localToPalettes{}, true
	}
	return nil, false
}

// buildPalettesSystem writes the skinning matrices of a block's characters into the pool: model
// matrix of the joint · inverse bind matrix, for the skins that each character shows.
type buildPalettesSystem struct{}

// Name implements [ecs.BlockSystem].
func (buildPalettesSystem) Name() string { return "BuildPalettes" }

// KeepsInColumns implements posestore.KeepsInColumns.
func (buildPalettesSystem) KeepsInColumns() {}

// RunBlock implements [ecs.BlockSystem].
func (buildPalettesSystem) RunBlock(_ *ecs.Frame, b *ecs.Block) {
	buildPalettes((*posestore.Block)(b), -1)
}

// buildPalettes writes the palettes of all skins except one that is already written, or -1.
func buildPalettes(b *posestore.Block, written int) {
	for i := range b.Skins() {
		if i == written {
			continue
		}
		skin := b.Skin(i)
		if skin.InverseBinds != nil {
			kernel.Palette(skin.Palettes, b.Model(), skin.Joints, skin.InverseBinds)
		} else {
			kernel.PaletteEach(skin.Palettes, b.Model(), skin.Joints, skin.EachInverseBinds)
		}
		b.CountMatrices(skin.Shown * len(skin.Joints))
	}
}

// localToPalettes does the work of localToModelSystem and buildPalettesSystem at once.
type localToPalettes struct{}

// largePalettes is the length of a pool's palettes, in float32 values, from which model matrices
// and palettes are computed together, unless solvers have computed some of the former already.
var largePalettes = kernel.LargePalettes

// Name implements [ecs.BlockSystem].
func (localToPalettes) Name() string { return "LocalToModel+BuildPalettes" }

// KeepsInColumns implements posestore.KeepsInColumns.
func (localToPalettes) KeepsInColumns() {}

// RunBlock implements [ecs.BlockSystem].
func (localToPalettes) RunBlock(_ *ecs.Frame, block *ecs.Block) {
	b := (*posestore.Block)(block)
	garments.Keep(b)
	if b.Lanes() <= fewLanes && b.IsLast() {
		oneByOne(b)
		return
	}
	written := -1
	if b.Pool().PaletteNumbers() >= largePalettes && !modifiers.HasBegunModel(b) {
		written = poseToPalette(b)
	}
	if written < 0 {
		localToModel(b)
	} else {
		keptjoints.Store(b)
	}
	buildPalettes(b, written)
}

// poseToPalette computes the model matrices of a block and the palettes of one of the skins that
// its characters show, whose index it returns. It does nothing and returns -1 if it cannot do both
// at once for any of them.
func poseToPalette(b *posestore.Block) int {
	for i := range b.Skins() {
		skin := b.Skin(i)
		if skin.Indices != nil {
			b.FillLanes()
			kernel.PoseToPalette(b.Model(), b.Transposed(), b.Locals(), b.Stride(), b.Pool().Skeleton().Parents(),
				skin.Palettes, skin.Indices, skin.InverseBinds)
			b.CountMatrices(skin.Shown * len(skin.Joints))
			return i
		}
	}
	return -1
}

// fewLanes is the largest number of characters in a block that are worked on one by one. A block of
// 8 lanes costs as much as four characters.
const fewLanes = 3

// oneByOne does the work of localToModelSystem and buildPalettesSystem for each character by
// itself, with the same bits. Block.Model is undefined afterward.
func oneByOne(b *posestore.Block) {
	matrices, skeleton := 0, b.Pool().Skeleton()
	model := b.Model()[:skeleton.Len()*kernel.MatrixSize]
	for lane := range b.Lanes() {
		kernel.PoseToModelOne(model, b.Transposed(), b.Local(lane), skeleton.Parents(), b.Pool().ByDepth())
		keptjoints.StoreOne(b.Pool(), b.Slot(lane), model)
		for i := range b.SkinsOf(lane) {
			skin, palette := b.SkinOf(lane, i)
			kernel.PaletteOne(palette, model, skin.Joints(), skin.InverseBinds())
			matrices += skin.Len()
		}
	}
	b.CountMatrices(matrices)
}
