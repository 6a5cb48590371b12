package gltfio_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/cache"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// Open, OpenFS and Parse bake the clips, with the options that were given for the file or for the
// library.
func TestReadingBakes(t *testing.T) {
	path := testassets.Path(t, "assets/cesium_man/CesiumMan.glb")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	coarse := bake.Options{Tolerance: 0.01}
	for name, test := range map[string]struct {
		options   gltfio.Options
		library   *assets.Library
		baked     bool
		tolerance float64
	}{
		"default":       {gltfio.Options{}, assets.NewLibrary(), true, 0.0001},
		"exact":         {gltfio.Options{Exact: true}, assets.NewLibrary(), false, 0},
		"exact library": {gltfio.Options{BakeOptions: coarse}, assets.NewLibrary(assets.Exact()), false, 0},
		"options":       {gltfio.Options{BakeOptions: coarse}, assets.NewLibrary(), true, 0.01},
		"library's": {
			gltfio.Options{},
			assets.NewLibrary(assets.WithBaking(assets.Baking{Options: coarse})),
			true, 0.01,
		},
	} {
		for how, open := range map[string]func() (*assets.Model, error){
			"Open": func() (*assets.Model, error) { return test.options.Open(test.library, path) },
			"OpenFS": func() (*assets.Model, error) {
				return test.options.OpenFS(test.library, os.DirFS(filepath.Dir(path)), filepath.Base(path))
			},
			"Parse": func() (*assets.Model, error) { return test.options.Parse(test.library, "CesiumMan.glb", data) },
		} {
			model, err := open()
			if err != nil {
				t.Fatal(err)
			}
			for _, id := range model.Clips {
				baked, report := test.library.Baked(id), test.library.BakeReport(id)
				if (baked != nil) != test.baked || report.Exact == test.baked ||
					baked != nil && baked.Options().Tolerance != test.tolerance {
					t.Errorf("%s, %s: %v", name, how, report)
				}
			}
		}
	}
}

// The progress covers every byte, every step and every clip, in this order, and never goes back.
func TestProgressOfReading(t *testing.T) {
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range model.Clips {
		if report := library.BakeReport(id); report.Exact {
			t.Errorf("a clip of the mannequin is not baked: %v", report)
		}
	}
	var file bytes.Buffer
	if err := gltfio.Write(&file, library, model); err != nil {
		t.Fatal(err)
	}
	type report struct {
		stage       gltfio.Stage
		done, total int
	}
	var reports []report
	folder := t.TempDir()
	kept, err := cache.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	options := gltfio.Options{BakeCache: bake.NewCache(kept), Progress: func(stage gltfio.Stage, done, total int) {
		reports = append(reports, report{stage, done, total})
	}}
	if _, err := options.OpenFS(assets.NewLibrary(), fstest.MapFS{"a.glb": {Data: file.Bytes()}}, "a.glb"); err != nil {
		t.Fatal(err)
	}
	order := map[gltfio.Stage]int{gltfio.StageReading: 0, gltfio.StageBuilding: 1, gltfio.StageBaking: 2}
	last := map[gltfio.Stage]report{}
	for i, r := range reports {
		if before := last[r.stage]; r.done <= before.done || r.done > r.total ||
			before.total != 0 && before.total != r.total {
			t.Errorf("%v comes after %v", r, before)
		}
		if i > 0 && order[r.stage] < order[reports[i-1].stage] {
			t.Errorf("%v comes after %v", r, reports[i-1])
		}
		last[r.stage] = r
	}
	for stage, total := range map[gltfio.Stage]int{
		gltfio.StageReading: file.Len(), gltfio.StageBuilding: 18,
		gltfio.StageBaking: 6,
	} {
		if r := last[stage]; r.done != total || r.total != total {
			t.Errorf("the last report of %s is %v, want %d of %d", stage, r, total, total)
		}
	}
	if files, err := filepath.Glob(filepath.Join(folder, "*.baked")); len(files) != 6 {
		t.Errorf("the cache holds %d files, error %v, want one for each clip", len(files), err)
	}
	// After an error the library holds no clip.
	damaged := bytes.Replace(file.Bytes(), []byte(`"targets"`), []byte(`"Targets"`), 1)
	broken := assets.NewLibrary()
	if _, err := gltfio.Parse(broken, "b.glb", damaged[:len(damaged)-5]); err == nil ||
		broken.Count() != (assets.Count{}) {
		t.Errorf("error %v, the library holds %+v", errors.Unwrap(err), broken.Count())
	}
}
