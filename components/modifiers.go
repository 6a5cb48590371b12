package components

import (
	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets/id"
)

// MaxGoals is the largest number of goals of a character's [Modifiers].
const MaxGoals = 16

// Modifiers changes a character's pose after its motions are blended: a stack of solvers, such as a head that looks at a point,
// works toward goals.
type Modifiers struct {
	// Stack is the stack of solvers. 0, or a stack for another skeleton, changes nothing.
	Stack id.ModifierStack
	// Reset makes the solvers forget what they remember of earlier frames, such as the motion of springs. It is for a character
	// that was put somewhere else. The next frame clears it.
	Reset bool
	// Goals are the goals of the stack, in the order of its Goals.
	Goals [MaxGoals]Goal
}

// GoalSpace selects what a goal's position is relative to.
type GoalSpace uint8

// The spaces of a goal.
const (
	// WorldSpace is the world.
	WorldSpace GoalSpace = iota
	// CharacterSpace is the model space of the character.
	CharacterSpace
	// JointSpace is a joint of the character, as the motions pose it.
	JointSpace
	// EntitySpace is the [Transform] of an entity.
	EntitySpace
	// EntityJointSpace is a joint of another character, as the frame before left it.
	EntityJointSpace
)

// Goal is what one or more solvers of a stack work toward.
type Goal struct {
	// Position is the target, in the space of Space.
	Position mgl32.Vec3
	// Pole is where a limb bends to, or the direction that is up for a joint that aims. It is a point in the space of PoleSpace for the
	// one, and a direction for the other.
	Pole mgl32.Vec3
	// Rotation is the rotation of the target in the space of Space, xyzw, for solvers that use one. If it is 0 the goal has none.
	Rotation [4]float32
	// Entity is the entity of EntitySpace and EntityJointSpace. If it is dead, or has no Transform, the goal counts as one of
	// weight 0.
	Entity ecs.Entity
	// Joint is the joint of JointSpace and EntityJointSpace.
	Joint int32
	// Weight is how far the solvers change the pose, 0 to 1.
	Weight float32
	// WeightTarget is where Weight moves to, by Rate per second. With a Rate of 0 it stays as it is.
	WeightTarget, Rate float32
	// Space is the space of Position.
	Space GoalSpace
	// PoleSpace is the space of Pole.
	PoleSpace GoalSpace
	// HasPole reports that there is a pole.
	HasPole bool
}
