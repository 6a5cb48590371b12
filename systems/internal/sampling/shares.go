package sampling

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/motion"
)

// Shares returns how much of a joint's rotation each blend input gives: the shares of those that
// override sum to 1, and those of additive ones are the weights with which they are added.
func Shares(library *assets.Library, inputs []motion.BlendInput, joint int) []float64 {
	shares := make([]float64, len(inputs))
	sum := 0.0
	for i := range inputs {
		input := &inputs[i]
		m := 1.0
		if mask := library.Mask(input.Mask); mask != nil {
			m = float64(mask.Weight(joint))
		}
		if input.Mode == clip.Override && i > 0 {
			for k := range i {
				shares[k] *= 1 - float64(float64(input.Attenuation)*m)
			}
		}
		shares[i] = float64(input.Weight) * m
	}
	for i := range inputs {
		if inputs[i].Mode == clip.Override {
			sum += shares[i]
		}
	}
	for i := range inputs {
		if inputs[i].Mode == clip.Override && sum > 0 {
			shares[i] /= sum
		}
	}
	return shares
}

// SampleAlone samples the clip of a blend input alone, or of an additive one the difference. It
// returns the clip, which is nil where the rest pose shows, or no difference.
func (s *Sampler) SampleAlone(input *motion.BlendInput, locals, morphs []float32) *assets.Clip {
	form := s.form(input.Clip)
	switch {
	case form.clip == nil || form.isAdditive != (input.Mode == clip.Additive):
		s.copyRest(locals, morphs)
		return nil
	case form.baked != nil:
		form.baked.Sample(input.Time, locals, morphs)
	default:
		s.sampleExactly(form, input.Time, locals, morphs)
	}
	return form.clip
}
