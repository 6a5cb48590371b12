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
	s := poseSampler{block: b, library: frame.Library, skeleton: b.Pool.Skeleton()}
	for lane := range b.Lanes {
		slot := int(b.Slots[lane])
		s.sample(b.Pool.Level(slot), b.Pool.BlendInputs(slot), b.Local(lane), b.Morphs(lane))
		if given {
			locals, weight := w.ShowGivenPose(b, lane)
			blendGiven(b.Local(lane), locals, weight)
		}
	}
	w.CountSampled(s.baked, s.exact)
}

// blendGiven blends a given pose, or none, over a pose by a weight from 0 to 1.
func blendGiven(pose, given []float32, weight float32) {
	switch {
	case given == nil || weight == 0:
	case weight == 1:
		copy(pose, given)
	default:
		kernel.Blend(pose, given, weight)
	}
}

// restInputs stand for the blend inputs of a character without any: clip 0 is the rest pose.
var restInputs [1]ecs.BlendInput

// poseSampler samples and blends the inputs of the characters of a block, whose samples are its scratch memory.
type poseSampler struct {
	block        *ecs.Block
	library      *assets.Library
	skeleton     *assets.Skeleton
	baked, exact int // how many clips were sampled
	forms        [rememberedForms]clipForm
}

// clipForm is what is sampled of a clip at a level of detail.
type clipForm struct {
	id    assets.ClipID
	level int
	clip  *assets.Clip      // nil where the clip is missing or of another skeleton
	baked *assets.BakedClip // nil where the clip is sampled exactly
}

// rememberedForms is how many clips a poseSampler remembers: the characters of a block often play the same ones.
const rememberedForms = 4

// form returns what is sampled of a clip.
func (s *poseSampler) form(id assets.ClipID, level int) *clipForm {
	f := &s.forms[id%rememberedForms]
	if f.id != id || f.level != level {
		*f = clipForm{id: id, level: level, clip: playableClip(s.library, s.skeleton, id)}
		if f.clip != nil {
			f.baked = s.library.BakedAt(id, level)
		}
	}
	return f
}

// sample writes the blended pose of blend inputs at a level of detail.
func (s *poseSampler) sample(level int, inputs []ecs.BlendInput, pose, morphs []float32) {
	if len(inputs) == 0 {
		inputs = restInputs[:]
	}
	first := s.samplePose(level, &inputs[0], pose, morphs)
	if len(inputs) > 1 {
		s.blend(first, level, inputs, pose, morphs)
	}
}

// blend blends the inputs behind the first into a pose, which is the first one's sample, of a baked clip or of nil for
// any other. Each clip is blended right after it is sampled, while the sample is in the cache.
func (s *poseSampler) blend(first *assets.BakedClip, level int, inputs []ecs.BlendInput, pose, morphs []float32) {
	if weight := inputs[0].Weight; weight != 1 && len(morphs) > 0 {
		kernel.Scale(morphs, morphs, weight)
	}
	rest := inputs[1:]
	if isPlain(&rest[0]) {
		rest = s.blendMean(first, level, inputs, pose, morphs)
		if len(rest) == 0 {
			return
		}
	}
	isSum := len(rest) < len(inputs)-1 // the pose is a weighted sum, not normalized yet
	for i := range rest {
		input := &rest[i]
		mask := s.library.Mask(input.Mask)
		if input.Mode == assets.Additive {
			if isSum {
				kernel.Normalize(pose)
				isSum = false
			}
			if s.sampleDifference(level, input) {
				addDifference(s.block, input, mask, pose, morphs)
			}
			continue
		}
		s.samplePose(level, input, s.block.Sample, s.block.MorphSample)
		accumulatePose(s.block, input, mask, pose, morphs)
		isSum = true
	}
	if isSum {
		kernel.Normalize(pose)
	}
}

// isPlain reports whether an input that follows inputs of a mean belongs to it.
func isPlain(input *ecs.BlendInput) bool {
	return input.Mode == assets.Override && input.Mask == 0 && input.Attenuation == 0
}

// maxMeanClips is how many baked clips a mean remembers, to leave out what none of them moves.
const maxMeanClips = 8

// blendMean blends the first inputs to their mean, as long as they are plain, and returns the others. If there are none it normalizes
// the rotations.
func (s *poseSampler) blendMean(
	first *assets.BakedClip, level int, inputs []ecs.BlendInput, pose, morphs []float32,
) (others []ecs.BlendInput) {
	clips := [maxMeanClips]*assets.BakedClip{first} // of the inputs so far
	sum := inputs[0].Weight
	isBaked := first != nil // all inputs so far show these clips
	for i := 1; i < len(inputs); i++ {
		input := &inputs[i]
		if !isPlain(input) {
			return inputs[i:]
		}
		sum += input.Weight
		share, isLast := kernel.Share(input.Weight, sum), i == len(inputs)-1
		form := s.form(input.Clip, level)
		if isBaked && form.baked != nil && !form.clip.Additive() {
			s.baked++
			form.baked.SampleOver(input.Time, share, isLast, pose, s.block.Sample, clips[:i])
			if len(morphs) > 0 {
				form.clip.SampleMorphs(input.Time, s.block.MorphSample)
			}
			if i < maxMeanClips {
				clips[i] = form.baked
			}
			isBaked = i < maxMeanClips
		} else {
			isBaked = false
			s.samplePose(level, input, s.block.Sample, s.block.MorphSample)
			if isLast {
				kernel.Blend(pose, s.block.Sample, share)
			} else {
				kernel.Lerp(pose, s.block.Sample, share)
			}
		}
		if len(morphs) > 0 {
			kernel.AddScaled(morphs, s.block.MorphSample, input.Weight)
		}
	}
	return nil
}

// samplePose samples a clip that overrides, or the rest pose where the clip cannot be played. It returns the baked form
// that it sampled, or nil.
func (s *poseSampler) samplePose(level int, input *ecs.BlendInput, locals, morphs []float32) *assets.BakedClip {
	form := s.form(input.Clip, level)
	if form.clip == nil || form.clip.Additive() {
		copy(locals, s.skeleton.RestLocals())
		copy(morphs, s.skeleton.RestMorphs())
		return nil
	}
	s.sampleForm(form, input.Time, locals, morphs)
	return form.baked
}

// sampleDifference samples an additive clip into the block's sample. It returns false, and does nothing, where the clip
// cannot be played.
func (s *poseSampler) sampleDifference(level int, input *ecs.BlendInput) bool {
	form := s.form(input.Clip, level)
	if form.clip == nil || !form.clip.Additive() {
		return false
	}
	s.sampleForm(form, input.Time, s.block.Sample, s.block.MorphSample)
	return true
}

func (s *poseSampler) sampleForm(form *clipForm, time float64, locals, morphs []float32) {
	if form.baked != nil {
		s.baked++
		form.baked.Sample(time, locals, morphs)
		return
	}
	s.exact++
	s.block.Sampler.SampleMasked(form.clip, s.library.LevelMask(s.block.Pool.ID(), form.level), time, locals, morphs)
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
