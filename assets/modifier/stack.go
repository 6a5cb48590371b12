package modifier

import (
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/solving"
)

// Stack is an ordered list of solvers for the characters of one skeleton. It is immutable; [New]
// begins one.
type Stack solving.Stack

// Name returns the stack's name.
func (s *Stack) Name() string { return (*solving.Stack)(s).Name() }

// Skeleton returns the skeleton that the stack is for.
func (s *Stack) Skeleton() *rig.Skeleton { return (*solving.Stack)(s).Skeleton() }

// Goals returns the names of the goals, in the order in which solvers first named them. The slice
// is the stack's own: read only.
func (s *Stack) Goals() []string { return (*solving.Stack)(s).Goals() }

// Goal returns the index of a goal.
func (s *Stack) Goal(name string) (index int, ok bool) { return (*solving.Stack)(s).Goal(name) }
