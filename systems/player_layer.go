package systems

import (
	"fmt"
	"math"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems/internal/advance"
	"github.com/sinew-go/sinew/systems/internal/arguments"
)

// Layer returns the handle on one of the character's layers: 1 to 7 play over those below, 0 is the
// player itself. The first method that needs the layer adds [components.Layers] to the entity, and
// above layer 1 [components.MoreLayers], with layers up to this one that have weight 1 and play
// their motions in a loop.
//
//	player.Layer(1).Overlay(shoot, upperBody, 0.15)
func (p Player) Layer(layer int) Player { return Player{p.animation, p.entity, layer} }

// LayerComponent returns the layer's component, or nil for layer 0 and for a layer that the entity
// lacks. It is valid until components are added to an entity or removed.
func (p Player) LayerComponent() *components.Layer {
	if p.Component() == nil {
		return nil
	}
	return p.animation.layersOf(p.entity).At(p.layer)
}

// layersOf returns the components with the layers of an entity, which is alive.
func (a *Animation) layersOf(entity ecs.Entity) advance.Layers {
	return advance.Layers{First: a.layers.Get(entity), More: a.moreLayers.Get(entity)}
}

// WholeBody stands for a mask in [Player.Overlay] and [Player.SetMask]: every joint, with weight 1.
const WholeBody id.Mask = math.MaxUint32

// Overlay fades in a motion in the layer, on the joints of a mask, or on all with [WholeBody].
// Otherwise it is like [Player.CrossFade]; if the layer plays the motion already, only the mask
// changes. The further errors are those of [Player.SetMask].
//
// A one-shot is a clip in the mode [clip.Once]. It fades out by itself, so that it ends with the
// clip: as long as it fades in, or as long as [WithFadeOut] asks.
//
//	shot := player.Layer(1)
//	err := shot.SetMode(clip.Once, 0)
//	err = shot.Overlay(shoot, upperBody, 0.1, systems.WithFadeOut(0.3))
func (p Player) Overlay(motion id.Motion, mask id.Mask, seconds float64, options ...FadeOption) error {
	if err := p.checkMotion(motion); err != nil {
		return err
	}
	if err := p.checkMask(mask); err != nil {
		return err
	}
	if err := p.CrossFade(motion, seconds, options...); err != nil {
		return err
	}
	p.LayerComponent().Mask = maskInComponent(mask)
	return nil
}

// SetMask sets the mask of the layer, which scales the layer's weight for each joint, or with
// [WholeBody] none. The errors are [ErrNoMask], also for the ID 0, which
// [assets.Library.FindMask] returns for an unknown name, [ErrOtherSkeleton], [ErrNoCharacter] and
// [ErrWorldLocked].
func (p Player) SetMask(id id.Mask) error {
	if err := p.checkMask(id); err != nil {
		return err
	}
	return p.updateLayer(func(layer *components.Layer) { layer.Mask = maskInComponent(id) })
}

// maskInComponent returns a mask as [components.Layer] has it.
func maskInComponent(id id.Mask) id.Mask {
	if id == WholeBody {
		return 0
	}
	return id
}

// RemoveLayer removes the layer at once; [Player.FadeWeight] can fade it out before. The layers
// above it move down by one, so that a Player of layer 3 handles what was in layer 4. An entity
// that lacks the layer stays as it is. The components stay on the entity, without layers after the
// last one. The errors are [ErrControlled] for a layer of a graph, [ErrNoCharacter] and
// [ErrWorldLocked].
func (p Player) RemoveLayer() error {
	if err := p.checkUpperLayer(); err != nil {
		return err
	}
	if err := p.checkFree(insteadOfRemoving); err != nil {
		return err
	}
	if p.LayerComponent() == nil {
		return nil
	}
	layers, i := p.animation.layersOf(p.entity), p.layer
	for ; layers.At(i+1) != nil; i++ {
		*layers.At(i) = *layers.At(i + 1)
	}
	*layers.At(i), layers.First.Count = components.Layer{}, int32(i-1)
	return nil
}

// checkMask returns an error unless the layer can have the mask.
func (p Player) checkMask(id id.Mask) error {
	if err := p.checkUpperLayer(); err != nil {
		return err
	}
	switch id {
	case WholeBody:
		return nil
	case 0:
		return fmt.Errorf("%w: %sexpected a mask, or WholeBody for every joint, found the ID 0, which Library.FindMask "+
			"returns for an unknown name", ErrNoMask, p.where())
	}
	mask := p.animation.library.Mask(id)
	if mask == nil {
		return fmt.Errorf("%w: %s%s", ErrNoMask, p.where(), p.animation.library.Describe(id))
	}
	return p.checkSkeleton("mask", mask.Name(), mask.Skeleton())
}

