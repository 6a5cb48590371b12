//go:build linux && amd64 && !noasm

package sorted

import (
	"syscall"
	"testing"
	"unsafe"

	"github.com/sinew-go/sinew/internal/kernel"
)

// The page after the end of each stream can be neither read nor written.
func TestSkinStaysInsideTheStreams(t *testing.T) {
	if !hasAssembly {
		t.Skip("this processor cannot run the assembly")
	}
	const entries = 5
	for vertices := 1; vertices < 40; vertices++ {
		for used := range 5 {
			job := &kernel.SkinJob{
				Positions: make([]float32, 3*vertices), Normals: make([]float32, 3*vertices),
				Tangents:     make([]float32, 4*vertices),
				OutPositions: atEnd(t, 3*vertices), OutNormals: atEnd(t, 3*vertices), OutTangents: atEnd(t, 4*vertices),
				Influences: 4, Palette: atEnd(t, entries*kernel.MatrixSize),
			}
			for v := range vertices {
				for i := range 4 {
					weight := float32(0)
					if i < used {
						weight = 1
					}
					job.Joints, job.Weights = append(job.Joints, uint16(entries-1-(v+i)%entries)),
						append(job.Weights, weight)
				}
			}
			s := arrange(job, makeGroups(job))
			for _, stream := range []*[]float32{&s.rows, &s.normals} {
				end := atEnd(t, len(*stream))
				copy(end, *stream)
				*stream = end
			}
			if !s.Skin(job) {
				t.Fatal("not skinned")
			}
		}
	}
}

// atEnd returns a slice of n numbers that ends at a page without access.
func atEnd(t *testing.T, n int) []float32 {
	t.Helper()
	page := syscall.Getpagesize()
	end := (4*n + page - 1) / page * page
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
	return unsafe.Slice((*float32)(unsafe.Pointer(&memory[end-4*n])), n)
}
