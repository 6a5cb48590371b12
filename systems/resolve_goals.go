package systems

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/access"
	"github.com/sinew-go/sinew/internal/posestore"
	"github.com/sinew-go/sinew/internal/solving"
	"github.com/sinew-go/sinew/internal/steps"
	"github.com/sinew-go/sinew/systems/internal/advance"
	"github.com/sinew-go/sinew/systems/internal/modifiers"
)

// resolveGoalsSystem takes the goals of every character with a [components.Modifiers] to its model
// space, and changes their weights by their rates. It runs when Transforms are final, but for those
// of attached entities. It finds the characters that depend on others, and divides all into waves;
// the goals of those who depend on others are resolved when the waves before theirs are posed.
type resolveGoalsSystem struct {
	world      *ecs.World
	dependents *dependents
	slots      access.Component[components.PoseSlot]
	transforms access.Component[components.Transform]
	last       *solving.Stack // of lastID; only during a frame
	lastID     id.ModifierStack
	ground     groundQueries
	step       goalsStep // of the present character
}

// newResolveGoals returns the system for a world, given what finds the dependents, which uses it.
func newResolveGoals(world *ecs.World, dependents *dependents) *resolveGoalsSystem {
	dependents.goals = &resolveGoalsSystem{
		world: world, dependents: dependents, slots: access.ComponentOf[components.PoseSlot](world),
		transforms: access.ComponentOf[components.Transform](world),
	}
	dependents.goals.step.system = dependents.goals
	return dependents.goals
}

// Name implements [ecs.System].
func (s *resolveGoalsSystem) Name() string { return "ResolveGoals" }

// Run implements [ecs.System].
func (s *resolveGoalsSystem) Run(frame *ecs.Frame) {
	s.last = nil
	s.dependents.find(frame)
	s.dependents.dress()
	modifiers.Each(storeOf(frame),
		func(pool *posestore.Pool, slot int, run *modifiers.Run, component *components.Modifiers) {
			s.prepare(frame, pool, slot, run, component)
		})
	s.dependents.divide()
}

// prepare prepares the modifiers of one character for the frame, and resolves its goals unless it
// depends on others.
func (s *resolveGoalsSystem) prepare(frame *ecs.Frame, pool *posestore.Pool, slot int, run *modifiers.Run,
	component *components.Modifiers,
) {
	handles := pool.Components(slot)
	seconds := advance.CharacterTime(frame.Delta, handles.TimeScale)
	if component.Reset {
		component.Reset = false
		run.Reset()
	}
	if pool.IsSkipped(slot) { // it keeps the goals of the pose that it shows
		run.Waited += seconds
		if run.Stack != nil {
			more := moreGoalsOf(handles, run.Stack)
			for i := range run.Stack.Goals() {
				if goal := components.GoalAt(component, more, i); goal != nil {
					advanceWeight(goal, seconds)
				}
			}
		}
		return
	}
	stack := s.stack(frame, component.Stack)
	if stack != nil && stack.Skeleton() != pool.Skeleton() {
		stack = nil
	}
	run.SetStack(stack, component.Stack)
	run.Waited += seconds
	if run.IsActive = false; stack == nil {
		return
	}
	// Field by field: a copy of a new step would wait for it.
	c := &s.step.c
	c.pool, c.slot, c.run, c.first, c.more = pool, slot, run, component, moreGoalsOf(handles, stack)
	s.step.seconds, s.step.waited = seconds, false
	steps.Stacks.Do(&s.step)
}

// goalsStep is the part of the system's work on a character that only a program with stacks
// contains ([steps.Stacks]): it prepares the goals, or resolves those of one that waited for
// others.
type goalsStep struct {
	system  *resolveGoalsSystem
	c       modifiedCharacter
	seconds float64
	waited  bool
}

// DoWithStack implements [steps.Stack].
func (g *goalsStep) DoWithStack() {
	if g.waited {
		g.system.resolveGoals(g.system.dependents.frame, &g.c)
	} else {
		g.system.prepareGoals(g.system.dependents.frame, &g.c, g.seconds)
	}
}

// resolveWaiting resolves the goals of a character that depends on others, when these are posed.
func (s *resolveGoalsSystem) resolveWaiting(c *modifiedCharacter) {
	s.step.c, s.step.waited = *c, true
	steps.Stacks.Do(&s.step)
}

