package systems

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/kernel"
)

// SampleClips computes the local pose of each character of a block from its blend inputs ([ecs.BlendInput]). It samples
// the baked form of a clip if the library has one, and otherwise the authored clip exactly. Translations, scales and
// morph weights blend to their weighted mean; rotations are added along the shorter arc and normalized (nlerp). Inputs
// with a mask, and additive ones, are applied in order. A character without blend inputs shows the rest pose, as does
// an input whose clip is missing or of another skeleton. A pose that the program gives ([components.PoseOverride]) is
// blended over the result by its weight.
type SampleClips struct{}

// Name implements [ecs.BlockSystem].
func (SampleClips) Name() string { return "SampleClips" }

// RunBlock implements [ecs.BlockSystem].
func (SampleClips) RunBlock(frame *ecs.Frame, b *ecs.Block) {
	w := writer(frame)
	given := w.GivenPoses(b.Pool) > 0
	for lane := range b.Lanes {
		pose, morphs, level := b.Local(lane), b.Morphs(lane), b.Pool.Level(int(b.Slots[lane]))
		sampleInputs(frame, b, level, b.BlendInputs(lane), pose, morphs)
		if given {
			locals, weight := w.ShowGivenPose(b, lane)
			blendGiven(pose, locals, weight)
		}
	}
}

// sampleInputs writes the blended pose of blend inputs, using the block's samples as scratch memory.
func sampleInputs(frame *ecs.Frame, b *ecs.Block, level int, inputs []ecs.BlendInput, pose, morphs []float32) {
	if len(inputs) == 0 {
		inputs = restInputs[:]
	}
	samplePose(frame, b, level, &inputs[0], pose, morphs)
	if len(inputs) > 1 {
		blendInputs(frame, b, level, inputs, pose, morphs)
	}
}

// blendGiven blends a given pose, or none, over a pose by a weight from 0 to 1.
func blendGiven(pose, given []float32, weight float32) {
	switch {
	case given == nil || weight == 0:
	case weight == 1:
		copy(pose, given)
	default:
		kernel.Blend(pose, given, 1-weight, weight)
	}
}

// restInputs stand for the blend inputs of a character without any: clip 0 is the rest pose.
var restInputs [1]ecs.BlendInput

// blendInputs blends the inputs behind the first into a pose, which is the first one's sample. Each clip is blended
// right after it is sampled, while the sample is in the cache.
func blendInputs(frame *ecs.Frame, b *ecs.Block, level int, inputs []ecs.BlendInput, pose, morphs []float32) {
	if first, second := &inputs[0], &inputs[1]; len(inputs) == 2 && second.Mode == assets.Override && second.Mask == 0 && second.Attenuation == 0 {
		samplePose(frame, b, level, second, b.Sample, b.MorphSample)
		kernel.Blend(pose, b.Sample, first.Weight, second.Weight)
		kernel.Scale(morphs, morphs, first.Weight)
		kernel.AddScaled(morphs, b.MorphSample, second.Weight)
		return
	}
	isSum := false // the pose is a weighted sum, not normalized yet
	if weight := inputs[0].Weight; weight != 1 {
		scalePose(pose, morphs, weight)
		isSum = true
	}
	for i := range inputs[1:] {
		input := &inputs[1+i]
		mask := frame.Library.Mask(input.Mask)
		if input.Mode == assets.Additive {
			if isSum {
				kernel.Normalize(pose)
				isSum = false
			}
			if sampleDifference(frame, b, level, input) {
				addDifference(b, input, mask, pose, morphs)
			}
			continue
		}
		samplePose(frame, b, level, input, b.Sample, b.MorphSample)
		accumulatePose(b, input, mask, pose, morphs)
		isSum = true
	}
	if isSum {
		kernel.Normalize(pose)
	}
}

// samplePose samples a clip that overrides, or the rest pose where the clip cannot be played.
func samplePose(frame *ecs.Frame, b *ecs.Block, level int, input *ecs.BlendInput, locals, morphs []float32) {
	clip := frame.Library.Clip(input.Clip)
	if clip == nil || clip.Skeleton() != b.Pool.Skeleton() || clip.Additive() {
		copy(locals, b.Pool.Skeleton().RestLocals())
		copy(morphs, b.Pool.Skeleton().RestMorphs())
		return
	}
	sampleClip(frame, b, clip, level, input, locals, morphs)
}

// sampleDifference samples an additive clip into the block's sample. It returns false, and does nothing, where the clip
// cannot be played.
func sampleDifference(frame *ecs.Frame, b *ecs.Block, level int, input *ecs.BlendInput) bool {
	clip := frame.Library.Clip(input.Clip)
	if clip == nil || clip.Skeleton() != b.Pool.Skeleton() || !clip.Additive() {
		return false
	}
	sampleClip(frame, b, clip, level, input, b.Sample, b.MorphSample)
	return true
}

func sampleClip(frame *ecs.Frame, b *ecs.Block, clip *assets.Clip, level int, input *ecs.BlendInput, locals, morphs []float32) {
	if baked := frame.Library.BakedAt(input.Clip, level); baked != nil {
		writer(frame).CountSampled(1, 0)
		baked.Sample(input.Time, locals, morphs)
		return
	}
	writer(frame).CountSampled(0, 1)
	b.Sampler.SampleMasked(clip, frame.Library.LevelMask(b.Pool.ID(), level), input.Time, locals, morphs)
}

// scalePose multiplies a pose, rotations included, by a weight.
func scalePose(pose, morphs []float32, weight float32) {
	kernel.Scale(pose, pose, weight)
	kernel.Scale(morphs, morphs, weight)
}

// accumulatePose attenuates a sum of poses as an input asks and adds the block's sample, times the weight, to it.
func accumulatePose(b *ecs.Block, input *ecs.BlendInput, mask *assets.Mask, pose, morphs []float32) {
	if mask == nil {
		if input.Attenuation != 0 {
			scalePose(pose, morphs, 1-input.Attenuation)
		}
		kernel.Accumulate(pose, b.Sample, input.Weight)
		kernel.AddScaled(morphs, b.MorphSample, input.Weight)
		return
	}
	kernel.AccumulateMasked(pose, b.Sample, mask.Rows(), input.Attenuation, input.Weight)
	for _, channel := range b.Pool.Skeleton().ValueRuns() {
		m := mask.Weight(channel.Joint)
		weights := morphs[channel.Offset:][:channel.Count]
		kernel.Scale(weights, weights, 1-float32(input.Attenuation*m))
		kernel.AddScaled(weights, b.MorphSample[channel.Offset:][:channel.Count], input.Weight*m)
	}
}

// addDifference adds the block's sample, a difference, to a pose. A negative weight subtracts it.
func addDifference(b *ecs.Block, input *ecs.BlendInput, mask *assets.Mask, pose, morphs []float32) {
	if mask == nil {
		kernel.Add(pose, b.Sample, input.Weight)
		kernel.AddScaled(morphs, b.MorphSample, input.Weight)
		return
	}
	kernel.AddMasked(pose, b.Sample, mask.Rows(), input.Weight)
	for _, channel := range b.Pool.Skeleton().ValueRuns() {
		weights := morphs[channel.Offset:][:channel.Count]
		kernel.AddScaled(weights, b.MorphSample[channel.Offset:][:channel.Count], input.Weight*mask.Weight(channel.Joint))
	}
}
