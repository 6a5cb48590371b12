package systems

import (
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/playback"
)

// maxAdditiveWeight limits the magnitude of an additive layer's weight.
const maxAdditiveWeight = 1000

// advanceLayers advances the layers above layer 0 and puts their blend inputs on the character's stack. It also writes the
// root motion of all layers together.
func (a *characterAdvancer) advanceLayers(h *ecs.CharacterComponents, seconds float64) {
	var moved clip.Motion
	if a.wantsRootMotion {
		moved = a.layer.motion.mean()
	}
	a.inputs.ensureBase()
	for i := range min(int(h.Layers.Count), len(h.Layers.List)) {
		layer := &h.Layers.List[i]
		first, layerSeconds := len(a.inputs.all), layerTime(layer, seconds)
		advanceLayerWeight(layer, layerSeconds)
		mask, weight := layerMaskAndWeight(a.library, layer)
		a.beginLayer(uint8(i+1), weight, layer.Blend)
		if a.wantsRootMotion {
			a.layer.motion = weightedMotion{}
			a.layer.added = weightedMotion{}
		}
		a.advanceLayer(layer, layerSeconds)
		sum := weightSum(a.inputs.all[first:])
		attenuation := a.inputs.endLayer(layer, first, weight, sum)
		if !a.wantsRootMotion {
			continue
		}
		root := float64(1)
		if mask != nil {
			root = float64(mask.Weight(0))
		}
		if a.layer.motion.weight > 0 {
			part := float64(float64(attenuation) * root)
			moved = clip.Motion{}.AddScaled(moved, 1-part).AddScaled(a.layer.motion.mean(), part)
		}
		if a.layer.added.weight > 0 {
			moved = moved.AddScaled(a.layer.added.sum, float64(float64(weight)*root)/float64(sum))
		}
	}
	a.beginLayer(0, 1, assets.Override)
	if a.wantsRootMotion {
		h.RootMotion.Delta = moved
	}
}

// advanceLayer advances the playbacks of a layer and appends their blend inputs, weighted within the layer.
func (a *characterAdvancer) advanceLayer(layer *components.Layer, seconds float64) {
	fadedIn := 1.0
	if layer.Fades.Count > 0 {
		fadedIn = a.advanceCrossfade(&layer.Fades, seconds)
	}
	if !layer.Paused && a.followSyncGroup(layer, fadedIn) {
		return
	}
	a.advancePlayback(&layer.Playback, seconds, fadedIn)
	if layer.Sync != 0 {
		a.leadSyncGroup(layer.Sync, &layer.Playback)
	}
}

// layerMaskAndWeight returns the mask of a layer (nil for all joints) and the weight of the layer, limited to the valid
// range. The weight is 0 where it is not finite, and where the mask was removed from the library.
func layerMaskAndWeight(library *assets.Library, layer *components.Layer) (mask *rig.Mask, weight float32) {
	weight = layer.Weight
	if layer.Mask != 0 {
		if mask = library.Mask(layer.Mask); mask == nil {
			return nil, 0
		}
	}
	limit := float32(maxAdditiveWeight)
	least := -limit
	if layer.Blend == assets.Override {
		least, limit = 0, 1
	}
	switch {
	case weight-weight != 0:
		return mask, 0
	case !(weight > least):
		return mask, least
	case weight > limit:
		return mask, limit
	}
	return mask, weight
}

// layerTime returns how many seconds pass in a layer while some pass for the character.
func layerTime(layer *components.Layer, seconds float64) float64 {
	if layer.Paused {
		return 0
	}
	return scaledTime(seconds, layer.TimeScale)
}

// advanceLayerWeight moves the weight of a layer toward its target.
func advanceLayerWeight(layer *components.Layer, seconds float64) {
	change := float32(seconds * float64(layer.Rate))
	if !(change > 0) || layer.Target-layer.Target != 0 {
		return
	}
	if layer.Weight < layer.Target {
		layer.Weight = min(layer.Weight+change, layer.Target)
	} else {
		layer.Weight = max(layer.Weight-change, layer.Target)
	}
	if layer.Weight == layer.Target {
		layer.Rate = 0
	}
}

// inputStack holds the blend inputs of the characters of a chunk. The last ones belong to the character that is being
// advanced, from layer 0 up.
type inputStack struct {
	all   []ecs.BlendInput
	begin int // index of the character's first input
}

