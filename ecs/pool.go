package ecs

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/keptjoints"
	"github.com/sinew-go/sinew/internal/posestore"
)

// Pool holds the characters of one skeleton in the slots 0 to [Pool.Len]-1, without gaps: when a
// character leaves, the last one moves into its slot. In every frame the characters that are not
// skipped go through the block systems, [BlockLanes] at a time: those who depend on others after
// these, and otherwise those that show the same skins after each other.
//
// A program may read a pool between two frames, and a system while it runs. Slices that methods
// return belong to the pool, must not be written to except where a method allows it, and are valid
// until the next frame.
type Pool posestore.Pool

// pool returns the pool with the methods that the systems call.
func (p *Pool) pool() *posestore.Pool { return (*posestore.Pool)(p) }

// ID returns the ID of the skeleton.
func (p *Pool) ID() assets.SkeletonID { return p.pool().ID() }

// Skeleton returns the skeleton that the characters share.
func (p *Pool) Skeleton() *assets.Skeleton { return p.pool().Skeleton() }

// Len returns the number of characters.
func (p *Pool) Len() int { return p.pool().Len() }

// Posed returns how many of the characters are posed in this frame. The others are skipped: they
// keep their last pose.
func (p *Pool) Posed() int { return p.pool().Posed() }

// Blocks returns the number of blocks that hold the posed characters.
func (p *Pool) Blocks() int { return p.pool().Blocks() }

// Level returns the level of detail at which the character in a slot is posed; 0 is full detail.
func (p *Pool) Level(slot int) int { return p.pool().Level(slot) }

// Owner returns the character in a slot.
func (p *Pool) Owner(slot int) Entity { return p.pool().Owner(slot) }

// Skins returns the number of skins that have palettes in this pool.
func (p *Pool) Skins() int { return p.pool().Skins() }

// Skin returns the i-th skin that has palettes in this pool, with 0 <= i < [Pool.Skins].
func (p *Pool) Skin(i int) (assets.SkinID, *rig.Skin) { return p.pool().Skin(i) }

// Palettes returns the palettes of a skin, ready for upload, and whose they are: slots[i] is the
// slot of the character of palette i. Only the characters that show the skin have one, in no order
// that lasts. A palette is one 3x4 row-major matrix ([assets.MatrixSize] numbers) for each
// influence joint of the skin, which takes its bind pose to model space. Both are nil if no
// character shows the skin.
func (p *Pool) Palettes(id assets.SkinID) (palettes []float32, slots []int32) {
	return p.pool().Palettes(id)
}

// Palette returns the palette of the character in a slot for a skin, which is part of
// [Pool.Palettes], or nil if there is no such slot or the character does not show the skin.
func (p *Pool) Palette(id assets.SkinID, slot int) []float32 { return p.pool().Palette(id, slot) }

// Morphs returns the morph weights: slot after slot, [rig.Skeleton.MorphCount] numbers each.
func (p *Pool) Morphs() []float32 { return p.pool().Morphs() }

// ModelMatrices returns the model matrices of the character in a slot, one 3x4 row-major matrix
// ([assets.MatrixSize] numbers) per joint, parents first. It is nil if the character does not keep
// all of them ([components.ModelPose]).
func (p *Pool) ModelMatrices(slot int) []float32 { return keptjoints.All(p.pool(), slot) }

// KeptMatrices returns the joints whose model matrices the character in a slot keeps, ascending,
// and their matrices in the same order ([assets.MatrixSize] numbers each). Both are nil if it keeps
// none ([components.ModelPose]).
func (p *Pool) KeptMatrices(slot int) (joints []int16, matrices []float32) {
	return keptjoints.Of(p.pool(), slot)
}

// JointMatrix returns the kept model matrix of a joint of the character in a slot, as it was posed
// last. It is nil if it is not kept, or was not posed since the character keeps it.
func (p *Pool) JointMatrix(slot, joint int) []float32 {
	return keptjoints.Matrix(p.pool(), slot, joint)
}

// BlendInputs returns the blend inputs of the character in a slot. They belong to the pool and are
// valid until the next frame.
func (p *Pool) BlendInputs(slot int) []BlendInput { return p.pool().BlendInputs(slot) }

// PosedInputs returns the blend inputs and the level of detail from which the last pose of the
// character in a slot was computed: those of the last frame, unless the character was skipped in
// it. They belong to the pool and are valid until the next frame.
func (p *Pool) PosedInputs(slot int) (inputs []BlendInput, level int) {
	return p.pool().PosedInputs(slot)
}

// BlendInput is one clip's part in a character's pose. Whatever a character plays becomes a list of
// blend inputs, and the block systems see nothing else.
type BlendInput = motion.BlendInput
