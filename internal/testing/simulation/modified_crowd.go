package simulation

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// modifiedCount is the number of characters with pose modifiers.
const modifiedCount = 35

// PlayModified runs a script of [Frames] frames in which characters have pose modifiers with every
// kind of solver: goals in all spaces that move, fade and change their levels of detail. Later some
// ride on others. It hashes the results of each frame, as [ModelSet.Play] does.
func (c *ModelSet) PlayModified(workers int, baked bool) ([]StageHash, error) {
	if err := c.setBaked(baked); err != nil {
		return nil, err
	}
	if c.modified == nil {
		if err := c.makeModifiedModels(); err != nil {
			return nil, err
		}
	}
	if len(c.modified) == 0 {
		return nil, nil
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
	p := &modifiedCrowd{crowd: w, goals: newDigest("goals"), modifiers: generic.NewMap1[components.Modifiers](&w.world)}
	p.moreGoals = generic.NewMap1[components.MoreGoals](&w.world)
	p.transforms = generic.NewMap1[components.Transform](&w.world)
	p.platform = p.transforms.NewWith(&components.Transform{Matrix: mgl32.Ident4()})
	w.animation.SetGround(p)
	if err := p.spawnMembers(); err != nil {
		return nil, err
	}
	var stages []StageHash
	for frame := range c.frames() {
		err := p.changeMembers()
		if err == nil && frame == ridingFrame {
			err = p.ride()
		}
		turn := float32(float32(frame%64) / 1024) // about the y axis, twice its half angle's tangent
		square := float32(turn * turn)
		p.transforms.Get(p.platform).Matrix = mgl32.Mat4{
			(1 - square) / (1 + square), 0, -2 * turn / (1 + square), 0, 0, 1, 0, 0, 2 * turn / (1 + square), 0,
			(1 - square) / (1 + square), 0, turn, turn / 2, -turn, 1,
		}
		if err == nil {
			err = w.animation.Update(deltas[frame%len(deltas)])
		}
		if err != nil {
			return nil, fmt.Errorf("modified, frame %d: %w", frame, err)
		}
		p.record()
		for _, d := range []*digest{p.goals, w.matrices, w.palettes} {
			if d.err != nil {
				return nil, fmt.Errorf("modified, frame %d: %w", frame, d.err)
			}
			if slices.Contains(hashedFrames, frame) {
				stages = append(stages, d.stage(fmt.Sprintf("%s, modified, up to frame %d: ", sampling, frame)))
			}
		}
	}
	return stages, nil
}

// ridingFrame is the frame in which characters begin to ride on others.
const ridingFrame = 40

// ride lets two of five members ride, one on the other, and that one on a third.
func (p *modifiedCrowd) ride() error {
	attachments := generic.NewMap1[components.Attachment](&p.world)
	for i := range p.members {
		if i%5 != 1 && i%5 != 2 {
			continue
		}
		carrier := &p.members[i-1]
		joint, err := p.models.Library.Skeleton(carrier.model.Skeleton).FindJoint(carrier.chain[0])
		if err != nil {
			return err
		}
		attachment := components.NewAttachment(carrier.entity, joint)
		attachment.WorldScale = i%5 == 2
		attachments.Assign(p.members[i].entity, attachment)
	}
	return nil
}

// slopes are slopes that rise and fall by turns, with steps between.
func slopes(x, z float32) (height float32, normal mgl32.Vec3) {
	cell := float32(math.Floor(float64(x)))
	slope := []float32{-0.25, 0, 0.375}[int(uint32(int32(max(min(cell, 1000), -1000))+3000)%3)]
	return float32(slope*(x-cell)) + float32(z/8), mgl32.Vec3{-slope, 1, -0.125}
}

// Under implements [systems.Ground]: every second meter is a platform that moves.
func (p *modifiedCrowd) Under(feet []systems.FootQuery) {
	systems.GroundFunc(slopes).Under(feet)
	for i := range feet {
		if int32(max(min(feet[i].Position[0], 1000), -1000))%2 == 0 {
			feet[i].Carrier = p.platform
		}
	}
}

// modifiedCrowd is a crowd of characters with pose modifiers.
type modifiedCrowd struct {
	*crowd
	members    []modifiedMember
	modifiers  generic.Map1[components.Modifiers]
	moreGoals  generic.Map1[components.MoreGoals]
	transforms generic.Map1[components.Transform]
	platform   ecs.Entity
	goals      *digest
}

type modifiedMember struct {
	modifiedModel
	entity ecs.Entity
}

func (p *modifiedCrowd) spawnMembers() error {
	for i := range modifiedCount {
		model := p.crowd.models.modified[i%len(p.crowd.models.modified)]
		transform := mgl32.Mat4{0.6, 0, -0.8, 0, 0, 1, 0, 0, 0.8, 0, 0.6, 0, float32(i), 0.125, 1, 1}
		if i%3 == 1 { // mirrored, and half as large
			transform = mgl32.Mat4{-0.3, 0, 0.4, 0, 0, 0.5, 0, 0, 0.4, 0, 0.3, 0, float32(i), 0.125, 1, 1}
		}
		entity, err := p.animation.Spawn(model.model, transform)
		if err != nil {
			return err
		}
		p.details.Add(entity)
		player := p.animation.Player(entity)
		for _, err := range []error{p.crowd.modify(entity, model.stack), p.animation.EnableModelMatrices(entity)} {
			if err != nil {
				return err
			}
		}
		if clips := model.model.Clips; len(clips) > 0 {
			if err := player.Play(clips[i%len(clips)]); err != nil {
				return err
			}
		}
		p.members = append(p.members, modifiedMember{model, entity})
	}
	return nil
}

// modify gives a character a stack whose goals all have weight 0 and their targets at the origin of
// the world: so the stored hashes expect it.
func (w *crowd) modify(entity ecs.Entity, stack id.ModifierStack) error {
	if err := w.animation.Modify(entity, stack); err != nil {
		return err
	}
	for _, name := range w.models.Library.ModifierStack(stack).Goals() {
		goal, err := w.animation.Modifier(entity, name).Goal()
		if err != nil {
			return err
		}
		*goal = components.Goal{Space: components.WorldSpace, PoleSpace: components.WorldSpace}
	}
	return nil
}

func (p *modifiedCrowd) number() float32 { return float32(p.random.IntN(4096)-2048) / 1024 }

func (p *modifiedCrowd) vector() mgl32.Vec3 { return mgl32.Vec3{p.number(), p.number(), p.number()} }

// changeMembers makes one random change to each of four characters.
func (p *modifiedCrowd) changeMembers() error {
	for range 4 {
		m := &p.members[p.random.IntN(len(p.members))]
		other := &p.members[p.random.IntN(len(p.members))]
		names := p.models.Library.ModifierStack(m.stack).Goals()
		goal := p.animation.Modifier(m.entity, names[p.random.IntN(len(names))])
		var err error
		switch p.random.IntN(10) {
		case 0, 1:
			point := p.vector().Mul(4)
			err = orTarget(goal, goal.Aim(point), components.Goal{Position: point, Space: components.WorldSpace})
		case 2, 3:
			point := p.vector()
			err = orTarget(goal, goal.AimLocal(point), components.Goal{Position: point, Space: components.CharacterSpace})
		case 4:
			err = p.follow(m, other, goal, other.chain[p.random.IntN(len(other.chain))])
		case 5:
			err = orTarget(goal, goal.Follow(other.entity, ""),
				components.Goal{Entity: other.entity, Space: components.EntitySpace})
		case 6:
			err = goal.Pole(p.vector().Mul(4))
		case 7:
			err = goal.Fade(float32(p.random.IntN(65))/64, float64(p.random.IntN(700))/1000)
		case 8:
			err = p.rotate(goal)
		default:
			p.details.Get(m.entity).Level = uint8(p.random.IntN(3))
			p.details.Get(m.entity).Interval = uint16(p.random.IntN(3))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// follow makes a goal of a member follow a joint of another one.
func (p *modifiedCrowd) follow(m, other *modifiedMember, goal systems.Modifier, joint string) error {
	err := goal.Follow(other.entity, joint)
	if !errors.Is(err, systems.ErrNoTarget) {
		return err
	}
	pool, _ := p.animation.Pool(other.entity)
	j, found := pool.Skeleton().FindJoint(joint)
	if found != nil {
		return found
	}
	to := components.Goal{Joint: int32(j), Space: components.JointSpace}
	if other.entity != m.entity {
		if err := p.animation.EnableModelMatrices(other.entity, joint); err != nil {
			return err
		}
		to.Entity, to.Space = other.entity, components.EntityJointSpace
	}
	return orTarget(goal, err, to)
}

// orTarget returns the error of a call that set the target of a goal. A goal of which only the
// weight counts refused it; then orTarget writes target and weight as a program can, to no effect
// but that of the weight.
func orTarget(m systems.Modifier, err error, to components.Goal) error {
	if !errors.Is(err, systems.ErrNoTarget) {
		return err
	}
	goal, err := m.Goal()
	if err != nil {
		return err
	}
	goal.Position, goal.Space, goal.Entity, goal.Joint = to.Position, to.Space, to.Entity, to.Joint
	if goal.WeightTarget == 0 || goal.Rate == 0 && goal.Weight == 0 {
		goal.WeightTarget, goal.Rate = 1, 1/systems.DefaultModifierFade
	}
	return nil
}

// rotate gives a goal a rotation of length 1.
func (p *modifiedCrowd) rotate(m systems.Modifier) error {
	goal, err := m.Goal()
	if err != nil {
		return err
	}
	x, y := float64(p.number())/4, float64(p.number())/4
	goal.Rotation = [4]float32{
		float32(x), float32(y), 0.25,
		float32(math.Sqrt(1 - float64(x*x) - float64(y*y) - 0.0625)),
	}
	return nil
}

// record hashes the results of the frame.
func (p *modifiedCrowd) record() {
	for i := range p.members {
		m := &p.members[i]
		for k := range components.MaxGoals {
			var weight float32
			if goal := components.GoalAt(p.modifiers.Get(m.entity), p.moreGoals.Get(m.entity), k); goal != nil {
				weight = goal.Weight
			}
			p.goals.floats(weight)
		}
		p.matrices.floats(p.animation.ModelMatrices(m.entity)...)
		for _, skin := range m.model.Skins {
			p.palettes.floats(p.animation.Palette(m.entity, skin)...)
		}
	}
}
