package simulation_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/sinew-go/sinew/internal/simulation"
	"github.com/sinew-go/sinew/internal/testassets"
)

var (
	update = flag.Bool("update", false, "write the hashes in testdata anew")
	folder = flag.String("hashes", "", "also write the hashes to this folder")
)

// builtIn and files are the two casts; each is made once.
var (
	builtIn = sync.OnceValues(simulation.BuiltIn)
	files   = sync.OnceValues(func() (*simulation.Cast, error) { return simulation.Open(paths...) })
	paths   []string
)

// fileNames are models in which everything that import computes occurs: matrices to take apart, normals to make, integers to
// scale, strides, sparse data, cubic curves, morph weights.
var fileNames = []string{
	"assets/fox/Fox.glb", "assets/cesium_man/CesiumMan.glb", "assets/robot/robot.glb", "assets/dq/dq.gltf",
	"assets/derived/Fox_quantized.glb", "assets/cs_morph/01_cs_morph.gltf", "assets/sparse_blendshape/singleBlendshapeCube_sparse.glb",
	"assets/interpolation_test/InterpolationTest.gltf",
}

func castOfFiles(t *testing.T) *simulation.Cast {
	t.Helper()
	if paths == nil {
		var found []string
		for _, name := range fileNames {
			found = append(found, testassets.Path(t, name))
		}
		paths = found
	}
	return made(t, files)
}

func made(t *testing.T, cast func() (*simulation.Cast, error)) *simulation.Cast {
	t.Helper()
	c, err := cast()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestBuiltInModelsGiveTheSameBitsEverywhere(t *testing.T) {
	compare(t, "builtin", hashes(t, made(t, builtIn)))
}

func TestFilesGiveTheSameBitsEverywhere(t *testing.T) {
	compare(t, "files", hashes(t, castOfFiles(t)))
}

func TestWorkersChangeNoBit(t *testing.T) {
	one, four := play(t, made(t, builtIn), 1), play(t, made(t, builtIn), 4)
	for i := range one {
		if four[i] != one[i] {
			t.Fatalf("4 workers: %s: %s, but %s with one", four[i].Name, four[i].Hash, one[i].Hash)
		}
	}
}

func hashes(t *testing.T, c *simulation.Cast) []simulation.Stage {
	t.Helper()
	stages, err := c.Assets()
	if err != nil {
		t.Fatal(err)
	}
	return append(stages, play(t, c, 1)...)
}

func play(t *testing.T, c *simulation.Cast, workers int) []simulation.Stage {
	t.Helper()
	stages, err := c.Play(workers)
	if err != nil {
		t.Fatalf("%d workers: %v", workers, err)
	}
	return stages
}

// compare holds the stages against the stored ones, and names the first that differs.
func compare(t *testing.T, cast string, stages []simulation.Stage) {
	t.Helper()
	var got strings.Builder
	for _, stage := range stages {
		fmt.Fprintf(&got, "%s %s\n", stage.Hash, stage.Name)
	}
	golden := filepath.Join("testdata", cast+".txt")
	if *folder != "" {
		write(t, filepath.Join(*folder, cast+".txt"), got.String())
	}
	if *update {
		write(t, golden, got.String())
		return
	}
	stored, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	want, have := strings.Split(string(stored), "\n"), strings.Split(got.String(), "\n")
	for i := range max(len(want), len(have)) {
		if i >= len(want) || i >= len(have) || want[i] != have[i] {
			t.Fatalf("%s/%s: from the stage %q on the bits are not those of %s. If other numbers are meant: go test ./internal/simulation -update",
				runtime.GOOS, runtime.GOARCH, stageName(want, i), golden)
		}
	}
}

// stageName returns the name on a line of hash and name.
func stageName(lines []string, i int) string {
	if i >= len(lines) {
		return "behind the last"
	}
	_, name, _ := strings.Cut(lines[i], " ")
	return name
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
