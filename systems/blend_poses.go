package systems

import (
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/kernel"
)

// BlendPoses makes one local pose of the several that a character plays: the weighted mean of translations, scales and
// morph weights, and of rotations brought to the shorter arc and to unit length (normalised lerp). A character that plays one
// clip keeps its pose as it was sampled.
type BlendPoses struct{}

// Name implements [ecs.BlockSystem].
func (BlendPoses) Name() string { return "BlendPoses" }

// RunBlock implements [ecs.BlockSystem].
func (BlendPoses) RunBlock(_ *ecs.Frame, b *ecs.Block) {
	for lane := range b.Lanes {
		entries := b.Entries(lane)
		if entries.Count < 2 {
			continue
		}
		pose, morphs := b.Local(lane), b.Morphs(lane)
		first, second := entries.List[0].Weight, entries.List[1].Weight
		kernel.Weigh(morphs, morphs, first)
		for e := 1; e < int(entries.Count); e++ {
			kernel.Morph(morphs, b.MorphSample(lane, e), entries.List[e].Weight)
		}
		if entries.Count == 2 {
			kernel.Blend(pose, b.Sample(lane, 1), first, second)
			continue
		}
		kernel.Weigh(pose, pose, first)
		for e := 1; e < int(entries.Count); e++ {
			kernel.Accumulate(pose, b.Sample(lane, e), entries.List[e].Weight)
		}
		kernel.Normalise(pose)
	}
}
