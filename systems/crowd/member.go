package crowd

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/internal/appearance"
	"github.com/sinew-go/sinew/systems/internal/arguments"
	"github.com/sinew-go/sinew/systems/internal/crowdstore"
)

// Member is the handle on a member of a crowd. A method that returns an error has changed nothing.
// The errors are [ErrNoMember] and those that the method names.
type Member struct {
	crowd  *Crowd
	entity ecs.Entity
}

// Entity returns the member's entity.
func (m Member) Entity() ecs.Entity { return m.entity }

// String returns what the member plays, such as
//
//	member 5 of a crowd: clip "walk"
func (m Member) String() string {
	p := m.Component()
	if p == nil {
		return fmt.Sprintf("entity %d is no member of a crowd", m.entity.ID())
	}
	played := m.crowd.played(p.Motions[shown(p)].Clip)
	if played == nil {
		return fmt.Sprintf("member %d of a crowd: the rest pose", m.entity.ID())
	}
	return fmt.Sprintf("member %d of a crowd: %s %q", m.entity.ID(), played.Kind, played.Name)
}

// Component returns the member's component, or nil if there is no such member. It is valid until
// components are added to an entity or removed. A program that writes to it calls [Crowd.Changed].
func (m Member) Component() *components.CrowdPlayer {
	player, err := m.crowd.player(m.entity)
	if err != nil {
		return nil
	}
	return player
}

// Play plays a clip or a blend space from its start at once, or from its end if the speed is
// negative; [RestPose] is the rest pose. The speed and the coordinates in a blend space
// ([Member.SetPosition]) stay as they are, and so does the mode, unless the clip says another one
// ([clip.Clip.PlayMode]), which ends with it. It changes nothing if the member plays it already.
// The further errors are what [Crowd.Spawn] returns for clips.
func (m Member) Play(id assets.ClipID) error { return m.CrossFade(id, 0) }

// CrossFade is [Member.Play] within a number of seconds, in which what the member played fades out.
// During another crossfade only the motion with the larger weight fades out, and the other one ends
// at once. The further errors are what [Member.Play] returns, and [systems.ErrSeconds], also for
// more than [systems.WithLongestFade] allows; [Member.PlayMotion] takes any number.
func (m Member) CrossFade(id assets.ClipID, seconds float64) error {
	p, err := m.crowd.player(m.entity)
	if err != nil {
		return err
	}
	if err := arguments.Fade(seconds, m.crowd.animation.LongestFade()); err != nil {
		return fmt.Errorf("%w: the fade: %w", systems.ErrSeconds, err)
	}
	current := &p.Motions[shown(p)]
	played := m.crowd.played(id)
	if current.Clip == clipInComponent(id) && id != 0 && (played == nil || !crowdstore.Advance(current, played,
		m.crowd.Time()-p.Since).Finished) {
		return nil
	}
	next := components.CrowdMotion{
		Clip: id, X: current.X, Y: current.Y, Speed: current.Speed, Mode: m.crowd.modeAfter(current, clipInComponent(id)),
	}
	if played != nil && next.Speed < 0 {
		next.Time = played.Span.Duration()
	}
	return m.PlayMotion(next, seconds)
}

// shown returns the index of the motion that a player plays, or fades in.
func shown(p *components.CrowdPlayer) int {
	if p.Rate > 0 && p.Target >= 0.5 || !(p.Rate > 0) && p.Weight >= 0.5 {
		return 1
	}
	return 0
}

// checkSeconds returns an error unless a duration is finite and not negative.
func (m Member) checkSeconds(seconds float64) error {
	if !(seconds >= 0) || seconds-seconds != 0 {
		return fmt.Errorf("%w: entity %d: found %v", systems.ErrSeconds, m.entity.ID(), seconds)
	}
	return nil
}

// checkFinite returns an error unless a number is finite.
func (m Member) checkFinite(what string, x float64) error {
	if x-x != 0 {
		return fmt.Errorf("%w: entity %d: the %s: expected a finite number, found %v", systems.ErrNotFinite,
			m.entity.ID(), what, x)
	}
	return nil
}

