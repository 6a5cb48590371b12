package crowd

import (
	"fmt"
	"math"

	arche "github.com/mlange-42/arche/ecs"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/internal/arguments"
	"github.com/sinew-go/sinew/systems/internal/crowdstore"
)

// parts is access to the components of characters.
type parts struct {
	crowdPlayer, crowdLayer, skeletonID, playerID, blendID, layersID, slotID arche.ID

	skeletons   generic.Map1[components.Skeleton]
	players     generic.Map1[components.AnimationPlayer]
	blends      generic.Map1[components.BlendState]
	layers      generic.Map1[components.Layers]
	controllers generic.Map1[components.Controller]
	inertias    generic.Map1[components.Inertialization]
	modifiers   generic.Map1[components.Modifiers]
	overrides   generic.Map1[components.PoseOverride]
	ragdolls    generic.Map1[components.Ragdoll]
	timeScales  generic.Map1[components.TimeScale]
	worn        generic.Map1[components.Worn]
	attachments generic.Map1[components.Attachment]

	attachmentID arche.ID
}

func newParts(world *ecs.World) parts {
	return parts{
		crowdPlayer: arche.ComponentID[components.CrowdPlayer](world),
		crowdLayer:  arche.ComponentID[components.CrowdLayer](world),
		layersID:    arche.ComponentID[components.Layers](world),
		skeletonID:  arche.ComponentID[components.Skeleton](world),
		playerID:    arche.ComponentID[components.AnimationPlayer](world),
		blendID:     arche.ComponentID[components.BlendState](world),
		slotID:      arche.ComponentID[components.PoseSlot](world),
		skeletons:   generic.NewMap1[components.Skeleton](world),
		players:     generic.NewMap1[components.AnimationPlayer](world),
		blends:      generic.NewMap1[components.BlendState](world),
		layers:      generic.NewMap1[components.Layers](world),
		controllers: generic.NewMap1[components.Controller](world),
		inertias:    generic.NewMap1[components.Inertialization](world),
		modifiers:   generic.NewMap1[components.Modifiers](world),
		overrides:   generic.NewMap1[components.PoseOverride](world),
		ragdolls:    generic.NewMap1[components.Ragdoll](world),
		timeScales:  generic.NewMap1[components.TimeScale](world),
		worn:        generic.NewMap1[components.Worn](world),
		attachments: generic.NewMap1[components.Attachment](world),

		attachmentID: arche.ComponentID[components.Attachment](world),
	}
}

// ToCharacter makes a character of a member: it plays on where it is, and a crossfade continues, so
// that the pose does not jump. A weight that stays between 0 and 1, or moves there, becomes a
// crossfade that stands still at it ([components.BlendState] Until). A [components.Appearance] and
// hidden parts stay; a carrier's matrix goes into the Transform. A [components.TimeScale] applies
// again: a member's speed is that of the character times the scale, so the speed is divided by it;
// one that would stop the character becomes 1. Call it before [systems.Animation.Update]: the
// character is drawn from the next frame on. The errors are [ErrNoMember], [systems.ErrNoModel] if
// the library has lost the model, and [systems.ErrWorldLocked].
func (c *Crowd) ToCharacter(entity ecs.Entity) error {
	p, err := c.player(entity)
	if err != nil {
		return err
	}
	skeleton := c.skeletonOf(entity)
	if skeleton == 0 {
		return fmt.Errorf("%w: %s", systems.ErrNoModel, c.library.Describe(c.meshes.Get(entity).Model))
	}
	if c.world.IsLocked() {
		return systems.ErrWorldLocked
	}
	seconds := c.Time() - p.Since
	to, blend := c.continued(p, seconds)
	if scale := c.parts.timeScales.Get(entity); scale != nil && !undoScale(scale.Scale, &to, &blend) {
		scale.Scale = 1
	}
	if world, err := c.Member(entity).World(); err == nil && p.Carrier != (ecs.Entity{}) &&
		c.transforms.Get(entity) != nil {
		c.transforms.Get(entity).Matrix = world
	}
	add, remove := []arche.ID{c.parts.skeletonID, c.parts.playerID, c.parts.blendID}, []arche.ID{c.parts.crowdPlayer}
	layer, isOver := c.overlay(entity, seconds)
	if isOver {
		add, remove = append(add, c.parts.layersID), append(remove, c.parts.crowdLayer)
	}
	c.exchange(entity, add, remove)
	if isOver {
		*c.parts.layers.Get(entity) = components.Layers{Count: 1, First: layer}
	}
	c.parts.skeletons.Get(entity).ID = skeleton
	c.parts.players.Get(entity).Playback = to
	*c.parts.blends.Get(entity) = blend
	c.store.Changed(entity)
	return nil
}

