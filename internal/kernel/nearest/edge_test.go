package nearest

import (
	"testing"

	"github.com/sinew-go/sinew/internal/testing/guarded"
)

func TestKernelsStayInTheirMemory(t *testing.T) {
	each := func(run func(m *guarded.Memory, n int)) func(*guarded.Memory) {
		return func(m *guarded.Memory) {
			for n := 1; n < 20; n++ {
				run(m, n)
			}
		}
	}
	out := func(m *guarded.Memory) *[Width]float32 { return (*[Width]float32)(guarded.Floats(m, Width)) }
	guarded.Run(t, map[string]any{
		"Distances": each(func(m *guarded.Memory, n int) {
			Distances(out(m), guarded.Floats(m, n), guarded.Floats(m, n), guarded.Floats(m, n*Width), 1)
		}),
		"Bounds": each(func(m *guarded.Memory, n int) {
			Bounds(out(m), guarded.Floats(m, n), guarded.Floats(m, n), guarded.Floats(m, 2*n*Width), 1)
		}),
	})
}
