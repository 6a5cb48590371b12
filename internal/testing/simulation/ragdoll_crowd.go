package simulation

import (
	"errors"
	"fmt"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/systems"
)

// ragdollCount is the number of characters with bodies.
const ragdollCount = 15

// PlayRagdolls runs a script of [Frames] frames in which characters are handed over to bodies and
// back: bodies fall and bounce, each on its own and by exact steps, pose the whole character or a
// part of it, and characters get up. It hashes what is proposed as bodies, and the results of each
// frame, as [ModelSet.Play] does.
func (c *ModelSet) PlayRagdolls(workers int, baked bool) ([]StageHash, error) {
	if err := c.setBaked(baked); err != nil {
		return nil, err
	}
	if c.modified == nil {
		if err := c.makeModifiedModels(); err != nil {
			return nil, err
		}
	}
	sampling := "exact"
	if baked {
		sampling = "baked"
	}
	w, err := newCrowd(c, workers)
	if err != nil {
		return nil, err
	}
	defer w.animation.Close()
	p := &ragdollCrowd{
		crowd: w, definitions: newDigest("definitions"), motions: newDigest("bodies"),
		places: newDigest("weights and transforms"),
		placed: generic.NewMap1[components.Transform](&w.world),
	}
	if err := p.spawnMembers(); err != nil || len(p.members) == 0 {
		return nil, err
	}
	stages := []StageHash{p.definitions.stage("proposed: ")}
	for frame := range c.frames() {
		delta := deltas[frame%len(deltas)]
		err := p.changeMembers()
		if err == nil {
			err = p.moveBodies(delta)
		}
		if err == nil {
			err = w.animation.Update(delta)
		}
		if err == nil {
			err = p.record()
		}
		if err != nil {
			return nil, fmt.Errorf("ragdolls, frame %d: %w", frame, err)
		}
		for _, d := range []*digest{p.places, p.motions, w.matrices, w.palettes} {
			if d.err != nil {
				return nil, fmt.Errorf("ragdolls, frame %d: %w", frame, d.err)
			}
			if slices.Contains(hashedFrames, frame) {
				stages = append(stages, d.stage(fmt.Sprintf("%s, ragdolls, up to frame %d: ", sampling, frame)))
			}
		}
	}
	return stages, nil
}

// ragdollCrowd is a crowd of characters with bodies.
type ragdollCrowd struct {
	*crowd
	members                      []ragdollMember
	placed                       generic.Map1[components.Transform]
	definitions, motions, places *digest
}

type ragdollMember struct {
	model      *assets.Model
	entity     ecs.Entity
	definition *ragdoll.Definition
	doll       systems.Ragdoll
	bodies     []ragdoll.Motion // as the script moves them; none while it does not
	found      []ragdoll.Motion
	transforms []ragdoll.Transform
}

// spawnMembers spawns characters of the models that have bodies; some have modifiers too.
func (p *ragdollCrowd) spawnMembers() error {
	var models []*assets.Model
	var definitions []*ragdoll.Definition
	for _, model := range p.models.Models {
		definition, err := ragdoll.Propose(p.models.Library, model, ragdoll.Options{Mass: 75})
		if errors.Is(err, ragdoll.ErrNoBodies) || errors.Is(err, ragdoll.ErrModel) {
			continue
		}
		if err != nil {
			return err
		}
		p.recordDefinition(definition)
		models, definitions = append(models, model), append(definitions, definition)
	}
	for i := 0; len(models) > 0 && i < ragdollCount; i++ {
		m := ragdollMember{model: models[i%len(models)], definition: definitions[i%len(models)]}
		entity, err := p.animation.Spawn(m.model,
			mgl32.Mat4{0.6, 0, -0.8, 0, 0, 1, 0, 0, 0.8, 0, 0.6, 0, float32(2 * i), 0.25, 1, 1})
		if err != nil {
			return err
		}
		m.entity, m.doll = entity, p.animation.Ragdoll(entity)
		p.details.Add(entity)
		steps := []error{p.animation.EnableModelMatrices(entity), m.doll.Bind(m.definition)}
		if clips := m.model.Clips; len(clips) > 0 {
			steps = append(steps, p.animation.Player(entity).Play(clips[i%len(clips)]))
		}
		at := slices.IndexFunc(p.models.modified, func(other modifiedModel) bool { return other.model == m.model })
		if at >= 0 && i%3 == 2 {
			steps = append(steps, p.crowd.modify(entity, p.models.modified[at].stack))
		}
		if err := errors.Join(steps...); err != nil {
			return err
		}
		p.members = append(p.members, m)
	}
	return nil
}

// changeMembers makes one random change to each of two characters.
func (p *ragdollCrowd) changeMembers() error {
	for range 2 {
		m := &p.members[p.random.IntN(len(p.members))]
		if err := p.change(m); err != nil && !errors.Is(err, systems.ErrNotPosed) {
			return err
		}
	}
	return nil
}

// getUp is [systems.Ragdoll.GetUp], but also lets a character get up that its bodies do not pose.
func (p *ragdollCrowd) getUp(m *ragdollMember, ground mgl32.Vec3, seconds float64, clips []assets.ClipID) error {
	if c := m.doll.Component(); c.Weight > 0 || c.WeightTarget > 0 {
		_, err := m.doll.GetUp(ground, seconds, clips...)
		return err
	}
	clip, transform, err := m.doll.Nearest(ground, clips...)
	if err != nil {
		return err
	}
	player := p.animation.Player(m.entity)
	if err := player.CrossFade(clip, 0, systems.WithRestart()); err != nil {
		return err
	}
	if err := player.SetMode(assets.Hold, 0); err != nil {
		return err
	}
	if err := m.doll.MoveTo(transform); err != nil {
		return err
	}
	return m.doll.Stop(seconds)
}

