package ecs

import (
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
)

// Block is up to 8 characters that share a skeleton, on their way through the block systems. Its memory belongs to one
// worker and is used for one block after the other: what it holds is what the systems before put there.
type Block struct {
	Pool *Pool
	// Slots are the characters' slots in the pool, a lane each, ascending.
	Slots [BlockLanes]int32
	// Lanes is how many lanes are characters, 1 to 8. The other lanes hold a rest pose.
	Lanes int
	// Stride is how many float32 a local pose takes, in whole groups of 8 joints.
	Stride int
	// Locals are the local poses, lane l's at l*Stride, in the layout of [assets.Pose.Locals].
	Locals []float32
	// Sample is a local pose, and MorphSample the morph weights with it, for a clip before it is blended.
	Sample, MorphSample []float32
	// Model are the model matrices in the layout of the kernels: number e of joint j in lane l at (j*12+e)*8+l.
	Model []float32
	// Transposed is room for the local transforms of a group of joints by lanes; see the kernels.
	Transposed []float32
	// Sampler is the worker's own.
	Sampler clip.Sampler
}

// Local returns the local pose of a lane. See [rig.JointAt] and [rig.PutJoint] for single joints.
func (b *Block) Local(lane int) []float32 { return b.Locals[lane*b.Stride:][:b.Stride] }

// Morphs returns the morph weights of a lane, in the pool's memory.
func (b *Block) Morphs(lane int) []float32 {
	n := b.Pool.skeleton.MorphCount()
	return b.Pool.morphs[int(b.Slots[lane])*n:][:n]
}

// Entries returns what the character in a lane plays.
func (b *Block) BlendInputs(lane int) []BlendInput { return b.Pool.BlendInputs(int(b.Slots[lane])) }

// Palettes returns the memory of a skin's palettes, and where in it the palette of each lane begins. Lanes that are no
// characters share a place that nobody reads.
func (b *Block) Palettes(skin int) (entries []float32, offsets [BlockLanes]int) {
	set := &b.Pool.palettes[skin]
	stride := set.stride()
	for lane := range offsets {
		offsets[lane] = len(set.entries) - stride
		if lane < b.Lanes {
			offsets[lane] = int(b.Slots[lane]) * stride
		}
	}
	return set.entries, offsets
}

// ModelMatrices returns where the model matrices of a lane are kept, or nil.
func (b *Block) ModelMatrices(lane int) []float32 { return b.Pool.ModelMatrices(int(b.Slots[lane])) }

// enter makes the block ready for the characters in the slots, 1 to 8 of them.
func (b *Block) enter(pool *Pool, slots []int32) {
	joints := pool.skeleton.Len()
	b.Pool = pool
	b.Lanes = copy(b.Slots[:], slots)
	b.Stride = rig.PoseSize(joints)
	b.Locals = grown(b.Locals, BlockLanes*b.Stride)
	b.Sample = grown(b.Sample, b.Stride)[:b.Stride]
	b.MorphSample = grown(b.MorphSample, pool.skeleton.MorphCount())[:pool.skeleton.MorphCount()]
	b.Transposed = grown(b.Transposed, BlockLanes*kernel.GroupSize)
	b.Model = grown(b.Model, joints*kernel.BlockMatrixSize)
	for lane := b.Lanes; lane < BlockLanes; lane++ {
		copy(b.Local(lane), pool.skeleton.RestLocals())
	}
}
