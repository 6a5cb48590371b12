package systems

import (
	"errors"
	"fmt"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/modifier/stack"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/names"
	"github.com/sinew-go/sinew/internal/solving"
	"github.com/sinew-go/sinew/systems/internal/arguments"
)

// A stack has as many goals as the component has room for.
var _ = [1]struct{}{}[components.MaxGoals-solving.MaxGoals|solving.MaxGoals-components.MaxGoals]

// DefaultModifierFade is how many seconds a goal takes to fade in.
const DefaultModifierFade = 0.2

// Errors of a [Modifier].
var (
	// ErrNoStack means that the library has no modifier stack with the ID, or that the character
	// has none.
	ErrNoStack = errors.New("there is no such modifier stack")
	// ErrNoGoal means that the character has no modifier stack, or that its stack has no goal with
	// the name.
	ErrNoGoal = errors.New("there is no such goal")
	// ErrNoTarget means that a goal cannot have a weight yet, because it has no target.
	ErrNoTarget = errors.New("the goal has no target")
)

// Modifier is a handle on one goal of a character's [components.Modifiers], or of its
// [components.MoreGoals], which can also be written directly: what a head looks at, or where a hand
// is. A method that returns an error has changed nothing.
//
//	look := animation.Modifier(guard, "look")
//	err := look.Follow(player, "head") // fades in
//	err = look.Release(0.5)            // and out again
type Modifier struct {
	animation *Animation
	entity    ecs.Entity
	goal      string
}

// Modify gives a character a stack of pose modifiers. Goals of which only the weight counts, such
// as those of springs and of foot placement, have weight 1 at once; the others have weight 0 until
// they get a target. [Modifier.Fade] changes both. Stack 0 takes the modifiers away.
//
// It adds a [components.Modifiers] if the character lacks it, and for a stack with more than one
// goal a [components.MoreGoals]. The errors are [ErrNoCharacter], [ErrNoStack], [ErrOtherSkeleton]
// and [ErrWorldLocked].
func (a *Animation) Modify(entity ecs.Entity, id id.ModifierStack) error {
	if err := a.checkCharacter(entity); err != nil {
		return err
	}
	var stack *stack.Stack
	if id != 0 {
		skeleton := a.skeleton(entity)
		stack = a.library.ModifierStack(id)
		if stack == nil {
			return fmt.Errorf("%w: %s", ErrNoStack, a.library.Describe(id))
		}
		if stack.Skeleton() != skeleton {
			return fmt.Errorf("%w: entity %d: expected a modifier stack for skeleton %q, found stack %q for %s",
				ErrOtherSkeleton, entity.ID(), skeleton.Name(), stack.Name(),
				names.Unlike("skeleton", skeleton.Name(), stack.Skeleton().Name()))
		}
	}
	component := a.modifiers.Get(entity)
	if component == nil {
		if id == 0 {
			return nil
		}
		if a.world.IsLocked() {
			return ErrWorldLocked
		}
	}
	if more := a.moreGoals.Get(entity); more != nil {
		*more = components.MoreGoals{}
	} else if stack != nil && len(stack.Goals()) > 1 {
		if a.world.IsLocked() {
			return ErrWorldLocked
		}
		a.moreGoals.Kind.Add(entity)
	}
	if component == nil {
		a.modifiers.Kind.Add(entity)
	}
	*a.modifiers.Get(entity) = components.Modifiers{Stack: id}
	if stack == nil {
		return nil
	}
	for i := range stack.Goals() {
		beginGoal(stack, i, a.goal(entity, i))
	}
	return nil
}

// beginGoal gives a goal of a stack, which is zero, the weight with which it begins.
func beginGoal(stack *stack.Stack, i int, goal *components.Goal) {
	if (*solving.Stack)(stack).TargetUse(i) == solving.WeightOnly {
		goal.Weight, goal.WeightTarget = 1, 1
	}
}

// goal returns a goal of an entity, which is alive, or nil if it lacks the component.
func (a *Animation) goal(entity ecs.Entity, i int) *components.Goal {
	return components.GoalAt(a.modifiers.Get(entity), a.moreGoals.Get(entity), i)
}

