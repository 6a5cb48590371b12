package modifier

import (
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/solving"
)

// Stack is an ordered list of solvers for the characters of one skeleton. It is immutable; [New]
// begins one.
type Stack solving.Stack

// noStack is what a nil stack holds.
var noStack solving.Stack

func (s *Stack) compiled() *solving.Stack {
	if s == nil {
		return &noStack
	}
	return (*solving.Stack)(s)
}

// Name returns the stack's name.
func (s *Stack) Name() string { return s.compiled().Name() }

// Skeleton returns the skeleton that the stack is for.
func (s *Stack) Skeleton() *rig.Skeleton { return s.compiled().Skeleton() }

// Goals returns the names of the goals, in the order in which solvers first named them. The slice
// is the stack's own: read only.
func (s *Stack) Goals() []string { return s.compiled().Goals() }

// Goal returns the index of a goal.
func (s *Stack) Goal(name string) (index int, ok bool) { return s.compiled().Goal(name) }
