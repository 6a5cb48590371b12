package systems

import "github.com/sinew-go/sinew/ecs"

// SampleClips samples every clip that the characters of a block play, in its baked form where the library has one and exactly
// otherwise: the first of each character into its local pose, the others beside it for [BlendPoses]. A character that plays nothing gets its rest pose, as does an entry whose
// clip is not there or not of the character's skeleton.
type SampleClips struct{}

// Name implements [ecs.BlockSystem].
func (SampleClips) Name() string { return "SampleClips" }

// RunBlock implements [ecs.BlockSystem].
func (SampleClips) RunBlock(frame *ecs.Frame, b *ecs.Block) {
	for lane := range b.Lanes {
		entries := b.Entries(lane)
		if entries.Count == 0 {
			sample(frame, b, ecs.Entry{}, b.Local(lane), b.Morphs(lane))
			continue
		}
		sample(frame, b, entries.List[0], b.Local(lane), b.Morphs(lane))
		for e := 1; e < int(entries.Count); e++ {
			sample(frame, b, entries.List[e], b.Sample(lane, e), b.MorphSample(lane, e))
		}
	}
}

func sample(frame *ecs.Frame, b *ecs.Block, entry ecs.Entry, locals, morphs []float32) {
	clip := frame.Library.Clip(entry.Clip)
	if clip == nil || clip.Skeleton() != b.Pool.Skeleton() {
		copy(locals, b.Pool.Skeleton().RestLocals())
		copy(morphs, b.Pool.Skeleton().RestMorphs())
		return
	}
	if baked := frame.Library.Baked(entry.Clip); baked != nil {
		baked.Sample(entry.Time, locals, morphs)
		return
	}
	b.Sampler.Sample(clip, entry.Time, locals, morphs)
}
