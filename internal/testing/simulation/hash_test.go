package simulation_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/sinew-go/sinew/internal/testing/simulation"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

var (
	update = flag.Bool("update", false, "update the hashes in testdata")
	folder = flag.String("hashes", "", "also write the hashes to files in this folder")
	frames = flag.Int("frames", simulation.Frames, "play only so many frames of the scripts")
)

// prepared is a model set with the hashes of its assets and baked clips.
type prepared struct {
	*simulation.ModelSet
	assets, baked []simulation.StageHash
}

// builtIn and files are the two model sets; each is made once.
var (
	builtIn = sync.OnceValues(func() (prepared, error) { return prepare(simulation.BuiltIn()) })
	files   = sync.OnceValues(func() (prepared, error) { return prepare(simulation.Open(paths...)) })
	paths   []string
)

func prepare(c *simulation.ModelSet, err error) (prepared, error) {
	p := prepared{ModelSet: c}
	if err == nil {
		p.Frames = *frames
		p.assets, err = c.HashAssets()
	}
	if err == nil {
		p.baked, err = c.Bake()
	}
	return p, err
}

// fileNames are models that need every computation of import: decomposed matrices, generated
// normals, scaled integers, strides, sparse accessors, cubic interpolation, morph weights.
var fileNames = []string{
	"assets/fox/Fox.glb", "assets/cesium_man/CesiumMan.glb", "assets/robot/robot.glb", "assets/dq/dq.gltf",
	"assets/derived/Fox_quantized.glb", "assets/cs_morph/01_cs_morph.gltf",
	"assets/sparse_blendshape/singleBlendshapeCube_sparse.glb",
	"assets/interpolation_test/InterpolationTest.gltf",
}

