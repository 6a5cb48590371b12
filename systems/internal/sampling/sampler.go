package sampling

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/posestore"
)

// restInputs stand for the blend inputs of a character without any: clip 0 is the rest pose.
var restInputs [1]motion.BlendInput

// Sampler samples and blends the inputs of the characters of a block, whose samples are its scratch
// memory: the first for what a mean adds, the others for layers.
type Sampler struct {
	block        *posestore.Block
	library      *assets.Library
	skeleton     *assets.Skeleton
	Baked, Exact int // how many clips were sampled
	forms        [rememberedForms]clipForm
	// held are the baked clips whose samples the block's samples hold: nil for a sample of
	// something else, and for the first.
	held [posestore.BlockSamples]*bake.BakedClip
	part bake.Part // of the masked layer that was sampled last

	// Of the present character: its level of detail, its morph weights and, as the mean's Locals,
	// its pose.
	level  int
	morphs []float32
	mean   bake.Mean
}

// Begin begins a block.
func (s *Sampler) Begin(library *assets.Library, b *posestore.Block) {
	s.block, s.library, s.skeleton, s.mean.Scratch = b, library, b.Pool().Skeleton(), b.Sample(0)
}

// Show makes a character the present one.
func (s *Sampler) Show(level int, pose, morphs []float32) {
	s.level, s.morphs, s.mean.Locals = level, morphs, pose
}

// clipForm is what is sampled of a clip at a level of detail.
type clipForm struct {
	id         assets.ClipID
	isAdditive bool
	level      int
	clip       *assets.Clip    // nil where the clip is missing or of another skeleton
	baked      *bake.BakedClip // nil where the clip is sampled exactly
	isFar      bool            // the memory of the baked clip was not asked for yet
}

// isOf reports whether the form is of a clip at a level of detail.
func (f *clipForm) isOf(id assets.ClipID, level int) bool { return f.id == id && f.level == level }

// rememberedForms is how many clips a Sampler remembers: the characters of a block often play the
// same ones.
const rememberedForms = 32

// form returns what is sampled of a clip.
func (s *Sampler) form(id assets.ClipID) *clipForm {
	if f := &s.forms[id%rememberedForms]; f.isOf(id, s.level) {
		return f
	}
	return s.find(id)
}

// find finds what is sampled of a clip, and remembers it.
func (s *Sampler) find(id assets.ClipID) *clipForm {
	f := &s.forms[id%rememberedForms]
	*f = clipForm{id: id, level: s.level, clip: playableClip(s.library, s.skeleton, id)}
	if f.clip != nil {
		f.baked, f.isAdditive = s.library.BakedAt(id, s.level), f.clip.Additive()
	}
	return f
}

// SampleLanes writes the blended poses of all characters of the block. While it samples one, the
// memory of the clips of the next ones comes nearer: where many clips play, no cache near the
// processor holds them.
func (s *Sampler) SampleLanes() {
	lanes := s.block.Lanes()
	for lane := -2; lane < lanes; lane++ {
		if lane+2 < lanes {
			s.ask(lane + 2)
		}
		if next := lane + 1; next >= 0 && next < lanes {
			s.askMore(next)
		}
		if lane >= 0 {
			s.SampleLane(lane)
		}
	}
}

// ask finds the clips of the character in a lane, and asks for what tells where the memory of those
// is that no lane before has.
func (s *Sampler) ask(lane int) {
	slot := s.block.Slot(lane)
	s.level = s.block.Pool().Level(slot)
	for i, inputs := 0, s.block.Pool().BlendInputs(slot); i < len(inputs); i++ {
		if id := inputs[i].Clip; !s.forms[id%rememberedForms].isOf(id, s.level) {
			f := s.find(id)
			f.baked.Prefetch()
			f.isFar = f.baked != nil
		}
	}
}

// askMore asks for what the samples of these clips read.
func (s *Sampler) askMore(lane int) {
	for i, inputs := 0, s.block.BlendInputs(lane); i < len(inputs); i++ {
		if f := &s.forms[inputs[i].Clip%rememberedForms]; f.isFar && f.id == inputs[i].Clip {
			f.isFar = false
			f.baked.PrefetchSample(inputs[i].Time)
		}
	}
}

// SampleLane writes the blended pose of the character in a lane of the block.
func (s *Sampler) SampleLane(lane int) {
	b := s.block
	slot := b.Slot(lane)
	var morphs []float32
	if len(b.MorphSample()) > 0 {
		morphs = b.Morphs(lane)
	}
	s.Show(b.Pool().Level(slot), b.Local(lane), morphs)
	s.Sample(b.Pool().BlendInputs(slot))
}

