package ecs

import (
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/solving"
)

// BlockLanes is the number of characters in a full block.
const BlockLanes = kernel.Lanes

// Block is up to 8 characters of one pool that the block systems work on together, each in a lane of its own. A worker
// uses the same memory for one block after the other, so a block system finds only what the systems before it wrote.
type Block struct {
	Pool *Pool
	// Slots are the slots of the characters in the pool, one per lane, ascending.
	Slots [BlockLanes]int32
	// Lanes is the number of characters, 1 to 8, in the first lanes. What the other lanes hold is undefined; see [Block.FillLanes].
	Lanes int
	// Stride is the length of a local pose in float32, in whole groups of 8 joints ([rig.PoseSize]).
	Stride int
	// Locals are the local poses, for lane l from l*Stride on, in the layout of [rig.Pose].
	Locals []float32
	// Samples are room for a local pose each, MorphSample for morph weights: a clip is sampled into them before it is
	// blended.
	Samples     [4][]float32
	MorphSample []float32
	// Model holds the model matrices, 3x4 and row-major, in the layout of the kernels: number e of joint j in lane l is
	// at (j*12+e)*8+l. They are known after the system LocalToModel, to the block systems behind it.
	Model []float32
	// Transposed is scratch memory of the kernels: the local transforms of 8 joints by lane, or the local matrices of one character.
	Transposed []float32
	// Sampler is scratch memory of the exact sampler, Work of modifiers.
	Sampler clip.Sampler
	Work    solving.Work

	isLast  bool   // no block system runs on the block after the present one
	units   []unit // that run on the block; nil outside a schedule
	unit    int    // number of the one that runs
	sampled int    // number of the one behind the system whose work the poses are, or none; see [Writer.SetSampled]
	begun   BegunModel
}

// Local returns the local pose of a lane. [rig.JointAt] and [rig.PutJoint] read and write single joints.
func (b *Block) Local(lane int) []float32 { return b.Locals[lane*b.Stride:][:b.Stride] }

// Morphs returns the morph weights of a lane, in the pool's memory.
func (b *Block) Morphs(lane int) []float32 { return b.Pool.morphsOf(int(b.Slots[lane])) }

// BlendInputs returns the blend inputs of the character in a lane.
func (b *Block) BlendInputs(lane int) []BlendInput { return b.Pool.BlendInputs(int(b.Slots[lane])) }

// Palettes returns the palettes of all characters of the pool for a skin, by the skin's index in the pool
// ([Pool.Skin]), and the offset of each lane's palette. Lanes without a character share a palette that nobody reads.
func (b *Block) Palettes(skin int) (matrices []float32, offsets [BlockLanes]int) {
	set := &b.Pool.palettes[skin]
	stride := set.stride()
	for lane, slot := range b.Slots[:b.Lanes] {
		offsets[lane] = int(slot) * stride
	}
	for lane := b.Lanes; lane < BlockLanes; lane++ {
		offsets[lane] = len(set.matrices) - stride
	}
	return set.matrices, offsets
}

// Palette returns the palette of the character in a lane for a skin, by the skin's index in the pool.
func (b *Block) Palette(skin, lane int) []float32 {
	set := &b.Pool.palettes[skin]
	stride := set.stride()
	return set.matrices[int(b.Slots[lane])*stride:][:stride]
}

// PalettesSize returns the length of the matrices that [Block.Palettes] returns.
func (b *Block) PalettesSize(skin int) int { return len(b.Pool.palettes[skin].matrices) }

// KeptMatrices returns the joints whose model matrices are kept of the character in a lane, and where they are kept after
// the frame; see [Pool.KeptMatrices].
func (b *Block) KeptMatrices(lane int) (joints []int16, matrices []float32) {
	return b.Pool.KeptMatrices(int(b.Slots[lane]))
}

// IsDrawn reports whether any character of the block has a model, for whose skins it needs palettes.
func (b *Block) IsDrawn() bool {
	for _, slot := range b.Slots[:b.Lanes] {
		if b.Pool.slots[slot].use >= 0 {
			return true
		}
	}
	return false
}

// EnterSlot fills a block, which need not belong to a schedule, with the character in one slot of a pool. The other lanes
// hold anything.
func (Writer) EnterSlot(b *Block, pool *Pool, slot int) {
	b.Slots[0], b.Lanes = int32(slot), 1
	b.reserve(pool)
}

// enter fills the block with the characters in 1 to 8 slots of a pool.
func (b *Block) enter(pool *Pool, slots []int32) {
	b.Lanes = copy(b.Slots[:], slots)
	b.reserve(pool)
}

// FillLanes writes the rest pose into the lanes without a character, for what works on all lanes at once: numbers of another
// kind, such as infinities, could slow it down.
func (b *Block) FillLanes() {
	for lane := b.Lanes; lane < BlockLanes; lane++ {
		copy(b.Local(lane), b.Pool.skeleton.RestLocals())
	}
}

// FillGroup is [Block.FillLanes] for 8 joints.
func (b *Block) FillGroup(group int) {
	for lane := b.Lanes; lane < BlockLanes; lane++ {
		copy(b.Local(lane)[group*kernel.GroupSize:][:kernel.GroupSize], b.Pool.skeleton.RestLocals()[group*kernel.GroupSize:])
	}
}

// SetSampled records that the local poses of a block are what a block system made of the blend inputs and nothing else,
// if that system itself is what runs: a program's system that calls it, or that was fused with it, may do more.
func (Writer) SetSampled(b *Block, system BlockSystem) {
	if b.runs(system) {
		b.sampled = b.unit + 1
	}
}

// IsSampled reports whether the block system right before a system, which is what runs, called [Writer.SetSampled].
func (Writer) IsSampled(b *Block, system BlockSystem) bool {
	return b.sampled == b.unit && b.runs(system)
}

// runs reports whether a system itself is what runs on the block, neither fused with others nor called by another one.
func (b *Block) runs(system BlockSystem) bool {
	return b.unit < len(b.units) && b.units[b.unit].block == system
}

// reserve makes room for the characters of a pool, unless they are of the pool for which it was called before.
func (b *Block) reserve(pool *Pool) {
	b.begun.unit, b.sampled = none, none
	if pool == b.Pool {
		return
	}
	joints := pool.skeleton.Len()
	b.Pool = pool
	b.Stride = rig.PoseSize(joints)
	b.Locals = grown(b.Locals, BlockLanes*b.Stride)
	for i := range b.Samples {
		b.Samples[i] = grown(b.Samples[i], b.Stride)[:b.Stride]
	}
	b.MorphSample = grown(b.MorphSample, pool.skeleton.MorphCount())[:pool.skeleton.MorphCount()]
	b.Transposed = grown(b.Transposed, max(BlockLanes*kernel.GroupSize, b.Stride/kernel.GroupSize*kernel.BlockMatrixSize))
	b.Model = grown(b.Model, joints*kernel.BlockMatrixSize)
}
