//go:build amd64 && !noasm

package sorted

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/testing/samebits"
	"github.com/sinew-go/sinew/internal/testing/seeds"
)

// guard is the number of numbers after a stream that must not change.
const guard = 8

// numbers returns ordinary numbers, in some trials mixed with special ones and bit patterns of any
// kind.
func numbers(random *rand.Rand, n int) []float32 {
	s := make([]float32, n)
	samebits.Fill(random, s)
	return s
}

// randomJob makes a job whose vertices have few different joints, with outputs that continue with
// guard numbers.
func randomJob(random *rand.Rand, influences, vertices int) *kernel.SkinJob {
	entries := 1 + random.IntN(5)
	job := &kernel.SkinJob{
		Positions: numbers(random, 3*vertices), OutPositions: numbers(random, 3*vertices+guard),
		Normals: numbers(random, 3*vertices), OutNormals: numbers(random, 3*vertices+guard),
		Influences: influences, Palette: numbers(random, entries*kernel.MatrixSize),
	}
	if random.IntN(2) > 0 {
		job.Tangents, job.OutTangents = numbers(random, 4*vertices), numbers(random, 4*vertices+guard)
	}
	if random.IntN(4) > 0 { // otherwise some matrix may not be finite
		for i, v := range job.Palette {
			if v-v != 0 {
				job.Palette[i] = float32(i)
			}
		}
	}
	if random.IntN(8) == 0 {
		entries++ // beyond the palette
	}
	weights := numbers(random, vertices*influences)
	for range vertices {
		used := random.IntN(influences + 1)
		whole := random.IntN(3) == 0
		for i := range influences {
			joint, weight := uint16(0xFFFF), []float32{0, float32(math.Copysign(0, -1))}[random.IntN(2)]
			if i < used && random.IntN(8) > 0 {
				joint, weight = uint16(random.IntN(entries)), weights[len(job.Weights)]
			}
			if i == 0 && whole {
				used, joint, weight = 0, uint16(random.IntN(entries)), 1
			}
			job.Joints, job.Weights = append(job.Joints, joint), append(job.Weights, weight)
		}
	}
	return job
}

// copied returns the job with copied outputs.
func copied(j *kernel.SkinJob) *kernel.SkinJob {
	c := *j
	c.OutPositions, c.OutNormals, c.OutTangents = slices.Clone(j.OutPositions), slices.Clone(j.OutNormals),
		slices.Clone(j.OutTangents)
	return &c
}

// FuzzSortedEqualsSkin compares the bits of sorted vertices with what kernel.Skin computes.
func FuzzSortedEqualsSkin(f *testing.F) {
	if !hasAssembly {
		_, reason := kernel.Running()
		f.Skip("the assembly does not run here: ", reason)
	}
	for seed := range uint64(2000) {
		seeds.Add(f, seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 12))
		job := randomJob(random, int(seed%9), 1+random.IntN(200))
		want, got := copied(job), copied(job)
		want.OutPositions, want.OutNormals = want.OutPositions[:len(job.Positions)], want.OutNormals[:len(job.Normals)]
		if job.Tangents != nil {
			want.OutTangents = want.OutTangents[:len(job.Tangents)]
		}
		kernel.Skin(want)
		sorted := arrange(job, makeGroups(job))
		finite := job.Finite()
		if sorted.Skin(got) {
			if !finite {
				t.Fatal("a matrix is not finite")
			}
			samebits.Require(t, "positions", got.OutPositions, want.OutPositions[:len(got.OutPositions)])
			samebits.Require(t, "normals", got.OutNormals, want.OutNormals[:len(got.OutNormals)])
			samebits.Require(t, "tangents", got.OutTangents, want.OutTangents[:len(got.OutTangents)])
		} else if finite && int(sorted.last) < len(job.Palette)/kernel.MatrixSize {
			t.Fatal("not skinned")
		}
	})
}

