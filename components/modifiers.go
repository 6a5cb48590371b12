package components

import (
	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/internal/assetkeys"
	"github.com/sinew-go/sinew/internal/codec"
	"github.com/sinew-go/sinew/internal/componenttable"
)

// MaxGoals is the largest number of goals of a character's [Modifiers] and [MoreGoals].
const MaxGoals = 16

// Modifiers changes a character's pose after its motions are blended: a stack of solvers, such as a
// head that looks at a point, works toward goals.
type Modifiers struct {
	// Stack is the stack of solvers. 0, or a stack for another skeleton, changes nothing.
	Stack id.ModifierStack
	// Reset makes the solvers forget what they remember of earlier frames, such as the motion of
	// springs. It is for a character that was put somewhere else. The next frame clears it.
	Reset bool
	// First is the first goal of the stack, in the order of its Goals. The others are in
	// [MoreGoals], so that a character with a single goal stays small. [GoalAt] returns any of
	// them.
	First Goal
}

// MoreGoals holds the goals of a character after the first, which is in its [Modifiers]. Without
// it, the goals of its stack after the first have weight 0.
type MoreGoals struct {
	// List[0] is the second goal of the stack.
	List [MaxGoals - 1]Goal
}

// GoalAt returns goal i of a character's stack, in the order of its Goals, or nil if the character
// lacks the component that has it. Components that it lacks are nil.
func GoalAt(first *Modifiers, more *MoreGoals, i int) *Goal {
	switch {
	case first == nil || i < 0:
		return nil
	case i == 0:
		return &first.First
	case more == nil || i > len(more.List):
		return nil
	}
	return &more.List[i-1]
}

// GoalSpace selects what a goal's position is relative to.
type GoalSpace uint8

// The spaces of a goal.
const (
	// NoTarget is the space of a goal that has no target yet. Solvers that need one treat its
	// weight as 0. As the space of a pole it is the world.
	NoTarget GoalSpace = iota
	// WorldSpace is the world.
	WorldSpace
	// CharacterSpace is the model space of the character.
	CharacterSpace
	// JointSpace is a joint of the character, as the motions pose it.
	JointSpace
	// EntitySpace is the [Transform] of an entity.
	EntitySpace
	// EntityJointSpace is a joint of another character, which is posed first in a frame. If it is
	// not posed in the frame, or each depends on the other, the joint is as it was posed last.
	EntityJointSpace
)

// Goal is what one or more solvers of a stack work toward.
type Goal struct {
	// Position is the target, in the space of Space.
	Position mgl32.Vec3
	// Pole is where a limb bends to, or the direction that is up for a joint that aims. It is a
	// point in the space of PoleSpace for the one, and a direction for the other.
	Pole mgl32.Vec3
	// Rotation is the rotation of the target in the space of Space, xyzw, for solvers that use one.
	// If it is 0 the goal has none.
	Rotation [4]float32
	// Entity is the entity of EntitySpace and EntityJointSpace. If it is dead, or has no Transform,
	// the goal counts as one of weight 0.
	Entity ecs.Entity
	// Joint is the joint of JointSpace and EntityJointSpace.
	Joint int32
	// Weight is how far the solvers change the pose, 0 to 1. Without a target ([NoTarget]) it
	// counts as 0 for solvers that need one.
	Weight float32
	// WeightTarget is where Weight moves to, by Rate per second. With a Rate of 0 it stays as it
	// is.
	WeightTarget, Rate float32
	// Space is the space of Position.
	Space GoalSpace
	// PoleSpace is the space of Pole.
	PoleSpace GoalSpace
	// HasPole reports that there is a pole.
	HasPole bool
}

func modifiersRow() componenttable.Row {
	return componenttable.Saved(componenttable.Codec[Modifiers]{
		Size: modifiersSize, Extra: modifiersExtra, Put: putModifiers, Get: getModifiers,
		Encoded: modifiersEncoded, Check: checkModifiers,
		IDs: []componenttable.ID{{Kind: assetkeys.ModifierStack, At: 0}},
	})
}

func moreGoalsRow() componenttable.Row {
	return componenttable.Saved(componenttable.Codec[MoreGoals]{
		Size: moreGoalsSize, Extra: moreGoalsExtra, Put: putMoreGoals, Get: getMoreGoals,
		Encoded: moreGoalsEncoded, Check: checkMoreGoals,
	})
}

