package prefetch

import "unsafe"

// Lines asks for a number of cache lines, the first of which holds a value. Nil is no memory.
func Lines[T any](value *T, lines int) {
	if value != nil && hasInstruction {
		load(unsafe.Pointer(value), lines)
	}
}

// Within asks for a number of cache lines, the first of which holds what lies so many bytes after
// the start of a value. [Lines] of a field, &value.field, would ask for the same, but the compiler
// reads a value before it takes the address of a field, to see that it is not nil, and so the
// program would wait for the value's first line. Nil is no memory.
func Within[T any](value *T, bytes uintptr, lines int) {
	if value != nil && hasInstruction {
		load(unsafe.Add(unsafe.Pointer(value), bytes), lines)
	}
}

// Pieces asks for a number of pieces of some cache lines each. The first begins at a value, and
// each other piece a stride, in bytes, after the piece before it. Nil is no memory.
func Pieces[T any](value *T, pieces, lines, stride int) {
	if value != nil && hasInstruction {
		loadPieces(unsafe.Pointer(value), pieces, lines, stride)
	}
}

// Two asks for the first cache line of each of two values. Nil takes as long as a value, but loads
// nothing.
func Two[A, B any](a *A, b *B) {
	if hasInstruction {
		loadTwo(unsafe.Pointer(a), unsafe.Pointer(b))
	}
}