// A mesh whose vertices have the joints of a limb is sorted, one whose vertices have any joints is
// not.
func TestNewSortsWhatHelps(t *testing.T) {
	if !assembly {
		_, reason := kernel.Running()
		t.Skip("the assembly does not run here: ", reason)
	}
	random := rand.New(rand.NewPCG(4, 4))
	const vertices = 2000
	for _, c := range []struct {
		joint func(v int) int
		want  bool
	}{
		{func(v int) int { return v / 100 }, true},
		{func(int) int { return random.IntN(64) }, false},
	} {
		job := &kernel.SkinJob{
			Positions: make([]float32, 3*vertices), Normals: make([]float32, 3*vertices),
			Influences: 4,
		}
		for v := range vertices {
			for range 4 {
				job.Joints, job.Weights = append(job.Joints, uint16(c.joint(v))), append(job.Weights, 0.25)
			}
		}
		if got := New(job) != nil; got != c.want {
			t.Errorf("sorted: %t, want %t", got, c.want)
		}
		job.Normals = nil
		if New(job) != nil {
			t.Error("sorted without normals")
		}
	}
	if New(&kernel.SkinJob{}) != nil {
		t.Error("sorted nothing")
	}
}

// Vertices with the joints of two bones share groups with both, and one matrix at weight 1 is not
// blended.
func TestGroupsShareMatrices(t *testing.T) {
	job := &kernel.SkinJob{Influences: 4}
	add := func(joints [4]uint16, weights [4]float32) {
		job.Positions = append(job.Positions, 0, 0, 0)
		job.Joints, job.Weights = append(job.Joints, joints[:]...), append(job.Weights, weights[:]...)
	}
	for v := range 8 {
		add([4]uint16{9, 0xFFFF, 3, 0}, [4]float32{0, 0, 1, 0})
		add([4]uint16{uint16(v % 2), 1 - uint16(v%2), 2, 0}, [4]float32{0.5, 0.3, 0.2, 0})
	}
	for v := range 7 {
		if v%2 == 0 {
			add([4]uint16{5, 4, 6, 0}, [4]float32{0.5, 0.3, 0.2, 0})
		} else {
			add([4]uint16{4, 6, 0, 0}, [4]float32{0.5, 0.5, 0, 0})
		}
	}
	add([4]uint16{}, [4]float32{}) // fits every group
	want := "[[3] true 8][[0 1 2] false 8][[4 5 6] false 8]"
	got := ""
	for _, g := range makeGroups(job) {
		got += fmt.Sprint([]any{g.used(), g.rigid, g.size})
	}
	if got != want {
		t.Errorf("groups %s, want %s", got, want)
	}
}

// Each vertex is in one group. Groups are in the order of their windows, in a window in that of
// their matrices, and as many as can have the same matrices for all of their vertices do.
func TestGroupsAreInOrder(t *testing.T) {
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 7))
		job := randomJob(random, int(seed%9), 1+random.IntN(3*window))
		groups := makeGroups(job)
		times, alike, whole := make([]int, len(job.Positions)/3), map[matrices]int{}, 0
		for v := range times {
			alike[matricesOf(job, v)]++
		}
		for _, n := range alike {
			whole += n / Lanes
		}
		for i, g := range groups {
			same := g.size == Lanes
			for _, v := range g.vertices[:g.size] {
				times[v]++
				same = same && matricesOf(job, int(v)) == matricesOf(job, int(g.vertices[0]))
			}
			if same {
				whole--
			}
			if i > 0 && cmp.Or(cmp.Compare(groups[i-1].vertices[0]/window, g.vertices[0]/window),
				cmp.Compare(groups[i-1].weightRows(), g.weightRows()),
				slices.Compare(groups[i-1].used(), g.used())) > 0 {
				t.Fatalf("seed %d: group %v follows %v", seed, g, groups[i-1])
			}
		}
		if slices.Min(times) != 1 || slices.Max(times) != 1 || whole > 0 {
			t.Fatalf("seed %d: a vertex is in %d to %d groups; %d more groups could be alike", seed, slices.Min(times),
				slices.Max(times), whole)
		}
	}
}
