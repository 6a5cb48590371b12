package modifier

import "github.com/sinew-go/sinew/assets/modifier/stack"

// Stack is an ordered list of solvers for the characters of one skeleton. It is immutable; [New]
// begins one. (Its type is in package stack, so that a program without modifiers does not compile
// what makes one.)
type Stack = stack.Stack