// overlay returns the layer that continues what a member plays over the rest, if it does so.
func (c *Crowd) overlay(entity ecs.Entity, seconds float64) (layer components.Layer, isOver bool) {
	l := c.layers.Get(entity)
	if l == nil {
		return layer, false
	}
	layer = components.Layer{
		Playback: c.playback(&l.Motion, seconds), Mask: l.Mask, Weight: crowdstore.LayerWeight(l, seconds),
		Target: l.Target, Rate: l.Rate, TimeScale: 1,
	}
	if scale := c.parts.timeScales.Get(entity); scale != nil {
		layer.TimeScale = 1 / scale.Scale
	}
	return layer, true
}

// undoScale makes a playback and a crossfade go on at the same speed under a scale of time. It
// reports false where no finite speeds do.
func undoScale(scale float32, to *components.Playback, blend *components.BlendState) bool {
	current, fading := to.Speed/scale, blend.Fading[0].Speed/scale
	if !(scale > 0) || scale-scale != 0 || current-current != 0 || fading-fading != 0 {
		return false
	}
	to.Speed, blend.Fading[0].Speed = current, fading
	for _, seconds := range []*float64{&blend.Elapsed, &blend.Duration, &blend.Until} {
		*seconds *= float64(scale)
	}
	return true
}

// speedOfTime returns how many seconds pass for a character in a second. A scale that is not above
// 0, or not finite, stops it.
func speedOfTime(scale *components.TimeScale) float32 {
	if scale == nil {
		return 1
	}
	if !(scale.Scale > 0) || scale.Scale-scale.Scale != 0 {
		return 0
	}
	return scale.Scale
}

// continued returns the playback and the crossfade that continue what a player plays: in the motion
// fades whose weight rises, or without a change the second one, if it shows.
func (c *Crowd) continued(p *components.CrowdPlayer, seconds float64) (to components.Playback,
	blend components.BlendState,
) {
	weight, target := crowdstore.Weight(p, seconds), crowdstore.Weight(p, math.Inf(1))
	in, fadedIn, until := 1, float64(weight), float64(target)
	if target < weight || target == 0 {
		in, fadedIn, until = 0, 1-fadedIn, 1-until
	}
	to = c.playback(&p.Motions[in], seconds)
	if fadedIn == 1 {
		return to, blend
	}
	blend.Count, blend.Fading[0], blend.Weights[0] = 1, c.playback(&p.Motions[1-in], seconds), 1
	blend.Duration = 1
	if target != weight {
		blend.Duration = 1 / float64(p.Rate)
	}
	if blend.Elapsed = fadedIn * blend.Duration; until < 1 {
		blend.Until = until * blend.Duration
	}
	return to, blend
}

// playback returns the playback that continues a motion.
func (c *Crowd) playback(m *components.CrowdMotion, seconds float64) components.Playback {
	p := components.Playback{Motion: m.Clip, Time: m.Time, X: m.X, Y: m.Y, Speed: m.Speed, Mode: m.Mode}
	played := c.played(m.Clip)
	if played == nil {
		return p
	}
	step := crowdstore.Advance(m, played, seconds)
	p.Time, p.Finished = step.To, step.Finished
	p.LoopsDone = uint32(min(step.LoopsDone, math.MaxUint32))
	p.Backward = m.Mode == assets.PingPong && step.EndsBackward() != (m.Speed < 0)
	return p
}