// prepareGoals changes the weights of the goals of a character some seconds later, finds whom it
// depends on, and resolves the goals if that is nobody.
func (s *resolveGoalsSystem) prepareGoals(frame *ecs.Frame, c *modifiedCharacter, seconds float64) {
	pool, slot, run := c.pool, c.slot, c.run
	for i := range run.Stack.Goals() {
		goal := c.goal(i)
		if goal == nil {
			continue
		}
		if advanceWeight(goal, seconds); goal.Weight > 0 {
			s.dependents.dependOn(pool, slot, goal.Space, goal.Entity)
			if goal.HasPole {
				s.dependents.dependOn(pool, slot, goal.PoleSpace, goal.Entity)
			}
		}
	}
	if run.IsCarried {
		run.IsCarried = false
		for i := range run.Carriers {
			on := run.Carriers[i].Entity
			s.dependents.dependOn(pool, slot, components.EntitySpace, on)
			run.IsCarried = run.IsCarried || !on.IsZero()
		}
	}
	if !s.dependents.wait(c) {
		s.resolveGoals(frame, c)
	}
}

// modifiedCharacter is a character that is posed in this frame and whose goals are resolved: its
// run has a stack.
type modifiedCharacter struct {
	pool  *posestore.Pool
	slot  int
	run   *modifiers.Run
	first *components.Modifiers
	more  *components.MoreGoals // or nil
}

// goal returns goal i, or nil if the character lacks the component that has it.
func (c *modifiedCharacter) goal(i int) *components.Goal {
	return components.GoalAt(c.first, c.more, i)
}

// resolveGoals resolves the goals of a character.
func (s *resolveGoalsSystem) resolveGoals(frame *ecs.Frame, c *modifiedCharacter) {
	run, stack, transform := c.run, c.run.Stack, c.pool.Components(c.slot).Transform
	run.IsActive, run.HasMotion = stack.IsAlways(), len(run.State) > 0
	if run.HasMotion {
		findMotion(transform, run)
	}
	for i := range stack.Goals() {
		goal := c.goal(i)
		if goal == nil || !(goal.Weight > 0) {
			if run.Idle>>i&1 == 0 {
				run.Goals[i].Weight = 0
				run.Idle |= 1 << i
			}
			continue
		}
		run.Idle &^= 1 << i
		run.Goals[i].Weight = goal.Weight
		if stack.UsesTarget(i) && (goal.Space != components.NoTarget || stack.TargetUse(i) == solving.NeedsTarget) {
			s.resolveGoal(frame, transform, goal, run, i)
		} else {
			run.Goals[i] = solving.Goal{Weight: goal.Weight}
		}
		run.IsActive = run.IsActive || run.Goals[i].Weight > 0
	}
	if len(run.Ground) > 0 {
		s.findGround(frame, c)
	}
}

// moreGoalsOf returns the component of a character with the goals of its stack after the first, or
// nil if the stack has none or the character lacks it.
func moreGoalsOf(handles *posestore.Handles, stack *solving.Stack) *components.MoreGoals {
	if len(stack.Goals()) <= 1 {
		return nil
	}
	return handles.MoreGoals
}

// stack returns the stack of an ID, or nil. Most characters have the same as the one before.
func (s *resolveGoalsSystem) stack(frame *ecs.Frame, id id.ModifierStack) *solving.Stack {
	if s.last == nil || id != s.lastID {
		s.last, s.lastID = (*solving.Stack)(frame.Library.ModifierStack(id)), id
	}
	return s.last
}

// findMotion sets the Transform of a character, which is nil for one that has none.
func findMotion(transform *components.Transform, run *modifiers.Run) {
	run.HasMotion = true
	if transform == nil {
		run.Motion.World = rig.IdentityMatrix()
		return
	}
	setMatrix(&run.Motion.World, &transform.Matrix)
}

// setMatrix is [rig.MatrixFromMat4] without a copy, which would wait for the numbers just written.
func setMatrix(out *rig.Matrix, m *mgl32.Mat4) {
	out[0], out[1], out[2], out[3] = m[0], m[4], m[8], m[12]
	out[4], out[5], out[6], out[7] = m[1], m[5], m[9], m[13]
	out[8], out[9], out[10], out[11] = m[2], m[6], m[10], m[14]
}

// advanceWeight moves the weight of a goal toward its target.
func advanceWeight(goal *components.Goal, seconds float64) {
	advance.MoveWeight(&goal.Weight, goal.WeightTarget, &goal.Rate, seconds)
}