// add appends a blend input without a mask. The time is in seconds of the clip.
func (s *inputStack) add(clip assets.ClipID, time float64, weight float32, mode clip.LayerMode) {
	n := len(s.all)
	if n < cap(s.all) {
		s.all = s.all[:n+1]
	} else {
		s.all = append(s.all, ecs.BlendInput{})
	}
	input := &s.all[n]
	*input = ecs.BlendInput{Clip: clip, Time: time, Weight: weight, Mode: mode}
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
	if len(s.all) == s.begin+1 {
		s.all[s.begin].Weight = 1
		return true
	}
	inputs := s.all[s.begin:]
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
	inputs := s.all[first:]
	count, overriding := 0, 0 // those that override come first, so that they do not attenuate the additive ones of the layer
	for k := range inputs {
		if inputs[k].Clip == 0 {
			continue
		}
		if count < k {
			inputs[count] = inputs[k]
		}
		count++
		if inputs[count-1].Mode == assets.Override {
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
	s.all = s.all[:first+count]
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

// syncGroups are the leaders of a character's sync groups; group 1 is element 0.
type syncGroups [components.MaxSync]syncLeader

// syncLeader is the playback of the lowest layer of a sync group, as it moved in this frame.
type syncLeader struct {
	entity ecs.Entity // the character; an entry of another character is out of date
	span   playback.Span
	step   playback.Step
}

// leadSyncGroup makes the playback that was just advanced the leader of a sync group, unless a lower layer leads it
// already.
func (a *characterAdvancer) leadSyncGroup(group uint8, p *components.Playback) {
	if group == 0 || group > components.MaxSync || a.sync[group-1].entity == a.events.entity {
		return
	}
	a.sync[group-1] = syncLeader{a.events.entity, playbackSpan(a.library, p), a.layer.step}
	a.leads = true
}

// forgetLeaders forgets the leaders of the characters before, one of which may come again in the next frame.
func (a *characterAdvancer) forgetLeaders() {
	if a.leads {
		a.sync, a.leads = syncGroups{}, false
	}
}

// followSyncGroup moves the playback of a layer to the same normalized time as the leader of its sync group, and
// reports whether there is a leader to follow.
func (a *characterAdvancer) followSyncGroup(layer *components.Layer, weight float64) bool {
	if layer.Sync == 0 || layer.Sync > components.MaxSync || a.sync[layer.Sync-1].entity != a.events.entity {
		return false
	}
	leader, p := &a.sync[layer.Sync-1], &layer.Playback
	span := playbackSpan(a.library, p)
	if !(span.Duration() > 0) || !(leader.span.Duration() > 0) {
		return false
	}
	step := leader.step.Onto(leader.span, span)
	if distance := math.Abs(p.Time - step.From); !(distance <= float64(1e-9*span.Duration())) {
		// It was elsewhere: it jumps without passing any markers.
		step = playback.Step{From: step.To, To: step.To, Backward: step.EndsBackward()}
	}
	followStep(p, span, &step)
	a.layer.step = step
	a.addPlayback(p, weight)
	return true
}

// followStep moves a playback by a step that its leader made, mapped to the playback's span. The playback counts its loops
// and finishes by its own mode and loop limit, at which the step ends. If only the leader finishes, the playback stays at
// the end of a loop that it has not left yet.
func followStep(p *components.Playback, span playback.Span, step *playback.Step) {
	left := playback.Endless
	switch {
	case p.Finished:
		*step = playback.Once(span, p.Time, 0, p.Backward != (p.Speed < 0))
		p.Time = step.To
		return
	case p.Mode == assets.Once || p.Mode == assets.Hold:
		left = 1
	case p.LoopLimit > 0:
		left = uint64(p.LoopLimit - min(p.LoopsDone, p.LoopLimit))
	}
	loops := step.LoopsDone
	switch {
	case left == 0 && p.Mode == assets.PingPong:
		*step, p.Finished, loops = playback.PingPong(span, p.Time, 0, step.EndsBackward(), 0), true, 0
	case left == 0:
		*step, p.Finished, loops = playback.Loop(span, p.Time, 0, step.EndsBackward(), 0), true, 0
	case loops >= left:
		loops, step.LoopsDone, step.Finished, p.Finished = left, left, true, true
		if step.To = span.End; step.EndsBackward() {
			step.To = span.Start
		}
	case step.Finished && loops > 0:
		loops--
	}
	p.Time, p.Backward = step.To, step.EndsBackward() != (p.Speed < 0)
	if p.Mode == assets.Loop || p.Mode == assets.PingPong {
		p.LoopsDone = uint32(min(uint64(p.LoopsDone)+loops, math.MaxUint32))
	}
}

// joinSyncGroup moves a Loop or PingPong to the phase of a sync group: the fraction of its motion at which the lowest
// layer of the group is that plays a motion. If there is none, the playback stays where it is. layers can be nil.
func joinSyncGroup(
	library *assets.Library, player *components.AnimationPlayer, layers *components.Layers, group uint8, joining *components.Playback,
) {
	if group == 0 || joining.Mode != assets.Loop && joining.Mode != assets.PingPong ||
		player.Sync == group && joinPhase(library, &player.Playback, joining) || layers == nil {
		return
	}
	for i := range min(int(layers.Count), len(layers.List)) {
		layer := &layers.List[i] // a paused one does not follow the group
		if layer.Sync == group && !layer.Paused && joinPhase(library, &layer.Playback, joining) {
			return
		}
	}
}

// joinPhase moves a playback to the fraction of its motion at which a member of its sync group is, and reports whether
// the two have motions.
func joinPhase(library *assets.Library, member, joining *components.Playback) bool {
	span, own := playbackSpan(library, member), playbackSpan(library, joining)
	if !(span.Duration() > 0) || !(own.Duration() > 0) {
		return false
	}
	fraction := max(0, min((member.Time-span.Start)/span.Duration(), 1))
	joining.Time = own.Start + float64(fraction*own.Duration())
	if member.Mode == assets.PingPong && joining.Mode == assets.PingPong {
		joining.Backward = (member.Backward != (member.Speed < 0)) != (joining.Speed < 0)
	}
	return true
}
