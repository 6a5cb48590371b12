package systems

import (
	"math/bits"

	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/kernel"
)

// LocalToModel converts the local poses of a block to model space, parents first, and stores the model matrices of the
// characters that keep them ([components.ModelPose]).
type LocalToModel struct{}

// Name implements [ecs.BlockSystem].
func (LocalToModel) Name() string { return "LocalToModel" }

// RunBlock implements [ecs.BlockSystem].
func (LocalToModel) RunBlock(frame *ecs.Frame, b *ecs.Block) {
	b.FillLanes()
	if begun := writer(frame).BegunModel(b); begun != nil {
		completeModel(b, begun)
	} else {
		kernel.PoseToModel(b.Model, b.Transposed, b.Locals, b.Stride, b.Pool.Skeleton().Parents())
	}
	storeModelMatrices(b)
}

// completeModel computes the model matrices of a block that [ModifyPoses] did not compute, or that changed since.
func completeModel(b *ecs.Block, begun *ecs.BegunModel) {
	parents := b.Pool.Skeleton().Parents()
	for g := 0; g < len(begun.Needed); {
		if begun.Needed[g] != 0 {
			modelsOf(b, g, ^begun.Known[g]&ofGroup(len(parents)-g*8), parents)
			g++
			continue
		}
		first := g
		for g < len(begun.Needed) && begun.Needed[g] == 0 {
			g++
		}
		kernel.PosesToModel(b.Model, b.Transposed, b.Locals, b.Stride, parents, first*8, min(g*8, len(parents)))
	}
}

// needJoint adds a joint and its ancestors to those that are needed; an index that is no joint adds nothing.
func needJoint(pool *ecs.Pool, m *ecs.BegunModel, joint int) {
	if joint >= pool.Skeleton().Len() {
		return
	}
	for ; joint >= 0 && m.Needed[joint/8]&(1<<(joint%8)) == 0; joint = pool.Skeleton().Parent(joint) {
		m.Needed[joint/8] |= 1 << (joint % 8)
	}
}

// modelsOf computes the model matrices of the joints of a group whose bits are set, from the local transforms in the block's Work.
func modelsOf(b *ecs.Block, group int, joints uint8, parents []int16) {
	for joints != 0 {
		first := bits.TrailingZeros8(joints)
		end := first + bits.TrailingZeros8(^(joints >> first))
		kernel.LocalsToModel(b.Model, b.Work.Locals, parents, group*8+first, group*8+end)
		joints &= uint8(0xff << end)
	}
}

// ofGroup returns the bits of the joints of a group, of which there are up to 8.
func ofGroup(joints int) uint8 { return uint8(1<<min(joints, 8) - 1) }

// Fuse implements [ecs.Fuser]. It fuses with [BuildPalettes].
func (LocalToModel) Fuse(next ecs.BlockSystem) (ecs.BlockSystem, bool) {
	if _, ok := next.(BuildPalettes); ok {
		return localToPalettes{}, true
	}
	return nil, false
}

// storeModelMatrices copies the model matrices of the characters that keep them into the pool.
func storeModelMatrices(b *ecs.Block) {
	if !b.Pool.KeepsMatrices() {
		return
	}
	for lane := range b.Lanes {
		joints, kept := b.KeptMatrices(lane)
		if len(joints) == b.Pool.Skeleton().Len() {
			kernel.ExtractModel(kept, b.Model, lane, len(joints))
			continue
		}
		for i, joint := range joints {
			kernel.ExtractModel(kept[i*kernel.MatrixSize:], b.Model[int(joint)*kernel.BlockMatrixSize:], lane, 1)
		}
	}
}

// BuildPalettes writes the skinning matrices of a block's characters into the pool: model matrix of the joint · inverse
// bind matrix, for every skin with which characters of the skeleton are drawn. A block in which no character has a
// [components.SkinnedMesh] gets none.
type BuildPalettes struct{}

// Name implements [ecs.BlockSystem].
func (BuildPalettes) Name() string { return "BuildPalettes" }

// RunBlock implements [ecs.BlockSystem].
func (BuildPalettes) RunBlock(frame *ecs.Frame, b *ecs.Block) {
	buildPalettes(frame, b, -1)
}

// buildPalettes writes the palettes of all skins except one that is already written, or -1.
func buildPalettes(frame *ecs.Frame, b *ecs.Block, written int) {
	if !b.IsDrawn() {
		return
	}
	for i := range b.Pool.Skins() {
		if i == written {
			continue
		}
		_, skin := b.Pool.Skin(i)
		matrices, offsets := b.Palettes(i)
		kernel.Palette(matrices, &offsets, b.Model, skin.Joints(), skin.InverseBinds())
		writer(frame).CountMatrices(b.Lanes * skin.Len())
	}
}

// localToPalettes does the work of [LocalToModel] and [BuildPalettes] at once.
type localToPalettes struct{}

// largePalettes is the length of a pool's palettes, in float32 values, from which model matrices and palettes are computed together.
var largePalettes = kernel.LargePalettes

// Name implements [ecs.BlockSystem].
func (localToPalettes) Name() string { return "LocalToModel+BuildPalettes" }

// RunBlock implements [ecs.BlockSystem].
func (localToPalettes) RunBlock(frame *ecs.Frame, b *ecs.Block) {
	if b.Lanes <= fewLanes && writer(frame).IsLastOfBlock(b) {
		oneByOne(frame, b)
		return
	}
	written, skins := -1, b.Pool.Skins()
	if !b.IsDrawn() {
		skins = 0
	}
	for i := range skins {
		_, skin := b.Pool.Skin(i)
		if indices := skin.PaletteIndices(); indices != nil && b.PalettesSize(i) >= largePalettes {
			matrices, offsets := b.Palettes(i)
			b.FillLanes()
			kernel.PoseToPalette(b.Model, b.Transposed, b.Locals, b.Stride, b.Pool.Skeleton().Parents(), matrices, &offsets, indices, skin.InverseBinds())
			writer(frame).CountMatrices(b.Lanes * skin.Len())
			written = i
			break
		}
	}
	if written < 0 {
		LocalToModel{}.RunBlock(frame, b)
	} else {
		storeModelMatrices(b)
	}
	buildPalettes(frame, b, written)
}

// fewLanes is the largest number of characters in a block that are worked on one by one. A block of 8 lanes costs as much
// as four characters.
const fewLanes = 3

// oneByOne does the work of [LocalToModel] and [BuildPalettes] for each character by itself, with the same bits. Block.Model is
// undefined afterward.
func oneByOne(frame *ecs.Frame, b *ecs.Block) {
	skins, matrices, skeleton := 0, 0, b.Pool.Skeleton()
	if b.IsDrawn() {
		skins = b.Pool.Skins()
	}
	model := b.Model[:skeleton.Len()*kernel.MatrixSize]
	for lane := range b.Lanes {
		kernel.PoseToModelOne(model, b.Transposed, b.Local(lane), skeleton.Parents(), skeleton.ByDepth())
		joints, kept := b.KeptMatrices(lane)
		for i, joint := range joints {
			copy(kept[i*kernel.MatrixSize:][:kernel.MatrixSize], model[int(joint)*kernel.MatrixSize:])
		}
		for i := range skins {
			_, skin := b.Pool.Skin(i)
			kernel.PaletteOne(b.Palette(i, lane), model, skin.Joints(), skin.InverseBinds())
			matrices += skin.Len()
		}
	}
	writer(frame).CountMatrices(matrices)
}
