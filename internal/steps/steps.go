package steps

import "sync/atomic"

// Graph is a step of a character that a graph drives.
type Graph interface{ DoWithGraph() }

// Database is a step of a character that plays a database of motion.
type Database interface{ DoWithDatabase() }

// Stack is a step of a character with a stack of modifiers.
type Stack interface{ DoWithStack() }

// The doors. [Door.Open] must be given a function that calls the method of its step, and be called
// only where an asset of the kind is made.
var (
	Graphs    Door[Graph]
	Databases Door[Database]
	Stacks    Door[Stack]
)

// Door is where steps of one kind go through, once it is open. The zero value is closed.
type Door[Step any] struct{ do atomic.Pointer[func(Step)] }

// Open opens the door.
func (d *Door[Step]) Open(do func(Step)) { d.do.CompareAndSwap(nil, &do) }

// Do does a step, or nothing while the door is closed: then there is no asset of the kind. The step
// escapes to the heap.
func (d *Door[Step]) Do(step Step) {
	if do := d.do.Load(); do != nil {
		(*do)(step)
	}
}
