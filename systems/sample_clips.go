package systems

import (
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/posestore"
	"github.com/sinew-go/sinew/systems/internal/givenposes"
	"github.com/sinew-go/sinew/systems/internal/sampling"
)

// sampleClipsSystem computes the local pose of each character of a block from its blend inputs
// ([ecs.BlendInput]). It samples the baked form of a clip if the library has one, and otherwise the
// authored clip exactly. Translations, scales and morph weights blend to their weighted mean;
// rotations are added along the shorter arc and normalized (nlerp). Inputs with a mask, and
// additive ones, are applied in order. A character without blend inputs shows the rest pose, as
// does an input whose clip is missing or of another skeleton. A pose that the program gives
// ([components.PoseOverride]) is blended over the result by its weight.
type sampleClipsSystem struct{}

// Name implements [ecs.BlockSystem].
func (sampleClipsSystem) Name() string { return "SampleClips" }

// KeepsInColumns implements posestore.KeepsInColumns.
func (sampleClipsSystem) KeepsInColumns() {}

// RunBlock implements [ecs.BlockSystem].
func (sampleClipsSystem) RunBlock(frame *ecs.Frame, block *ecs.Block) {
	b := (*posestore.Block)(block)
	var s sampling.Sampler
	s.Begin(frame.Library, b)
	s.SampleLanes()
	givenposes.Show(b)
	b.SetSampled(sampleClipsSystem{})
	b.CountSampled(s.Baked, s.Exact)
}