// checkPosition returns an error unless coordinates are finite.
func (m Member) checkPosition(x, y float32) error {
	if x-x != 0 || y-y != 0 {
		return fmt.Errorf("%w: entity %d: expected finite coordinates, found %v, %v", systems.ErrNotFinite, m.entity.ID(),
			x, y)
	}
	return nil
}

// PlayMotion changes to a motion within a number of seconds, as [Member.CrossFade] does. The motion
// has its own mode, speed and coordinates, and begins at its Time, which counts from the clip's
// start. The further errors are what [Crowd.Spawn] returns for clips, [systems.ErrSeconds],
// [systems.ErrNotFinite] for the time, the speed and the coordinates, and one for an unknown mode.
func (m Member) PlayMotion(motion components.CrowdMotion, seconds float64) error {
	p, err := m.crowd.player(m.entity)
	if err != nil {
		return err
	}
	if err := m.checkSeconds(seconds); err != nil {
		return err
	}
	if err := m.checkFinite("time of the motion", motion.Time); err != nil {
		return err
	}
	if err := m.checkFinite("speed of the motion", float64(motion.Speed)); err != nil {
		return err
	}
	if err := m.checkPosition(motion.X, motion.Y); err != nil {
		return err
	}
	if motion.Mode > assets.Hold {
		return fmt.Errorf("entity %d: expected the play mode Once, Loop, PingPong or Hold, found %d", m.entity.ID(),
			motion.Mode)
	}
	from, err := m.crowd.motion(m.crowd.skeletonOf(m.entity), motion.Clip)
	if err != nil {
		return err
	}
	motion.Clip, motion.Time = from.Clip, motion.Time+from.Time
	m.crowd.rebase(m.entity, p)
	lighter := 1
	if p.Weight >= 0.5 {
		lighter = 0
	}
	if source := &p.Motions[1-lighter]; source.Mode == assets.Once && seconds > 0 {
		m.crowd.hold(source)
	}
	p.Target, p.Rate = float32(lighter), 0
	if p.Motions[lighter] = motion; seconds == 0 {
		p.Weight = p.Target
	} else {
		p.Weight, p.Rate = 1-p.Target, float32(1/seconds)
	}
	m.crowd.store.Changed(m.entity)
	return nil
}

// hold makes a motion that fades out show its last moment, not the rest pose, if it reaches its end
// meanwhile.
func (c *Crowd) hold(m *components.CrowdMotion) {
	if played := c.played(m.Clip); played != nil && !crowdstore.Advance(m, played, 0).Finished {
		m.Mode = assets.Hold
	}
}

// rebase makes a player count from the present time, without changing what it shows.
func (c *Crowd) rebase(entity ecs.Entity, p *components.CrowdPlayer) {
	seconds := c.Time() - p.Since
	for i := range p.Motions {
		c.rebaseMotion(&p.Motions[i], seconds)
	}
	if l := c.layers.Get(entity); l != nil {
		c.rebaseMotion(&l.Motion, seconds)
		if l.Weight = crowdstore.LayerWeight(l, seconds); !(l.Rate > 0) || l.Weight == l.Target {
			l.Target, l.Rate = l.Weight, 0
		}
	}
	if p.Weight = crowdstore.Weight(p, seconds); !(p.Rate > 0) || p.Weight == p.Target {
		p.Target, p.Rate = p.Weight, 0
	}
	p.Since = c.Time()
}

// rebaseMotion puts a motion where it is some seconds later.
func (c *Crowd) rebaseMotion(m *components.CrowdMotion, seconds float64) {
	if played := c.played(m.Clip); played != nil {
		step := crowdstore.Advance(m, played, seconds)
		m.Time, m.Backward = step.To, m.Mode == assets.PingPong && step.EndsBackward() != (m.Speed < 0)
	}
}

// Rebase makes the component count from the present time, without changing what the member shows:
// Since becomes the time of the crowd, and the motions and the weight are what they are now. A
// program calls it before it changes speeds or weights in the component.
func (m Member) Rebase() error {
	return m.change(func(*components.CrowdPlayer) {})
}

