//go:build (amd64 || arm64 || js) && !noasm

package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-go/sinew/internal/testing/samebits"
	"github.com/sinew-go/sinew/internal/testing/seeds"
)

// FuzzAssemblyBoundsEqualGo compares the bits of both versions of Bounds.
func FuzzAssemblyBoundsEqualGo(f *testing.F) {
	if !hasAssembly {
		_, reason := Running()
		f.Skip("the assembly does not run here: ", reason)
	}
	for seed := range uint64(500) {
		seeds.Add(f, seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 5))
		joints := 1 + random.IntN(20)
		model := numbers(random, joints*BlockMatrixSize)
		named := make([]int16, random.IntN(20))
		for i := range named {
			named[i] = int16(random.IntN(joints))
		}
		boxes := numbers(random, len(named)*JointBoxSize)
		var got, want [BoundsSize]float32
		EmptyBounds(&got)
		if random.IntN(2) == 0 {
			got = [BoundsSize]float32(numbers(random, BoundsSize))
		}
		want = got
		withAssembly(func() { Bounds(&got, model, named, boxes) })
		boundsGeneric(&want, model, named, boxes)
		samebits.Require(t, "Bounds", got[:], want[:])
	})
}

// FuzzAssemblyLayersEqualGo compares the bits of both versions of AccumulateMasked and AddMasked,
// with and without masks, on random numbers of every kind. Numbers after the last group must not
// change.
func FuzzAssemblyLayersEqualGo(f *testing.F) {
	if !hasAssembly {
		_, reason := Running()
		f.Skip("the assembly does not run here: ", reason)
	}
	for seed := range uint64(300) {
		seeds.Add(f, seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 21))
		groups := 1 + random.IntN(6)
		const guard = 16
		n := groups * GroupSize
		pose, other := numbers(random, n+guard), numbers(random, n)
		for range random.IntN(8) { // rotations of length 0, and scales that would be divided by 0
			joint := random.IntN(groups)*GroupSize + random.IntN(Lanes)
			for r := range Rows {
				other[joint+r*Lanes] = 0
			}
		}
		mask := numbers(random, groups*Lanes)
		for g := range groups { // groups without weight, with zeros of both signs
			for l := range Lanes {
				if random.IntN(4) > 0 && g%2 == 0 {
					mask[g*Lanes+l] = math.Float32frombits(uint32(random.IntN(2)) << 31)
				}
			}
			if g%3 == 1 {
				clear(mask[g*Lanes:][:Lanes])
				mask[g*Lanes+3] = math.Float32frombits(1 << 31)
			}
		}
		if random.IntN(3) == 0 {
			mask = nil
		}
		weight := func() float32 {
			return []float32{0, 1, 0.5, -0.25, -1, samebits.Special(random)}[random.IntN(6)]
		}
		cover, added := weight(), weight()
		rows, step := maskRows(mask)
		twins := func(what string, fast, plain func(dst []float32)) {
			got, want := append([]float32(nil), pose...), append([]float32(nil), pose...)
			withAssembly(func() { fast(got[:n]) })
			plain(want[:n])
			samebits.Require(t, what, got, want)
		}
		twins("AccumulateMasked", func(d []float32) { AccumulateMasked(d, other, mask, cover, added) },
			func(d []float32) { accumulateMaskedGeneric(d, other, rows, step, cover, added) })
		twins("AddMasked", func(d []float32) { AddMasked(d, other, mask, added) }, func(d []float32) {
			if added < 0 {
				addGeneric(d, other, rows, step, -added, true)
			} else {
				addGeneric(d, other, rows, step, added, false)
			}
		})
	})
}

// numbers returns n random numbers: bit patterns of any kind, special ones, and ordinary ones.
func numbers(random *rand.Rand, n int) []float32 {
	s := make([]float32, n)
	kind := random.IntN(3)
	for i := range s {
		switch {
		case kind == 0 && random.IntN(3) == 0:
			s[i] = samebits.Special(random)
		case kind == 1:
			s[i] = math.Float32frombits(random.Uint32())
		default:
			s[i] = random.Float32()*2 - 1
		}
	}
	return s
}

