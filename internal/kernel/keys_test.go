//go:build (amd64 || arm64 || js) && !noasm

package kernel

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/testing/samebits"
	"github.com/sinew-go/sinew/internal/testing/seeds"
)

// FuzzAssemblyKeysEqualGo compares the bits of both versions of SlerpKeys and LerpKeys, on
// rotations that are near, far and opposite, and on random numbers of every kind.
func FuzzAssemblyKeysEqualGo(f *testing.F) {
	if !hasAssembly {
		_, reason := Running()
		f.Skip("the assembly does not run here: ", reason)
	}
	for seed := range uint64(500) {
		seeds.Add(f, seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 31))
		rotations := KeyLanes * (1 + random.IntN(3))
		from, to := make([]float32, 4*rotations), make([]float32, 4*rotations)
		arcs, targets := make([]float64, 2*rotations), make([]int32, rotations)
		for i := range rotations {
			a := exact.Normalized32([4]float32{
				float32(random.NormFloat64()), float32(random.NormFloat64()),
				float32(random.NormFloat64()), 1,
			})
			b := a
			distance := math.Exp2(float64(-random.IntN(30)))
			for c := range b {
				b[c] += float32(random.NormFloat64() * distance)
			}
			b = exact.Normalized32(b)
			if random.IntN(4) == 0 {
				b = [4]float32{-a[0], -a[1], -a[2], -a[3]}
			}
			group, lane := i/KeyLanes, i%KeyLanes
			for c := range a {
				from[group*RotationKeySize+c*KeyLanes+lane], to[group*RotationKeySize+c*KeyLanes+lane] = a[c], b[c]
			}
			arcs[group*ArcKeySize+lane], arcs[group*ArcKeySize+KeyLanes+lane] = exact.Arc(&a, &b)
			targets[i] = int32(i/Lanes*GroupSize + i%Lanes)
		}
		u := []float32{0, 0.5, random.Float32(), 1, 1e-30}[random.IntN(5)]
		got := numbers(random, 4*GroupSize)
		want := append([]float32(nil), got...)
		withAssembly(func() { SlerpKeys(got, from, to, arcs, targets, u) })
		slerpKeysGeneric(want, from, to, arcs, targets, u)
		samebits.Require(t, "SlerpKeys", got, want)

		from, to = numbers(random, rotations), numbers(random, rotations)
		withAssembly(func() { LerpKeys(got, from, to, targets, float64(u)) })
		lerpKeysGeneric(want, from, to, targets, float64(u))
		samebits.Require(t, "LerpKeys", got, want)
	})
}

// FuzzAssemblyVerticesEqualGo compares the bits of both versions of Vertices and VertexDistances.
func FuzzAssemblyVerticesEqualGo(f *testing.F) {
	if !hasAssembly {
		_, reason := Running()
		f.Skip("the assembly does not run here: ", reason)
	}
	for seed := range uint64(300) {
		seeds.Add(f, seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 32))
		joints := 1 + random.IntN(12)
		model, expected := numbers(random, joints*BlockMatrixSize), numbers(random, joints*VertexSize*Lanes)
		if random.IntN(2) == 0 { // no infinities
			for i := range model {
				model[i] = random.Float32()
			}
			for i := range expected {
				expected[i] = random.Float32()
			}
		}
		offsets := make([][3]float32, joints)
		for i := range offsets {
			offsets[i] = [3]float32(numbers(random, 3))
		}
		got, want := make([]float32, len(expected)), make([]float32, len(expected))
		withAssembly(func() { Vertices(got, model, offsets) })
		verticesGeneric(want, model, offsets)
		samebits.Require(t, "Vertices", got, want)
		var a, b [Lanes]float32
		withAssembly(func() { VertexDistances(&a, model, offsets, expected) })
		vertexDistancesGeneric(&b, model, offsets, expected)
		samebits.Require(t, "VertexDistances", a[:], b[:])
	})
}
