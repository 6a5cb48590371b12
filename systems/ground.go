package systems

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/prefetch"
	"github.com/sinew-go/sinew/internal/solving"
	"github.com/sinew-go/sinew/systems/internal/modifiers"
)

// Ground is what characters with foot placement (modifier.Feet) stand on: physics, a terrain, or
// a [GroundFunc].
type Ground interface {
	// Under fills in the ground under each foot. It must not change the world.
	Under(feet []FootQuery)
}

// FootQuery asks for the ground under a foot.
type FootQuery struct {
	// Entity is the character, and Joint the end joint of the leg.
	Entity ecs.Entity
	Joint  int
	// Position is where the foot is expected on the ground, in the world. It may be above or below
	// the ground.
	Position mgl32.Vec3
	// Step is how the foot moved over the ground in the frame before, in the world; 0 for a foot
	// that stands.
	Step mgl32.Vec3

	// Point is the answer: a point of the ground in the world, below or above Position, and Normal
	// the ground's normal there. HasGround reports that there is ground; it is false at first.
	Point, Normal mgl32.Vec3
	HasGround     bool
	// Carrier is a part of the answer where the ground moves: an entity whose
	// [components.Transform] moves as the ground does, such as a lift or a turning disc. A foot
	// that stands is carried along, and the speed at which it is locked and released is its speed
	// over the ground. The zero Entity is for ground that rests. The Transform of the character is
	// the program's to move.
	Carrier ecs.Entity
}

// GroundFunc is a [Ground] for worlds with +Y up: it returns the height of the ground at a place,
// and its normal. Where there is no ground the height is NaN. A foot that moves also asks ahead of
// its way, so that it is lifted before it comes to a step.
type GroundFunc func(x, z float32) (height float32, normal mgl32.Vec3)

// Under implements [Ground]. A nil function finds no ground.
func (f GroundFunc) Under(feet []FootQuery) {
	if f == nil {
		return
	}
	for i := range feet {
		foot := &feet[i]
		x, z := foot.Position[0], foot.Position[2]
		height, normal := f(x, z)
		foot.Point[0], foot.Point[1], foot.Point[2] = x, height, z
		foot.Normal, foot.HasGround = normal, height-height == 0
		if foot.Step[0] == 0 && foot.Step[1] == 0 && foot.Step[2] == 0 {
			continue
		}
		aheadX, aheadZ := x+float32(foot.Step[0]*stepsAhead), z+float32(foot.Step[2]*stepsAhead)
		height, normal = f(aheadX, aheadZ)
		// The height of that ground at the foot.
		here := height - float32(float32((x-aheadX)*normal[0])+float32((z-aheadZ)*normal[2]))/normal[1]
		if here > foot.Point[1] && normal[1] > 0 {
			foot.Point[1], foot.Normal = here, normal
		}
	}
}

// stepsAhead is how many frames a moving foot asks ahead.
const stepsAhead = 4

// groundQueries are the feet of a frame that ask for the ground.
type groundQueries struct {
	source  Ground
	queries []FootQuery
	answers []foot // where each answer goes

	// find is [resolveGoalsSystem.findQueried] where there are queries; a program without stacks does
	// not contain it.
	find func(s *resolveGoalsSystem)
}

// foot is a foot of a character, in the order of [solving.Stack.FootProbes].
type foot struct {
	run    *modifiers.Run
	ground *solving.FootGround
	number int
}

// feetAhead is by how many feet it is too early for the memory of a foot.
const feetAhead = 8

// askGround finds the ground under all feet.
func (s *resolveGoalsSystem) askGround() {
	if len(s.ground.queries) > 0 {
		s.ground.find(s)
	}
}

// findQueried asks for the ground under the feet of the queries.
func (s *resolveGoalsSystem) findQueried() {
	g := &s.ground
	g.source.Under(g.queries)
	for i := range g.queries {
		if i+feetAhead < len(g.answers) {
			later := &g.answers[i+feetAhead]
			prefetch.Two(later.run, later.ground)
		}
		carrier, foot := ecs.Entity{}, &g.answers[i]
		if q := &g.queries[i]; q.HasGround {
			foot.ground.Set(q.Point, q.Normal)
			carrier = q.Carrier
		}
		s.standOn(carrier, foot.run, foot.number)
	}
	clear(g.answers)
	g.queries, g.answers = g.queries[:0], g.answers[:0]
}

// carry moves what is remembered of a foot with what it stood on in the frame before.
func (s *resolveGoalsSystem) carry(run *modifiers.Run, p *solving.FootProbe, foot int) {
	if !run.IsCarried {
		return
	}
	c := &run.Carriers[foot]
	if c.Entity.IsZero() || !ecs.IsAlive(s.world, c.Entity) {
		return
	}
	if t := s.transforms.Get(c.Entity); t != nil {
		now := rig.MatrixFromMat4(t.Matrix)
		p.Carry(run.State, &c.Before, &now, &c.Point)
	}
}

