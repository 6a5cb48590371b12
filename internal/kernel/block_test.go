package kernel_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/testing/seeds"
)

// matrix is a 4x4 matrix in row-major order.
type matrix [16]float64

func (a matrix) mul(b matrix) (c matrix) {
	for r := range 4 {
		for k := range 4 {
			for s := range 4 {
				c[4*r+k] += a[4*r+s] * b[4*s+k]
			}
		}
	}
	return c
}

// local returns the matrix of a joint's ten numbers. It rotates the basis vectors by q v q*.
func local(v [kernel.Rows]float64) (m matrix) {
	x, y, z, w := v[0], v[1], v[2], v[3]
	for c := range 3 {
		e := [3]float64{}
		e[c] = v[7+c]
		// t = 2 q × e; e' = e + w t + q × t
		tx, ty, tz := 2*(y*e[2]-z*e[1]), 2*(z*e[0]-x*e[2]), 2*(x*e[1]-y*e[0])
		m[c] = e[0] + w*tx + (y*tz - z*ty)
		m[4+c] = e[1] + w*ty + (z*tx - x*tz)
		m[8+c] = e[2] + w*tz + (x*ty - y*tx)
	}
	m[3], m[7], m[11], m[15] = v[4], v[5], v[6], 1
	return m
}

func TestBlockAgreesWithTheEquations(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	for _, joints := range []int{1, 7, 8, 9, 40} {
		groups := (joints + 7) / 8
		stride := groups * kernel.GroupSize
		locals := make([]float32, kernel.Lanes*stride)
		for l := range kernel.Lanes {
			pose := randomPose(random, groups)
			for i := range pose {
				if i%kernel.GroupSize >= 7*kernel.Lanes { // scales near 1, so that chains stay in range
					pose[i] = 0.8 + 0.4*random.Float32()
				}
			}
			copy(locals[l*stride:], pose)
		}
		parents := make([]int16, joints)
		for j := range parents {
			parents[j] = int16(random.IntN(j+1)) - 1
		}
		influences := make([]int16, 2*joints)
		inverseBind := make([]float32, kernel.MatrixSize*len(influences))
		for i := range influences {
			influences[i] = int16(random.IntN(joints))
		}
		for i := range inverseBind {
			inverseBind[i] = random.Float32()*2 - 1
		}
		block := make([]float32, groups*kernel.Lanes*kernel.GroupSize)
		model := make([]float32, joints*kernel.BlockMatrixSize)
		palette := make([]float32, kernel.Lanes*len(inverseBind))
		kernel.Transpose(block, locals, stride, groups)
		kernel.LocalToModel(model, block, parents)
		var lanes [kernel.Lanes][]float32
		for l := range lanes {
			lanes[l] = palette[l*len(inverseBind):]
		}
		kernel.Palette(&lanes, model, influences, inverseBind)
		for l := range kernel.Lanes {
			want := make([]matrix, joints)
			matrices := make([]float32, joints*kernel.MatrixSize)
			kernel.ExtractModel(matrices, model, l, joints)
			for j := range joints {
				want[j] = local(joint(locals[l*stride:(l+1)*stride], j))
				if p := parents[j]; p >= 0 {
					want[j] = want[p].mul(want[j])
				}
				near(t, "model", matrices[j*12:j*12+12], want[j])
			}
			for i, j := range influences {
				bind := matrix{15: 1}
				for e := range 12 {
					bind[e] = float64(inverseBind[i*12+e])
				}
				near(t, "palette", palette[l*len(inverseBind)+i*12:][:12], want[j].mul(bind))
			}
			body := make([]float32, len(inverseBind)) // this lane has another body than the others
			for i := range body {
				body[i] = random.Float32()*2 - 1
			}
			var bodies [kernel.Lanes][]float32
			for other := range bodies {
				bodies[other] = inverseBind
			}
			bodies[l] = body
			kernel.PaletteEach(&lanes, model, influences, &bodies)
			for i, j := range influences {
				bind := matrix{15: 1}
				for e := range 12 {
					bind[e] = float64(body[i*12+e])
				}
				near(t, "palette of another body", palette[l*len(inverseBind)+i*12:][:12], want[j].mul(bind))
			}
		}
	}
}

// Model matrices that are computed range by range have the bits of those that are computed at once.
func TestRangesOfJointsHaveTheSameBits(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	for range 50 {
		joints := 1 + random.IntN(40)
		groups := (joints + 7) / 8
		stride := groups * kernel.GroupSize
		locals := randomPose(random, groups*kernel.Lanes)
		parents := make([]int16, joints)
		for j := range parents {
			parents[j] = int16(random.IntN(j+1)) - 1
		}
		block, group := make([]float32, groups*kernel.Lanes*kernel.GroupSize),
			make([]float32, kernel.Lanes*kernel.GroupSize)
		want, got := make([]float32, joints*kernel.BlockMatrixSize), make([]float32, joints*kernel.BlockMatrixSize)
		kernel.Transpose(block, locals, stride, groups)
		kernel.LocalToModel(want, block, parents)
		for first := 0; first < joints; {
			end := min(first+1+random.IntN(12), joints)
			if first%kernel.Lanes == 0 && random.IntN(2) == 0 {
				kernel.PosesToModel(got, group, locals, stride, parents, first, end)
			} else {
				kernel.LocalsToModel(got, block, parents, first, end)
			}
			first = end
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%d joints: the matrices differ", joints)
		}
	}
}

// near compares within 1e-5 of the matrix's size, which allows a chain of 40 float32 products, each
// with an error of a few 1e-7.
func near(t *testing.T, name string, got []float32, want matrix) {
	t.Helper()
	size := 1.0
	for _, v := range want[:12] {
		size = math.Max(size, math.Abs(v))
	}
	for e, v := range got {
		if math.Abs(float64(v)-want[e]) > 1e-5*size {
			t.Fatalf("%s: element %d is %v, want %v", name, e, v, want[e])
		}
	}
}

// The other lanes' numbers, even infinities and NaN, change no bit of a lane's result.
func FuzzLanesAreIndependent(f *testing.F) {
	seeds.Add(f, uint64(1), uint32(0x7fc00000))
	seeds.Add(f, uint64(2), uint32(0x7f800000))
	seeds.Add(f, uint64(3), uint32(1))
	f.Fuzz(func(t *testing.T, seed uint64, bits uint32) {
		random := rand.New(rand.NewPCG(seed, 1))
		joints := 1 + random.IntN(20)
		groups := (joints + 7) / 8
		stride := groups * kernel.GroupSize
		pose := randomPose(random, groups)
		parents := make([]int16, joints)
		for j := range parents {
			parents[j] = int16(random.IntN(j+1)) - 1
		}
		run := func(lane int, others float32) []float32 {
			locals := make([]float32, kernel.Lanes*stride)
			for i := range locals {
				locals[i] = others
			}
			copy(locals[lane*stride:], pose)
			block := make([]float32, groups*kernel.Lanes*kernel.GroupSize)
			model := make([]float32, joints*kernel.BlockMatrixSize)
			out := make([]float32, joints*kernel.MatrixSize)
			kernel.Transpose(block, locals, stride, groups)
			kernel.LocalToModel(model, block, parents)
			kernel.ExtractModel(out, model, lane, joints)
			return out
		}
		alone, among := run(0, 0), run(random.IntN(kernel.Lanes), math.Float32frombits(bits))
		for i := range alone {
			if math.Float32bits(alone[i]) != math.Float32bits(among[i]) {
				t.Fatalf("number %d: %v alone, %v with other lanes", i, alone[i], among[i])
			}
		}
	})
}
