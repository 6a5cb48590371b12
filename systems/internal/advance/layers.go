package advance

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
)

// MaxAdditiveWeight limits the magnitude of an additive layer's weight.
const MaxAdditiveWeight = 1000

// advanceLayers advances the layers above layer 0 and puts their blend inputs on the character's
// stack. It also writes the root motion of all layers together.
func (a *Advancer) advanceLayers(h *Character, seconds float64) {
	var moved clip.Motion
	if a.wantsRootMotion {
		moved = a.layer.motion.mean()
	}
	a.Inputs.ensureBase()
	for i := 1; ; i++ {
		layer := h.Layers.At(i)
		if layer == nil {
			break
		}
		first, layerSeconds := len(a.Inputs.List), layerTime(layer, seconds)
		advanceLayerWeight(layer, layerSeconds)
		mask, weight := LayerMaskAndWeight(a.library, layer)
		a.beginLayer(uint8(i), weight, layer.Blend)
		if a.wantsRootMotion {
			a.layer.motion = weightedMotion{}
			a.layer.added = weightedMotion{}
		}
		var t turn
		var state *components.ControllerLayer
		if mayTurn(layer) { // few layers do, and the memory of the controller is far away
			state = stateOf(h, i)
		}
		watched := state != nil
		if watched {
			t.watch(layer)
		}
		a.advanceLayer(layer, layerSeconds)
		if watched {
			t.note(a, layer, state, h.entered>>i&1 != 0)
		}
		sum := weightSum(a.Inputs.List[first:])
		attenuation := a.Inputs.endLayer(layer, uint8(i), first, weight, sum)
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
	a.beginLayer(0, 1, clip.Override)
	if a.wantsRootMotion {
		h.RootMotion.Delta = moved
	}
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

// LayerMaskAndWeight returns the mask of a layer (nil for all joints) and the weight of the layer,
// limited to the valid range. The weight is 0 where it is not finite, and where the mask was
// removed from the library.
func LayerMaskAndWeight(library *assets.Library, layer *components.Layer) (mask *rig.Mask, weight float32) {
	weight = layer.Weight
	if layer.Mask != 0 {
		if mask = library.Mask(layer.Mask); mask == nil {
			return nil, 0
		}
	}
	limit := float32(MaxAdditiveWeight)
	least := -limit
	if layer.Blend == clip.Override {
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

// beginLayer prepares for the playbacks of a layer. The weight of the layer scales the weights in
// its events.
func (a *Advancer) beginLayer(number uint8, weight float32, mode clip.LayerMode) {
	a.Events.layer, a.Events.layerWeight = number, weight
	a.layer.onlyAdds = mode == clip.Additive
}

// advanceLayer advances the playbacks of a layer and appends their blend inputs, weighted within
// the layer.
func (a *Advancer) advanceLayer(layer *components.Layer, seconds float64) {
	fadedIn := 1.0
	if layer.Fades.Count > 0 {
		fadedIn = a.advanceCrossfade(&layer.Fades, seconds, a.isAway(layer.Playback.Motion))
	}
	if a.Part != nil && a.Part.Layer == a.Events.layer {
		a.advancePart(&layer.Playback, layer, layer.Sync, layer.Paused, seconds, fadedIn)
		return
	}
	if layer.Sync == 0 {
		a.advancePlayback(&layer.Playback, seconds, fadedIn)
		return
	}
	if layer.Paused && a.holdInSyncGroup(layer, fadedIn) || a.followSyncGroup(layer, fadedIn) {
		return
	}
	before := layer.Playback
	a.advancePlayback(&layer.Playback, seconds, fadedIn)
	a.leadSyncGroup(layer.Sync, &before, &layer.Playback)
}
