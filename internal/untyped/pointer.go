package untyped

import (
	"sync/atomic"
	"unsafe"
)

// Pointer is an atomic pointer. Its zero value is nil. It must not be copied after its first use.
type Pointer struct {
	_ [0]atomic.Int32 // go vet reports copies
	p unsafe.Pointer
}

// Load returns the pointer.
func Load[T any](p *Pointer) *T { return (*T)(atomic.LoadPointer(&p.p)) }

// Store sets the pointer.
func Store[T any](p *Pointer, value *T) { atomic.StorePointer(&p.p, unsafe.Pointer(value)) }

// Swap sets the pointer, and returns the one before.
func Swap[T any](p *Pointer, value *T) *T {
	return (*T)(atomic.SwapPointer(&p.p, unsafe.Pointer(value)))
}

// CompareAndSwap sets the pointer if it is the one that is expected, and reports whether it was.
func CompareAndSwap[T any](p *Pointer, expected, value *T) bool {
	return atomic.CompareAndSwapPointer(&p.p, unsafe.Pointer(expected), unsafe.Pointer(value))
}