// Sample writes the blended pose of the present character's blend inputs.
func (s *Sampler) Sample(inputs []motion.BlendInput) {
	if len(inputs) == 0 {
		inputs = restInputs[:]
	}
	first := s.form(inputs[0].Clip)
	if first.isBakedPose() {
		s.Baked++
		s.mean.Begin(first.baked, inputs[0].Time, s.morphs)
	} else {
		s.samplePose(first, inputs[0].Time, s.mean.Locals, s.morphs)
	}
	if len(inputs) == 1 {
		return
	}
	if len(s.morphs) > 0 && inputs[0].Weight != 1 {
		kernel.Scale(s.morphs, s.morphs, inputs[0].Weight)
	}
	mean := s.blendMean(inputs, first)
	if mean < len(inputs) {
		s.blendLayers(inputs[mean:], mean > 1)
	}
}

// isPlain reports whether an input that follows inputs of a mean belongs to it.
func isPlain(input *motion.BlendInput) bool {
	return input.Mode == clip.Override && input.Mask == 0 && input.Attenuation == 0
}

// blendMean blends the first inputs to their mean, as long as they are plain, and returns how many
// they are. If they are all, it normalizes the rotations. The pose is the sample of the first one,
// whose form is given. Each clip is blended right after it is sampled, while the sample is in the
// cache.
func (s *Sampler) blendMean(inputs []motion.BlendInput, first *clipForm) int {
	isBaked := first.isBakedPose()
	sum := inputs[0].Weight
	for i := 1; i < len(inputs); i++ {
		input := &inputs[i]
		if !isPlain(input) {
			return i
		}
		sum += input.Weight
		share, isLast := kernel.Share(input.Weight, sum), i == len(inputs)-1
		form := s.form(input.Clip)
		isBaked = isBaked && form.isBakedPose() && i < bake.MeanClips
		switch {
		case isBaked:
			s.Baked++
			s.mean.Add(form.baked, input.Time, s.block.MorphSample(), share, isLast)
		default:
			s.samplePose(form, input.Time, s.mean.Scratch, s.block.MorphSample())
			if isLast {
				kernel.Blend(s.mean.Locals, s.mean.Scratch, share, i == 1)
			} else {
				kernel.Lerp(s.mean.Locals, s.mean.Scratch, share)
			}
		}
		if len(s.morphs) > 0 {
			kernel.AddScaled(s.morphs, s.block.MorphSample(), input.Weight)
		}
	}
	return len(inputs)
}

// blendLayers blends the inputs after a mean into it, in their order. isSum tells that the mean is
// not normalized.
func (s *Sampler) blendLayers(inputs []motion.BlendInput, isSum bool) {
	pose := s.mean.Locals
	for i := range inputs {
		input := &inputs[i]
		mask := s.library.Mask(input.Mask)
		if input.Mode == clip.Additive {
			if isSum {
				kernel.Normalize(pose)
				isSum = false
			}
			if sample := s.sampleLayer(i, input, mask); sample != nil {
				addDifference(s.block, input, mask, pose, sample, s.morphs)
			}
			continue
		}
		accumulatePose(s.block, input, mask, pose, s.sampleLayer(i, input, mask), s.morphs)
		isSum = true
	}
	if isSum {
		kernel.Normalize(pose)
	}
}

// isBakedPose reports whether the form is of a baked clip that overrides.
func (f *clipForm) isBakedPose() bool { return f.baked != nil && !f.isAdditive }

// samplePose samples a clip that overrides, or the rest pose where the clip cannot be played.
func (s *Sampler) samplePose(form *clipForm, time float64, locals, morphs []float32) {
	switch {
	case form.isBakedPose():
		s.Baked++
		form.baked.Sample(time, locals, morphs)
	case form.clip == nil || form.isAdditive:
		s.copyRest(locals, morphs)
	default:
		s.sampleExactly(form, time, locals, morphs)
	}
}