// ResetModifiers makes the solvers of a character forget what they remember of earlier frames, such
// as the motion of springs, in the next frame: call it when the character was put somewhere else.
// The errors are [ErrNoCharacter] and [ErrNoStack].
func (a *Animation) ResetModifiers(entity ecs.Entity) error {
	if err := a.checkCharacter(entity); err != nil {
		return err
	}
	component := a.modifiers.Get(entity)
	if component == nil || component.Stack == 0 {
		return fmt.Errorf("%w: entity %d has no modifiers; Modify gives it some", ErrNoStack, entity.ID())
	}
	component.Reset = true
	return nil
}

// SetGround sets what feet stand on whose ground the program does not write into
// [components.Modifiers] itself, or nil for nothing. It is asked once a frame, on the goroutine of
// Update, for the feet of all characters that are posed, in an order that depends on the history of
// the world alone. Snapshots do not hold it.
func (a *Animation) SetGround(ground Ground) {
	if a.isMade() {
		a.goals.ground.source = ground
	}
}

// Modifier returns the handle on a goal of a character, by its name in the stack.
func (a *Animation) Modifier(entity ecs.Entity, goal string) Modifier {
	return Modifier{a, entity, goal}
}

// String returns the goal and its weight, such as
//
//	goal "look" of entity 5: weight 1
func (m Modifier) String() string {
	if m.animation == nil {
		return describeHandle(nil, m.entity, "Modifier", "")
	}
	goal, err := m.Goal()
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("goal %q of entity %d: weight %v", m.goal, m.entity.ID(), goal.Weight)
}

// Goal returns the goal, or an error that wraps [ErrNoCharacter] or [ErrNoGoal]. It is valid until
// components are added to an entity or removed.
func (m Modifier) Goal() (*components.Goal, error) {
	if m.animation == nil {
		return nil, fmt.Errorf("%w: expected a Modifier from Animation.Modifier, found the zero value", ErrNoCharacter)
	}
	if err := m.animation.checkCharacter(m.entity); err != nil {
		return nil, err
	}
	component := m.animation.modifiers.Get(m.entity)
	var stack *stack.Stack
	if component != nil {
		stack = m.animation.library.ModifierStack(component.Stack)
	}
	if stack == nil {
		return nil, fmt.Errorf("%w: entity %d has no modifier stack; Modify gives it one", ErrNoGoal, m.entity.ID())
	}
	i, ok := stack.Goal(m.goal)
	if !ok {
		return nil, names.NotFound(ErrNoGoal, fmt.Sprintf("modifier stack %q", stack.Name()), "goal", m.goal,
			stack.Goals())
	}
	goal := m.animation.goal(m.entity, i)
	if goal == nil {
		return nil, fmt.Errorf("%w: entity %d: expected components.MoreGoals for goal %q, number %d of modifier stack %q, "+
			"found none; Modify adds them", ErrNoGoal, m.entity.ID(), m.goal, i+1, stack.Name())
	}
	return goal, nil
}

// Aim sets the target to a point in the world, in meters, and fades the goal in if it has no
// weight: within [DefaultModifierFade], unless [Modifier.Fade] sets another time. A further error
// is [ErrNoTarget] for a goal of which only the weight counts, as for springs.
func (m Modifier) Aim(point mgl32.Vec3) error {
	return m.place(components.Goal{Position: point, Space: components.WorldSpace})
}

// AimLocal sets the target to a point in the character's model space. Otherwise it is like
// [Modifier.Aim].
func (m Modifier) AimLocal(point mgl32.Vec3) error {
	return m.place(components.Goal{Position: point, Space: components.CharacterSpace})
}

// Follow sets the target to a joint of another character, or to the Transform of an entity if joint
// is empty. The other character then keeps the matrix of this joint, and is posed first in each
// frame, as is the one on which the entity hangs; if each depends on the other, one of them goes by
// the frame before. If the entity is the character itself, the target is its own joint as its
// motions pose it. Otherwise it is like [Modifier.Aim]. Further errors are [ErrNoCharacter], also
// for an entity without a [components.Transform], [ErrNoJoint] and [ErrWorldLocked].
func (m Modifier) Follow(entity ecs.Entity, joint string) error {
	return m.follow(entity, joint, mgl32.Vec3{})
}

