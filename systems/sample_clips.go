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
	if b.Lanes == 1 {
		sampleInputs(frame, b, b.Pool.Level(int(b.Slots[0])), b.BlendInputs(0), b.Local(0), b.Morphs(0))
	} else {
		sampleLanes(frame, b)
	}
	w := writer(frame)
	if w.GivenPoses(b.Pool) == 0 {
		return
	}
	for lane := range b.Lanes {
		locals, weight := w.ShowGivenPose(b, lane)
		blendGiven(b.Local(lane), locals, weight)
	}
}

// blending is the pose of a character whose blend inputs are blended one after another.
type blending struct {
	frame        *ecs.Frame
	block        *ecs.Block
	level        int // of detail
	inputs       []ecs.BlendInput
	pose, morphs []float32
	isSum        bool // the pose is a weighted sum, not normalized yet
}

// sampleInputs writes the blended pose of blend inputs, using the block's samples as scratch memory.
func sampleInputs(frame *ecs.Frame, b *ecs.Block, level int, inputs []ecs.BlendInput, pose, morphs []float32) {
	if len(inputs) == 0 {
		inputs = restInputs[:]
	}
	sampleClip(frame, b, playable(frame, b, &inputs[0], false), level, &inputs[0], pose, morphs)
	if len(inputs) == 1 {
		return
	}
	p := blending{frame: frame, block: b, level: level, inputs: inputs, pose: pose, morphs: morphs}
	for k := 1; k < len(inputs); k++ {
		clip, shown := p.clip(k)
		if shown {
			sampleClip(frame, b, clip, level, &inputs[k], b.Sample, b.MorphSample)
		}
		p.blend(k, shown, b.Sample, b.MorphSample)
	}
	p.end()
}