// change rebases the player, changes it and notes that it changed.
func (m Member) change(change func(*components.CrowdPlayer)) error {
	p, err := m.crowd.player(m.entity)
	if err != nil {
		return err
	}
	m.crowd.rebase(m.entity, p)
	change(p)
	m.crowd.store.Changed(m.entity)
	return nil
}

// Overlay fades in a clip over what the member plays, within a number of seconds, on the joints of
// a mask, or on all with [systems.WholeBody]: it plays from its start at the authored speed, in a
// loop unless the clip says another mode. A clip in the mode [assets.Once] shows until it ends. One
// that is played over already is replaced, at its weight. It adds a [components.CrowdLayer] if
// there is none; members without one pay nothing for it. The further errors are what [Crowd.Spawn]
// returns for clips, [systems.ErrNoMask], [systems.ErrOtherSkeleton] for the mask of another one,
// [systems.ErrSeconds] as for [Member.CrossFade], and [systems.ErrWorldLocked] if the component
// must be added.
func (m Member) Overlay(clip assets.ClipID, mask id.Mask, seconds float64) error {
	c := m.crowd
	p, err := c.player(m.entity)
	if err != nil {
		return err
	}
	skeleton := c.skeletonOf(m.entity)
	if mask == systems.WholeBody {
		mask = 0
	} else if found := c.library.Mask(mask); found == nil {
		return fmt.Errorf("%w: expected a mask, or systems.WholeBody for all joints: %s", systems.ErrNoMask,
			c.library.Describe(mask))
	} else if found.Skeleton() != c.library.Skeleton(skeleton) {
		return fmt.Errorf("%w: expected a mask for the skeleton of the member's model, found mask %q for skeleton %q",
			systems.ErrOtherSkeleton, found.Name(), found.Skeleton().Name())
	}
	if err := arguments.Fade(seconds, c.animation.LongestFade()); err != nil {
		return fmt.Errorf("%w: the fade: %w", systems.ErrSeconds, err)
	}
	over, err := c.clipMotion(skeleton, clip)
	if err != nil {
		return err
	}
	isNew := c.layers.Get(m.entity) == nil
	if isNew && c.world.IsLocked() {
		return systems.ErrWorldLocked
	}
	c.rebase(m.entity, p)
	if isNew {
		c.layers.Add(m.entity)
	}
	l := c.layers.Get(m.entity)
	l.Motion, l.Mask = over, mask
	fade(l, 1, seconds)
	c.store.Changed(m.entity)
	return nil
}

// FadeOverlay moves the weight of what [Member.Overlay] plays, 0 to 1, within a number of seconds.
// Weight 0 at once removes the [components.CrowdLayer]. The further errors are
// [systems.ErrNoMotion] if nothing is played over, [systems.ErrWeight], [systems.ErrSeconds] as for
// [Member.CrossFade], and [systems.ErrWorldLocked] if the component must be removed.
func (m Member) FadeOverlay(weight float32, seconds float64) error {
	c := m.crowd
	p, err := c.player(m.entity)
	if err != nil {
		return err
	}
	l := c.layers.Get(m.entity)
	if l == nil {
		return fmt.Errorf("%w: entity %d has no components.CrowdLayer", systems.ErrNoMotion, m.entity.ID())
	}
	if !(weight >= 0 && weight <= 1) {
		return fmt.Errorf("%w: expected a weight from 0 to 1, found %v", systems.ErrWeight, weight)
	}
	if err := arguments.Fade(seconds, c.animation.LongestFade()); err != nil {
		return fmt.Errorf("%w: the fade: %w", systems.ErrSeconds, err)
	}
	if weight == 0 && seconds == 0 {
		if c.world.IsLocked() {
			return systems.ErrWorldLocked
		}
		c.layers.Remove(m.entity)
	} else {
		c.rebase(m.entity, p)
		fade(l, weight, seconds)
	}
	c.store.Changed(m.entity)
	return nil
}