// sampleLayer samples input i, after a mean, and returns the sample, whose morph weights are in the
// block's MorphSample. It is the rest pose, or nil for an additive input, where the clip cannot be
// played. Most characters of a block have the same clip in a layer: then only what the clip moves,
// and about what the mask reaches, is sampled again.
func (s *Sampler) sampleLayer(i int, input *motion.BlendInput, mask *rig.Mask) []float32 {
	k := 1 + i%(len(s.held)-1)
	sample, morphs := s.block.Sample(k), s.block.MorphSample()
	form, before := s.form(input.Clip), s.held[k]
	isAdditive := input.Mode == clip.Additive
	if form.clip == nil || form.isAdditive != isAdditive {
		if isAdditive {
			return nil
		}
		s.held[k] = nil
		s.copyRest(sample, morphs)
		return sample
	}
	s.held[k] = form.baked
	switch {
	case form.baked == nil:
		s.sampleExactly(form, input.Time, sample, morphs)
	case form.baked == before && mask != nil:
		s.Baked++
		s.part.Set(form.baked, mask)
		s.part.Resample(input.Time, sample, morphs)
	case form.baked == before:
		s.Baked++
		form.baked.Resample(input.Time, sample, morphs)
	default:
		s.Baked++
		form.baked.Sample(input.Time, sample, morphs)
	}
	return sample
}

// copyRest writes the rest pose.
func (s *Sampler) copyRest(locals, morphs []float32) {
	copy(locals, s.skeleton.RestLocals())
	copy(morphs, s.skeleton.RestMorphs())
}

func (s *Sampler) sampleExactly(form *clipForm, time float64, locals, morphs []float32) {
	s.Exact++
	s.block.Sampler().SampleMasked(form.clip, s.library.LevelMask(s.block.Pool().ID(), form.level), time,
		locals, morphs)
}

// scalePose multiplies a pose, rotations included, by a weight.
func scalePose(pose, morphs []float32, weight float32) {
	kernel.Scale(pose, pose, weight)
	kernel.Scale(morphs, morphs, weight)
}

// accumulatePose attenuates a sum of poses as an input asks and adds a sample and the block's
// MorphSample, times the weight, to it.
func accumulatePose(b *posestore.Block, input *motion.BlendInput, mask *rig.Mask, pose, sample, morphs []float32) {
	if mask == nil {
		if input.Attenuation != 0 {
			scalePose(pose, morphs, 1-input.Attenuation)
		}
		kernel.Accumulate(pose, sample, input.Weight)
		kernel.AddScaled(morphs, b.MorphSample(), input.Weight)
		return
	}
	kernel.AccumulateMasked(pose, sample, mask.Rows(), input.Attenuation, input.Weight)
	for _, channel := range b.Pool().ValueRuns() {
		m := mask.Weight(channel.Joint)
		weights := morphs[channel.Offset:][:channel.Count]
		kernel.Scale(weights, weights, 1-float32(input.Attenuation*m))
		kernel.AddScaled(weights, b.MorphSample()[channel.Offset:][:channel.Count], input.Weight*m)
	}
}

// addDifference adds a sample and the block's MorphSample, which are differences, to a pose. A
// negative weight subtracts them.
func addDifference(b *posestore.Block, input *motion.BlendInput, mask *rig.Mask, pose, sample, morphs []float32) {
	if mask == nil {
		kernel.Add(pose, sample, input.Weight)
		kernel.AddScaled(morphs, b.MorphSample(), input.Weight)
		return
	}
	kernel.AddMasked(pose, sample, mask.Rows(), input.Weight)
	for _, channel := range b.Pool().ValueRuns() {
		weights := morphs[channel.Offset:][:channel.Count]
		kernel.AddScaled(weights, b.MorphSample()[channel.Offset:][:channel.Count],
			input.Weight*mask.Weight(channel.Joint))
	}
}

// playableClip returns a clip if it is for the skeleton, or else nil.
func playableClip(library *assets.Library, skeleton *assets.Skeleton, id assets.ClipID) *assets.Clip {
	if clip := library.Clip(id); clip != nil && clip.Skeleton() == skeleton {
		return clip
	}
	return nil
}

// Alike reports whether two libraries give the same pose for blend inputs at a level of detail. The
// block has a character of the skeleton.
func Alike(b *posestore.Block, x, y *assets.Library, inputs []motion.BlendInput, level int) bool {
	if x.LevelMask(b.Pool().ID(), level) != y.LevelMask(b.Pool().ID(), level) {
		return false
	}
	var s, t Sampler
	s.Begin(x, b)
	t.Begin(y, b)
	s.level, t.level = level, level
	for i := range inputs {
		if *s.form(inputs[i].Clip) != *t.form(inputs[i].Clip) || x.Mask(inputs[i].Mask) != y.Mask(inputs[i].Mask) {
			return false
		}
	}
	return true
}