// sampleLanes does what [sampleInputs] does for each lane of a block. Characters that play the same clip are sampled together. Those that
// blend clips are so few at a time that all their samples stay in the cache until they are blended.
func sampleLanes(frame *ecs.Frame, b *ecs.Block) {
	var blendings [ecs.BlockSamples]blending
	batch, n := sampleBatch{frame: frame, block: b}, 0
	for lane := range b.Lanes {
		inputs, level, pose, morphs := b.BlendInputs(lane), b.Pool.Level(int(b.Slots[lane])), b.Local(lane), b.Morphs(lane)
		if len(inputs) == 0 {
			inputs = restInputs[:]
		}
		batch.add(playable(frame, b, &inputs[0], false), level, &inputs[0], pose, morphs)
		if len(inputs) > 1 {
			blendings[n] = blending{frame: frame, block: b, level: level, inputs: inputs, pose: pose, morphs: morphs}
			n++
		}
		if n == len(blendings) || lane == b.Lanes-1 {
			batch.run()
			batch.blend(blendings[:n])
			n = 0
		}
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

// clip returns the clip of an input behind the first, and whether it changes the pose. The clip is nil where an input that overrides
// shows the rest pose.
func (p *blending) clip(k int) (clip *assets.Clip, shown bool) {
	input := &p.inputs[k]
	additive := input.Mode == assets.Additive
	clip = playable(p.frame, p.block, input, additive)
	return clip, clip != nil || !additive
}

// isPair reports whether the inputs are two clips in the whole pose, by far the most frequent blend.
func (p *blending) isPair() bool {
	second := &p.inputs[1]
	return len(p.inputs) == 2 && second.Mode == assets.Override && second.Mask == 0 && second.Attenuation == 0
}

// blend blends the sample of input k into the pose, which is the first one's sample at the start. An additive input that is not shown has
// no sample.
func (p *blending) blend(k int, shown bool, sample, morphSample []float32) {
	input := &p.inputs[k]
	weight := p.inputs[0].Weight
	if p.isPair() {
		kernel.Blend(p.pose, sample, weight, input.Weight)
		kernel.Scale(p.morphs, p.morphs, weight)
		kernel.AddScaled(p.morphs, morphSample, input.Weight)
		return
	}
	if k == 1 && weight != 1 {
		scalePose(p.pose, p.morphs, weight)
		p.isSum = true
	}
	mask := p.frame.Library.Mask(input.Mask)
	if input.Mode != assets.Additive {
		p.accumulate(input, mask, sample, morphSample)
		p.isSum = true
		return
	}
	p.end()
	if shown {
		p.addDifference(input, mask, sample, morphSample)
	}
}

// end normalizes the pose if it is a sum.
func (p *blending) end() {
	if p.isSum {
		kernel.Normalize(p.pose)
		p.isSum = false
	}
}

// playable returns the clip of an input, or nil where it cannot be played as an additive one, or as one that is not.
func playable(frame *ecs.Frame, b *ecs.Block, input *ecs.BlendInput, additive bool) *assets.Clip {
	clip := frame.Library.Clip(input.Clip)
	if clip == nil || clip.Skeleton() != b.Pool.Skeleton() || clip.Additive() != additive {
		return nil
	}
	return clip
}

// sampleClip samples a clip, or the rest pose for nil.
func sampleClip(frame *ecs.Frame, b *ecs.Block, clip *assets.Clip, level int, input *ecs.BlendInput, locals, morphs []float32) {
	if clip == nil {
		copy(locals, b.Pool.Skeleton().RestLocals())
		copy(morphs, b.Pool.Skeleton().RestMorphs())
		return
	}
	if baked := frame.Library.BakedAt(input.Clip, level); baked != nil {
		writer(frame).CountSampled(1, 0)
		baked.Sample(input.Time, locals, morphs)
		return
	}
	writer(frame).CountSampled(0, 1)
	b.Sampler.SampleMasked(clip, frame.Library.LevelMask(b.Pool.ID(), level), input.Time, locals, morphs)
}

// sampleBatch collects samples of baked clips, so that those of the same clip are taken together.
type sampleBatch struct {
	frame   *ecs.Frame
	block   *ecs.Block
	n       int
	clips   [ecs.BlockLanes]*assets.BakedClip
	samples [ecs.BlockLanes]bake.Sample
}

// add adds a sample. One of a clip that is not baked is taken at once.
func (s *sampleBatch) add(clip *assets.Clip, level int, input *ecs.BlendInput, locals, morphs []float32) {
	if clip != nil {
		if baked := s.frame.Library.BakedAt(input.Clip, level); baked != nil {
			s.clips[s.n], s.samples[s.n] = baked, bake.Sample{Time: input.Time, Locals: locals, Morphs: morphs}
			s.n++
			return
		}
	}
	sampleClip(s.frame, s.block, clip, level, input, locals, morphs)
}

// run takes the samples that were added since the last run.
func (s *sampleBatch) run() {
	for first := 0; first < s.n; {
		clip, end := s.clips[first], first+1
		for i := end; i < s.n; i++ {
			if s.clips[i] == clip {
				s.clips[i], s.clips[end] = s.clips[end], s.clips[i]
				s.samples[i], s.samples[end] = s.samples[end], s.samples[i]
				end++
			}
		}
		clip.SampleEach(s.samples[first:end])
		first = end
	}
	writer(s.frame).CountSampled(s.n, 0)
	s.n = 0
}

// blend blends all inputs behind the first.
func (s *sampleBatch) blend(blendings []blending) {
	for k, left := 1, len(blendings); left > 0; k++ {
		var shown [ecs.BlockSamples]bool
		for i := range blendings {
			if p := &blendings[i]; k < len(p.inputs) {
				var clip *assets.Clip
				if clip, shown[i] = p.clip(k); shown[i] {
					locals, morphs := s.block.Samples(i)
					s.add(clip, p.level, &p.inputs[k], locals, morphs)
				}
			}
		}
		s.run()
		for i := range blendings {
			if p := &blendings[i]; k < len(p.inputs) {
				locals, morphs := s.block.Samples(i)
				p.blend(k, shown[i], locals, morphs)
				if k == len(p.inputs)-1 {
					p.end()
					left--
				}
			}
		}
	}
}

// scalePose multiplies a pose, rotations included, by a weight.
func scalePose(pose, morphs []float32, weight float32) {
	kernel.Scale(pose, pose, weight)
	kernel.Scale(morphs, morphs, weight)
}

// accumulate attenuates the sum of poses as an input asks and adds a sample, times the weight, to it.
func (p *blending) accumulate(input *ecs.BlendInput, mask *assets.Mask, sample, morphSample []float32) {
	if mask == nil {
		if input.Attenuation != 0 {
			scalePose(p.pose, p.morphs, 1-input.Attenuation)
		}
		kernel.Accumulate(p.pose, sample, input.Weight)
		kernel.AddScaled(p.morphs, morphSample, input.Weight)
		return
	}
	kernel.AccumulateMasked(p.pose, sample, mask.Rows(), input.Attenuation, input.Weight)
	for _, channel := range p.block.Pool.Skeleton().ValueRuns() {
		m := mask.Weight(channel.Joint)
		weights := p.morphs[channel.Offset:][:channel.Count]
		kernel.Scale(weights, weights, 1-float32(input.Attenuation*m))
		kernel.AddScaled(weights, morphSample[channel.Offset:][:channel.Count], input.Weight*m)
	}
}

// addDifference adds a sample, a difference, to the pose. A negative weight subtracts it.
func (p *blending) addDifference(input *ecs.BlendInput, mask *assets.Mask, sample, morphSample []float32) {
	if mask == nil {
		kernel.Add(p.pose, sample, input.Weight)
		kernel.AddScaled(p.morphs, morphSample, input.Weight)
		return
	}
	kernel.AddMasked(p.pose, sample, mask.Rows(), input.Weight)
	for _, channel := range p.block.Pool.Skeleton().ValueRuns() {
		weights := p.morphs[channel.Offset:][:channel.Count]
		kernel.AddScaled(weights, morphSample[channel.Offset:][:channel.Count], input.Weight*mask.Weight(channel.Joint))
	}
}