// FuzzAssemblyPoseKernelsEqualGo compares the bits of the assembly and the plain Go version of each
// kernel on random numbers of every kind. Numbers after the ends of the slices must not change.
func FuzzAssemblyPoseKernelsEqualGo(f *testing.F) {
	if !hasAssembly {
		_, reason := Running()
		f.Skip("the assembly does not run here: ", reason)
	}
	for seed := range uint64(200) {
		seeds.Add(f, seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 3))
		joints := 1 + random.IntN(40)
		groups := (joints + Lanes - 1) / Lanes
		stride := groups*GroupSize + Lanes*random.IntN(3)
		weight := []float32{0, 1, 0.5, -0.25, samebits.Special(random)}[random.IntN(5)]
		const guard = 16
		twins := func(what string, dst []float32, asm, generic func(dst []float32)) []float32 {
			got, want := append([]float32(nil), dst...), append([]float32(nil), dst...)
			asm(got[:len(dst)-guard])
			generic(want[:len(dst)-guard])
			samebits.Require(t, what, got, want)
			return want[:len(dst)-guard]
		}

		pose, other := numbers(random, groups*GroupSize+guard), numbers(random, groups*GroupSize)
		twins("Weigh", pose, func(d []float32) { scaleAsm(&d[0], &other[0], len(d)/Lanes, weight) },
			func(d []float32) { scaleGeneric(d, other, weight) })
		twins("Accumulate", pose, func(d []float32) { accumulateAsm(&d[0], &other[0], groups, weight) },
			func(d []float32) { accumulateGeneric(d, other, weight) })
		twins("Normalize", pose, func(d []float32) { normalizeAsm(&d[0], groups) }, normalizeGeneric)

		some := func(step int) (list []int32) { // each at most once, in any order
			for _, i := range random.Perm(groups * GroupSize / step)[:random.IntN(groups+1)] {
				list = append(list, int32(i*step))
			}
			return list
		}
		rows, listed := some(Lanes), some(GroupSize)
		twins("LerpRows", pose, func(d []float32) { withAssembly(func() { LerpRows(d, other, rows, weight) }) },
			func(d []float32) { lerpRowsGeneric(d, other, rows, weight) })
		for f, asm := range []func(dst, src *float32, groups *int32, count, others int, rest, u float32){
			lerp: lerpRotationsAsm, nlerp: nlerpRotationsAsm, nlerpUnit: nlerpUnitAsm,
		} {
			for others := range 2 {
				twins(fmt.Sprint("form ", f), pose, func(d []float32) {
					if len(listed) > 0 {
						asm(&d[0], &other[0], &listed[0], len(listed), others, 1-weight, weight)
					}
				}, func(d []float32) { interpolateGeneric(d, other, listed, weight, form(f), others > 0) })
			}
		}
		lengths := append([]float32(nil), other...)
		normalizeGeneric(lengths)
		for range 3 { // all of length 1, or nearly, or one that may not be
			for _, tolerance := range []float32{unitTolerance, 0.005, weight} {
				got := haveUnitLengthAsm(&lengths[0], groups, tolerance)
				if want := haveUnitLengthGeneric(lengths, tolerance); got != want {
					t.Fatalf("HaveUnitLength within %v: the assembly reports %t, plain Go %t", tolerance, got, want)
				}
			}
			lengths[random.IntN(groups)*GroupSize+random.IntN(translation)] += 1e-6 * random.Float32()
		}

		locals := numbers(random, Lanes*stride)
		block := twins("Transpose", make([]float32, groups*Lanes*GroupSize+guard),
			func(d []float32) { transposeAsm(&d[0], &locals[0], stride, groups) },
			func(d []float32) { transposeGeneric(d, locals, stride, groups) })

		for _, rows := range []int{0, 4, Rows} {
			var kept [2][Lanes][]float32
			var lanes [Lanes]*float32
			for l := range Lanes {
				kept[0][l], kept[1][l] = make([]float32, GroupSize), make([]float32, GroupSize)
				lanes[l] = &kept[0][l][0]
			}
			twins("TransposeBack", make([]float32, Lanes*stride+guard),
				func(d []float32) { transposeBackAsm(&d[0], stride, &lanes, &block[0], rows) },
				func(d []float32) { transposeBackGeneric(d, stride, &kept[1], block, rows) })
			for l := range Lanes {
				samebits.Require(t, "TransposeBack, second place", kept[0][l], kept[1][l])
				samebits.Require(t, "TransposeBack and Transpose", kept[0][l][:rows*Lanes],
					locals[l*stride:][:rows*Lanes])
			}
		}

		parents := make([]int16, joints)
		for j := range parents {
			parents[j] = int16(random.IntN(j+1)) - 1
		}
		model := twins("LocalToModel", make([]float32, joints*BlockMatrixSize+guard),
			func(d []float32) { localToModelAsm(&d[0], &d[0], &block[0], &parents[0], joints) },
			func(d []float32) { modelMatrices(d, block, parents, 0, joints) })

		// Some groups with all scales 1.
		for g := range groups {
			for l := range Lanes {
				for i := scale; i < GroupSize && g%2 == 0; i++ {
					locals[l*stride+g*GroupSize+i] = 1
				}
			}
			if at := random.IntN(8 * (GroupSize - scale)); g%4 == 0 && random.IntN(2) == 0 { // except for one number
				locals[at%Lanes*stride+g*GroupSize+scale+at/Lanes] = weight
			}
		}
		group := make([]float32, Lanes*GroupSize)
		twins("PoseToModel", make([]float32, joints*BlockMatrixSize+guard),
			func(d []float32) { poseToModelAsm(&d[0], &d[0], &group[0], &locals[0], stride, &parents[0], joints) },
			func(d []float32) { posesToModelGeneric(d, group, locals, stride, parents, 0, joints) })

		entries := 1 + random.IntN(50)
		influences := make([]int16, entries)
		for i := range influences {
			influences[i] = int16(random.IntN(joints))
		}
		binds := numbers(random, entries*MatrixSize)
		var offsets [Lanes]int
		lane := entries*MatrixSize + 4*random.IntN(3)
		for place, l := range random.Perm(Lanes) {
			offsets[l] = place * lane
		}
		size := slices.Max(offsets[:]) + entries*MatrixSize
		eachWidth(func() {
			twins("Palette", make([]float32, size+guard),
				func(d []float32) { withAssembly(func() { Palette(lanesAt(d, &offsets), model, influences, binds) }) },
				func(d []float32) { paletteGeneric(lanesAt(d, &offsets), model, influences, binds) })
		})
		each := numbers(random, size)
		bindOffsets := offsets
		random.Shuffle(Lanes, func(a, b int) { bindOffsets[a], bindOffsets[b] = bindOffsets[b], bindOffsets[a] })
		bindOffsets[random.IntN(Lanes)] = bindOffsets[random.IntN(Lanes)] // two lanes of one body
		eachWidth(func() {
			twins("PaletteEach", make([]float32, size+guard), func(d []float32) {
				withAssembly(func() {
					PaletteEach(lanesAt(d, &offsets), model, influences, lanesAt(each, &bindOffsets))
				})
			}, func(d []float32) {
				paletteEachGeneric(lanesAt(d, &offsets), model, influences, lanesAt(each, &bindOffsets))
			})
		})

		entryOf, used := make([]int16, joints), 0
		for _, j := range random.Perm(joints) {
			entryOf[j] = -1
			if random.IntN(4) > 0 {
				entryOf[j] = int16(used)
				used++
			}
		}
		binds = numbers(random, max(1, used)*MatrixSize)
		for place, l := range random.Perm(Lanes) {
			offsets[l] = place * len(binds)
		}
		matrices := len(model)
		twins("PoseToPalette", make([]float32, matrices+Lanes*len(binds)+guard),
			func(d []float32) {
				poseToPaletteAsm(&d[0], &group[0], &locals[0], stride, &parents[0], joints, &d[matrices], &offsets,
					&entryOf[0], &binds[0])
			},
			func(d []float32) {
				poseToPaletteGeneric(d[:matrices], group, locals, stride, parents, lanesAt(d[matrices:], &offsets),
					entryOf, binds)
			})

		baked, _ := randomBaked(random, groups, 3)
		u := []float32{0, 1, random.Float32(), weight}[random.IntN(4)]
		twins("SampleBaked", make([]float32, groups*GroupSize+guard),
			func(d []float32) { sampleBakedAsm(&d[0], baked, 1, 2, u) },
			func(d []float32) { sampleBakedGeneric(d, baked, 1, 2, u) })
		spans := randomSpans(random, groups, 3)
		for frame := range 3*SpanFrames + 1 {
			twins("SampleBaked of spans", make([]float32, groups*GroupSize+guard),
				func(d []float32) { sampleBakedAsm(&d[0], spans, frame, frame, u) },
				func(d []float32) { sampleBakedGeneric(d, spans, frame, frame, u) })
		}
	})
}

// lanesAt returns the memory of each lane, given where it begins in dst.
func lanesAt(dst []float32, offsets *[Lanes]int) *[Lanes][]float32 {
	var lanes [Lanes][]float32
	for l, at := range offsets {
		lanes[l] = dst[at:]
	}
	return &lanes
}
