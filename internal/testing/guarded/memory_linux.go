package guarded

import (
	"syscall"
	"unsafe"
)

const supported = true

// Zeros returns a slice of n elements of a type without pointers. Before and after it is memory
// without access, directly at the side that [Run] tries.
func Zeros[T any](m *Memory, n int) []T {
	if n == 0 {
		return nil
	}
	size, page := n*int(unsafe.Sizeof(*new(T))), syscall.Getpagesize()
	inner := (size + page - 1) / page * page
	memory, err := syscall.Mmap(-1, 0, inner+2*page, syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		panic(err)
	}
	m.pages = append(m.pages, memory)
	for _, guard := range [][]byte{memory[:page], memory[page+inner:]} {
		if err := syscall.Mprotect(guard, syscall.PROT_NONE); err != nil {
			panic(err)
		}
	}
	start := page
	if m.atEnd {
		start += inner - size
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&memory[start])), n)
}

// free gives the memory back.
func (m *Memory) free() {
	for _, memory := range m.pages {
		if err := syscall.Munmap(memory); err != nil {
			panic(err)
		}
	}
	m.pages = nil
}
