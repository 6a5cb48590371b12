package ecs

import (
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
)

// ModifierRun is what the pose store holds of a character with a [components.Modifiers].
type ModifierRun struct {
	// Stack is the stack that is applied in this frame, or nil, and ID its ID.
	Stack *modifier.Stack
	ID    id.ModifierStack
	// Goals are the goals of the stack in model space.
	Goals [modifier.MaxGoals]modifier.Goal
	// OwnJoint is, for a goal whose target is still in the space of one of the character's joints, 1 plus the joint.
	OwnJoint [modifier.MaxGoals]int32
	// OwnPole is the same for a goal's pole.
	OwnPole [modifier.MaxGoals]int32
	// IsActive reports that a solver works on the character: one whose goal has a weight above 0, or that has no goal.
	IsActive bool
	// Ground is the ground under the feet of the stack, in the order of [modifier.Stack.FootProbes].
	Ground []modifier.FootGround
	// State is what the solvers remember. It is all 0 if IsFresh is set.
	State []float32
	// IsFresh reports that the solvers remember nothing.
	IsFresh bool
	// World is the character's Transform, and Before the one when the solvers ran last, unless IsFresh is set. They are known if
	// State has numbers.
	World, Before rig.Matrix
	// Shown are the transforms of the joints that the stack changes ([modifier.Stack.Changed]), 10 numbers each, as the character was
	// posed last, if HasShown is set.
	Shown    []float32
	HasShown bool
	// Waited is the time since the character was posed last, in seconds.
	Waited float64
}

// SetStack sets the stack, with a state that remembers nothing. It changes nothing if the run has the stack already.
func (r *ModifierRun) SetStack(stack *modifier.Stack, id id.ModifierStack) {
	r.ID = id
	if stack == r.Stack {
		return
	}
	r.Stack, r.State, r.IsFresh, r.Waited, r.Shown, r.HasShown, r.Ground = stack, nil, true, 0, nil, false, nil
	if stack != nil {
		r.Shown = make([]float32, kernel.Rows*len(stack.Changed()))
		r.Ground = make([]modifier.FootGround, len(stack.FootProbes()))
	}
	if stack != nil && stack.StateSize() > 0 {
		r.State = make([]float32, stack.StateSize())
	}
}

// Reset makes the solvers forget what they remember.
func (r *ModifierRun) Reset() {
	if !r.IsFresh {
		clear(r.State)
		r.IsFresh = true
	}
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
