package systems

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/kernel"
)

// SampleClips makes the local pose of each character of a block out of the clips that it plays ([ecs.BlendInput]), each in its baked
// form where the library has one and exactly otherwise: the weighted mean of translations, scales and morph weights, and of
// rotations brought to the shorter arc and to unit length (normalized lerp), over which masked and additive clips are then laid one after the other. A
// character that plays nothing gets its rest pose, as does an entry whose clip is not there or not of the character's skeleton.
//
// Each clip is blended as soon as it is sampled, while its pose is at hand.
type SampleClips struct{}

// Name implements [ecs.BlockSystem].
func (SampleClips) Name() string { return "SampleClips" }

// RunBlock implements [ecs.BlockSystem].
func (SampleClips) RunBlock(frame *ecs.Frame, b *ecs.Block) {
	for lane := range b.Lanes {
		entries := b.BlendInputs(lane)
		if len(entries) == 0 {
			entries = restEntries[:]
		}
		pose, morphs, level := b.Local(lane), b.Morphs(lane), b.Pool.Level(int(b.Slots[lane]))
		sample(frame, b, level, &entries[0], pose, morphs)
		if len(entries) > 1 {
			blend(frame, b, level, entries, pose, morphs)
		}
	}
}

// restEntries are what a character without entries plays.
var restEntries [1]ecs.BlendInput

// blend lays the entries behind the first over a pose, which is the first's.
func blend(frame *ecs.Frame, b *ecs.Block, level int, entries []ecs.BlendInput, pose, morphs []float32) {
	if first, second := &entries[0], &entries[1]; len(entries) == 2 && second.Mode == assets.Override && second.Mask == 0 && second.Attenuation == 0 {
		sample(frame, b, level, second, b.Sample, b.MorphSample)
		kernel.Blend(pose, b.Sample, first.Weight, second.Weight)
		kernel.Scale(morphs, morphs, first.Weight)
		kernel.AddScaled(morphs, b.MorphSample, second.Weight)
		return
	}
	sum := false // whether the pose is a sum that is yet to be brought to unit length
	if weight := entries[0].Weight; weight != 1 {
		weigh(pose, morphs, weight)
		sum = true
	}
	for i := range entries[1:] {
		entry := &entries[1+i]
		mask := frame.Library.Mask(entry.Mask)
		if entry.Mode == assets.Additive {
			if sum {
				kernel.Normalize(pose)
				sum = false
			}
			if sampleDifference(frame, b, level, entry) {
				add(b, entry, mask, pose, morphs)
			}
			continue
		}
		sample(frame, b, level, entry, b.Sample, b.MorphSample)
		accumulate(b, entry, mask, pose, morphs)
		sum = true
	}
	if sum {
		kernel.Normalize(pose)
	}
}

func sample(frame *ecs.Frame, b *ecs.Block, level int, entry *ecs.BlendInput, locals, morphs []float32) {
	clip := frame.Library.Clip(entry.Clip)
	if clip == nil || clip.Skeleton() != b.Pool.Skeleton() || clip.Additive() {
		copy(locals, b.Pool.Skeleton().RestLocals())
		copy(morphs, b.Pool.Skeleton().RestMorphs())
		return
	}
	sampleClip(frame, b, clip, level, entry, locals, morphs)
}

// sampleDifference samples an additive clip beside the pose, and says whether it was one.
func sampleDifference(frame *ecs.Frame, b *ecs.Block, level int, entry *ecs.BlendInput) bool {
	clip := frame.Library.Clip(entry.Clip)
	if clip == nil || clip.Skeleton() != b.Pool.Skeleton() || !clip.Additive() {
		return false
	}
	sampleClip(frame, b, clip, level, entry, b.Sample, b.MorphSample)
	return true
}

func sampleClip(frame *ecs.Frame, b *ecs.Block, clip *assets.Clip, level int, entry *ecs.BlendInput, locals, morphs []float32) {
	if baked := frame.Library.BakedAt(entry.Clip, level); baked != nil {
		writer(frame).CountSampled(1, 0)
		baked.Sample(entry.Time, locals, morphs)
		return
	}
	writer(frame).CountSampled(0, 1)
	b.Sampler.SampleMasked(clip, frame.Library.LevelMask(b.Pool.ID(), level), entry.Time, locals, morphs)
}