// fade moves the weight of a layer to a target within a number of seconds.
func fade(l *components.CrowdLayer, target float32, seconds float64) {
	change := float32(math.Abs(float64(target - l.Weight)))
	if l.Target, l.Rate = target, change/float32(seconds); !(l.Rate > 0) || l.Rate-l.Rate != 0 {
		l.Weight, l.Rate = target, 0
	}
}

// SetPosition sets the coordinates of the motion that the member plays, or fades in, in its blend
// space; its phase goes on from where it is. A further error is [systems.ErrNotFinite].
func (m Member) SetPosition(x, y float32) error {
	if err := m.checkPosition(x, y); err != nil {
		return err
	}
	return m.change(func(p *components.CrowdPlayer) {
		motion := &p.Motions[shown(p)]
		motion.X, motion.Y = x, y
	})
}

// SetSpeed sets the speed of both motions, in seconds of the motion per second. A further error is
// [systems.ErrNotFinite].
func (m Member) SetSpeed(speed float32) error {
	if err := m.checkFinite("speed", float64(speed)); err != nil {
		return err
	}
	return m.change(func(p *components.CrowdPlayer) { p.Motions[0].Speed, p.Motions[1].Speed = speed, speed })
}

// Seek puts the motion that the member plays, or fades in, at a time: in a clip seconds, in a blend
// space the phase. A further error is [systems.ErrNotFinite].
func (m Member) Seek(time float64) error {
	if err := m.checkFinite("time", time); err != nil {
		return err
	}
	return m.change(func(p *components.CrowdPlayer) {
		p.Motions[shown(p)].Time = time
	})
}

// SetTint multiplies the base color of the member by a color, in linear RGB. The zero vector and
// (1, 1, 1) change nothing. It adds a [components.Appearance] if there is none. The further errors
// are [systems.ErrAppearance] for a number that is negative or not finite, and
// [systems.ErrWorldLocked] if the component must be added.
func (m Member) SetTint(tint mgl32.Vec3) error {
	if err := appearance.CheckTint(tint); err != nil {
		return fmt.Errorf("%w: %w", systems.ErrAppearance, err)
	}
	return m.changeLooks(func(looks *components.Appearance) { looks.Tint = tint })
}

// SetBuild sets the breadth of the member's body: see [components.Appearance]. It adds the
// component if there is none. The further errors are [systems.ErrAppearance] for a number that is
// not between [components.LeastBuild] and [components.MostBuild], and [systems.ErrWorldLocked] if
// the component must be added.
func (m Member) SetBuild(build float32) error {
	if err := appearance.CheckBuild(build); err != nil {
		return fmt.Errorf("%w: %w", systems.ErrAppearance, err)
	}
	return m.changeLooks(func(looks *components.Appearance) { looks.Build = build })
}

// changeLooks changes the member's appearance, and notes that it changed.
func (m Member) changeLooks(change func(*components.Appearance)) error {
	if _, err := m.crowd.player(m.entity); err != nil {
		return err
	}
	if m.crowd.looks.Get(m.entity) == nil {
		if m.crowd.world.IsLocked() {
			return systems.ErrWorldLocked
		}
		m.crowd.looks.Add(m.entity)
	}
	change(m.crowd.looks.Get(m.entity))
	m.crowd.store.Changed(m.entity)
	return nil
}

// HidePart stops drawing the parts of the member's model with a name: it changes bits of
// [components.SkinnedMesh.Hidden]. Members that show other parts are drawn together all the same.
// The further errors are [systems.ErrNoModel], and [systems.ErrNoPart] for a name that no part has
// or a part that is not among the first 64.
func (m Member) HidePart(name string) error { return m.setPart(name, true) }

// ShowPart draws the parts again that [Member.HidePart] hid. The errors are the same, and
// [systems.ErrNoPart] for a part that the model itself hides ([assets.Part.Hidden]).
func (m Member) ShowPart(name string) error { return m.setPart(name, false) }

