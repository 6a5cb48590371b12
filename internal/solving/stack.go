package solving

import (
	"slices"

	"github.com/sinew-go/sinew/assets/rig"
)

// MaxGoals is the largest number of goals of a stack.
const MaxGoals = 16

// Stack is an ordered list of solvers for the characters of one skeleton. It is immutable;
// [New] makes one of its [Facts]. A zero Stack changes nothing.
type Stack struct{ facts Facts }

// Facts are the solvers of a stack, and what is known of them.
type Facts struct {
	Name     string
	Skeleton *rig.Skeleton
	Goals    []string // their names
	Solvers  Solvers
	Source   Source
	// StateSize is how many float32 the solvers remember for each character.
	StateSize int
	// IsAlways reports that a solver has no goal: it is always applied.
	IsAlways bool
	// Joints, Needed, Moved, Changed and Groups are what the methods of the stack return.
	Joints        int
	Needed, Moved []uint8
	Changed       []int16
	Groups        []ChangedGroup
	// Targets report, by goal, that a solver uses its target, Uses are what they do with it, and
	// PolePoints report that one bends toward its pole as a point.
	Targets    []bool
	Uses       []TargetUse
	PolePoints []bool
	Probes     []FootProbe
}

// Solvers are the solvers of a stack, in their order. Package solvers implements it, so that
// programs without stacks do not compile what changes poses.
type Solvers interface {
	// Solve, IsActive and Forget are the methods of [Stack].
	Solve(b *Block)
	IsActive(goals []Goal, state []float32, level int) bool
	Forget(state []float32)
	// Describe is [Stack.Describe].
	Describe(goals []Goal, level int) []Description
	// SameState returns the parts of what they remember that mean the same in the solvers before.
	SameState(before Solvers) []SamePart
	// SpringUnits is [Stack.SpringUnits].
	SpringUnits() (goal string, meters float64, ok bool)
}

// ChangedGroup is a group of 8 joints of a local pose some of whose local transforms change.
type ChangedGroup struct {
	Group  int   // of the joints from 8·Group on
	Joints uint8 // a bit for each joint that changes
	Rows   int   // 4 if rotations alone change, otherwise all 10
	Shown  int   // how many numbers the groups before have
}

// New returns the stack of these facts.
func New(facts Facts) *Stack { return &Stack{facts} }

// Name returns the stack's name.
func (s *Stack) Name() string { return s.facts.Name }

// Skeleton returns the skeleton that the stack is for.
func (s *Stack) Skeleton() *rig.Skeleton { return s.facts.Skeleton }

// Goals returns the names of the goals, in the order in which solvers first named them. The slice
// is the stack's own: read only.
func (s *Stack) Goals() []string { return s.facts.Goals }

// Goal returns the index of a goal.
func (s *Stack) Goal(name string) (index int, ok bool) {
	i := slices.Index(s.facts.Goals, name)
	return i, i >= 0
}

// StateSize returns how many float32 the solvers remember for each character from frame to frame.
func (s *Stack) StateSize() int { return s.facts.StateSize }

// Joints returns for how many joints, from the first on, a [Block] needs transforms and model
// matrices.
func (s *Stack) Joints() int { return s.facts.Joints }

// Needed returns the joints of which a [Block] needs transforms and model matrices: a byte for each
// group of 8 joints of the skeleton, with a bit for each joint. The slice is the stack's own: read
// only.
func (s *Stack) Needed() []uint8 { return s.facts.Needed }

// Moved returns, like [Stack.Needed], the joints whose model matrices are not what they were before
// the solvers, or may not be up to date after them. The slice is the stack's own: read only.
func (s *Stack) Moved() []uint8 { return s.facts.Moved }

// Changed returns the joints whose local transforms the solvers write, ascending. The slice is the
// stack's own: read only.
func (s *Stack) Changed() []int16 { return s.facts.Changed }

// ChangedGroups returns the groups with the joints of [Stack.Changed], ascending. The slice is the
// stack's own: read only.
func (s *Stack) ChangedGroups() []ChangedGroup { return s.facts.Groups }

// ShownSize returns how many numbers the rows of all changed groups have.
func (s *Stack) ShownSize() int {
	if len(s.facts.Groups) == 0 {
		return 0
	}
	last := &s.facts.Groups[len(s.facts.Groups)-1]
	return last.Shown + last.Rows*Lanes
}

// UsesTarget reports whether a solver uses the target of a goal, and not only its weight.
func (s *Stack) UsesTarget(goal int) bool { return s.facts.Targets[goal] }

// IsAlways reports whether the stack has a solver without a goal, which is always applied.
func (s *Stack) IsAlways() bool { return s.facts.IsAlways }

// IsActive reports whether a solver may change a character with these goals, this state and this
// level of detail.
func (s *Stack) IsActive(goals []Goal, state []float32, level int) bool {
	return s.facts.Solvers != nil && s.facts.Solvers.IsActive(goals, state, level)
}

// Forget clears what the solvers remember of a character, except how far levels of detail faded
// them: for one that none of them changes in a frame.
func (s *Stack) Forget(state []float32) {
	if s.facts.Solvers != nil {
		s.facts.Solvers.Forget(state)
	}
}

// Solve applies the solvers to a block of characters. It writes the local transforms of the joints
// of [Stack.Changed], and model matrices.
func (s *Stack) Solve(b *Block) {
	if s.facts.Solvers != nil {
		s.facts.Solvers.Solve(b)
	}
}
