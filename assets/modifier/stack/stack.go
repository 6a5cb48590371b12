package stack

import (
	"errors"
	"io"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/solving"
)

// Stack is an ordered list of solvers for the characters of one skeleton. It is immutable; package
// modifier makes one.
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

// errNoStack is the error of a stack that holds nothing to write.
var errNoStack = errors.New("modifier stack: expected one that Build or Read made, found nil or a zero value")

// WriteJSON writes the stack as indented JSON, from which modifier.Read makes the same stack. A
// stack with a function of the program (modifier.Func) is an error, modifier.ErrFunc.
func (s *Stack) WriteJSON(w io.Writer) error {
	source := s.compiled().Source()
	if source == nil {
		return errNoStack
	}
	return source.WriteJSON(w)
}

// MarshalJSON implements json.Marshaler. It returns the document of [Stack.WriteJSON] on one line.
func (s *Stack) MarshalJSON() ([]byte, error) {
	source := s.compiled().Source()
	if source == nil {
		return nil, errNoStack
	}
	return source.MarshalJSON()
}