// resolveGoal takes goal i, which has a weight, to a space that the character's own block can
// resolve: model space, the axes of the world, or a joint of the character.
func (s *resolveGoalsSystem) resolveGoal(frame *ecs.Frame, transform *components.Transform, goal *components.Goal,
	run *modifiers.Run, i int,
) {
	out := &run.Goals[i]
	out.Target, out.Rotation, out.HasRotation = goal.Position, goal.Rotation, goal.Rotation != [4]float32{}
	out.Pole, out.PoleDirection, out.HasPole = goal.Pole, goal.Pole, goal.HasPole
	var ok bool
	out.PoleSpace = solving.ModelSpace
	if out.TargetSpace, ok = directSpace(goal.Space, goal.Joint); !ok {
		matrix, found := s.otherSpace(frame, transform, goal, goal.Space, run)
		if !found {
			out.Weight = 0
			return
		}
		out.Target = matrix.Point(goal.Position)
		if out.HasRotation {
			out.Rotation, out.HasRotation = solving.TurnedBy(matrix, goal.Rotation)
		}
	} else if goal.Space == components.WorldSpace {
		out.Target = fromCharacter(transform, goal.Position, run)
	}
	if !goal.HasPole {
		return
	}
	space := poleSpace(goal)
	if out.PoleSpace, ok = directSpace(space, goal.Joint); !ok {
		matrix, found := s.otherSpace(frame, transform, goal, space, run)
		if out.HasPole = found; found {
			out.Pole, out.PoleDirection = matrix.Point(goal.Pole), solving.Direction(matrix, goal.Pole)
		}
	} else if space == components.WorldSpace {
		out.Pole = fromCharacter(transform, goal.Pole, run)
	}
}

// poleSpace returns the space of the pole of a goal: the world, if the program gave none.
func poleSpace(goal *components.Goal) components.GoalSpace {
	if goal.PoleSpace == components.NoTarget {
		return components.WorldSpace
	}
	return goal.PoleSpace
}

// directSpace returns the space of a goal that is relative to the character. If the goal is
// relative to another entity, or in no space at all, ok is false, and the goal comes to the axes of
// the world.
func directSpace(space components.GoalSpace, joint int32) (direct solving.Space, ok bool) {
	switch space {
	case components.CharacterSpace:
		return solving.ModelSpace, true
	case components.WorldSpace:
		return solving.WorldAxes, true
	case components.JointSpace:
		if joint >= 0 {
			return solving.JointSpace(joint), true
		}
	}
	return solving.WorldAxes, false
}

// fromCharacter returns a point of the world relative to the origin of a character, given its
// Transform.
func fromCharacter(transform *components.Transform, p mgl32.Vec3, run *modifiers.Run) mgl32.Vec3 {
	if !run.HasMotion {
		findMotion(transform, run)
	}
	m := &run.Motion.World
	return mgl32.Vec3{p[0] - m[3], p[1] - m[7], p[2] - m[11]}
}

// otherSpace returns the matrix from the space of another entity, or of a joint of it, to the axes
// of the world, relative to the origin of the character. It returns false if there is no such
// entity or joint, or if the joint was not posed since its matrix is kept. The matrix is of this
// frame, unless the other character is skipped or each depends on the other.
func (s *resolveGoalsSystem) otherSpace(
	frame *ecs.Frame, transform *components.Transform, goal *components.Goal, space components.GoalSpace,
	run *modifiers.Run,
) (m rig.Matrix, ok bool) {
	if space != components.EntitySpace && space != components.EntityJointSpace || !ecs.IsAlive(s.world, goal.Entity) {
		return m, false
	}
	t := s.transforms.Get(goal.Entity)
	if t == nil {
		return m, false
	}
	setMatrix(&m, &t.Matrix)
	origin := fromCharacter(transform, mgl32.Vec3{m[3], m[7], m[11]}, run)
	m[3], m[7], m[11] = origin[0], origin[1], origin[2]
	if space == components.EntitySpace {
		return m, true
	}
	slot := s.slots.Get(goal.Entity)
	if slot == nil {
		return m, false
	}
	pool, i := frame.Store.Pool(goal.Entity, *slot)
	if pool == nil {
		return m, false
	}
	matrix := pool.JointMatrix(i, int(goal.Joint))
	if matrix == nil {
		return m, false
	}
	return m.Mul(rig.MatrixAt(matrix, 0)), true
}
