package ecs

import (
	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/solving"
)

// ModifierRun is what the pose store holds of a character with a [components.Modifiers].
type ModifierRun struct {
	// Stack is the stack that is applied in this frame, or nil, and ID its ID.
	Stack *solving.Stack
	ID    id.ModifierStack
	// IsActive reports that a solver works on the character: one whose goal has a weight above 0, or that has no goal.
	IsActive bool
	// Ground is the ground under the feet of the stack, in the order of [solving.Stack.FootProbes].
	Ground []solving.FootGround
	// Carriers are what the feet stand on that moves, in the same order.
	Carriers []FootCarrier
	// IsFresh reports that the solvers remember nothing.
	IsFresh bool
	// HasShown reports that Shown is known, HasMotion that Motion is. The latter is set if State has numbers.
	HasShown, HasMotion bool
	// Waited is the time since the character was posed last, in seconds.
	Waited float64
	// State is what the solvers remember. It is all 0 if IsFresh is set.
	State []float32
	// Shown are the rows of the groups of joints that the stack changes ([solving.Stack.ChangedGroups]), as the character was posed
	// last.
	Shown []float32
	// Motion is the character's Transform, and the one when the solvers ran last, unless IsFresh is set.
	Motion solving.Motion
	// Goals are the goals of the stack, in the spaces of Spaces until [solving.Stack.PlaceGoals] takes them to model space.
	Spaces solving.GoalSpaces
	Goals  [solving.MaxGoals]solving.Goal
}

// FootCarrier is what a foot stood on in the frame before: an entity with a Transform, or none.
type FootCarrier struct {
	Entity Entity
	Before rig.Matrix // its Transform in that frame
	Point  mgl32.Vec3 // on which the foot stands, in its space
}

// SetStack sets the stack, with a state that remembers nothing. It changes nothing if the run has the stack already.
func (r *ModifierRun) SetStack(stack *solving.Stack, id id.ModifierStack) {
	r.ID = id
	if stack == r.Stack {
		return
	}
	r.Stack, r.State, r.IsFresh, r.Waited, r.Shown, r.HasShown, r.Ground, r.Carriers = stack, nil, true, 0, nil, false, nil, nil
	if stack != nil {
		r.Shown = make([]float32, stack.ShownSize())
		r.Ground = make([]solving.FootGround, len(stack.FootProbes()))
		r.Carriers = make([]FootCarrier, len(stack.FootProbes()))
	}
	if stack != nil && stack.StateSize() > 0 {
		r.State = make([]float32, stack.StateSize())
	}
}

// Reset makes the solvers forget what they remember.
func (r *ModifierRun) Reset() {
	if !r.IsFresh {
		clear(r.State)
		clear(r.Carriers)
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

// BegunModel is the part of a block's model matrices that a block system has computed already. Both fields have a byte for each
// group of 8 joints, with a bit for each joint.
type BegunModel struct {
	// Needed are the joints whose model matrices the system needed. The local transforms of their groups are in the block's Work, and
	// equal its Locals.
	Needed []uint8
	// Known are the joints whose model matrices are still right.
	Known []uint8
	unit  int // number of the block system behind the one that computed them
}

// none is the number of no block system.
const none = -1

// BeginModel makes room for the part of a block's model matrices that a block system computes. The block system right behind it
// finds it by [Writer.BegunModel]. No joint is needed or known yet.
func (Writer) BeginModel(b *Block) *BegunModel {
	groups := b.Stride / kernel.GroupSize
	m := &b.begun
	m.Needed, m.Known, m.unit = grown(m.Needed, groups)[:groups], grown(m.Known, groups)[:groups], b.unit+1
	clear(m.Needed)
	clear(m.Known)
	b.Work.Locals = grown(b.Work.Locals, groups*BlockLanes*kernel.GroupSize)
	b.Work.Model = b.Model
	return m
}

// BegunModel returns the part of a block's model matrices that the block system right before the present one computed, or nil if it
// computed none.
func (Writer) BegunModel(b *Block) *BegunModel {
	if b.begun.unit == none || b.begun.unit != b.unit {
		return nil
	}
	return &b.begun
}