// made returns a model set, or fails the test.
func made(t *testing.T, modelSet func() (prepared, error)) prepared {
	t.Helper()
	p, err := modelSet()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestBuiltInModelsHaveStoredHashes(t *testing.T) {
	compare(t, "builtin", hashes(t, made(t, builtIn)))
}

func TestFilesHaveStoredHashes(t *testing.T) {
	findFiles(t)
	compare(t, "files", hashes(t, made(t, files)))
}

// The characters with pose modifiers and ragdolls have files of their own, because solvers change
// more often than the rest.

func TestModifiedBuiltInModelsHaveStoredHashes(t *testing.T) {
	p := made(t, builtIn)
	compare(t, "modified_builtin",
		slices.Concat(modify(t, p, 1, false), modify(t, p, 1, true), handOver(t, p, 1, false), handOver(t, p, 1, true)))
}

func TestModifiedFilesHaveStoredHashes(t *testing.T) {
	findFiles(t)
	p := made(t, files)
	compare(t, "modified_files", slices.Concat(modify(t, p, 1, false), modify(t, p, 1, true), handOver(t, p, 1, false),
		handOver(t, p, 1, true)))
}

// So have those that play databases of motions.

func TestMatchedBuiltInModelsHaveStoredHashes(t *testing.T) {
	p := made(t, builtIn)
	compare(t, "matched_builtin", slices.Concat(match(t, p, 1, false), match(t, p, 1, true)))
}

func TestMatchedFilesHaveStoredHashes(t *testing.T) {
	findFiles(t)
	p := made(t, files)
	compare(t, "matched_files", slices.Concat(match(t, p, 1, false), match(t, p, 1, true)))
}

// What the tests above played with one worker is not played again.
func TestNumberOfWorkersChangesNoBit(t *testing.T) {
	c := made(t, builtIn)
	for name, play := range map[string]func(*testing.T, prepared, int, bool) []simulation.StageHash{
		"Play": play, "PlayControlled": control, "PlayModified": modify, "PlayRagdolls": handOver,
		"PlayMatched": match,
	} {
		for _, baked := range []bool{false, true} {
			r := run{c.ModelSet, name, 1, baked}
			one, four := noted[r], play(t, c, 4, baked)
			if delete(noted, r); one == nil {
				one = play(t, c, 1, baked)
			}
			for i := range one {
				if four[i] != one[i] {
					t.Fatalf("stage %q: hash %s with 4 workers, want %s as with 1 worker", four[i].Name, four[i].Hash,
						one[i].Hash)
				}
			}
		}
	}
}

// findFiles finds the files of the model set, or skips the test.
func findFiles(t *testing.T) {
	t.Helper()
	if paths == nil {
		var found []string
		for _, name := range fileNames {
			found = append(found, testassets.Path(t, name))
		}
		paths = found
	}
}

// hashes returns the hashes of all stages.
func hashes(t *testing.T, p prepared) []simulation.StageHash {
	t.Helper()
	return slices.Concat(p.assets, play(t, p, 1, false), p.baked, play(t, p, 1, true), control(t, p, 1, false),
		control(t, p, 1, true))
}

// run is a way to play a model set.
type run struct {
	set     *simulation.ModelSet
	name    string
	workers int
	baked   bool
}

// noted holds the hashes of runs until TestNumberOfWorkersChangesNoBit takes those of one worker.
var noted = map[run][]simulation.StageHash{}

// played returns the hashes of a run, and notes them.
func played(
	t *testing.T, r run, play func(workers int, baked bool) ([]simulation.StageHash, error),
) []simulation.StageHash {
	t.Helper()
	stages, err := play(r.workers, r.baked)
	if err != nil {
		t.Fatalf("%s with %d workers, baked %v: %v", r.name, r.workers, r.baked, err)
	}
	noted[r] = stages
	return stages
}

func play(t *testing.T, c prepared, workers int, baked bool) []simulation.StageHash {
	t.Helper()
	return played(t, run{c.ModelSet, "Play", workers, baked}, c.Play)
}

func control(t *testing.T, c prepared, workers int, baked bool) []simulation.StageHash {
	t.Helper()
	return played(t, run{c.ModelSet, "PlayControlled", workers, baked}, c.PlayControlled)
}

func modify(t *testing.T, c prepared, workers int, baked bool) []simulation.StageHash {
	t.Helper()
	return played(t, run{c.ModelSet, "PlayModified", workers, baked}, c.PlayModified)
}

func match(t *testing.T, c prepared, workers int, baked bool) []simulation.StageHash {
	t.Helper()
	return played(t, run{c.ModelSet, "PlayMatched", workers, baked}, c.PlayMatched)
}

func handOver(t *testing.T, c prepared, workers int, baked bool) []simulation.StageHash {
	t.Helper()
	return played(t, run{c.ModelSet, "PlayRagdolls", workers, baked}, c.PlayRagdolls)
}

// compare compares the hashes with the stored ones, and reports the first stage that differs.
func compare(t *testing.T, modelSet string, stages []simulation.StageHash) {
	t.Helper()
	var got strings.Builder
	for _, stage := range stages {
		fmt.Fprintf(&got, "%s %s\n", stage.Hash, stage.Name)
	}
	golden := filepath.Join("testdata", modelSet+".txt")
	if *folder != "" {
		write(t, filepath.Join(*folder, modelSet+".txt"), got.String())
	}
	if *update {
		if *frames < simulation.Frames {
			t.Fatalf("expected all %d frames for -update, found -frames %d", simulation.Frames, *frames)
		}
		write(t, golden, got.String())
		return
	}
	stored, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	want, have := withinFrames(strings.Split(string(stored), "\n")), withinFrames(strings.Split(got.String(), "\n"))
	for i := range max(len(want), len(have)) {
		if i >= len(want) || i >= len(have) || want[i] != have[i] {
			t.Fatalf("%s/%s: stage %q is the first whose bits differ from %s; if the change is meant to give other "+
				"numbers, run: go test ./internal/testing/simulation -update",
				runtime.GOOS, runtime.GOARCH, stageName(want, i), golden)
		}
	}
}

// withinFrames leaves out the stages of frames that are not played.
func withinFrames(lines []string) []string {
	return slices.DeleteFunc(lines, func(line string) bool {
		_, after, _ := strings.Cut(line, "up to frame ")
		number, _, _ := strings.Cut(after, ":")
		frame, err := strconv.Atoi(number)
		return err == nil && frame > *frames
	})
}

// stageName returns the name in line i, which holds a hash and a name.
func stageName(lines []string, i int) string {
	if i >= len(lines) {
		return "after the last"
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
