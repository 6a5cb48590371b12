package systems

import (
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/posestore"
	"github.com/sinew-go/sinew/systems/internal/inertialization"
)

// inertializeSystem smooths a change of motion: it adds the difference between the old and the new
// motion, in pose and velocity, to the new one, and makes that difference decay joint by joint; see
// [components.Inertialization]. The method is from D. Bollo, "Inertialization: High-Performance
// Animation Transitions in Gears of War" (GDC 2018). The decay is a polynomial of degree 5: it
// starts with the difference of the poses and of the velocities, and ends with both and the
// acceleration at 0. Unlike the original method, every component of a joint keeps its own velocity,
// even if it points away from the new motion.
//
// In the first frame the character continues from its last pose at its last velocity. In the next
// frame the velocity of the new motion is known, and the difference starts to decay. After the
// decay the pose is bit for bit the new motion's. After a frame that is long compared with the one
// before, or over a long decay, a velocity that would carry a scale beyond a few times its size
// counts as 0.
//
// A character that is skipped in frames ([components.LevelOfDetail]) decays as if it had been posed
// in each of them, to the bit: where a decay begins or goes on, what the clips gave in up to 8 such
// frames is sampled when the character is posed. Where the pose is or was more than what the clips
// give, as below, the frames count as one long frame instead.
//
// Without a decay it only notes what the pose was sampled from, and samples the past poses again,
// to the same bits, when a decay begins, even if their clips left the library meanwhile. It keeps
// whole poses where block systems of the program run between [AtSampleClips] and itself, where a
// given pose shows ([components.PoseOverride]), where bodies pose the character, and where more
// than 8 clips are blended.
type inertializeSystem struct{}

// Name implements [ecs.BlockSystem].
func (inertializeSystem) Name() string { return "Inertialize" }

// KeepsInColumns implements posestore.KeepsInColumns.
func (inertializeSystem) KeepsInColumns() {}

// RunBlock implements [ecs.BlockSystem].
func (inertializeSystem) RunBlock(frame *ecs.Frame, block *ecs.Block) {
	b := (*posestore.Block)(block)
	inertialization.Run(frame.Library, b, b.IsSampled(inertializeSystem{}))
}
