package modifiers

import (
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/column"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/posestore"
	"github.com/sinew-go/sinew/internal/prefetch"
	"github.com/sinew-go/sinew/internal/solving"
)

// Run is what is kept of a character with a [components.Modifiers]. What every frame reads comes
// first.
type Run struct {
	// Stack is the stack that is applied in this frame, or nil, and ID its ID.
	Stack *solving.Stack
	ID    id.ModifierStack
	// IsActive reports that a solver works on the character: one whose goal has a weight above 0,
	// or that has no goal.
	IsActive bool
	// IsFresh reports that the solvers remember nothing.
	IsFresh bool
	// HasShown reports that Shown is known, HasMotion that Motion is. The latter is set if State
	// has numbers.
	HasShown, HasMotion bool
	// IsCarried reports that a foot may stand on what moves. Few do, and the Carriers of the others
	// need not be read.
	IsCarried bool
	// Idle tells of the Goals, bit by bit, that their weights are 0, so that most frames need not
	// read them: they are far from what else they read. It may be 0 where they are.
	Idle uint16
	// Waited is the time since the character was posed last, in seconds.
	Waited float64
	// State is what the solvers remember. It is all 0 if IsFresh is set.
	State []float32
	// Shown are the rows of the groups of joints that the stack changes
	// ([solving.Stack.ChangedGroups]), as the character was posed last.
	Shown []float32
	// Motion is the character's Transform, and the one when the solvers ran last, unless IsFresh is
	// set or State has no numbers.
	Motion solving.Motion
	// Ground is the ground under the feet of the stack, in the order of [solving.Stack.FootProbes].
	Ground []solving.FootGround
	// Carriers are what the feet stand on that moves, in the same order. All are zero unless IsCarried
	// is set.
	Carriers []Carrier
	// Goals are the goals of the stack, relative to the character or to one of its joints.
	Goals [solving.MaxGoals]solving.Goal
}

// in returns the rows of a pool, or nil if there are none.
func in(pool *posestore.Pool) *rows {
	if r, ok := pool.Rows(column.Modifiers).(*rows); ok && r.Used() > 0 {
		return r
	}
	return nil
}

// Each calls f for each character with modifiers.
func Each(store *posestore.Store, f func(pool *posestore.Pool, slot int, run *Run, component *components.Modifiers)) {
	for _, pool := range store.Pools() {
		if pool == nil {
			continue
		}
		r := in(pool)
		if r == nil {
			continue
		}
		for slot := range pool.Len() {
			r.prefetch(pool, slot)
			if row := pool.Row(slot, column.Modifiers); row >= 0 {
				f(pool, slot, r.At(row), r.Component(row))
			}
		}
	}
}

// Far and Near are by how many characters it is too early for the memory of a character: Far for
// [Run.Prefetch], Near for [Run.PrefetchState].
const (
	Far  = 6
	Near = 3
)

// prefetch asks for the memory of characters that follow a slot. It is far from each other, and
// more than the caches hold.
func (r *rows) prefetch(pool *posestore.Pool, slot int) {
	if slot+Far < pool.Len() {
		if row := pool.Row(slot+Far, column.Modifiers); row >= 0 {
			r.At(row).Prefetch(r.Component(row), pool.Components(slot+Far))
		}
	}
	if slot+Near < pool.Len() {
		if row := pool.Row(slot+Near, column.Modifiers); row >= 0 {
			r.At(row).PrefetchState()
		}
	}
}

// moreGoalLines is how many cache lines are asked for of the goals after the first: as many as
// four goals have.
const moreGoalLines = 5

// Prefetch asks for what is read of most characters to resolve their goals, given their
// components.
func (r *Run) Prefetch(component *components.Modifiers, handles *posestore.Handles) {
	r.prefetch()
	prefetch.Lines(component, 2)
	prefetch.Lines(handles.Transform, 1)
	prefetch.Lines(handles.MoreGoals, moreGoalLines)
}

// goalLines is how many cache lines are asked for of the goals, which lie after all else.
const goalLines = 2

// prefetch asks for what is read of most characters.
func (r *Run) prefetch() {
	prefetch.Lines(r, int(unsafe.Offsetof(r.Goals)+goalLines*lineSize+lineSize-1)/lineSize)
}

