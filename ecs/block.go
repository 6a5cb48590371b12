package ecs

import (
	"github.com/sinew-go/sinew/internal/keptjoints"
	"github.com/sinew-go/sinew/internal/posestore"
)

// BlockLanes is the number of characters in a full block.
const BlockLanes = posestore.BlockLanes

// Block is up to 8 characters of one pool that the block systems work on together, each in a lane
// of its own. A worker uses the same memory for one block after the other, so a block system finds
// only what the systems before it wrote.
type Block posestore.Block

// block returns the block with the methods that the systems call.
func (b *Block) block() *posestore.Block { return (*posestore.Block)(b) }

// Pool returns the pool of the characters.
func (b *Block) Pool() *Pool { return (*Pool)(b.block().Pool()) }

// Lanes returns the number of characters, 1 to 8, in the first lanes.
func (b *Block) Lanes() int { return b.block().Lanes() }

// Slot returns the slot in the pool of the character in a lane. Slots of characters that show the
// same skins ascend by lanes.
func (b *Block) Slot(lane int) int { return b.block().Slot(lane) }

// Model returns the model matrices, 3x4 and row-major, in the layout of the kernels: number e of
// joint j in lane l is at (j*12+e)*8+l. They are known after the system LocalToModel, to the block
// systems after it.
func (b *Block) Model() []float32 { return b.block().Model() }

// Local returns the local pose of a lane. [rig.JointAt] and [rig.PutJoint] read and write single
// joints.
func (b *Block) Local(lane int) []float32 { return b.block().Local(lane) }

// Morphs returns the morph weights of a lane, in the pool's memory.
func (b *Block) Morphs(lane int) []float32 { return b.block().Morphs(lane) }

// BlendInputs returns the blend inputs of the character in a lane.
func (b *Block) BlendInputs(lane int) []BlendInput { return b.block().BlendInputs(lane) }

// Palette returns the palette of the character in a lane for a skin, by the skin's index in the
// pool ([Pool.Skin]), or nil if the character does not show the skin.
func (b *Block) Palette(skin, lane int) []float32 { return b.block().Palette(skin, lane) }

// KeptMatrices returns the joints whose model matrices are kept of the character in a lane, and
// where they are kept after the frame; see [Pool.KeptMatrices].
func (b *Block) KeptMatrices(lane int) (joints []int16, matrices []float32) {
	return keptjoints.Of(b.block().Pool(), b.Slot(lane))
}
