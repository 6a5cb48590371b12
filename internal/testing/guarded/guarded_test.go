package guarded

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"
)

type row [8]float32

type rows struct{ A, B *row }

// outside reads the number at a distance from the start of an array, which the compiler cannot
// check.
func outside(r *row, at int) float32 { return *(*float32)(unsafe.Add(unsafe.Pointer(r), 4*at)) }

var sink float32

func TestReadsOutsideAreFound(t *testing.T) {
	if !supported {
		t.Skip("pages can be protected on Linux only: run the test there")
	}
	for _, c := range []struct {
		name      string
		function  any
		atEnd     bool
		isOutside bool
	}{
		{"inside", func(r *row, _ float32, _ bool) { sink = outside(r, 7) }, true, false},
		{"after", func(r *row) { sink = outside(r, 8) }, true, true},
		{"after, at the start of the page", func(r *row) { sink = outside(r, 8) }, false, false},
		{"before", func(r *row) { sink = outside(r, -1) }, false, true},
		{"in a struct", func(r *rows) { sink = outside(r.B, 8) }, true, true},
		{"own arguments", func(m *Memory) { sink = outside((*row)(Floats(m, 8)), 8) }, true, true},
		{"written", func(r *row) { *(*float32)(unsafe.Add(unsafe.Pointer(r), 32)) = 1 }, true, true},
	} {
		m := &Memory{Random: rand.New(rand.NewPCG(1, 1)), atEnd: c.atEnd}
		err := m.call(c.function)
		m.free()
		if isOutside := err != nil; isOutside != c.isOutside {
			t.Errorf("%s: expected a fault: %t, found %v", c.name, c.isOutside, err)
		}
	}
}

func TestKernelsOfAPackageAreListed(t *testing.T) {
	if got := strings.Join(kernels(t), " "); !strings.Contains(got, "Floats") || strings.Contains(got, "argument") {
		t.Errorf("expected the exported functions with memory, found %s", got)
	}
}
