package gltfio

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/internal/testing/seeds"
)

// FuzzParse loads arbitrary bytes. An error must be an [*Error] and leave the library empty, a
// model must have finite poses, and time and memory must stay within limits. The seeds are the
// builders of the other tests and small test files.
func FuzzParse(f *testing.F) {
	b := completeFile()
	seeds.Add(f, b.gltf())
	seeds.Add(f, b.glb())
	seeds.Add(f, skinnedTriangle(10, [][4]int{{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 0, 0}},
		[][4]float32{{0.5, 0.1}, {0.1, 0.1}, {0.1, 0.1}}).gltf())
	seeds.Add(f, animatedNode("CUBICSPLINE", []float32{1, 2}, map[string][]float32{
		"translation": {9, 9, 9, 1, 2, 3, 8, 0, 0, -8, 0, 0, 5, 6, 7, 9, 9, 9},
		"rotation":    {0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0},
	}).glb())
	b = newBuilder()
	b.doc["extensionsUsed"] = []string{"KHR_mesh_quantization"}
	b.node(object{"matrix": []int{1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, "children": []int{1}})
	zeros := b.add("accessors",
		object{"componentType": 5126, "type": "VEC3", "count": 5, "sparse": sparseOf(2, 1, 5121, 2)})
	b.node(
		object{"mesh": b.mesh(object{"POSITION": b.ints("i16n", "VEC3", 0, 0, 0, 9, 0, 0, 0, 9, 0, 9, 9, 0, 0, 9, 9)},
			object{"mode": 5, "targets": []any{object{"POSITION": zeros}}})})
	b.ints("u8", "SCALAR", 1, 3)
	b.floats("VEC3", 1, 2, 3, 4, 5, 6)
	seeds.Add(f, b.gltf())
	seeds.Add(f, instancedTriangle().gltf())
	seeds.Add(f, compressed(completeFile(), extMeshoptKHR).gltf())
	seeds.Add(f, blinkingTriangles().gltf())
	seeds.Add(f, glowingTriangle().gltf())
	b = completeFile()
	b.get("animations", 0)["extras"] = object{
		"range":      []float64{0, 2},
		"rootMotion": object{"node": 1, "up": "y", "axes": "xz", "yaw": true},
	}
	seeds.Add(f, b.gltf())
	b.get("animations", 0)["extras"] = object{
		"additive": object{"reference": "rest"},
		"markers":  []any{object{"name": "a", "time": 0.5}},
	}
	seeds.Add(f, b.gltf())
	seeds.Add(f, texturedWebP().gltf())
	seeds.Add(f, otherScene().gltf())
	seeds.Add(f, []byte(strings.ReplaceAll(string(completeFile().gltf()), `"count":3`, `"count":3.0e0`)))
	root := os.Getenv("SINEW_SHARED")
	if root == "" {
		root = "../../../shared"
	}
	for _, pattern := range []string{"assets/*/*.gl*", "assets/*/*/*.gl*", "assets/*/*/*/*.gl*"} {
		files, _ := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		for _, path := range files {
			if data, err := os.ReadFile(path); err == nil && len(data) < 20_000 {
				f.Add(data) // a file that is not part of the repository
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		lib := assets.NewLibrary(assets.Exact())
		var model *assets.Model
		var err error
		took, allocated := probe.Measure(func() { model, err = Options{MaxPixels: 1 << 20}.Parse(lib, "fuzz", data) })
		if took > 5*time.Second || allocated > 256<<20+256*uint64(len(data)) {
			t.Errorf("loading took %v and %d bytes", took, allocated)
		}
		if err == nil {
			checkSane(t, lib, model)
			return
		}
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%v is not an *Error", err)
		}
		checkError(t, err, "fuzz")
		if lib.Count() != (assets.Count{}) {
			t.Errorf("the library holds %+v after %v", lib.Count(), err)
		}
	})
}
