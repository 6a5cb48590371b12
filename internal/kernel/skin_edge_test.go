//go:build linux && (amd64 || arm64) && !noasm

package kernel

import (
	"syscall"
	"testing"
	"unsafe"
)

// The page after the end of each stream is not readable.
func TestSkinReadsNothingAfterTheEnd(t *testing.T) {
	if !hasAssembly {
		t.Skip("this processor cannot run the assembly")
	}
	const vertices, entries = 3 * Lanes, 5
	for influences := range 9 {
		job := &SkinJob{
			Positions: atEnd[float32](t, 3*vertices), OutPositions: atEnd[float32](t, 3*vertices),
			Normals: atEnd[float32](t, 3*vertices), OutNormals: atEnd[float32](t, 3*vertices),
			Tangents: atEnd[float32](t, 4*vertices), OutTangents: atEnd[float32](t, 4*vertices),
			Joints: atEnd[uint16](t, influences*vertices), Weights: atEnd[float32](t, influences*vertices),
			Influences: influences, Palette: atEnd[float32](t, entries*MatrixSize),
		}
		for used := range influences + 1 { // each number of influences has its own code
			for i := range job.Weights {
				job.Joints[i], job.Weights[i] = entries-1, 0
				if i%influences < used {
					job.Weights[i] = 1
				}
			}
			withAssembly(func() { Skin(job) })
		}
	}
}

// atEnd returns a slice of n elements that ends at a page that is not readable.
func atEnd[T any](t *testing.T, n int) []T {
	t.Helper()
	if n == 0 {
		return nil
	}
	bytes, page := n*int(unsafe.Sizeof(*new(T))), syscall.Getpagesize()
	end := (bytes + page - 1) / page * page
	memory, err := syscall.Mmap(-1, 0, end+page, syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Munmap(memory); err != nil {
			t.Error(err)
		}
	})
	if err := syscall.Mprotect(memory[end:], syscall.PROT_NONE); err != nil {
		t.Fatal(err)
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&memory[end-bytes])), n)
}
