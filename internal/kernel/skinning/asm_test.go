//go:build (amd64 || arm64 || js) && !noasm

package skinning

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/testing/samebits"
	"github.com/sinew-go/sinew/internal/testing/seeds"
)

// fillTurned fills a palette with rotations and translations, of which many have nearly the same or
// the opposite quaternion.
func fillTurned(random *rand.Rand, palette []float32) {
	axis := mgl32.Vec3{
		float32(random.NormFloat64()), float32(random.NormFloat64()),
		float32(random.NormFloat64()),
	}.Normalize()
	for ; len(palette) > 0; palette = palette[kernel.MatrixSize:] {
		angle := float32(random.IntN(9)-4)*math.Pi/2 + float32(random.IntN(3)-1)*1e-6
		m := mgl32.HomogRotate3D(angle, axis)
		for r := range 3 {
			row := m.Row(r)
			row[3] = float32(random.NormFloat64())
			copy(palette[4*r:], row[:])
		}
	}
}

// FuzzAssemblyEqualsGo compares the bits of both versions of Split, of the sums and matrices that
// Dual makes, and of its vertices.
func FuzzAssemblyEqualsGo(f *testing.F) {
	if !hasAssembly || !assembly {
		_, reason := kernel.Running()
		f.Skip("the assembly does not run here: ", reason)
	}
	for seed := range uint64(1000) {
		seeds.Add(f, seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 34))
		entries, vertices, influences := 1+random.IntN(20), random.IntN(150), 1+int(seed%8)
		numbers := func(n int) []float32 {
			s := make([]float32, n)
			samebits.Fill(random, s)
			return s
		}
		job := kernel.SkinJob{
			Positions: numbers(3 * vertices), Normals: numbers(3 * vertices), Tangents: numbers(4 * vertices),
			Joints: make([]uint16, vertices*influences), Weights: numbers(vertices * influences),
			Influences: influences,
			Palette:    numbers(entries * kernel.MatrixSize),
		}
		if random.IntN(2) == 0 {
			fillTurned(random, job.Palette)
		}
		// Runs of vertices use some of their influences only.
		used := 0
		for i := range job.Joints {
			job.Joints[i] = uint16(random.IntN(entries + 2))
			if v := i / influences; i%influences == 0 && v%Lanes == 0 {
				used = random.IntN(influences + 1)
			}
			if i%influences >= used || random.IntN(5) == 0 {
				job.Weights[i] = []float32{0, float32(math.Copysign(0, -1))}[random.IntN(2)]
			}
		}
		run := func() (duals, rows, matrices []float32, moved kernel.SkinJob) {
			groups := (vertices + Lanes - 1) / Lanes
			duals, rows, matrices = make([]float32, Len(job.Palette)), make([]float32, groups*dualRows*Lanes),
				make([]float32, groups*kernel.BlockMatrixSize)
			Split(duals, job.Palette)
			sums(rows, job.Joints, job.Weights, influences, duals)
			join(matrices, rows)
			moved = job
			moved.OutPositions, moved.OutNormals, moved.OutTangents = make([]float32, 3*vertices),
				make([]float32, 3*vertices), make([]float32, 4*vertices)
			Dual(&moved, duals)
			return duals, rows, matrices, moved
		}
		duals, rows, matrices, moved := run()
		assembly = false
		plainDuals, plainRows, plainMatrices, plainMoved := run()
		assembly = true
		samebits.Require(t, "Split", duals, plainDuals)
		samebits.Require(t, "sums", rows, plainRows)
		samebits.Require(t, "matrices", matrices, plainMatrices)
		samebits.Require(t, "positions", moved.OutPositions, plainMoved.OutPositions)
		samebits.Require(t, "normals", moved.OutNormals, plainMoved.OutNormals)
		samebits.Require(t, "tangents", moved.OutTangents, plainMoved.OutTangents)
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
		Positions: numbers(3 * vertices), OutPositions: numbers(3 * vertices), Normals: numbers(3 * vertices),
		OutNormals: numbers(3 * vertices),
		Influences: influences, Palette: numbers(entries * kernel.MatrixSize),
	}
	for v := range vertices {
		for i := range influences {
			job.Joints, job.Weights = append(job.Joints, uint16((v/100+random.IntN(8))%entries)),
				append(job.Weights, []float32{0.5, 0.3, 0.15, 0.05}[i])
		}
	}
	duals := make([]float32, Len(job.Palette))
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
