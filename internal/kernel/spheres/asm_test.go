//go:build (amd64 || arm64 || js) && !noasm

package spheres

import (
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/testing/samebits"
	"github.com/sinew-go/sinew/internal/testing/seeds"
)

// numbersOf returns the numbers of structs that have nothing else.
func numbersOf[T any](structs []T) []float32 {
	return unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(structs))),
		len(structs)*int(unsafe.Sizeof(*new(T)))/4)
}

// FuzzAssemblyEqualsGo compares the bits of both versions of every function, on numbers of any
// kind.
func FuzzAssemblyEqualsGo(f *testing.F) {
	if !hasAssembly || !assembly {
		_, reason := kernel.Running()
		f.Skip("the assembly does not run here: ", reason)
	}
	for seed := range uint64(300) {
		seeds.Add(f, seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 31))
		groups, planes := make([]Group, random.IntN(MostGroups+1)), make([]Plane, random.IntN(8))
		shadows, squares := make([][Lanes]float32, len(groups)), make([]float32, random.IntN(9))
		var eye [3]float32
		var matrix [12]float32
		var volume [layout.VolumePlanes][layout.VolumePlaneRows]float32
		sizes := make([]Sizes, len(groups))
		light := make([]float32, 3)
		for _, numbers := range [][]float32{
			numbersOf(groups), numbersOf(planes), numbersOf(shadows), squares, eye[:], matrix[:], light,
			numbersOf(volume[:]), numbersOf(sizes),
		} {
			samebits.Fill(random, numbers)
		}
		for i := range squares {
			squares[i] *= random.Float32() * 8
		}
		both := func(run func() (bits []uint64, numbers []float32)) {
			t.Helper()
			fastBits, fast := run()
			assembly = false
			bits, plain := run()
			assembly = true
			if !slices.Equal(fastBits, bits) {
				t.Fatalf("%d groups: assembly %#x, plain %#x", len(groups), fastBits, bits)
			}
			samebits.Require(t, "numbers", fast, plain)
		}
		both(func() ([]uint64, []float32) { return []uint64{Below(groups, planes, shadows)}, nil })
		both(func() ([]uint64, []float32) { return []uint64{Below(groups, planes, nil)}, nil })
		both(func() ([]uint64, []float32) {
			bits := []uint64{9: 1}
			Nearer(bits, groups, &eye, squares)
			return bits, nil
		})
		both(func() ([]uint64, []float32) {
			var by Light
			by.Set(light[0], light[1], light[2])
			lengths := make([][Lanes]float32, len(groups)+1)
			Shadows(lengths, groups, &by)
			return nil, numbersOf(lengths)
		})
		both(func() ([]uint64, []float32) {
			var by Volume
			by.Set(&volume)
			crossed := make([]Crossed, len(groups)+1)
			Cross(crossed, groups, &by)
			return nil, numbersOf(crossed)
		})
		both(func() ([]uint64, []float32) {
			var from Eye
			from.Set(&eye)
			ranges := make([]Range, len(groups)+1)
			Ranges(ranges, groups, sizes, &from)
			return nil, numbersOf(ranges)
		})
		both(func() ([]uint64, []float32) {
			var by Carrier
			by.Set(&matrix, light[0])
			to := make([]Group, len(groups)+1)
			Carry(to, groups, &by)
			return nil, numbersOf(to)
		})
	})
}

func BenchmarkSpheres(b *testing.B) {
	groups, planes := make([]Group, MostGroups), make([]Plane, 2)
	squares, lengths := make([]float32, 4), make([][Lanes]float32, MostGroups)
	var eye [3]float32
	var bits [4]uint64
	var light Light
	var carrier Carrier
	var volume Volume
	var viewer Eye
	var crossed [MostGroups]Crossed
	var ranges [MostGroups]Range
	var sizes [MostGroups]Sizes
	for i := range numbersOf(groups) {
		numbersOf(groups)[i] = float32(i%9) - float32(i%7)
	}
	for _, c := range []struct {
		name string
		run  func()
	}{
		{"Below", func() { Below(groups, planes, nil) }},
		{"Nearer", func() { Nearer(bits[:], groups, &eye, squares) }},
		{"Cross", func() { Cross(crossed[:], groups, &volume) }},
		{"Ranges", func() { Ranges(ranges[:], groups, sizes[:], &viewer) }},
		{"Shadows", func() { Shadows(lengths, groups, &light) }},
		{"Carry", func() { Carry(groups, groups, &carrier) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				c.run()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(MostGroups*layout.Lanes), "ns/sphere")
		})
	}
}
