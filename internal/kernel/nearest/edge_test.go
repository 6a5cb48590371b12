package nearest

import (
	"testing"
	"unsafe"

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
	int16s := func(m *guarded.Memory, n int) []int16 {
		return unsafe.Slice((*int16)(unsafe.Pointer(&guarded.Floats(m, n/2)[0])), n)
	}
	grid := func(times int, measure func(*Squares, *Query, []int16)) func(*guarded.Memory) {
		return func(m *guarded.Memory) {
			for pairs := 1; pairs <= MostPairs; pairs++ {
				var query Query
				query.SetCoordinates(make([]int16, 2*pairs))
				var squares Squares
				measure(&squares, &query, int16s(m, times*Boxes*pairs))
			}
		}
	}
	guarded.Run(t, map[string]any{
		"Distances": each(func(m *guarded.Memory, n int) {
			out := (*[Points]float32)(guarded.Floats(m, Points))
			Distances(out, guarded.Floats(m, n), guarded.Floats(m, n), guarded.Floats(m, n*Points), 1)
		}),
		"Query.SetCoordinates": func(m *guarded.Memory) {
			var query Query
			query.SetCoordinates(int16s(m, 2*MostPairs))
		},
		"ToBoxes": grid(4, ToBoxes), "ToPoints": grid(2, ToPoints),
	})
}