// SetBlend sets the mode of the layer. A layer of the mode [clip.Override] covers the layers below,
// except with additive motions, which always add to them; a new layer has this mode. A layer of the
// mode [clip.Additive] plays only additive motions, and its weight is not limited to 0 to 1. The
// error is [ErrLayerMode] if the layer plays an additive motion and mode is Override, or if it
// shows one that is not additive and mode is Additive; [Player.Stop] ends either.
func (p Player) SetBlend(mode clip.LayerMode) error {
	if mode > clip.Additive {
		return fmt.Errorf("%sexpected the layer mode Override or Additive, found %d", p.where(), mode)
	}
	if err := p.checkUpperLayer(); err != nil {
		return err
	}
	if err := p.checkFree(insteadOfBlend); err != nil {
		return err
	}
	if layer := p.LayerComponent(); layer != nil && layer.Blend != mode || layer != nil && mode == clip.Override {
		name, shows, additive := p.describe(&layer.Playback)
		if mode == clip.Additive {
			for i := 0; (!shows || additive) && i < advance.FadeCount(&layer.Fades); i++ {
				name, shows, additive = p.describe(&layer.Fades.Fading[i])
			}
		}
		switch {
		case shows && additive && mode == clip.Override:
			return fmt.Errorf("%w: %sexpected motions in the layer that are not additive, so that it can override, found %s",
				ErrLayerMode, p.where(), name)
		case shows && !additive && mode == clip.Additive:
			return fmt.Errorf("%w: %sexpected additive motions in the layer, so that it can be additive, found %s",
				ErrLayerMode, p.where(), name)
		}
	}
	return p.updateLayer(func(layer *components.Layer) { layer.Blend = mode })
}

// describe returns the name of a playback's motion for errors, and reports whether it is in the
// library and additive.
func (p Player) describe(playback *components.Playback) (name string, ok, additive bool) {
	if motion := p.animation.library.Motion(playback.Motion); motion != nil {
		return fmt.Sprintf("%s %q", motion.Kind, motion.Name), true, motion.Additive
	}
	return "", false, false
}

// FadeWeight changes the layer's weight linearly to a target within some seconds: 0 to 1 in an
// Override layer, and -1000 to 1000 in an Additive layer. The errors are [ErrWeight] and
// [ErrSeconds] besides those of [Player.SetMask].
func (p Player) FadeWeight(weight float32, seconds float64) error {
	if err := p.checkUpperLayer(); err != nil {
		return err
	}
	least, greatest := float32(0), float32(1)
	if layer := p.LayerComponent(); layer != nil && layer.Blend == clip.Additive {
		least, greatest = -advance.MaxAdditiveWeight, advance.MaxAdditiveWeight
	}
	if err := checkWeight(p.entity, "layer", weight, least, greatest); err != nil {
		return err
	}
	if err := p.animation.checkFade("fade of the weight", seconds); err != nil {
		return err
	}
	return p.updateLayer(func(layer *components.Layer) {
		layer.Target, layer.Rate = weight, 0
		rate := max(weight-layer.Weight, layer.Weight-weight) / float32(min(seconds, math.MaxFloat32))
		if rate > 0 && rate <= math.MaxFloat32 {
			layer.Rate = rate
		} else {
			layer.Weight = weight
		}
	})
}

// SetTimeScale sets how fast time passes in the layer, relative to the character's time.
func (p Player) SetTimeScale(scale float32) error {
	if scale-scale != 0 || scale < 0 {
		return fmt.Errorf("%sexpected a finite time scale of at least 0, found %v", p.where(), scale)
	}
	return p.updateLayer(func(layer *components.Layer) { layer.TimeScale = scale })
}