func (p *ragdollCrowd) change(m *ragdollMember) error {
	fraction, seconds := float32(p.random.IntN(65))/64, float64(p.random.IntN(700))/1000
	switch p.random.IntN(10) {
	case 0, 1, 2: // handed over, with the velocities of the motions
		var err error
		if m.found, err = m.doll.Bodies(m.found); err != nil {
			return err
		}
		m.bodies = append(m.bodies[:0], m.found...)
		if fraction < 0.5 {
			return m.doll.Start()
		}
		return m.doll.Fade(fraction, seconds)
	case 3:
		return m.doll.SetWeight(p.random.IntN(m.doll.Len()), fraction)
	case 4:
		return m.doll.Fade(fraction, seconds)
	case 5:
		m.doll.Component().KeepLengths = fraction < 0.5
	case 6:
		if len(m.model.Clips) == 0 {
			return m.doll.Stop(seconds)
		}
		clips := m.model.Clips[:min(len(m.model.Clips), 3)]
		err := p.getUp(m, mgl32.Vec3{0, 0.25, 0}, seconds, clips)
		m.bodies = m.bodies[:0]
		if err != nil {
			return err
		}
		return p.animation.Player(m.entity).SetMode(assets.Loop, 0) // it plays on
	case 7:
		return m.doll.Stop(seconds)
	case 8:
		p.details.Get(m.entity).Level = uint8(p.random.IntN(3))
		p.details.Get(m.entity).Interval = uint16(p.random.IntN(3))
	default:
		if fraction < 0.75 {
			if clips := m.model.Clips; len(clips) > 0 {
				return p.animation.Player(m.entity).CrossFade(clips[p.random.IntN(len(clips))], 0)
			}
			return nil
		}
		m.bodies = m.bodies[:0]
		return errors.Join(m.doll.Unbind(), m.doll.Bind(m.definition))
	}
	return nil
}

// moveBodies lets the bodies that the script moves fly, fall and bounce for a time in seconds.
func (p *ragdollCrowd) moveBodies(seconds float64) error {
	for i := range p.members {
		m := &p.members[i]
		if len(m.bodies) == 0 {
			continue
		}
		m.transforms = m.transforms[:0]
		for k := range m.bodies {
			fly(&m.bodies[k], seconds)
			m.transforms = append(m.transforms, m.bodies[k].Transform)
		}
		if err := m.doll.SetBodies(m.transforms); err != nil {
			return err
		}
	}
	return nil
}

// fly moves a body for a time: by gravity, back up from the height 0, and turning as it does.
func fly(b *ragdoll.Motion, seconds float64) {
	velocity := exact.ToVec3(b.Linear).AddScaled(seconds, exact.Vec3{0, -9.75, 0})
	for i := range velocity { // motions that jump are not followed far
		velocity[i] = max(min(velocity[i], 8), -8)
	}
	position := exact.ToVec3(b.Position).AddScaled(seconds, velocity)
	if position[1] < 0 {
		position[1], velocity[1] = -position[1], velocity[1]*-0.5
	}
	turn := exact.ToVec3(b.Angular).Scale(seconds * 0.5)
	q := exact.ToQuat(exact.XYZW(b.Rotation))
	q = exact.Quat{turn[0], turn[1], turn[2], 1}.Normalized().Mul(q).Normalized()
	b.Position, b.Linear, b.Rotation = position.Float32(), velocity.Float32(), exact.QuatFromXYZW(q.Float32())
}

// recordDefinition hashes the bodies of a model.
func (p *ragdollCrowd) recordDefinition(d *ragdoll.Definition) {
	p.definitions.integers(int64(len(d.Bodies)), int64(d.Root))
	p.definitions.vectors3([]mgl32.Vec3{d.Front, d.Up})
	for i := range d.Bodies {
		b := &d.Bodies[i]
		p.definitions.integers(int64(b.Joint), int64(d.Parent(i)))
		p.definitions.vectors3([]mgl32.Vec3{b.A, b.B, b.Limit.Axis, b.Limit.Side, b.Limit.Center, b.Limit.CenterSide})
		p.definitions.floats(b.Radius, b.Mass, b.Limit.Bend, b.Limit.Sway, b.Limit.Twist)
	}
}

// record hashes the results of the frame.
func (p *ragdollCrowd) record() error {
	for i := range p.members {
		m := &p.members[i]
		component, transform := m.doll.Component(), p.placed.Get(m.entity)
		p.places.floats(component.Weight, component.WeightTarget, component.Rate)
		p.places.floats(transform.Matrix[:]...)
		for _, motions := range []func([]ragdoll.Motion) ([]ragdoll.Motion, error){m.doll.Targets, m.doll.Bodies} {
			found, err := motions(m.found)
			p.motions.flags(err == nil)
			if err != nil && !errors.Is(err, systems.ErrNotPosed) {
				return err
			}
			m.found = found
			for k := range found {
				rotation := exact.XYZW(found[k].Rotation)
				p.motions.floats(rotation[:]...)
				p.motions.vectors3([]mgl32.Vec3{found[k].Position, found[k].Linear, found[k].Angular})
			}
		}
		p.matrices.floats(p.animation.ModelMatrices(m.entity)...)
		for _, skin := range m.model.Skins {
			p.palettes.floats(p.animation.Palette(m.entity, skin)...)
		}
	}
	return nil
}