// ToCrowd makes a member of a character: it plays on where it is, and a crossfade continues, so
// that the pose does not jump, except for morph weights. A layer that overrides with a clip becomes
// a [components.CrowdLayer]. Components that a member does not use, such as RootMotion, stay and do
// nothing meanwhile. The error [ErrUnfit] names what a member cannot show: other layers, a state
// machine, motions that are neither clips nor blend spaces, more than one motion that fades out,
// solvers, a given pose, bodies of a ragdoll, a decay, a limit of loops, models that it wears, also
// as garments. The other errors are
// [systems.ErrNoCharacter], also for a character without [components.SkinnedMesh], and
// [systems.ErrWorldLocked].
func (c *Crowd) ToCrowd(entity ecs.Entity) error {
	if !c.isMade() {
		return errNotMade
	}
	if !ecs.IsAlive(c.world, entity) {
		return fmt.Errorf("%w: %w", systems.ErrNoCharacter, arguments.NotAlive(entity))
	}
	lacking := ""
	switch {
	case c.parts.skeletons.Get(entity) == nil:
		lacking = "Skeleton"
	case c.parts.players.Get(entity) == nil:
		lacking = "AnimationPlayer"
	case c.meshes.Get(entity) == nil:
		lacking = "SkinnedMesh"
	}
	if lacking != "" {
		return fmt.Errorf("%w: entity %d has no components.%s", systems.ErrNoCharacter, entity.ID(), lacking)
	}
	switch skeleton := c.skeletonOf(entity); skeleton {
	case 0:
		return fmt.Errorf("%w: entity %d: %s", ErrUnfit, entity.ID(), c.library.Describe(c.meshes.Get(entity).Model))
	case c.parts.skeletons.Get(entity).ID:
	default:
		return fmt.Errorf("%w: entity %d: expected a model of the character's skeleton, found model %q of another one",
			ErrUnfit, entity.ID(), c.library.Model(c.meshes.Get(entity).Model).Name)
	}
	player, err := c.fit(entity)
	if err != nil {
		return fmt.Errorf("%w: entity %d: %w", ErrUnfit, entity.ID(), err)
	}
	over, isOver, err := c.fitLayer(entity)
	if err != nil {
		return fmt.Errorf("%w: entity %d: %w", ErrUnfit, entity.ID(), err)
	}
	if c.world.IsLocked() {
		return systems.ErrWorldLocked
	}
	add, remove := []arche.ID{c.parts.crowdPlayer}, []arche.ID{c.parts.skeletonID, c.parts.playerID}
	if isOver {
		add, remove = append(add, c.parts.crowdLayer), append(remove, c.parts.layersID)
	}
	for _, id := range []arche.ID{c.parts.blendID, c.parts.slotID} {
		if c.world.Has(entity, id) {
			remove = append(remove, id)
		}
	}
	c.exchange(entity, add, remove)
	*c.players.Get(entity) = player
	if isOver {
		*c.layers.Get(entity) = over
	}
	c.store.Changed(entity)
	return nil
}

// exchange adds and removes components; those to be added that the entity has are left as they are.
func (c *Crowd) exchange(entity ecs.Entity, add, remove []arche.ID) {
	lacking := add[:0]
	for _, id := range add {
		if !c.world.Has(entity, id) {
			lacking = append(lacking, id)
		}
	}
	c.world.Exchange(entity, lacking, remove)
}

// unfit is a reason why a character cannot join a crowd.
type unfit string

func (u unfit) Error() string { return string(u) }

// fit returns the player that continues what a character plays. The error is the reason why there
// is none.
func (c *Crowd) fit(entity ecs.Entity) (p components.CrowdPlayer, err error) {
	if err := c.fitParts(entity); err != nil {
		return p, err
	}
	speed := speedOfTime(c.parts.timeScales.Get(entity))
	player, blend := c.parts.players.Get(entity), c.parts.blends.Get(entity)
	if player.Paused {
		speed = 0
	}
	p.Since, p.Weight, p.Target = c.Time(), 1, 1
	if p.Motions[1], err = c.fitPlayback(&player.Playback, speed); err != nil {
		return p, err
	}
	if blend == nil || blend.Count <= 0 || !(blend.Elapsed < blend.Duration) {
		p.Motions[0], p.Motions[1] = p.Motions[1], components.CrowdMotion{}
		p.Weight, p.Target = 0, 0
		return p, nil
	}
	if blend.Count > 1 {
		return p, unfit("more than one motion fades out")
	}
	if p.Motions[0], err = c.fitPlayback(&blend.Fading[0], speed); err != nil {
		return p, err
	}
	p.Weight, p.Target = c.weightAt(blend, blend.Elapsed), 1
	left := blend.Duration - blend.Elapsed
	if blend.Until > 0 && blend.Until < blend.Duration {
		p.Target, left = c.weightAt(blend, blend.Until), blend.Until-blend.Elapsed
	}
	if p.Rate = float32(math.Abs(float64(p.Target-p.Weight))) / float32(left) * speed; !(left > 0) || p.Rate-p.Rate != 0 {
		p.Weight, p.Rate = p.Target, 0
	}
	return p, nil
}

// weightAt returns the weight of what fades in at a number of seconds of a crossfade.
func (c *Crowd) weightAt(blend *components.BlendState, seconds float64) float32 {
	progress := float32(max(0, seconds/blend.Duration))
	if blend.Curve == 0 {
		return progress
	}
	return c.library.Ease(blend.Curve, progress)
}