func (m Member) setPart(name string, hide bool) error {
	if _, err := m.crowd.player(m.entity); err != nil {
		return err
	}
	mesh := m.crowd.meshes.Get(m.entity)
	model := m.crowd.library.Model(mesh.Model)
	if model == nil {
		return fmt.Errorf("%w: entity %d: %s", systems.ErrNoModel, m.entity.ID(), m.crowd.library.Describe(mesh.Model))
	}
	bits, err := appearance.PartBits(model, name, hide)
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", systems.ErrNoPart, err)
	case bits == 0:
		return appearance.NoPart(systems.ErrNoPart, fmt.Sprintf("model %q", model.Name), name, model)
	case hide:
		mesh.Hidden |= bits
	default:
		mesh.Hidden &^= bits
	}
	m.crowd.store.Changed(m.entity)
	return nil
}

// SetCarrier makes the member's Transform relative to that of an entity: the member then moves as
// the entity does, at no cost. The zero entity is none. A carrier that is dead, has no Transform or
// is the member itself is an error.
func (m Member) SetCarrier(carrier ecs.Entity) error {
	if m.crowd != nil && !carrier.IsZero() {
		switch {
		case !ecs.IsAlive(m.crowd.world, carrier):
			return fmt.Errorf("the carrier: %w", arguments.NotAlive(carrier))
		case m.crowd.transforms.Get(carrier) == nil:
			return fmt.Errorf("the carrier: entity %d has no components.Transform", carrier.ID())
		case carrier == m.entity:
			return fmt.Errorf("the carrier: expected another entity, found the member itself, entity %d", carrier.ID())
		}
	}
	return m.change(func(p *components.CrowdPlayer) { p.Carrier = carrier })
}

// Move puts the member at a place: it sets its [components.Transform]. A further error is
// [systems.ErrTransform].
func (m Member) Move(transform mgl32.Mat4) error {
	if _, err := m.crowd.player(m.entity); err != nil {
		return err
	}
	if err := arguments.Transform(transform); err != nil {
		return fmt.Errorf("%w: entity %d: %w", systems.ErrTransform, m.entity.ID(), err)
	}
	t := m.crowd.transforms.Get(m.entity)
	if t == nil {
		return fmt.Errorf("%w: entity %d has no components.Transform", ErrNoMember, m.entity.ID())
	}
	t.Matrix = transform
	m.crowd.store.Changed(m.entity)
	return nil
}

// World returns the matrix from the member's model space to world space: carrier · Transform.
func (m Member) World() (mgl32.Mat4, error) {
	p, err := m.crowd.player(m.entity)
	if err != nil {
		return mgl32.Mat4{}, err
	}
	world := rig.IdentityMatrix()
	if ecs.IsAlive(m.crowd.world, p.Carrier) {
		if t := m.crowd.transforms.Get(p.Carrier); t != nil {
			world = rig.MatrixFromMat4(t.Matrix)
		}
	}
	if t := m.crowd.transforms.Get(m.entity); t != nil {
		world = world.Mul(rig.MatrixFromMat4(t.Matrix))
	}
	return world.Mat4(), nil
}

// Pose writes the pose that the member shows now, as a character would: with the same arithmetic as
// at [systems.AtSampleClips]. Its morph weights come from the clips; drawing leaves them out. The
// further errors are [systems.ErrPose] for nil, and [systems.ErrOtherSkeleton].
func (m Member) Pose(dst *rig.Pose) error {
	c := m.crowd
	p, err := c.player(m.entity)
	if err != nil {
		return err
	}
	if dst == nil {
		return fmt.Errorf("%w: entity %d: expected a pose to write to, such as rig.NewPose(skeleton), found nil",
			systems.ErrPose, m.entity.ID())
	}
	if own := c.library.Skeleton(c.skeletonOf(m.entity)); own == nil || dst.Skeleton() != own {
		return fmt.Errorf("%w: entity %d: expected a pose of the skeleton of its model, found one of another skeleton or "+
			"of none", systems.ErrOtherSkeleton, m.entity.ID())
	}
	seconds := c.Time() - p.Since
	weight := crowdstore.Weight(p, seconds)
	c.inputs = c.inputs[:0]
	if weight < 1 {
		c.sample(&p.Motions[0], seconds, dst, 1-weight)
	}
	if weight > 0 {
		c.sample(&p.Motions[1], seconds, dst, weight)
	}
	if l, mask, over := m.layerAt(p, c.Time()); over > 0 && c.library.Clip(l.Motion.Clip) != nil {
		pose := c.scratch(dst)
		played, step := c.shownMotion(&l.Motion, seconds, dst.Skeleton())
		if played != nil && c.sampleClip(l.Motion.Clip, step.To, pose) {
			c.inputs = append(c.inputs, rig.Over(pose, over, mask))
		}
	}
	if len(c.inputs) == 1 {
		return nil
	}
	return rig.Blend(dst, c.inputs...)
}