// standOn notes what carries a foot until the next frame. An entity that is dead or has no
// Transform carries nothing.
func (s *resolveGoalsSystem) standOn(entity ecs.Entity, run *modifiers.Run, foot int) {
	if !entity.IsZero() && ecs.IsAlive(s.world, entity) {
		if t := s.transforms.Get(entity); t != nil {
			run.Stand(foot, entity, rig.MatrixFromMat4(t.Matrix))
			return
		}
	}
	run.StandStill(foot)
}

// findGround finds the ground under the feet of a character in its components, and otherwise adds a
// query. It also finds out what the markers of the clips tell of the feet.
func (s *resolveGoalsSystem) findGround(frame *ecs.Frame, c *modifiedCharacter) {
	run, level, queries := c.run, c.pool.Level(c.slot), &s.ground
	for i, probes := 0, run.Stack.FootProbes(); i < len(probes); i++ {
		p, ground := &probes[i], &run.Ground[i]
		*ground = solving.FootGround{}
		if !(run.Goals[p.Owner].Weight > 0) || p.IsOff(run.State, level) {
			run.StandStill(i)
			continue
		}
		s.carry(run, p, i)
		if n := c.pool.Components(c.slot).Inertialization; n != nil && (n.Begin || n.Phase != components.InertiaIdle) {
			ground.SetChanging()
		}
		switch goal := c.goal(p.Goal); {
		case goal != nil && goal.Weight > 0 && goal.Space != components.NoTarget:
			s.readGround(goal, run, i)
		case queries.source != nil:
			queries.queries = append(queries.queries, FootQuery{})
			q := &queries.queries[len(queries.queries)-1] // a copy of a new query would wait for it
			q.Entity, q.Joint = c.pool.Owner(c.slot), p.End
			p.Position(&q.Position, &q.Step, run.State, &run.Motion.World)
			queries.answers = append(queries.answers, foot{run, ground, i})
			queries.find = (*resolveGoalsSystem).findQueried
		default:
			run.StandStill(i)
		}
		if p.Down != "" {
			ground.SetPlanted(plantedByMarkers(frame.Library, c.pool.BlendInputs(c.slot), p))
		}
	}
}

// readGround takes the ground in a goal to the world. If it is in the space of an entity, this
// carries the foot.
func (s *resolveGoalsSystem) readGround(goal *components.Goal, run *modifiers.Run, foot int) {
	matrix, ok := s.toWorld(goal.Space, goal, run)
	if !ok || goal.Space != components.EntitySpace {
		run.StandStill(foot)
	} else {
		s.standOn(goal.Entity, run, foot)
	}
	if !ok {
		return
	}
	var normal mgl32.Vec3
	if goal.HasPole {
		if turn, ok := s.toWorld(poleSpace(goal), goal, run); ok {
			normal = solving.Direction(turn, goal.Pole)
		}
	}
	run.Ground[foot].Set(matrix.Point(goal.Position), normal)
}

// toWorld returns the matrix from a space to the world. The ground cannot be in the space of a
// joint.
func (s *resolveGoalsSystem) toWorld(space components.GoalSpace, goal *components.Goal,
	run *modifiers.Run,
) (m rig.Matrix, ok bool) {
	switch space {
	case components.WorldSpace:
		return rig.IdentityMatrix(), true
	case components.CharacterSpace:
		return run.Motion.World, true
	case components.EntitySpace:
		if ecs.IsAlive(s.world, goal.Entity) {
			if t := s.transforms.Get(goal.Entity); t != nil {
				return rig.MatrixFromMat4(t.Matrix), true
			}
		}
	}
	return m, false
}

// plantedByMarkers returns what the clips that a character plays tell of a foot: above 0 that it is
// planted, below 0 that it is not, and 0 if they have no markers for it.
func plantedByMarkers(library *assets.Library, inputs []ecs.BlendInput, p *solving.FootProbe) (sum float32) {
	for i := range inputs {
		in := &inputs[i]
		if in.Mode == clip.Additive {
			continue
		}
		weight := float32(1)
		if mask := library.Mask(in.Mask); mask != nil {
			weight = mask.Weight(p.End)
		}
		sum -= float32(sum * float32(in.Attenuation*weight))
		if c := library.Clip(in.Clip); c != nil {
			sum += float32(float32(in.Weight*weight) * p.Marked(c.Markers(), in.Time))
		}
	}
	return sum
}
