package ecs

import (
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/internal/kernel"
)

// ModifierRun is what the pose store holds of a character with a [components.Modifiers].
type ModifierRun struct {
	// Stack is the stack that is applied in this frame, or nil.
	Stack *modifier.Stack
	// Goals are the goals of the stack in model space.
	Goals [modifier.MaxGoals]modifier.Goal
	// OwnJoint is, for a goal whose target is still in the space of one of the character's joints, 1 plus the joint.
	OwnJoint [modifier.MaxGoals]int32
	// OwnPole is the same for a goal's pole.
	OwnPole [modifier.MaxGoals]int32
	// IsActive reports that a solver works on the character: one whose goal has a weight above 0, or that has no goal.
	IsActive bool
	// Placement is where the character is in the world, if the stack asks for the ground.
	Placement modifier.Placement
	// State is what the solvers remember, and StateBefore what they remembered before the character was posed last.
	State, StateBefore []float32
	// Applied reports that the solvers ran when the character was posed last, after Delta seconds and at this level of detail.
	Applied bool
	Delta   float32
	Level   int
	// Waited is the time since the character was posed last, in seconds.
	Waited float64
}

// ModifierRun returns what the pose store holds of the modifiers of the character in a slot, or nil if it has none. It is valid
// until the next frame.
func (Writer) ModifierRun(pool *Pool, slot int) *ModifierRun {
	if row := pool.slots[slot].modifierRow; row >= 0 {
		return &pool.modifiers[row]
	}
	return nil
}

// IsSkipped reports whether the character in a slot keeps its last pose in this frame instead of being posed.
func (Writer) IsSkipped(pool *Pool, slot int) bool { return pool.slots[slot].skipped }

// ModifierRuns returns how many characters of the pool have modifiers.
func (Writer) ModifierRuns(pool *Pool) int { return len(pool.modifiers) - len(pool.freeModifiers) }

// RequireModifiers gives the character in a slot a [ModifierRun] if it has a [components.Modifiers], and takes it back
// otherwise.
func (Writer) RequireModifiers(pool *Pool, slot int) {
	if has := pool.components[slot].Modifiers != nil; has != (pool.slots[slot].modifierRow >= 0) {
		pool.keepModifiers(slot, has)
	}
}

func (p *Pool) keepModifiers(slot int, keep bool) {
	row := &p.slots[slot].modifierRow
	switch {
	case keep == (*row >= 0):
	case !keep:
		p.modifiers[*row] = ModifierRun{}
		p.freeModifiers = append(p.freeModifiers, *row)
		*row = -1
	case len(p.freeModifiers) > 0:
		n := len(p.freeModifiers)
		*row, p.freeModifiers = p.freeModifiers[n-1], p.freeModifiers[:n-1]
	default:
		*row = int32(len(p.modifiers))
		p.modifiers = append(p.modifiers, ModifierRun{})
	}
}

// GrowWork makes room for the local transforms of a number of joints in the block's Work.
func (Writer) GrowWork(b *Block, joints int) {
	b.Work.Locals = grown(b.Work.Locals, joints*BlockLanes*kernel.Rows)
}
