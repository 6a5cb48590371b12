package golden_test

import (
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/internal/testing/golden"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// goldenModel is a golden file with its model.
type goldenModel struct {
	*golden.File
	library  *assets.Library
	model    *assets.Model
	skeleton *assets.Skeleton
	total    *tally
}

// tally counts the comparisons of a test.
type tally struct {
	count golden.Count
	worst float64
	facts int // comparisons of names, parents and the like
}

// forEachFile runs a test on every golden file. It fails for a file of which nothing was compared.
func forEachFile(t *testing.T, run func(t *testing.T, s *goldenModel)) {
	names, err := golden.Names(testassets.Path(t, "golden"))
	if err != nil {
		t.Fatal(err)
	}
	if len(names) == 0 {
		t.Fatal("no golden files found")
	}
	var all tally
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".json"), func(t *testing.T) {
			s := load(t, name)
			run(t, s)
			if s.total.count.Total()+s.total.facts == 0 {
				t.Error("nothing was compared")
			}
			t.Logf("%d numbers compared, the worst difference is %.3f of its tolerance", s.total.count.Total(),
				s.total.worst)
			all.count.Add(s.total.count)
			all.facts += s.total.facts
		})
	}
	t.Logf("%d numbers in %d files: %+v, and %d facts", all.count.Total(), len(names), all.count, all.facts)
}

var goldenFiles sync.Map // golden files by path, because they are large and every test reads them

func load(t *testing.T, path string) *goldenModel {
	t.Helper()
	file, ok := goldenFiles.Load(path)
	if !ok {
		f, err := golden.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		file, _ = goldenFiles.LoadOrStore(path, f)
	}
	s := &goldenModel{File: file.(*golden.File), library: assets.NewLibrary(assets.Exact()), total: &tally{}}
	var err error
	if s.model, err = gltfio.Open(s.library, testassets.Path(t, "assets/"+s.File.File)); err != nil {
		t.Fatal(err)
	}
	s.skeleton = s.library.Skeleton(s.model.Skeleton)
	return s
}

// check compares a pose with a golden one.
func (s *goldenModel) check(t *testing.T, what string, want, got golden.Pose, tolerances golden.Tolerances) {
	t.Helper()
	report := golden.Compare(&want, &got, tolerances)
	s.total.count.Add(report.Count)
	s.total.worst = max(s.total.worst, report.Worst)
	for i, miss := range report.Misses {
		if i == 5 {
			t.Errorf("%s: %d more misses", what, len(report.Misses)-i)
			break
		}
		t.Errorf("%s: %s", what, miss)
	}
}

// time brings a golden sample's time into its clip.
func (s *goldenModel) time(clip *assets.Clip, sample *golden.Sample) float64 {
	if sample.Mode == "loop" {
		return clip.Loop(sample.T)
	}
	return clip.Clamp(sample.T)
}

func (s *goldenModel) clip(animation int) *assets.Clip {
	return s.library.Clip(s.model.Clips[animation])
}

// part returns the index of the model's part that holds a vertex.
func (s *goldenModel) part(t *testing.T, ref golden.VertexRef) int {
	t.Helper()
	for i, part := range s.model.Parts {
		if part.Node != ref[0] {
			continue
		}
		if rigid := ref[4] < 0; part.Rigid != rigid || !rigid && part.Skin != s.model.Skins[ref[4]] {
			t.Fatalf("node %d: the part has skin %d (rigid %v), want skin %d", ref[0], part.Skin, part.Rigid, ref[4])
		}
		return i
	}
	t.Fatalf("node %d has no part", ref[0])
	return 0
}

func TestEveryModelHasAGoldenFile(t *testing.T) {
	names, err := golden.Names(testassets.Path(t, "golden"))
	if err != nil {
		t.Fatal(err)
	}
	covered := map[string]bool{}
	for _, name := range names {
		f, err := golden.Read(name)
		if err != nil {
			t.Fatal(err)
		}
		if covered[f.File] {
			t.Errorf("%s: two golden files", f.File)
		}
		covered[f.File] = true
	}
	root := testassets.Path(t, "assets")
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if entry != nil && entry.IsDir() && entry.Name() == "bad" {
			return filepath.SkipDir
		}
		if extension := filepath.Ext(path); extension == ".gltf" || extension == ".glb" {
			name, _ := filepath.Rel(root, path)
			if !covered[filepath.ToSlash(name)] {
				t.Errorf("%s: no golden file", name)
			}
			delete(covered, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	for name := range covered {
		t.Errorf("%s: a golden file without a model", name)
	}
}
