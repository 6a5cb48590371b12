package systems

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// inputStack holds the blend inputs of the characters of a chunk. The last ones belong to the character that is being
// advanced, from layer 0 up.
type inputStack struct {
	all   []ecs.BlendInput
	begin int // index of the character's first input
}

// add appends a blend input without a mask. The time is in seconds of the clip.
func (s *inputStack) add(clip assets.ClipID, time float64, weight float32, mode assets.LayerMode) {
	s.all = append(s.all, ecs.BlendInput{})
	input := &s.all[len(s.all)-1]
	input.Clip, input.Weight, input.Time, input.Mode = clip, weight, time, mode
}

// ensureBase adds the rest pose to a character without blend inputs, so that layers have a base.
func (s *inputStack) ensureBase() {
	if len(s.all) == s.begin {
		s.all = append(s.all, ecs.BlendInput{Weight: 1})
	}
}

// normalize scales the weights of the character's inputs so that they sum to 1. If none is above 0 it removes the
// inputs and returns false.
func (s *inputStack) normalize() bool {
	inputs := s.all[s.begin:]
	if len(inputs) == 1 {
		inputs[0].Weight = 1
		return true
	}
	if sum := weightSum(inputs); sum > 0 {
		for i := range inputs {
			inputs[i].Weight /= sum
		}
		return true
	}
	s.all = s.all[:s.begin]
	return false
}

func weightSum(inputs []ecs.BlendInput) float32 {
	var sum float32
	for i := range inputs {
		sum += inputs[i].Weight
	}
	return sum
}

// endLayer completes the inputs of a layer, which begin at index first and whose weights add up to sum: it gives them
// the layer's weight and mask, and makes those that override attenuate the inputs below. It returns by what fraction they
// attenuate those, which is 0 without such inputs. Inputs without a clip are removed; the layers below show in their
// place.
func (s *inputStack) endLayer(layer *components.Layer, first int, weight, sum float32) (attenuation float32) {
	kept := s.all[first:first]
	overriding := 0 // they come first, so that they do not attenuate the additive ones of the layer
	for _, input := range s.all[first:] {
		if input.Clip == 0 {
			continue
		}
		kept = append(kept, input)
		if input.Mode == assets.Override {
			for i := len(kept) - 1; i > overriding; i-- {
				kept[i], kept[i-1] = kept[i-1], kept[i]
			}
			overriding++
		}
	}
	if weight == 0 {
		kept, overriding = kept[:0], 0
	}
	s.all = s.all[:first+len(kept)]
	for i := range kept {
		kept[i].Weight = kept[i].Weight / sum * weight
		kept[i].Mask = layer.Mask
	}
	if overriding == 0 {
		return 0
	}
	attenuation = min(weightSum(kept[:overriding]), 1)
	if layer.Mask != 0 || !s.isWeightedMean(first) {
		kept[0].Attenuation = attenuation
		return attenuation
	}
	for i := s.begin; i < first; i++ {
		s.all[i].Weight *= 1 - attenuation
	}
	if attenuation == 1 { // the inputs below do not show at all
		n := copy(s.all[s.begin:], kept)
		s.all = s.all[:s.begin+n]
	}
	return attenuation
}

// isWeightedMean reports whether the character's inputs up to index end are a plain weighted mean: all override without
// a mask or an attenuation. Then lowering their weights attenuates them.
func (s *inputStack) isWeightedMean(end int) bool {
	for i := s.begin; i < end; i++ {
		if input := &s.all[i]; input.Mask != 0 || input.Mode != assets.Override || input.Attenuation != 0 {
			return false
		}
	}
	return true
}
