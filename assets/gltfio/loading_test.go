package gltfio_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// gate is a file system that opens no file before it is opened itself.
type gate struct {
	fstest.MapFS
	open chan struct{}
}

func (g gate) Stat(name string) (os.FileInfo, error) {
	<-g.open
	return g.MapFS.Stat(name)
}

func TestLoadingInTheBackground(t *testing.T) {
	data, err := os.ReadFile(testassets.Path(t, "assets/cesium_man/CesiumMan.glb"))
	if err != nil {
		t.Fatal(err)
	}
	lib := assets.NewLibrary()
	direct, err := gltfio.Parse(lib, "man.glb", data)
	if err != nil {
		t.Fatal(err)
	}
	before := lib.Count()
	fsys := gate{fstest.MapFS{"man.glb": {Data: data}}, make(chan struct{})}
	loading := gltfio.Options{}.OpenFSAsync(fsys, "man.glb")
	if loading.Done() {
		t.Error("the file was read before it could be opened")
	}
	model, err := loading.Take(lib)
	if wrong := (*gltfio.Error)(nil); model != nil || !errors.Is(err, gltfio.ErrLoading) || !errors.As(err, &wrong) ||
		wrong.File != "man.glb" {
		t.Errorf("Take while the file is being read: %v, error %v", model, err)
	}
	if p := loading.Progress(); p != (gltfio.Progress{Stage: gltfio.StageReading, AllFiles: 1}) || lib.Count() != before {
		t.Errorf("before the file is opened: %+v", p)
	}
	close(fsys.open)
	<-loading.Finished()
	size := int64(len(data))
	if p := loading.Progress(); !loading.Done() ||
		p != (gltfio.Progress{gltfio.StageBaking, 1, 1, 1, 1, size, size}) {
		t.Errorf("afterward: done %v, %+v", loading.Done(), p)
	}
	for range 2 { // twice
		model, err = loading.Take(lib)
		if err != nil || !lib.Owns(model) {
			t.Fatalf("%v, error %v", model, err)
		}
		if a, b := lib.Baked(model.Clips[0]), lib.Baked(direct.Clips[0]); a == nil || a.Bytes() != b.Bytes() ||
			a.MaxError() != b.MaxError() {
			t.Errorf("the clip is baked as %v, want %v as by Parse", lib.BakeReport(model.Clips[0]),
				lib.BakeReport(direct.Clips[0]))
		}
		if lib.Mesh(model.Parts[0].Mesh).Primitives[0].Material == 0 ||
			lib.Skeleton(model.Skeleton).Len() != lib.Skeleton(direct.Skeleton).Len() {
			t.Error("the model is incomplete")
		}
	}
	if _, err := loading.Take(nil); err == nil {
		t.Error("a nil library is accepted")
	}
	lib.RemoveModel(direct.ID)
	lib.RemoveModel(model.ID)
	if left := lib.Count(); left.Models != 1 || left.Clips != 1 || left.Meshes != 1 || left.Images != before.Images {
		t.Errorf("after the other models were removed, the library holds %+v, want one model", left)
	}
}

func TestLoadingThatFails(t *testing.T) {
	lib := assets.NewLibrary()
	for want, loading := range map[string]*gltfio.Loading{
		"no such file":                      gltfio.OpenAsync(filepath.Join(t.TempDir(), "none.glb")),
		"expected a file system, found nil": gltfio.Options{}.OpenFSAsync(nil, "none.glb"),
		"expected at most the 100 bytes left of the limit": gltfio.Options{MaxBytes: 100}.OpenFSAsync(
			fstest.MapFS{"x.gltf": {Data: make([]byte, 200)}}, "x.gltf"),
		"which begins with a JSON object or": gltfio.Options{}.OpenFSAsync(
			fstest.MapFS{"x.gltf": {Data: make([]byte, 200)}}, "x.gltf"),
	} {
		<-loading.Finished()
		model, err := loading.Take(lib)
		if wrong := (*gltfio.Error)(nil); model != nil || !errors.As(err, &wrong) ||
			errors.Is(err, gltfio.ErrLoading) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, error %v", want, model, err)
		}
		if lib.Count() != (assets.Count{}) {
			t.Errorf("%s: the library holds %+v", want, lib.Count())
		}
	}
}

// A program loads a file while its frames run, and takes the model between two frames.
func ExampleOpenAsync() {
	folder, err := os.MkdirTemp("", "gltfio")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "mannequin.glb")
	source := assets.NewLibrary(assets.Exact())
	figure, err := mannequin.New(source)
	if err != nil {
		panic(err)
	}
	if err := gltfio.Save(path, source, figure); err != nil {
		panic(err)
	}

	library := assets.NewLibrary()
	// guide: loading
	loading := gltfio.OpenAsync(path)
	for !loading.Done() {
		time.Sleep(time.Millisecond) // or a frame: animation.Update(seconds)
	}
	model, err := loading.Take(library)
	// guide: end
	if err != nil {
		panic(err)
	}
	fmt.Println(library.Owns(model), model.ClipNames(), library.BakeReport(model.Clip("walk")).Exact)
	// Output: true [idle walk run jump wave dance] false
}
