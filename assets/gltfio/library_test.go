package gltfio

import (
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
)

func TestFullLibraryStaysUnchanged(t *testing.T) {
	fill := map[string]func(*assets.Library) bool{
		"images":    func(l *assets.Library) bool { return l.AddImage(&mesh.Image{}) != 0 },
		"materials": func(l *assets.Library) bool { return l.AddMaterial(&mesh.Material{}) != 0 },
		"clips":     func(l *assets.Library) bool { return l.AddClip(&assets.Clip{}) != 0 },
	}
	b := completeFile()
	b.set("images.0", object{"bufferView": b.view(pngBytes(t, testImage())), "mimeType": "image/png"})
	data := b.gltf()
	for name, add := range fill {
		t.Run(name, func(t *testing.T) {
			lib := assets.NewLibrary(assets.Exact())
			for add(lib) {
			}
			before := lib.Count()
			_, err := Parse(lib, "test.gltf", data)
			if err == nil || err.Error() != "test.gltf: the library is full" {
				t.Errorf("%v", err)
			}
			if lib.Count() != before {
				t.Errorf("the library holds %+v, want %+v as before", lib.Count(), before)
			}
		})
	}
}

func TestRemoveModelRemovesItsAssets(t *testing.T) {
	b := completeFile()
	b.set("images.0", object{"bufferView": b.view(pngBytes(t, testImage())), "mimeType": "image/png"})
	b.node(object{"mesh": b.mesh(object{"POSITION": b.triangle()}, nil)})
	b.set("scenes.0.nodes", []int{0, 1, 3})
	lib, model := b.load(t)
	want := assets.Count{Skeletons: 1, Clips: 1, Skins: 2, Meshes: 2, Materials: 1, Images: 1, Models: 1}
	if got := lib.Count(); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if lib.Model(model.ID) != model || len(model.Skins) != 1 {
		t.Errorf("model %+v", model)
	}
	lib.RemoveModel(model.ID)
	if got := lib.Count(); got != (assets.Count{}) {
		t.Errorf("%+v assets are left, want none", got)
	}
}