// fitParts returns an error if a character has a component that does something that a crowd cannot
// do.
func (c *Crowd) fitParts(entity ecs.Entity) error {
	if controller := c.parts.controllers.Get(entity); controller != nil && controller.Graph != 0 {
		return unfit("a graph drives it")
	}
	if inertia := c.parts.inertias.Get(entity); inertia != nil &&
		(inertia.Begin || inertia.Phase != components.InertiaIdle) {
		return unfit("an inertialization is in progress")
	}
	if modifiers := c.parts.modifiers.Get(entity); modifiers != nil && modifiers.Stack != 0 {
		return unfit("it has modifiers")
	}
	if override := c.parts.overrides.Get(entity); override != nil && override.Weight > 0 {
		return unfit("it shows a given pose")
	}
	if doll := c.parts.ragdolls.Get(entity); doll != nil && (doll.Weight > 0 || doll.Rate > 0 && doll.WeightTarget > 0) {
		return unfit("bodies of a ragdoll pose it")
	}
	if worn := c.parts.worn.Get(entity); worn != nil {
		for i := range worn.Models {
			if model := c.library.Model(worn.Models[i].Model); model != nil {
				return unfit(fmt.Sprintf("it wears model %q besides its own", model.Name))
			}
		}
	}
	return c.fitGarments(entity)
}

// fitGarments returns an error if a character has garments, or is one: they take the pose of a
// character, which a member has not.
func (c *Crowd) fitGarments(entity ecs.Entity) error {
	if own := c.parts.attachments.Get(entity); own != nil && own.Joint == components.EveryJoint &&
		ecs.IsAlive(c.world, own.Target) && c.parts.skeletons.Get(own.Target) != nil {
		return unfit(fmt.Sprintf("it is a garment of entity %d", own.Target.ID()))
	}
	var garment ecs.Entity
	query := c.world.Query(arche.All(c.parts.attachmentID, c.parts.skeletonID))
	for query.Next() {
		attachment := (*components.Attachment)(query.Get(c.parts.attachmentID))
		if attachment.Target == entity && attachment.Joint == components.EveryJoint &&
			(garment.IsZero() || query.Entity().ID() < garment.ID()) {
			garment = query.Entity()
		}
	}
	if garment.IsZero() {
		return nil
	}
	return unfit(fmt.Sprintf("it has a garment, entity %d, which TakeOff of the animation removes", garment.ID()))
}

// fitLayer returns the layer of a member that continues the layer of a character, if it has one.
// The error is the reason why there is none.
func (c *Crowd) fitLayer(entity ecs.Entity) (over components.CrowdLayer, isOver bool, err error) {
	layers := c.parts.layers.Get(entity)
	if layers == nil || layers.Count <= 0 {
		return over, false, nil
	}
	l := &layers.First
	switch {
	case layers.Count > 1:
		return over, false, unfit(fmt.Sprintf("it has %d layers, and a crowd shows one", layers.Count))
	case l.Blend != clip.Override:
		return over, false, unfit("its layer is additive")
	case l.Sync != 0:
		return over, false, unfit("its layer is in a sync group")
	case l.Fades.Count > 0 && l.Fades.Elapsed < l.Fades.Duration:
		return over, false, unfit("its layer is in a crossfade")
	case l.Motion == 0:
		return over, false, nil // it shows what lies below
	}
	if played := c.library.Motion(l.Motion); played != nil && played.Single != l.Motion {
		return over, false, unfit(fmt.Sprintf("its layer plays the %s %q, and a layer of a member plays only clips",
			played.Kind, played.Name))
	} else if played != nil && played.Additive {
		return over, false, unfit(fmt.Sprintf("its layer plays the additive clip %q", played.Name))
	}
	speed := speedOfTime(c.parts.timeScales.Get(entity)) * speedOfTime(&components.TimeScale{Scale: l.TimeScale})
	if l.Paused {
		speed = 0
	}
	if over.Motion, err = c.fitPlayback(&l.Playback, speed); err != nil {
		return over, false, err
	}
	over.Mask, over.Weight, over.Target, over.Rate = l.Mask, l.Weight, l.Target, l.Rate*speed
	return over, true, nil
}

// fitPlayback returns the motion that continues a playback.
func (c *Crowd) fitPlayback(p *components.Playback, speed float32) (components.CrowdMotion, error) {
	m := components.CrowdMotion{
		Clip: p.Motion, Time: p.Time, X: p.X, Y: p.Y, Speed: p.Speed * speed, Mode: p.Mode,
		Backward: p.Mode == assets.PingPong && p.Backward,
	}
	played := c.played(p.Motion)
	switch found := c.library.Motion(p.Motion); {
	case found != nil && played == nil:
		return m, unfit(fmt.Sprintf("it plays the %s %q, and a crowd plays clips and blend spaces", found.Kind, found.Name))
	case p.LoopLimit > 0:
		return m, unfit("its playback has a limit of loops")
	case p.FadeOut > 0 && p.Mode == assets.Once:
		return m, unfit("its playback fades out at its end")
	}
	if played != nil {
		return m, c.keep(p.Motion, played)
	}
	return m, nil
}
