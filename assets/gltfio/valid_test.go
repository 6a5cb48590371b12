package gltfio

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

func BenchmarkOpen(b *testing.B) {
	for _, name := range []string{"fox/Fox.glb", "cesium_man/CesiumMan.glb", "robot/robot.glb", "woman/Woman.gltf"} {
		b.Run(filepath.Base(name), func(b *testing.B) {
			path := testassets.Path(b, "assets/"+name)
			info, err := os.Stat(path)
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(info.Size())
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Open(assets.NewLibrary(assets.Exact()), path); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// validFiles returns the paths of the valid test files.
func validFiles(t testing.TB) []string {
	t.Helper()
	root := testassets.Path(t, "assets")
	var files []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && entry.Name() == "bad" {
			return filepath.SkipDir
		}
		if ext := filepath.Ext(path); ext == ".gltf" || ext == ".glb" {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// rigFiles returns the paths of the rigs for retargeting, springs and constraints.
func rigFiles(t testing.TB) []string {
	t.Helper()
	root := testassets.Path(t, "rigs")
	var files []string
	for _, pattern := range []string{"*/*.glb", "*/*.gltf", "*/*.vrma"} {
		found, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	return files
}

func TestValidFiles(t *testing.T) {
	files := validFiles(t)
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			lib := assets.NewLibrary(assets.Exact())
			var model *assets.Model
			var err error
			took, _ := probe.Measure(func() { model, err = Open(lib, path) })
			if err != nil {
				t.Fatal(err)
			}
			if took > longestLoad {
				t.Errorf("loading took %v, want at most %v", took, longestLoad)
			}
			t.Logf("%v parts %d joints %d clips %v bounds %v", took, len(model.Parts),
				lib.Skeleton(model.Skeleton).Len(), model.ClipNames(), model.Bounds)
			t.Log(strings.Join(model.Warnings, "\n"))
		})
	}
	if len(files) != 35 {
		// .ci/get-models downloads all but this one, which was made for this project.
		testassets.Path(t, "assets/derived/Fox_quantized.glb")
		t.Errorf("%d files, want 35", len(files))
	}
}
