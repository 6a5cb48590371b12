//go:build (amd64 || arm64 || js) && !noasm

package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-go/sinew/internal/testing/samebits"
	"github.com/sinew-go/sinew/internal/testing/seeds"
)

// eachWidth calls do without the kernels of package wide, and with them where this processor has
// them.
var eachWidth = func(do func()) { do() }

// randomSkinJob makes a job. The slices of its outputs continue with guard numbers.
func randomSkinJob(random *rand.Rand, influences, vertices int) *SkinJob {
	entries := 1 + random.IntN(20)
	job := &SkinJob{
		Positions: numbers(random, 3*vertices), OutPositions: numbers(random, 3*vertices+guard),
		Influences: influences, Palette: numbers(random, entries*MatrixSize),
	}
	if random.IntN(4) > 0 { // otherwise some matrix is not finite
		for i, v := range job.Palette {
			if v-v != 0 {
				job.Palette[i] = float32(i)
			}
		}
	}
	if random.IntN(8) > 0 {
		job.Normals, job.OutNormals = numbers(random, 3*vertices), numbers(random, 3*vertices+guard)
	}
	if random.IntN(2) > 0 {
		job.Tangents, job.OutTangents = numbers(random, 4*vertices), numbers(random, 4*vertices+guard)
	}
	if random.IntN(4) == 0 {
		job.Blended = numbers(random, (vertices+Lanes-1)/Lanes*BlockMatrixSize)
		return job
	}
	// Most meshes use few of their influences. Here runs of vertices use up to a random number of
	// them, or only one.
	most, least, weights := influences, 0, numbers(random, vertices*influences)
	job.Joints, job.Weights = make([]uint16, vertices*influences), make([]float32, vertices*influences)
	for v := range vertices {
		if v%8 == 0 {
			most, least = random.IntN(influences+1), 0
			if random.IntN(3) == 0 {
				least = most
			}
		}
		for i := range influences {
			slot := v*influences + i
			switch {
			case i < least || i > most || random.IntN(8) == 0:
				job.Joints[slot] = 0xFFFF
			default:
				job.Joints[slot], job.Weights[slot] = uint16(random.IntN(entries+1)), weights[slot]
			}
		}
	}
	return job
}

// copied returns the job with copied streams. With inPlace the outputs are the inputs.
func (j *SkinJob) copied(inPlace bool) *SkinJob {
	c := *j
	for _, s := range [][2]*[]float32{
		{&c.Positions, &c.OutPositions},
		{&c.Normals, &c.OutNormals},
		{&c.Tangents, &c.OutTangents},
	} {
		in, out := s[0], s[1]
		*out = slices.Clone(*out)
		if inPlace {
			copy(*out, *in)
			*in = (*out)[:len(*in)]
		}
	}
	return &c
}

// A matrix for each vertex moves it as a palette of these matrices does.
func TestSkinByBlendedMatrices(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 9))
	for vertices := range 30 {
		job := randomSkinJob(random, 1, vertices)
		job.Blended, job.Influences = nil, 1
		job.Palette = make([]float32, (1+vertices)*MatrixSize)
		job.Joints, job.Weights = make([]uint16, vertices), make([]float32, vertices)
		blended := make([]float32, (vertices+Lanes-1)/Lanes*BlockMatrixSize)
		for v := range vertices {
			job.Joints[v], job.Weights[v] = uint16(v), 1
			for e := range MatrixSize {
				x := float32(random.NormFloat64())
				job.Palette[v*MatrixSize+e] = x
				blended[v/Lanes*BlockMatrixSize+e*Lanes+v%Lanes] = x
			}
		}
		want, got := job.copied(false), job.copied(false)
		got.Joints, got.Weights, got.Palette, got.Blended = nil, nil, nil, blended
		skinGeneric(want)
		Skin(got)
		samebits.Require(t, "positions", got.OutPositions, want.OutPositions)
		samebits.Require(t, "normals", got.OutNormals, want.OutNormals)
		samebits.Require(t, "tangents", got.OutTangents, want.OutTangents)
	}
}

// FuzzAssemblySkinEqualsGo compares the bits of both versions of Skin.
func FuzzAssemblySkinEqualsGo(f *testing.F) {
	if !hasAssembly {
		_, reason := Running()
		f.Skip("the assembly does not run here: ", reason)
	}
	for seed := range uint64(2000) {
		seeds.Add(f, seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 4))
		job := randomSkinJob(random, int(seed%9), random.IntN(90))
		inPlace := random.IntN(3) == 0
		want := job.copied(inPlace)
		skinGeneric(want)
		eachWidth(func() {
			got := job.copied(inPlace)
			withAssembly(func() { Skin(got) })
			samebits.Require(t, "positions", got.OutPositions, want.OutPositions)
			samebits.Require(t, "normals", got.OutNormals, want.OutNormals)
			samebits.Require(t, "tangents", got.OutTangents, want.OutTangents)
			sameGuard(t, "positions", got.OutPositions, job.OutPositions)
			sameGuard(t, "normals", got.OutNormals, job.OutNormals)
			sameGuard(t, "tangents", got.OutTangents, job.OutTangents)
		})

		stream, deltas, weight := numbers(random, random.IntN(100)+guard), numbers(random, 100), random.Float32()*4-2
		plain, moved := slices.Clone(stream), slices.Clone(stream)
		n := len(stream) - guard
		withAssembly(func() { AddScaled(moved[:n], deltas, weight) })
		addScaledGeneric(plain[:n], deltas, weight)
		samebits.Require(t, "Morph", moved, plain)
		sameGuard(t, "Morph", moved, stream)
	})
}

// guard is the number of numbers after a stream's end that must not change.
const guard = 16

func sameGuard(t *testing.T, what string, got, before []float32) {
	t.Helper()
	for i := max(0, len(before)-guard); i < len(before); i++ {
		if math.Float32bits(got[i]) != math.Float32bits(before[i]) {
			t.Fatalf("%s: number %d, after the end, changed from %v to %v", what, i, before[i], got[i])
		}
	}
}

// withAssembly runs do with the assembly, whatever the environment selects.
func withAssembly(do func()) {
	defer func(was bool) { assembly = was }(assembly)
	assembly = true
	do()
}

func TestFiniteFindsInfinityAndNaNAnywhere(t *testing.T) {
	if !hasAssembly {
		_, reason := Running()
		t.Skip("the assembly does not run here: ", reason)
	}
	for entries := 1; entries < 5; entries++ {
		job := SkinJob{Influences: 1, Palette: make([]float32, entries*MatrixSize)}
		for i := range job.Palette {
			for _, v := range []float32{
				0, float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN()),
				math.MaxFloat32, -1,
			} {
				job.Palette[i] = v
				got := job.Finite()
				withAssembly(func() {
					if fast := job.Finite(); got != (v-v == 0) || fast != got {
						t.Fatalf("with %v at %d of %d: finite = %t, by assembly %t", v, i, len(job.Palette), got, fast)
					}
				})
			}
		}
	}
}