// PrefetchState asks for what solvers remember. It reads the run.
func (r *Run) PrefetchState() {
	if len(r.State) > 0 {
		prefetch.Lines(&r.State[0], (len(r.State)*4+lineSize-1)/lineSize)
	}
	if len(r.Ground) > 0 {
		prefetch.Lines(&r.Ground[0], 1)
	}
	if r.IsCarried {
		prefetch.Lines(&r.Carriers[0], 1)
	}
}

// lineSize is the size of a line of the caches, in bytes.
const lineSize = 64

// Carrier is what a foot stood on in the frame before: an entity with a Transform, or none.
type Carrier struct {
	Entity posestore.Entity
	Before rig.Matrix // its Transform in that frame
	Point  mgl32.Vec3 // on which the foot stands, in its space
}

// SetStack sets the stack, with a state that remembers nothing. It changes nothing if the run has
// the stack already.
func (r *Run) SetStack(stack *solving.Stack, id id.ModifierStack) {
	r.ID = id
	if stack == r.Stack {
		return
	}
	r.Stack, r.State, r.IsFresh, r.Waited, r.Shown, r.HasShown, r.Ground, r.Carriers, r.IsCarried = stack, nil, true,
		0, nil, false, nil, nil, false
	if stack == nil {
		return
	}
	n := stack.StateSize()
	numbers := make([]float32, n+stack.ShownSize()) // in one place: a frame reads and writes both
	if r.Shown = numbers[n:]; n > 0 {
		r.State = numbers[:n:n]
	}
	r.Ground = make([]solving.FootGround, len(stack.FootProbes()))
	r.Carriers = make([]Carrier, len(stack.FootProbes()))
}

// Replace sets a stack that replaced the one before under its ID. Goals are, by goal of the stack,
// the goal of the same name before, or -1. Solvers that are the same in both keep what they
// remember. What was shown is kept if both change the same joints.
func (r *Run) Replace(stack *solving.Stack, goals []int) {
	before, same := *r, stack.SameAs(r.Stack)
	r.SetStack(stack, r.ID)
	r.Waited, r.IsFresh = before.Waited, before.IsFresh
	for _, part := range same.State {
		copy(r.State[part.To:part.To+part.Size], before.State[part.From:])
	}
	for i, k := range same.Probes {
		if k >= 0 {
			r.Ground[i], r.Carriers[i] = before.Ground[k], before.Carriers[k]
			r.IsCarried = r.IsCarried || !r.Carriers[i].Entity.IsZero()
		}
	}
	if same.Shown {
		r.Shown, r.HasShown = before.Shown, before.HasShown
	}
	r.Goals, r.Idle = [solving.MaxGoals]solving.Goal{}, 0
	for i, k := range goals {
		if k >= 0 {
			r.Goals[i] = before.Goals[k]
		}
	}
}

// Reset makes the solvers forget what they remember.
func (r *Run) Reset() {
	if !r.IsFresh {
		clear(r.State)
		clear(r.Carriers)
		r.IsCarried = false
		r.IsFresh = true
	}
}

// Stand notes which entity carries a foot until the next frame, and its Transform now.
func (r *Run) Stand(foot int, on posestore.Entity, now rig.Matrix) {
	c := &r.Carriers[foot]
	if on != c.Entity {
		*c = Carrier{}
	}
	c.Entity, c.Before, r.IsCarried = on, now, true
}

// StandStill notes that nothing carries a foot.
func (r *Run) StandStill(foot int) {
	if r.IsCarried {
		r.Carriers[foot] = Carrier{}
	}
}

// ShiftOrigin implements [column.Placed]. The ground is found anew in each frame, goals are
// relative to the character, and springs remember what they do relative to where it was.
func (r *rows) ShiftOrigin(row int32, by [3]float64) {
	run := r.At(row)
	exact.ShiftMatrix((*[rig.MatrixSize]float32)(&run.Motion.World), by)
	exact.ShiftMatrix((*[rig.MatrixSize]float32)(&run.Motion.Before), by)
	if run.Stack != nil && !run.IsFresh {
		probes := run.Stack.FootProbes()
		for i := range probes {
			probes[i].ShiftOrigin(run.State, by)
		}
	}
	for i := range run.Carriers {
		if c := &run.Carriers[i]; !c.Entity.IsZero() {
			exact.ShiftMatrix((*[rig.MatrixSize]float32)(&c.Before), by)
		}
	}
}
