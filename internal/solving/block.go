package solving

import (
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/kernel/layout"
)

// Lanes is the number of characters that are solved together.
const Lanes = kernel.Lanes

// Block is up to 8 characters of one skeleton, each in a lane. A zero Block is ready to be filled
// in, and may be used for one block of characters after the other.
type Block struct {
	// Locals holds the local transforms, by joint: ten rows of 8 lanes each.
	Locals []float32
	// Model holds the model matrices, by joint: twelve rows of 8 lanes each.
	Model []float32
	// Goals holds the goals of the character in each lane, in the order of [Stack.Goals], or nil
	// for a lane that the stack does not change.
	Goals [Lanes][]Goal
	// Idle tells for each lane, bit by bit, which goals need not be read: their weights are 0.
	Idle [Lanes]uint16
	// State holds what the solvers remember of the character in each lane: [Stack.StateSize]
	// numbers.
	State [Lanes][]float32
	// Motions are those of the characters, for goals in the axes of the world and for solvers that
	// simulate in the world. A lane with nil has none.
	Motions [Lanes]*Motion
	// Delta is the time since the last frame, in seconds, for each lane.
	Delta [Lanes]float32
	// Level is the level of detail of the character in each lane; 0 is full detail.
	Level [Lanes]int
	// Ground is the ground under the feet of the character in each lane, in the order of
	// [Stack.FootProbes]. Feet beyond have none.
	Ground [Lanes][]FootGround
	// Memory is what the solvers of stacks work in. They make it when they first solve, and use it
	// again.
	Memory any
}

// Motion is the Transform of a character, in this frame and in the one before.
type Motion struct {
	World, Before rig.Matrix
}

// identity is the model matrix of what is no joint: the parent of a root.
var identity = func() (m [kernel.BlockMatrixSize]float32) {
	for l := range Lanes {
		m[layout.Element(0, 0)*Lanes+l], m[layout.Element(1, 1)*Lanes+l], m[layout.Element(2, 2)*Lanes+l] = 1, 1, 1
	}
	return m
}()

// LocalOf returns the rows of the local transforms of a joint.
func (b *Block) LocalOf(joint int) *[kernel.GroupSize]float32 {
	return (*[kernel.GroupSize]float32)(b.Locals[joint*kernel.GroupSize:])
}

// ModelOf returns the model matrix of a joint, or the identity for -1.
func (b *Block) ModelOf(joint int) *[kernel.BlockMatrixSize]float32 {
	if joint < 0 {
		return &identity
	}
	return (*[kernel.BlockMatrixSize]float32)(b.Model[joint*kernel.BlockMatrixSize:])
}
