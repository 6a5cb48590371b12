package prefetch

import "unsafe"

// Lines asks for a number of cache lines, the first of which holds a value. Nil is no memory.
func Lines[T any](value *T, lines int) {
	if value != nil && hasInstruction {
		load(unsafe.Pointer(value), lines)
	}
}

// Two asks for the first cache line of each of two values, neither of which is nil.
func Two[A, B any](a *A, b *B) {
	if hasInstruction {
		loadTwo(unsafe.Pointer(a), unsafe.Pointer(b))
	}
}
