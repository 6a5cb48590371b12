package systems

import (
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/playback"
)

// layers advances the layers above the base and lays what they play over what is in the entries. It takes the movement of the base and
// returns that of all.
func (a *advancer) layers(h *ecs.Handles, seconds float64, moved clip.Motion) clip.Motion {
	if len(a.entries) == a.begin {
		a.entries = append(a.entries, ecs.BlendInput{Weight: 1}) // the rest pose, for something to lie on
	}
	for i := range min(int(h.Layers.Count), len(h.Layers.List)) {
		layer := &h.Layers.List[i]
		first, lasts := len(a.entries), layerSeconds(layer, seconds)
		fadeWeight(layer, lasts)
		mask, weight := a.shown(layer)
		a.layer = layerState{number: uint8(i + 1), scale: weight}
		a.advanceLayer(layer, lasts)
		sum := sumOf(a.entries[first:])
		covered := a.cover(layer, first, weight, sum)
		if !a.moving || !(a.layer.weight > 0) {
			continue
		}
		root := float64(1)
		if mask != nil {
			root = float64(mask.Weight(0))
		}
		if layer.Blend == assets.Additive {
			moved = moved.Plus(a.layer.moved, float64(float64(weight)*root)/float64(sum))
		} else {
			part := float64(float64(covered) * root)
			moved = clip.Motion{}.Plus(moved, 1-part).Plus(a.layer.mean(), part)
		}
	}
	return moved
}

// shown returns the mask of a layer and how much of it shows, which is nothing where its mask is gone.
func (a *advancer) shown(layer *components.Layer) (mask *assets.Mask, weight float32) {
	weight = layer.Weight
	if layer.Mask != 0 {
		if mask = a.library.Mask(layer.Mask); mask == nil {
			return nil, 0
		}
	}
	switch {
	case weight-weight != 0:
		return mask, 0
	case layer.Blend == assets.Override:
		return mask, max(0, min(weight, 1))
	}
	return mask, max(-maxAdditive, min(weight, maxAdditive))
}

// maxAdditive is the largest weight of a layer that adds, and its negative the least: what is beyond is cut to it.
const maxAdditive = 1000

// layerSeconds returns how much time goes by for a layer.
func layerSeconds(layer *components.Layer, seconds float64) float64 {
	if layer.Paused {
		return 0
	}
	return scaled(seconds, layer.TimeScale)
}

// advanceLayer moves a layer on and appends what it plays, with the weights that this has within the layer.
func (a *advancer) advanceLayer(layer *components.Layer, seconds float64) {
	in := a.fades(&layer.Fades, seconds)
	if !layer.Paused && a.follow(layer, in) {
		return
	}
	a.play(&layer.Playback, in, seconds)
	a.lead(layer.Sync, &layer.Playback)
}

// fadeWeight moves the weight toward its target.
func fadeWeight(layer *components.Layer, seconds float64) {
	step := float32(seconds * float64(layer.Rate))
	if !(step > 0) || layer.Target-layer.Target != 0 {
		return
	}
	if layer.Weight < layer.Target {
		layer.Weight = min(layer.Weight+step, layer.Target)
	} else {
		layer.Weight = max(layer.Weight-step, layer.Target)
	}
	if layer.Weight == layer.Target {
		layer.Rate = 0
	}
}

// cover gives the entries of a layer, which are those from first on and whose weights have a sum, the layer's weight, mode and mask, and has them cover what
// lies below. It returns how much they cover. Entries that play nothing are taken out; what they leave free of the layer shows what is below.
func (a *advancer) cover(layer *components.Layer, first int, weight, sum float32) float32 {
	kept := a.entries[first:first]
	for _, entry := range a.entries[first:] {
		if entry.Clip != 0 {
			kept = append(kept, entry)
		}
	}
	if weight == 0 {
		kept = kept[:0]
	}
	a.entries = a.entries[:first+len(kept)]
	if len(kept) == 0 {
		return 0
	}
	for i := range kept {
		kept[i].Weight = kept[i].Weight / sum * weight
		kept[i].Mask, kept[i].Mode = layer.Mask, layer.Blend
	}
	if layer.Blend == assets.Additive {
		return 0
	}
	covered := min(sumOf(kept), 1)
	if layer.Mask != 0 || !a.plain(first) {
		kept[0].Attenuation = covered
		return covered
	}
	for i := a.begin; i < first; i++ {
		a.entries[i].Weight *= 1 - covered
	}
	if covered == 1 { // what lies below does not show at all
		n := copy(a.entries[a.begin:], kept)
		a.entries = a.entries[:a.begin+n]
	}
	return covered
}

// plain says whether all entries up to the end one override without a mask, so that one can cover them by making their weights
// smaller.
func (a *advancer) plain(end int) bool {
	for i := a.begin; i < end; i++ {
		if entry := &a.entries[i]; entry.Mask != 0 || entry.Mode != assets.Override || entry.Attenuation != 0 {
			return false
		}
	}
	return true
}

// leader is where the lowest layer of a sync group is, for the others to be there too.
type leader struct {
	entity ecs.Entity // whose it is
	span   playback.Span
	step   playback.Step
}

// lead has the layer that was advanced last lead its sync group, if it is the lowest of it.
func (a *advancer) lead(group uint8, p *components.Playback) {
	if group == 0 || group > components.MaxSync || a.leaders[group-1].entity == a.entity {
		return
	}
	a.leaders[group-1] = leader{a.entity, spanOf(a.library, p), a.layer.step}
}

// follow puts a layer where the leader of its sync group is, and says whether there is one.
func (a *advancer) follow(layer *components.Layer, in float64) bool {
	if layer.Sync == 0 || layer.Sync > components.MaxSync || a.leaders[layer.Sync-1].entity != a.entity {
		return false
	}
	leads, p := &a.leaders[layer.Sync-1], &layer.Playback
	over := spanOf(a.library, p)
	if !(over.Duration() > 0) || !(leads.span.Duration() > 0) {
		return false
	}
	step := leads.step.Onto(leads.span, over)
	if away := math.Abs(p.Time - step.From); !(away <= float64(1e-9*over.Duration())) {
		step = playback.Step{From: step.To, To: step.To} // it was elsewhere: it is put there without passing anything
	}
	p.Time = step.To
	a.layer.step = step
	a.show(p, in)
	return true
}