// Hold sets the target to a grip: a position and a rotation relative to a joint of another
// character, or to the Transform of an entity if joint is empty. Solvers such as modifier.Hand
// take hold of it. A rotation of length 0 is none. Otherwise it is like [Modifier.Follow].
func (m Modifier) Hold(entity ecs.Entity, joint string, position mgl32.Vec3, rotation mgl32.Quat) error {
	xyzw := [4]float32{rotation.V[0], rotation.V[1], rotation.V[2], rotation.W}
	if !isFinite(xyzw[:]) {
		return fmt.Errorf("%w: entity %d: expected a finite rotation for goal %q, found %v", ErrNotFinite, m.entity.ID(), m.goal, rotation)
	}
	if err := m.follow(entity, joint, position); err != nil {
		return err
	}
	goal, err := m.Goal()
	if err == nil {
		goal.Rotation = xyzw
	}
	return err
}

// follow sets the target to a point relative to a joint, or to the Transform of an entity.
func (m Modifier) follow(entity ecs.Entity, joint string, point mgl32.Vec3) error {
	a := m.animation
	if _, err := m.Goal(); err != nil {
		return err
	}
	if joint == "" {
		if !a.alive(entity) {
			return fmt.Errorf("%w: %w", ErrNoCharacter, arguments.NotAlive(entity))
		}
		if err := a.checkTransform(entity); err != nil {
			return err
		}
		return m.place(components.Goal{Position: point, Entity: entity, Space: components.EntitySpace})
	}
	if err := a.checkCharacter(entity); err != nil {
		return err
	}
	skeleton := a.skeleton(entity)
	j, err := skeleton.FindJoint(joint)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNoJoint, err)
	}
	if !isFinite(point[:]) { // before matrices are kept
		return fmt.Errorf("%w: entity %d: expected a finite target for goal %q, found %v", ErrNotFinite, m.entity.ID(), m.goal, point)
	}
	if err := m.checkPlace(); err != nil { // also before
		return err
	}
	if entity == m.entity {
		return m.place(components.Goal{Position: point, Joint: int32(j), Space: components.JointSpace})
	}
	if err := a.checkTransform(entity); err != nil {
		return err
	}
	if err := a.EnableModelMatrices(entity, joint); err != nil {
		return err
	}
	return m.place(components.Goal{
		Position: point, Entity: entity, Joint: int32(j),
		Space: components.EntityJointSpace,
	})
}

// place sets where the target is.
func (m Modifier) place(to components.Goal) error {
	goal, err := m.Goal()
	if err != nil {
		return err
	}
	if err := m.checkPlace(); err != nil {
		return err
	}
	if !isFinite(to.Position[:]) {
		return fmt.Errorf("%w: entity %d: expected a finite target for goal %q, found %v", ErrNotFinite, m.entity.ID(), m.goal, to.Position)
	}
	goal.Position, goal.Space, goal.Entity, goal.Joint = to.Position, to.Space, to.Entity, to.Joint
	if goal.WeightTarget == 0 || goal.Rate == 0 && goal.Weight == 0 {
		goal.WeightTarget, goal.Rate = 1, 1/DefaultModifierFade
	}
	return nil
}

// checkTransform returns an error if an entity, which is alive, has no place in the world.
func (a *Animation) checkTransform(entity ecs.Entity) error {
	if a.transforms.Get(entity) == nil {
		return fmt.Errorf("%w with a place: entity %d has no components.Transform", ErrNoCharacter, entity.ID())
	}
	return nil
}

// checkPlace returns an error if the goal can have no target.
func (m Modifier) checkPlace() error {
	if stack, use := m.targetUse(); use == solving.WeightOnly {
		return fmt.Errorf("%w: goal %q of entity %d has only a weight, which Fade sets: no solver of modifier stack %q "+
			"has a target there", ErrNoTarget, m.goal, m.entity.ID(), stack.Name())
	}
	return nil
}

// targetUse returns the stack of the goal, which exists, and what it does with the goal's target.
func (m Modifier) targetUse() (*stack.Stack, solving.TargetUse) {
	stack := m.animation.library.ModifierStack(m.animation.modifiers.Get(m.entity).Stack)
	i, _ := stack.Goal(m.goal)
	return stack, (*solving.Stack)(stack).TargetUse(i)
}

// Pole sets where a limb bends to: a point in the world. For a joint that aims it is the direction
// in the world that is up.
func (m Modifier) Pole(point mgl32.Vec3) error {
	goal, err := m.Goal()
	if err != nil {
		return err
	}
	if !isFinite(point[:]) {
		return fmt.Errorf("%w: entity %d: expected a finite pole for goal %q, found %v", ErrNotFinite, m.entity.ID(), m.goal, point)
	}
	goal.Pole, goal.PoleSpace, goal.HasPole = point, components.WorldSpace, true
	return nil
}

