//go:build (amd64 || arm64) && !noasm

package skinning

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/internal/kernel"
)

// special are numbers on which implementations are likely to differ.
var special = []uint32{
	0, 0x80000000, 1, 0x80000001, 0x007fffff, 0x00800000, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000,
	0x3f800000, 0xbf800000, 0x33800000, 0x4b000000,
}

// fill fills numbers: ordinary ones, in some trials mixed with special ones and bit patterns of any kind.
func fill(random *rand.Rand, numbers []float32) {
	wild := random.IntN(3)
	for i := range numbers {
		switch {
		case wild > 0 && random.IntN(40) == 0:
			numbers[i] = math.Float32frombits(special[random.IntN(len(special))])
		case wild > 1 && random.IntN(10) == 0:
			numbers[i] = math.Float32frombits(random.Uint32())
		default:
			numbers[i] = float32(random.NormFloat64())
		}
	}
}

func same(t *testing.T, name string, fast, plain []float32) {
	t.Helper()
	for i, a := range fast {
		if b := plain[i]; math.Float32bits(a) != math.Float32bits(b) && (a == a || b == b) {
			t.Fatalf("%s: number %d: assembly %v (%#x), plain %v (%#x)", name, i, a, math.Float32bits(a), b, math.Float32bits(b))
		}
	}
}

// FuzzAssemblyEqualsGo compares the bits of both versions of Split and of the matrices that Dual makes.
func FuzzAssemblyEqualsGo(f *testing.F) {
	if !hasAssembly || !assembly {
		f.Skip("this processor cannot run the assembly")
	}
	for seed := range uint64(500) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 34))
		entries, vertices, influences := 1+random.IntN(20), random.IntN(41), 1+random.IntN(8)
		palette, weights := make([]float32, entries*kernel.MatrixSize), make([]float32, vertices*influences)
		joints := make([]uint16, vertices*influences)
		fill(random, palette)
		fill(random, weights)
		for i := range joints {
			joints[i] = uint16(random.IntN(entries + 2))
			if random.IntN(3) == 0 {
				weights[i] = 0
			}
		}
		run := func() (duals, matrices []float32) {
			duals, matrices = make([]float32, entries*DualSize), make([]float32, vertices*kernel.MatrixSize)
			Split(duals, palette)
			blendMatrices(matrices, joints, weights, influences, duals)
			return duals, matrices
		}
		duals, matrices := run()
		assembly = false
		plainDuals, plainMatrices := run()
		assembly = true
		same(t, "Split", duals, plainDuals)
		same(t, "matrices", matrices, plainMatrices)
	})
}

// BenchmarkDual moves the vertices of a character of 67 joints, with position and normal.
func BenchmarkDual(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 1))
	const entries, vertices, influences = 67, 8000, 4
	numbers := func(n int) []float32 {
		s := make([]float32, n)
		for i := range s {
			s[i] = float32(random.NormFloat64())
		}
		return s
	}
	job := kernel.SkinJob{
		Positions: numbers(3 * vertices), OutPositions: numbers(3 * vertices), Normals: numbers(3 * vertices), OutNormals: numbers(3 * vertices),
		Influences: influences, Palette: numbers(entries * kernel.MatrixSize),
	}
	for v := range vertices {
		for i := range influences {
			job.Joints, job.Weights = append(job.Joints, uint16((v/100+random.IntN(8))%entries)), append(job.Weights, []float32{0.5, 0.3, 0.15, 0.05}[i])
		}
	}
	duals := make([]float32, entries*DualSize)
	for name, run := range map[string]func(){
		"linear": func() { kernel.Skin(&job) },
		"rigid":  func() { Rigid(&job) },
		"dual": func() {
			Split(duals, job.Palette)
			Dual(&job, duals)
		},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				run()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/vertices, "ns/vertex")
		})
	}
}