const (
	modifiersSize = 8
	moreGoalsSize = 4
	goalSize      = 68
)

// goalsUsed returns the number of goals up to the last one that is not zero.
func goalsUsed(goals []Goal) int {
	n := len(goals)
	for n > 0 && goals[n-1] == (Goal{}) {
		n--
	}
	return n
}

func modifiersExtra(m *Modifiers) int {
	if m.First == (Goal{}) {
		return 0
	}
	return goalSize
}

func modifiersEncoded(b []byte) int {
	if len(b) < modifiersSize {
		return modifiersSize
	}
	return modifiersSize + goalSize*int(b[4])
}

func checkModifiers(b []byte, _ func(ecs.Entity) bool) error {
	if b[4] > 1 {
		return codec.Damaged("expected at most 1 goal of modifiers, found %d", b[4])
	}
	return nil
}

func putModifiers(b []byte, m *Modifiers) []byte {
	hasGoal := m.First != (Goal{})
	codec.PutUint32(b, uint32(m.Stack))
	b[4], b[5], b[6], b[7] = codec.Flag(hasGoal, 1), codec.Flag(m.Reset, 1), 0, 0
	if b = b[modifiersSize:]; hasGoal {
		b = putGoal(b, &m.First)
	}
	return b
}

func getModifiers(b []byte, m *Modifiers) []byte {
	*m = Modifiers{Stack: id.ModifierStack(codec.GetUint32(b)), Reset: b[5]&1 != 0}
	hasGoal := b[4] != 0
	if b = b[modifiersSize:]; hasGoal {
		b = getGoal(b, &m.First)
	}
	return b
}

func moreGoalsExtra(m *MoreGoals) int { return goalSize * goalsUsed(m.List[:]) }

func moreGoalsEncoded(b []byte) int {
	if len(b) < moreGoalsSize {
		return moreGoalsSize
	}
	return moreGoalsSize + goalSize*int(b[0])
}

func checkMoreGoals(b []byte, _ func(ecs.Entity) bool) error {
	if b[0] > MaxGoals-1 {
		return codec.Damaged("expected at most %d goals after the first, found %d", MaxGoals-1, b[0])
	}
	return nil
}

func putMoreGoals(b []byte, m *MoreGoals) []byte {
	used := goalsUsed(m.List[:])
	b[0], b[1], b[2], b[3] = byte(used), 0, 0, 0
	b = b[moreGoalsSize:]
	for i := range used {
		b = putGoal(b, &m.List[i])
	}
	return b
}

func getMoreGoals(b []byte, m *MoreGoals) []byte {
	used := int(b[0])
	b = b[moreGoalsSize:]
	for i := range used {
		b = getGoal(b, &m.List[i])
	}
	clear(m.List[used:])
	return b
}

func putGoal(b []byte, g *Goal) []byte {
	numbers := [...]float32{
		g.Position[0], g.Position[1], g.Position[2], g.Pole[0], g.Pole[1], g.Pole[2],
		g.Rotation[0], g.Rotation[1], g.Rotation[2], g.Rotation[3], g.Weight, g.WeightTarget, g.Rate,
	}
	b = codec.PutFloats(b, numbers[:])
	codec.PutEntity(b, g.Entity)
	codec.PutUint32(b[8:], uint32(g.Joint))
	b[12], b[13], b[14], b[15] = byte(g.Space), byte(g.PoleSpace), codec.Flag(g.HasPole, 1), 0
	return b[16:]
}

func getGoal(b []byte, g *Goal) []byte {
	var n [13]float32
	b = codec.GetFloats(b, n[:])
	*g = Goal{
		Position: [3]float32(n[:3]), Pole: [3]float32(n[3:6]), Rotation: [4]float32(n[6:10]),
		Weight: n[10], WeightTarget: n[11], Rate: n[12],
		Entity: codec.GetEntity(b), Joint: int32(codec.GetUint32(b[8:])),
		Space: GoalSpace(b[12]), PoleSpace: GoalSpace(b[13]), HasPole: b[14]&1 != 0,
	}
	return b[16:]
}