// StandOn sets the ground under a foot, whose goal is named after foot placement and the end joint
// of the leg, as in "feet.left_foot": a point of the ground in the world and its normal. It counts
// instead of [Animation.SetGround] while the goal's weight is above 0. A further error is
// [ErrNoGoal] for a goal that is no foot.
func (m Modifier) StandOn(point, normal mgl32.Vec3) error {
	goal, err := m.Goal()
	if err != nil {
		return err
	}
	if !isFinite(point[:]) {
		return fmt.Errorf("%w: entity %d: expected a finite point for goal %q, found %v", ErrNotFinite, m.entity.ID(), m.goal, point)
	}
	if !isFinite(normal[:]) {
		return fmt.Errorf("%w: entity %d: expected a finite normal for goal %q, found %v", ErrNotFinite, m.entity.ID(), m.goal, normal)
	}
	if stack, use := m.targetUse(); use != solving.NeedsGround {
		var feet []string
		for i, name := range stack.Goals() {
			if (*solving.Stack)(stack).TargetUse(i) == solving.NeedsGround {
				feet = append(feet, name)
			}
		}
		return names.NotFound(ErrNoGoal, fmt.Sprintf("modifier stack %q", stack.Name()), "foot", m.goal, feet)
	}
	goal.Position, goal.Space, goal.Pole, goal.PoleSpace, goal.HasPole = point, components.WorldSpace, normal,
		components.WorldSpace, true
	goal.Weight, goal.WeightTarget, goal.Rate = 1, 1, 0
	return nil
}

// StandOnEntity sets ground under a foot that moves with an entity: the point and the normal are
// relative to its Transform. The foot is carried along ([FootQuery.Carrier]). Otherwise it is like
// [Modifier.StandOn].
func (m Modifier) StandOnEntity(entity ecs.Entity, point, normal mgl32.Vec3) error {
	if m.animation != nil && !m.animation.alive(entity) {
		return fmt.Errorf("%w: %w", ErrNoCharacter, arguments.NotAlive(entity))
	}
	if m.animation != nil && m.animation.alive(m.entity) {
		if err := m.animation.checkTransform(entity); err != nil {
			return err
		}
	}
	if err := m.StandOn(point, normal); err != nil {
		return err
	}
	goal, err := m.Goal()
	if err == nil {
		goal.Entity, goal.Space, goal.PoleSpace = entity, components.EntitySpace, components.EntitySpace
	}
	return err
}

// Fade moves the weight of the goal to a value from 0 to 1 within some seconds; at once if they are
// 0. A goal whose solvers need a target has weight 0 until it has one. The errors are
// [ErrNoTarget], [ErrWeight] and [ErrSeconds] besides those of [Modifier.Goal].
func (m Modifier) Fade(weight float32, seconds float64) error {
	goal, err := m.Goal()
	if err != nil {
		return err
	}
	if err := checkWeight(m.entity, "goal", weight, 0, 1); err != nil {
		return err
	}
	if err := m.animation.checkFade("fade", seconds); err != nil {
		return err
	}
	if weight > 0 && goal.Space == components.NoTarget {
		if err := m.checkTarget(); err != nil {
			return err
		}
	}
	distance := weight - goal.Weight
	if distance < 0 {
		distance = -distance
	}
	goal.WeightTarget, goal.Rate = weight, float32(float64(distance)/seconds)
	if seconds == 0 || goal.Rate-goal.Rate != 0 {
		goal.Weight, goal.Rate = weight, 0
	}
	return nil
}

// checkTarget returns an error if the goal, which has no target, needs one.
func (m Modifier) checkTarget() error {
	switch _, use := m.targetUse(); use {
	case solving.NeedsTarget:
		return fmt.Errorf("%w: goal %q of entity %d: Aim, AimLocal, Follow and Hold set the target and fade it in",
			ErrNoTarget, m.goal, m.entity.ID())
	case solving.NeedsGround:
		return fmt.Errorf("%w: goal %q of entity %d: StandOn and StandOnEntity set the ground, and at once the weight",
			ErrNoTarget, m.goal, m.entity.ID())
	}
	return nil
}

// Release fades the goal out within a time in seconds, and the pose is again as the motions make
// it.
func (m Modifier) Release(seconds float64) error { return m.Fade(0, seconds) }

func isFinite(numbers []float32) bool {
	return !slices.ContainsFunc(numbers, func(x float32) bool { return x-x != 0 })
}
