package advance

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/components"
)

// Inputs holds the blend inputs of the characters of a chunk. The last ones belong to the character
// that is being advanced, from layer 0 up.
type Inputs struct {
	List  []motion.BlendInput
	begin int // index of the character's first input
}

// add appends a blend input without a mask. The time is in seconds of the clip.
func (s *Inputs) add(clip assets.ClipID, time float64, weight float32, mode clip.LayerMode) {
	n := len(s.List)
	if n < cap(s.List) {
		s.List = s.List[:n+1]
	} else {
		s.List = append(s.List, motion.BlendInput{})
	}
	input := &s.List[n]
	*input = motion.BlendInput{Clip: clip, Time: time, Weight: weight, Mode: mode}
}

// ensureBase adds the rest pose to a character without blend inputs, so that layers have a base.
func (s *Inputs) ensureBase() {
	if len(s.List) == s.begin {
		s.List = append(s.List, motion.BlendInput{Weight: 1})
	}
}

// normalize scales the weights of the character's inputs so that they sum to 1. If none is above 0
// it removes the inputs and returns false.
func (s *Inputs) normalize() bool {
	if len(s.List) == s.begin+1 {
		s.List[s.begin].Weight = 1
		return true
	}
	inputs := s.List[s.begin:]
	if sum := weightSum(inputs); sum > 0 {
		for i := range inputs {
			inputs[i].Weight /= sum
		}
		return true
	}
	s.List = s.List[:s.begin]
	return false
}

func weightSum(inputs []motion.BlendInput) float32 {
	var sum float32
	for i := range inputs {
		sum += inputs[i].Weight
	}
	return sum
}

// endLayer completes the inputs of a layer, which begin at index first and whose weights add up to
// sum: it gives them the layer's number, weight and mask, and makes those that override attenuate
// the inputs below. It returns by what fraction they attenuate those, which is 0 without such
// inputs. Inputs without a clip are removed; the layers below show in their place.
func (s *Inputs) endLayer(layer *components.Layer, number uint8, first int, weight, sum float32) (attenuation float32) {
	inputs := s.List[first:]
	// those that override come first, so that they do not attenuate the additive ones of the layer
	count, overriding := 0, 0
	for k := range inputs {
		if inputs[k].Clip == 0 {
			continue
		}
		if count < k {
			inputs[count] = inputs[k]
		}
		count++
		if inputs[count-1].Mode == clip.Override {
			for i := count - 1; i > overriding; i-- {
				inputs[i], inputs[i-1] = inputs[i-1], inputs[i]
			}
			overriding++
		}
	}
	if weight == 0 {
		count, overriding = 0, 0
	}
	kept := inputs[:count]
	s.List = s.List[:first+count]
	for i := range kept {
		kept[i].Weight = kept[i].Weight / sum * weight
		kept[i].Mask, kept[i].Layer = layer.Mask, number
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
		s.List[i].Weight *= 1 - attenuation
	}
	if attenuation == 1 { // the inputs below do not show at all
		n := copy(s.List[s.begin:], kept)
		s.List = s.List[:s.begin+n]
	}
	return attenuation
}

// isWeightedMean reports whether the character's inputs up to index end are a plain weighted mean:
// all override without a mask or an attenuation. Then lowering their weights attenuates them.
func (s *Inputs) isWeightedMean(end int) bool {
	for i := s.begin; i < end; i++ {
		if input := &s.List[i]; input.Mask != 0 || input.Mode != clip.Override || input.Attenuation != 0 {
			return false
		}
	}
	return true
}
