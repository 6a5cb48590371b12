package systems

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
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
	s := newPoseSampler(frame.Library, b)
	for lane := range b.Lanes {
		slot := int(b.Slots[lane])
		s.show(b.Pool.Level(slot), b.Local(lane), b.Morphs(lane))
		s.sample(b.Pool.BlendInputs(slot))
		if given {
			locals, weight := w.ShowGivenPose(b, lane)
			blendGiven(b.Local(lane), locals, weight)
		}
	}
	w.SetSampled(b, SampleClips{})
	w.CountSampled(s.baked, s.exact)
}

// blendGiven blends a given pose, or none, over a pose by a weight from 0 to 1.
func blendGiven(pose, given []float32, weight float32) {
	switch {
	case given == nil || weight == 0:
	case weight == 1:
		copy(pose, given)
	default:
		kernel.Blend(pose, given, weight, false) // the program may give rotations of any length
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

	// Of the present character: its level of detail, its morph weights and, as the mean's Locals, its pose.
	level  int
	morphs []float32
	mean   bake.Mean
}

func newPoseSampler(library *assets.Library, b *ecs.Block) poseSampler {
	return poseSampler{block: b, library: library, skeleton: b.Pool.Skeleton(), mean: bake.Mean{Scratch: b.Sample}}
}

// show makes a character the present one.
func (s *poseSampler) show(level int, pose, morphs []float32) {
	s.level, s.morphs, s.mean.Locals = level, morphs, pose
}

// clipForm is what is sampled of a clip at a level of detail.
type clipForm struct {
	id         assets.ClipID
	isAdditive bool
	level      int
	clip       *assets.Clip      // nil where the clip is missing or of another skeleton
	baked      *assets.BakedClip // nil where the clip is sampled exactly
}

// rememberedForms is how many clips a poseSampler remembers: the characters of a block often play the same ones.
const rememberedForms = 4

// form returns what is sampled of a clip.
func (s *poseSampler) form(id assets.ClipID) *clipForm {
	f := &s.forms[id%rememberedForms]
	if f.id != id || f.level != s.level {
		s.find(f, id)
	}
	return f
}

// find writes what is sampled of a clip.
func (s *poseSampler) find(f *clipForm, id assets.ClipID) {
	*f = clipForm{id: id, level: s.level, clip: playableClip(s.library, s.skeleton, id)}
	if f.clip != nil {
		f.baked, f.isAdditive = s.library.BakedAt(id, s.level), f.clip.Additive()
	}
}

// sample writes the blended pose of the present character's blend inputs.
func (s *poseSampler) sample(inputs []ecs.BlendInput) {
	if len(inputs) == 0 {
		inputs = restInputs[:]
	}
	first := &inputs[0]
	isBaked := s.samplePose(first, s.mean.Locals, s.morphs)
	if len(inputs) == 1 {
		return
	}
	if len(s.morphs) > 0 && first.Weight != 1 {
		kernel.Scale(s.morphs, s.morphs, first.Weight)
	}
	mean := s.blendMean(inputs, isBaked)
	if mean < len(inputs) {
		s.blendLayers(inputs[mean:], mean > 1)
	}
}

// isPlain reports whether an input that follows inputs of a mean belongs to it.
func isPlain(input *ecs.BlendInput) bool {
	return input.Mode == assets.Override && input.Mask == 0 && input.Attenuation == 0
}

// blendMean blends the first inputs to their mean, as long as they are plain, and returns how many they are. If they are all, it normalizes
// the rotations. The pose is the sample of the first one, of a baked clip or of something else. Each clip is blended right after it is
// sampled, while the sample is in the cache.
func (s *poseSampler) blendMean(inputs []ecs.BlendInput, isBaked bool) int {
	if isBaked {
		s.mean.Begin(s.form(inputs[0].Clip).baked)
	}
	sum := inputs[0].Weight
	for i := 1; i < len(inputs); i++ {
		input := &inputs[i]
		if !isPlain(input) {
			return i
		}
		sum += input.Weight
		share, isLast := kernel.Share(input.Weight, sum), i == len(inputs)-1
		form := s.form(input.Clip)
		isBaked = isBaked && form.baked != nil && !form.isAdditive && i < bake.MeanClips
		switch {
		case isBaked:
			s.baked++
			s.mean.Add(form.baked, input.Time, share, isLast)
			if len(s.morphs) > 0 {
				form.clip.SampleMorphs(input.Time, s.block.MorphSample)
			}
		default:
			s.samplePose(input, s.block.Sample, s.block.MorphSample)
			if isLast {
				kernel.Blend(s.mean.Locals, s.block.Sample, share, i == 1)
			} else {
				kernel.Lerp(s.mean.Locals, s.block.Sample, share)
			}
		}
		if len(s.morphs) > 0 {
			kernel.AddScaled(s.morphs, s.block.MorphSample, input.Weight)
		}
	}
	return len(inputs)
}

// blendLayers blends the inputs behind a mean into it, in their order. isSum tells that the mean is not normalized.
func (s *poseSampler) blendLayers(inputs []ecs.BlendInput, isSum bool) {
	pose := s.mean.Locals
	for i := range inputs {
		input := &inputs[i]
		mask := s.library.Mask(input.Mask)
		if input.Mode == assets.Additive {
			if isSum {
				kernel.Normalize(pose)
				isSum = false
			}
			if s.sampleDifference(input) {
				addDifference(s.block, input, mask, pose, s.morphs)
			}
			continue
		}
		s.samplePose(input, s.block.Sample, s.block.MorphSample)
		accumulatePose(s.block, input, mask, pose, s.morphs)
		isSum = true
	}
	if isSum {
		kernel.Normalize(pose)
	}
}

// samplePose samples a clip that overrides, or the rest pose where the clip cannot be played. It reports whether that was
// the baked form of a clip.
func (s *poseSampler) samplePose(input *ecs.BlendInput, locals, morphs []float32) bool {
	form := s.form(input.Clip)
	if form.clip == nil || form.isAdditive {
		copy(locals, s.skeleton.RestLocals())
		copy(morphs, s.skeleton.RestMorphs())
		return false
	}
	if form.baked != nil {
		s.baked++
		form.baked.Sample(input.Time, locals, morphs)
		return true
	}
	s.sampleExactly(form, input.Time, locals, morphs)
	return false
}

// sampleDifference samples an additive clip into the block's sample. It returns false, and does nothing, where the clip
// cannot be played.
func (s *poseSampler) sampleDifference(input *ecs.BlendInput) bool {
	form := s.form(input.Clip)
	if form.clip == nil || !form.isAdditive {
		return false
	}
	if form.baked != nil {
		s.baked++
		form.baked.Sample(input.Time, s.block.Sample, s.block.MorphSample)
	} else {
		s.sampleExactly(form, input.Time, s.block.Sample, s.block.MorphSample)
	}
	return true
}

func (s *poseSampler) sampleExactly(form *clipForm, time float64, locals, morphs []float32) {
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