// layerAt returns the layer of the member, or nil, with its mask, nil for all joints, and its
// weight at a time of the crowd: 0 if the mask is none of the skeleton's.
func (m Member) layerAt(p *components.CrowdPlayer, time float64) (l *components.CrowdLayer, mask *rig.Mask,
	weight float32,
) {
	c := m.crowd
	if l = c.layers.Get(m.entity); l == nil {
		return nil, nil, 0
	}
	if l.Mask != 0 {
		mask = c.library.Mask(l.Mask)
		if mask == nil || mask.Skeleton() != c.library.Skeleton(c.skeletonOf(m.entity)) {
			return l, nil, 0
		}
	}
	return l, mask, crowdstore.LayerWeight(l, time-p.Since)
}

// scratch returns the pose for the next input of a pose: the pose itself for the first one, then
// another of its skeleton.
func (c *Crowd) scratch(dst *rig.Pose) *rig.Pose {
	i := len(c.inputs) - 1
	if i < 0 {
		return dst
	}
	if i == len(c.poses) {
		c.poses = append(c.poses, nil)
	}
	if c.poses[i] == nil || c.poses[i].Skeleton() != dst.Skeleton() {
		c.poses[i] = rig.NewPose(dst.Skeleton())
	}
	return c.poses[i]
}

// sample adds the poses that a motion shows to the inputs of a pose, by a weight.
func (c *Crowd) sample(m *components.CrowdMotion, seconds float64, dst *rig.Pose, weight float32) {
	played, step := c.shownMotion(m, seconds, dst.Skeleton())
	if played == nil {
		pose := c.scratch(dst)
		pose.SetRest()
		c.inputs = append(c.inputs, rig.Mix(pose, weight))
		return
	}
	c.mix(m, played, step)
	for i := range c.frame.Inputs {
		input := &c.frame.Inputs[i]
		pose := c.scratch(dst)
		if !c.sampleClip(input.Clip, input.Time, pose) {
			pose.SetRest()
		}
		c.inputs = append(c.inputs, rig.Mix(pose, weight*input.Weight))
	}
}

// mix fills the frame with the clips that a motion shows after a step.
func (c *Crowd) mix(m *components.CrowdMotion, played *motion.Asset, step motion.Step) {
	c.frame.Step = step
	c.frame.Begin(played, m.X, m.Y)
	played.Motion.Mix(&c.frame)
}

// sampleClip writes the pose of a clip at a time in seconds. It reports whether it can.
func (c *Crowd) sampleClip(of assets.ClipID, time float64, dst *rig.Pose) bool {
	if baked := c.library.Baked(of); baked != nil {
		baked.Sample(time, dst.Locals, dst.Morphs)
		return true
	}
	clip := c.library.Clip(of)
	return clip != nil && clip.Sample(time, dst) == nil
}

// shownMotion returns what a motion shows on a skeleton some seconds after the member changed, and
// the step until then, or nil if it shows nothing.
func (c *Crowd) shownMotion(m *components.CrowdMotion, seconds float64, skeleton *assets.Skeleton) (
	shown *motion.Asset, step motion.Step,
) {
	played := c.played(m.Clip)
	if played == nil || played.Skeleton != skeleton || played.Additive {
		return nil, step
	}
	step = crowdstore.Advance(m, played, seconds)
	if step.Finished && m.Mode == assets.Once {
		return nil, step
	}
	return played, step
}
