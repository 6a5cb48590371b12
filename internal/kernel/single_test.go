package kernel

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/internal/testing/seeds"
)

// FuzzOneEqualsBlock compares one character's model matrices and palette with a lane of a block,
// bit for bit, in both versions.
func FuzzOneEqualsBlock(f *testing.F) {
	for seed := range uint64(300) {
		seeds.Add(f, seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 41))
		joints := 1 + random.IntN(30)
		stride := (joints + Lanes - 1) / Lanes * GroupSize
		parents := make([]int16, joints)
		for j := range parents {
			parents[j] = int16(random.IntN(j+1)) - 1
		}
		number := func() float32 {
			switch random.IntN(40) {
			case 0:
				return math.Float32frombits(random.Uint32())
			case 1:
				return float32(math.Copysign(0, -1))
			case 2:
				return float32(math.Inf(1))
			default:
				return float32(random.NormFloat64())
			}
		}
		fill := func(n int) []float32 {
			s := make([]float32, n)
			for i := range s {
				s[i] = number()
			}
			return s
		}
		locals := fill(Lanes * stride)
		indices := make([]int16, random.IntN(40))
		for i := range indices {
			indices[i] = int16(random.IntN(joints))
		}
		bind := fill(len(indices) * MatrixSize)
		model, group := make([]float32, joints*BlockMatrixSize), make([]float32, Lanes*GroupSize)
		scratch := make([]float32, (joints+Lanes-1)/Lanes*BlockMatrixSize)
		byDepth := afterParents(random, parents)
		PoseToModel(model, group, locals, stride, parents)
		var palettes [Lanes][]float32
		for l := range palettes {
			palettes[l] = make([]float32, len(bind))
		}
		Palette(&palettes, model, indices, bind)

		lane := random.IntN(Lanes)
		want := make([]float32, joints*MatrixSize)
		ExtractModel(want, model, lane, joints)
		wantPalette := palettes[lane]
		pose := locals[lane*stride:][:stride]
		for _, version := range []struct {
			name    string
			model   func(model []float32)
			palette func(dst, model []float32)
		}{
			{
				"dispatched", func(m []float32) { PoseToModelOne(m, scratch, pose, parents, byDepth) },
				func(d, m []float32) { PaletteOne(d, m, indices, bind) },
			},
			{
				"plain", func(m []float32) { poseToModelOneGeneric(m, pose, parents) },
				func(d, m []float32) { paletteOneGeneric(d, m, indices, bind) },
			},
		} {
			const guard = 9
			got, gotPalette := make([]float32, len(want)+guard), make([]float32, len(wantPalette)+guard)
			version.model(got)
			version.palette(gotPalette, want)
			for i, x := range append(append([]float32(nil), want...), make([]float32, guard)...) {
				if math.Float32bits(got[i]) != math.Float32bits(x) && (got[i] == got[i] || x == x) {
					t.Fatalf("%s: joint %d element %d is %v, in the block %v", version.name, i/MatrixSize,
						i%MatrixSize, got[i], x)
				}
			}
			for i, x := range append(append([]float32(nil), wantPalette...), make([]float32, guard)...) {
				if math.Float32bits(gotPalette[i]) != math.Float32bits(x) &&
					(gotPalette[i] == gotPalette[i] || x == x) {
					t.Fatalf("%s: palette index %d element %d is %v, in the block %v", version.name, i/MatrixSize,
						i%MatrixSize, gotPalette[i], x)
				}
			}
		}
	})
}

// afterParents returns all joints in a random order, each after its parent.
func afterParents(random *rand.Rand, parents []int16) []int16 {
	var joints []int16
	taken := make([]bool, len(parents))
	for len(joints) < len(parents) {
		if j := random.IntN(len(parents)); !taken[j] && (parents[j] < 0 || taken[parents[j]]) {
			taken[j] = true
			joints = append(joints, int16(j))
		}
	}
	return joints
}

func BenchmarkOne(b *testing.B) {
	const joints = 67
	random := rand.New(rand.NewPCG(1, 1))
	stride := (joints + Lanes - 1) / Lanes * GroupSize
	parents := make([]int16, joints)
	joint := make([]int16, joints)
	for j := range parents {
		parents[j] = int16(max(j-1-random.IntN(3), -1))
		joint[j] = int16(j)
	}
	locals := make([]float32, Lanes*stride)
	for i := range locals {
		locals[i] = random.Float32()
		if row := i / Lanes % Rows; row > 6 {
			locals[i] = 1
		}
	}
	Normalize(locals)
	bind, dst := make([]float32, joints*MatrixSize), make([]float32, joints*MatrixSize)
	model, group := make([]float32, joints*BlockMatrixSize), make([]float32, Lanes*GroupSize)
	scratch, byDepth := make([]float32, (joints+Lanes-1)/Lanes*BlockMatrixSize), make([]int16, joints)
	for j := range byDepth {
		byDepth[j] = int16(j)
	}
	b.Run("model", func(b *testing.B) {
		for b.Loop() {
			PoseToModelOne(model, scratch, locals, parents, byDepth)
		}
	})
	b.Run("palette", func(b *testing.B) {
		for b.Loop() {
			PaletteOne(dst, model, joint, bind)
		}
	})
	b.Run("block model", func(b *testing.B) {
		for b.Loop() {
			PoseToModel(model, group, locals, stride, parents)
		}
	})
}
