//go:build !linux

package guarded

const supported = false

// Zeros returns a slice of n elements.
func Zeros[T any](_ *Memory, n int) []T { return make([]T, n) }

func (m *Memory) free() {}
