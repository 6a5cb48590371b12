package systems

import (
	"fmt"
	"time"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
)

// Layer returns the handle on one of the character's layers: 1 to 7 play over those below, 0 is the player itself. The
// first method that needs the layer adds [components.Layers] to the entity, with layers up to this one that have weight
// 1 and play their motions in a loop.
//
//	player.Layer(1).Overlay(shoot, upperBody, 150*time.Millisecond)
func (p Player) Layer(layer int) Player { return Player{p.animation, p.entity, layer} }

// LayerComponent returns the layer's component, or nil for layer 0 and for a layer that the entity lacks. It is valid
// until components are added to an entity or removed.
func (p Player) LayerComponent() *components.Layer {
	if p.Component() == nil {
		return nil
	}
	layers := p.animation.layers.Get(p.entity)
	if layers == nil || p.layer < 1 || p.layer > min(int(layers.Count), len(layers.List)) {
		return nil
	}
	return &layers.List[p.layer-1]
}

// Overlay fades in a clip in the layer, on the joints of a mask (0 for all).
func (p Player) Overlay(clip assets.ClipID, mask assets.MaskID, duration time.Duration, options ...FadeOption) error {
	if err := p.checkClip(clip); err != nil {
		return err
	}
	if err := p.SetMask(mask); err != nil {
		return err
	}
	return p.CrossFade(clip, duration, options...)
}

// SetMask sets the mask of the layer, which scales the layer's weight for each joint. Mask 0 is every joint with weight
// 1.
func (p Player) SetMask(id assets.MaskID) error {
	if id != 0 {
		mask := p.animation.library.Mask(id)
		if mask == nil {
			return fmt.Errorf("the mask is not in the library")
		}
		if skeleton := p.skeleton(); skeleton != nil && mask.Skeleton() != skeleton {
			return fmt.Errorf("mask %q: %w", mask.Name(), ErrOtherSkeleton)
		}
	}
	return p.updateLayer(func(layer *components.Layer) { layer.Mask = id })
}

// SetBlend sets whether the layer overrides the layers below or adds to them.
func (p Player) SetBlend(mode assets.LayerMode) error {
	if mode > assets.Additive {
		return fmt.Errorf("layer mode %d is not Override or Additive", mode)
	}
	return p.updateLayer(func(layer *components.Layer) { layer.Blend = mode })
}

// FadeWeight changes the layer's weight linearly to a target within a duration. The weight of an Override layer is
// limited to 0 to 1; an Additive layer may have any weight.
func (p Player) FadeWeight(weight float32, duration time.Duration) error {
	if weight-weight != 0 {
		return fmt.Errorf("layer weight is %v, must be finite", weight)
	}
	return p.updateLayer(func(layer *components.Layer) {
		layer.Target, layer.Rate = weight, 0
		if change := max(weight-layer.Weight, layer.Weight-weight); duration > 0 && change > 0 {
			layer.Rate = change / float32(duration.Seconds())
		} else {
			layer.Weight = weight
		}
	})
}

// SetTimeScale sets how fast time passes in the layer, relative to the character's time.
func (p Player) SetTimeScale(scale float32) error {
	if scale-scale != 0 || scale < 0 {
		return fmt.Errorf("time scale is %v, must be finite and not negative", scale)
	}
	return p.updateLayer(func(layer *components.Layer) { layer.TimeScale = scale })
}

// SetSync puts the layer into a sync group from 1 to [components.MaxSync], or with 0 into none. The lowest layer of a
// group leads; the others are always at the same fraction of their motions.
func (p Player) SetSync(group uint8) error {
	if group > components.MaxSync {
		return fmt.Errorf("sync group is %d, must be at most %d", group, components.MaxSync)
	}
	if p.layer == 0 {
		player := p.Component()
		if player == nil {
			return ErrNoCharacter
		}
		player.Sync = group
		return nil
	}
	return p.updateLayer(func(layer *components.Layer) { layer.Sync = group })
}

// updateLayer changes a layer above layer 0.
func (p Player) updateLayer(update func(*components.Layer)) error {
	if p.layer == 0 {
		return fmt.Errorf("layer 0 has no weight, mask, mode or time scale")
	}
	if err := p.ensureLayer(); err != nil {
		return err
	}
	update(p.LayerComponent())
	return nil
}

// ensureLayer adds the layer to the entity if it is missing.
func (p Player) ensureLayer() error {
	if p.Component() == nil {
		return ErrNoCharacter
	}
	if p.layer < 0 || p.layer >= components.MaxLayers {
		return fmt.Errorf("layer is %d, must be 0 to %d", p.layer, components.MaxLayers-1)
	}
	if p.layer == 0 || p.LayerComponent() != nil {
		return nil
	}
	layers := p.animation.layers.Get(p.entity)
	if layers == nil {
		if p.animation.world.IsLocked() {
			return ErrWorldLocked
		}
		p.animation.layers.Add(p.entity)
		layers = p.animation.layers.Get(p.entity)
	}
	for i := max(layers.Count, 0); int(i) < p.layer; i++ {
		layers.List[i] = components.Layer{
			Playback: components.Playback{Mode: assets.Loop, Speed: 1},
			Weight:   1, TimeScale: 1,
		}
		layers.Count = i + 1
	}
	return nil
}
