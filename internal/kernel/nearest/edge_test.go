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
	guarded.Run(t, map[string]any{
		"Distances": each(func(m *guarded.Memory, n int) {
			out := (*[Points]float32)(guarded.Floats(m, Points))
			Distances(out, guarded.Floats(m, n), guarded.Floats(m, n), guarded.Floats(m, n*Points), 1)
		}),
		"Bounds": each(func(m *guarded.Memory, n int) {
			out := (*[Boxes]float32)(guarded.Floats(m, Boxes))
			Bounds(out, guarded.Floats(m, n), guarded.Floats(m, n), guarded.Floats(m, 2*n*Boxes), 1)
		}),
	})
}
