package systems

import (
	"fmt"
	"time"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
)

// Layer returns the handle on one of the character's layers, 1 to 7, which plays over those below it; 0 is the player itself. The first
// method that needs the layer gives the entity its [components.Layers], with layers that show wholly and play in a loop what they are
// given.
//
//	player.Layer(1).Overlay(shoot, upperBody, 150*time.Millisecond)
func (p Player) Layer(layer int) Player { return Player{p.animation, p.entity, layer} }

// LayerComponent returns the layer's component, or nil for layer 0 and where there is none yet. It is valid until components are added to an
// entity or removed.
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

// Overlay plays a clip in the layer on the joints of a mask (0 for all), and fades it in.
func (p Player) Overlay(clip assets.ClipID, mask assets.MaskID, duration time.Duration, options ...FadeOption) error {
	if err := p.checkClip(clip); err != nil {
		return err
	}
	if err := p.SetMask(mask); err != nil {
		return err
	}
	return p.CrossFade(clip, duration, options...)
}

// SetMask has the layer move each joint as much as a mask says; 0 is all joints wholly.
func (p Player) SetMask(id assets.MaskID) error {
	if id != 0 {
		mask := p.animation.library.Mask(id)
		if mask == nil {
			return fmt.Errorf("there is no such mask")
		}
		if skeleton := p.skeleton(); skeleton != nil && mask.Skeleton() != skeleton {
			return fmt.Errorf("%w: mask %q", ErrOtherSkeleton, mask.Name())
		}
	}
	return p.change(func(layer *components.Layer) { layer.Mask = id })
}

// SetBlend says whether the layer covers what lies below or adds to it.
func (p Player) SetBlend(mode assets.LayerMode) error {
	if mode > assets.Additive {
		return fmt.Errorf("layer mode %d is neither Override nor Additive", mode)
	}
	return p.change(func(layer *components.Layer) { layer.Blend = mode })
}

// FadeWeight takes the layer's weight to where it should be, straight and in so much time. A layer that covers shows with weights from 0 to 1, one
// that adds with any.
func (p Player) FadeWeight(weight float32, duration time.Duration) error {
	if weight-weight != 0 {
		return fmt.Errorf("a weight must be finite, not %v", weight)
	}
	return p.change(func(layer *components.Layer) {
		layer.Target, layer.Rate = weight, 0
		if way := max(weight-layer.Weight, layer.Weight-weight); duration > 0 && way > 0 {
			layer.Rate = way / float32(duration.Seconds())
		} else {
			layer.Weight = weight
		}
	})
}

// SetTimeScale sets how fast the layer's time goes, 1 being that of the character.
func (p Player) SetTimeScale(scale float32) error {
	if scale-scale != 0 || scale < 0 {
		return fmt.Errorf("a time scale must be finite and not negative, not %v", scale)
	}
	return p.change(func(layer *components.Layer) { layer.TimeScale = scale })
}

// SetSync puts the layer into a sync group, 1 to [components.MaxSync], or with 0 into none. The lowest layer of a group leads and the others are always at the
// same part of their motion.
func (p Player) SetSync(group uint8) error {
	if group > components.MaxSync {
		return fmt.Errorf("sync group %d is above %d", group, components.MaxSync)
	}
	if p.layer == 0 {
		player := p.Component()
		if player == nil {
			return ErrNoCharacter
		}
		player.Sync = group
		return nil
	}
	return p.change(func(layer *components.Layer) { layer.Sync = group })
}

// change changes a layer above the first.
func (p Player) change(set func(*components.Layer)) error {
	if p.layer == 0 {
		return fmt.Errorf("layer 0 lies below all others and always shows wholly")
	}
	if err := p.ready(); err != nil {
		return err
	}
	set(p.LayerComponent())
	return nil
}

// ready sees to it that the layer is there.
func (p Player) ready() error {
	if p.Component() == nil {
		return ErrNoCharacter
	}
	if p.layer < 0 || p.layer >= components.MaxLayers {
		return fmt.Errorf("layer %d is not between 0 and %d", p.layer, components.MaxLayers-1)
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
