package prefetch

import "unsafe"

// Lines asks for a number of cache lines, the first of which holds a value. Nil is no memory.
func Lines[T any](value *T, lines int) {
	if value != nil && hasInstruction {
		load(unsafe.Pointer(value), lines)
	}
}