// SetSync puts the layer into a sync group from 1 to [components.MaxSync], or with 0 into none. The
// lowest layer of a group leads; the others are always at the same fraction of their motions, the
// phase of the group.
//
// A layer that joins a group goes to the group's phase, and so does a Loop or PingPong that is
// played in a group, with or without a crossfade: the new motion begins where the old one was in
// its cycle, so that the other layers do not jump. Motions in the other modes, and with
// [WithRestart], begin at their start, and take the group along if they lead.
func (p Player) SetSync(group uint8) error {
	if group > components.MaxSync {
		return fmt.Errorf("%sexpected a sync group of at most %d, found %d", p.where(), components.MaxSync, group)
	}
	if err := p.checkLayer(); err != nil {
		return err
	}
	if err := p.checkSync(); err != nil {
		return err
	}
	p.addLayer()
	if group == p.syncGroup() {
		return nil
	}
	p.joinSyncGroup(group, p.Playback())
	if p.layer == 0 {
		p.Component().Sync = group
	} else {
		p.LayerComponent().Sync = group
	}
	return nil
}

// syncGroup returns the sync group of the layer, or 0.
func (p Player) syncGroup() uint8 {
	if layer := p.LayerComponent(); layer != nil {
		return layer.Sync
	}
	if player := p.Component(); player != nil && p.layer == 0 {
		return player.Sync
	}
	return 0
}

// joinSyncGroup moves a Loop or PingPong to the phase of a sync group of the character.
func (p Player) joinSyncGroup(group uint8, joining *components.Playback) {
	advance.JoinSyncGroup(p.animation.library, p.Component(), p.animation.layersOf(p.entity), group, joining)
}

// updateLayer changes a layer above layer 0.
func (p Player) updateLayer(update func(*components.Layer)) error {
	if err := p.checkUpperLayer(); err != nil {
		return err
	}
	p.addLayer()
	update(p.LayerComponent())
	return nil
}

// checkUpperLayer is checkLayer for what only layers above layer 0 have.
func (p Player) checkUpperLayer() error {
	if p.layer == 0 {
		return fmt.Errorf("entity %d: expected layer 1 to %d, found layer 0, which has no weight, mask, mode or time scale",
			p.entity.ID(), components.MaxLayers-1)
	}
	return p.checkLayer()
}

// checkLayer returns an error unless the character has the layer or can get it.
func (p Player) checkLayer() error {
	if p.animation != nil {
		if err := p.animation.checkOpen(); err != nil {
			return err
		}
	}
	if p.Component() == nil {
		return p.describeMissing()
	}
	if p.layer < 0 || p.layer >= components.MaxLayers {
		return fmt.Errorf("entity %d: expected layer 0 to %d, found %d", p.entity.ID(), components.MaxLayers-1, p.layer)
	}
	if p.layer > 0 && p.animation.world.IsLocked() {
		switch layers := p.animation.layersOf(p.entity); {
		case layers.First == nil:
			return fmt.Errorf("%w, and entity %d has no components.Layers", ErrWorldLocked, p.entity.ID())
		case p.layer > 1 && layers.More == nil:
			return fmt.Errorf("%w, and entity %d has no components.MoreLayers", ErrWorldLocked, p.entity.ID())
		}
	}
	return nil
}

// describeMissing returns the error for an entity without a player.
func (p Player) describeMissing() error {
	switch {
	case p.animation == nil:
		return fmt.Errorf("%w: expected a Player from Animation.Player, found the zero value", ErrNoCharacter)
	case !p.animation.alive(p.entity):
		return fmt.Errorf("%w: %w", ErrNoCharacter, arguments.NotAlive(p.entity))
	}
	return p.animation.describeLacking(p.entity, "AnimationPlayer")
}

// addLayer adds the layer to the entity if it is missing. checkLayer returned no error.
func (p Player) addLayer() {
	if p.layer == 0 || p.LayerComponent() != nil {
		return
	}
	layers := p.animation.addLayers(p.entity, p.layer)
	for i := max(int(layers.First.Count), 0) + 1; i <= p.layer; i++ {
		layers.First.Count = int32(i)
		*layers.At(i) = components.NewLayer(0, 0)
	}
}

// addLayers adds the components to an entity that it lacks for a number of layers above layer 0.
func (a *Animation) addLayers(entity ecs.Entity, layers int) advance.Layers {
	first, more := a.layers.Get(entity), a.moreLayers.Get(entity)
	if layers > 1 && more == nil {
		if first != nil { // those that Count promised without the component do not appear with it
			first.Count = min(first.Count, 1)
		}
		a.moreLayers.Kind.Add(entity)
	}
	if layers > 0 && first == nil {
		a.layers.Kind.Add(entity)
	}
	return a.layersOf(entity)
}
