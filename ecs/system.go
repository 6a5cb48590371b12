package ecs

import (
	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets"
)

// World is arche's world of entities.
type World = arche.World

// Entity is arche's entity.
type Entity = arche.Entity

// NewWorld returns an empty world.
func NewWorld() World { return arche.NewWorld() }

// Frame is what a system works on: the world, its resources, and the time that passes.
type Frame struct {
	World   *World
	Library *assets.Library
	Store   *PoseStore
	Workers *Workers
	// Delta is the time since the last frame, in seconds of animation.
	Delta float64
	// Step is the number of the frame within its update, from 0; Steps is how many frames the
	// update runs. An update runs several if the [Clock] has a fixed step. Both are 0 outside an
	// update.
	Step, Steps int

	schedule *Schedule // that runs the frame; nil outside a schedule
	unit     *int      // in the Frame that block systems get: which of those of the run is running
}

// System runs once per frame, on the goroutine that calls [Schedule.Run]. Run may write components,
// but only systems before BindSlots may add or remove entities or components: pointers to
// components are kept from there to the end of the frame, so the world is locked, and a system that
// tries panics with a [SystemPanic] that wraps [ErrStructure]. The others have [Frame.Defer].
type System interface {
	// Name returns the system's name, which is unique in its schedule, and always the same.
	Name() string
	Run(frame *Frame)
}

// BlockSystem runs on every block of characters; [EachBlock] makes a [System] of it. Blocks run on
// several goroutines at once: RunBlock may write to its block and to the slots of its block, may
// read shared data, and must not touch the world, except by [Frame.Defer].
type BlockSystem interface {
	// Name returns the system's name, which is unique in its schedule, and always the same.
	Name() string
	RunBlock(frame *Frame, block *Block)
}

// Repeatable is a [BlockSystem] between SampleClips and LocalToModel that can compute the pose of
// one character once more between two frames. With it, the character's joints and local pose can be
// read after the frame without being kept; see JointModel and LocalPose of package systems. A
// system whose result depends only on the block, as without memory, can implement Repeat by
// RunBlock.
type Repeatable interface {
	BlockSystem
	// Repeat changes the local pose in lane 0 of a block of one lane as RunBlock did in the last
	// frame in which that character was posed. It must change nothing else.
	Repeat(frame *Frame, block *Block)
}

// Fuser is a [BlockSystem] that can do its own work and the work of the next block system in one
// pass, for example to keep an intermediate result in registers. Whenever a schedule changes, it
// offers each Fuser the next block system. The system that Fuse returns runs in place of both and
// may be a Fuser itself; it must produce the results of both.
type Fuser interface {
	BlockSystem
	// Fuse returns a system that replaces the Fuser and next, or false if it cannot take over next.
	Fuse(next BlockSystem) (fused BlockSystem, ok bool)
}
