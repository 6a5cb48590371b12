package gltfio

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

func TestBadFiles(t *testing.T) {
	manifest, err := os.ReadFile(testassets.Path(t, "assets/bad/MANIFEST.json"))
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct{ File, Expect string }
	if err := json.Unmarshal(manifest, &rows); err != nil {
		t.Fatal(err)
	}
	if len(rows) != 48 {
		t.Errorf("%d files, want 48", len(rows))
	}
	for _, row := range rows {
		t.Run(strings.TrimPrefix(row.File, "bad/"), func(t *testing.T) {
			path := filepath.Join(testassets.Root(t), "assets", filepath.FromSlash(row.File))
			lib := assets.NewLibrary(assets.Exact())
			var model *assets.Model
			var err error
			took, allocated := probe.Measure(func() { model, err = Open(lib, path) })
			if took > longestLoad || allocated > 16<<20 {
				t.Errorf("loading took %v and %d bytes, want at most %v and 16 MiB", took, allocated, longestLoad)
			}
			switch {
			case err != nil:
				t.Log(err)
				checkError(t, err, path)
				if lib.Count() != (assets.Count{}) {
					t.Errorf("the library holds %+v after an error", lib.Count())
				}
				if row.Expect == "sane" {
					t.Error("the file must load")
				}
			case row.Expect == "reject":
				t.Error("the file loads, but must be rejected")
			default:
				checkSane(t, lib, model)
			}
		})
	}
}

// longestLoad is for a file that does not end; what is meant is 2 seconds of a machine that does
// nothing else.
var longestLoad = probe.Patience(20 * time.Second)

// checkError checks that an error names the file and gives a reason.
func checkError(t *testing.T, err error, file string) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("%v is not an *Error", err)
	}
	if e.File != file || e.Err == nil || !strings.HasPrefix(err.Error(), file+": ") {
		t.Errorf("%q does not name %q", err, file)
	}
	if strings.Contains(err.Error(), "internal error") {
		t.Errorf("%q is from a panic", err)
	}
}

// checkSane samples every clip before, inside and after its range, and fails on numbers that are
// not finite.
func checkSane(t *testing.T, lib *assets.Library, model *assets.Model) {
	t.Helper()
	skeleton := lib.Skeleton(model.Skeleton)
	pose := rig.NewPose(skeleton)
	check := func(what string, time float64) {
		for _, stream := range [][]float32{pose.Locals, pose.Morphs} {
			for _, v := range stream {
				if v-v != 0 {
					t.Fatalf("%s at %v s: the pose contains %v", what, time, v)
				}
			}
		}
	}
	check("rest", 0)
	for c := range 3 {
		if d := model.Bounds.Max[c] - model.Bounds.Min[c]; d-d != 0 {
			t.Errorf("the bounds %v are not finite", model.Bounds)
		}
	}
	for _, id := range model.Clips {
		clip := lib.Clip(id)
		for i := range 9 {
			time := clip.Start() + clip.Duration()*float64(i-2)/4
			clip.Sample(time, pose)
			check(clip.Name(), time)
		}
	}
}
