package spheres

import (
	"testing"
	"unsafe"

	"github.com/sinew-go/sinew/internal/testing/guarded"
)

// structs returns n of what consists of numbers alone.
func structs[T any](m *guarded.Memory, n int) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(&guarded.Floats(m, n*int(unsafe.Sizeof(*new(T)))/4)[0])), n)
}

func TestKernelsStayInTheirMemory(t *testing.T) {
	each := func(run func(m *guarded.Memory, n int)) func(*guarded.Memory) {
		return func(m *guarded.Memory) {
			for n := 1; n <= MostGroups; n++ {
				run(m, n)
			}
		}
	}
	guarded.Run(t, map[string]any{
		"Below": each(func(m *guarded.Memory, n int) {
			Below(structs[Group](m, n), structs[Plane](m, 1+n%3), structs[[Lanes]float32](m, n))
			Below(structs[Group](m, n), structs[Plane](m, 1+n%3), nil)
		}),
		"Nearer": each(func(m *guarded.Memory, n int) {
			Nearer(structs[uint64](m, n), structs[Group](m, n), &structs[[3]float32](m, 1)[0], guarded.Floats(m, n))
		}),
		"Shadows": each(func(m *guarded.Memory, n int) {
			Shadows(structs[[Lanes]float32](m, n), structs[Group](m, n), &structs[Light](m, 1)[0])
		}),
		"Cross": each(func(m *guarded.Memory, n int) {
			Cross(structs[Crossed](m, n), structs[Group](m, n), &structs[Volume](m, 1)[0])
		}),
		"Ranges": each(func(m *guarded.Memory, n int) {
			Ranges(structs[Range](m, n), structs[Group](m, n), structs[Sizes](m, n), &structs[Eye](m, 1)[0])
		}),
		"Carry": each(func(m *guarded.Memory, n int) {
			Carry(structs[Group](m, n), structs[Group](m, n), &structs[Carrier](m, 1)[0])
		}),
		"Light.Set": func(m *guarded.Memory) { structs[Light](m, 1)[0].Set(1, 2, 3) },
		"Eye.Set":   func(m *guarded.Memory) { structs[Eye](m, 1)[0].Set(&structs[[3]float32](m, 1)[0]) },
		"Volume.Set": func(m *guarded.Memory) {
			structs[Volume](m, 1)[0].Set(&structs[[6][4]float32](m, 1)[0])
		},
		"Carrier.Set": func(m *guarded.Memory) {
			structs[Carrier](m, 1)[0].Set(&structs[[12]float32](m, 1)[0], 1)
		},
	})
}
