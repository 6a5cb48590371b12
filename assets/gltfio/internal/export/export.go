package export

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/qmuntal/gltf"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
)

// exporter collects the document of one model.
type exporter struct {
	lib      *assets.Library
	model    *assets.Model
	skeleton *assets.Skeleton

	clips []assets.ClipID // to be written

	doc        gltf.Document
	nodes      []exportNode
	animations []exportAnimation
	binary     bytes.Buffer
	// Indices in the document of the assets that were written.
	nodeOf           []int // for each joint its node
	skins            map[assets.SkinID]int
	meshes           map[exportedMesh]int
	materials        map[id.Material]int
	images           map[id.Image]int
	channelMaterials map[int]id.Material // by the offset of a material channel
	morphing         map[int]bool        // the joints whose node has a mesh with morph targets
	used             map[string]bool     // the names of the extensions in use
}

// Encode returns the bytes of a .glb file with a model of the library and the given clips, which
// must be of the model's skeleton. The same arguments always give the same bytes.
func Encode(lib *assets.Library, model *assets.Model, clips []assets.ClipID) ([]byte, error) {
	if lib == nil || model == nil {
		return nil, errors.New("expected a library and a model to write, found nil")
	}
	e := exporter{
		lib: lib, model: model, skeleton: lib.Skeleton(model.Skeleton), clips: clips,
		skins: map[assets.SkinID]int{}, meshes: map[exportedMesh]int{}, materials: map[id.Material]int{},
		images: map[id.Image]int{}, morphing: map[int]bool{}, used: map[string]bool{},
	}
	e.doc.Asset = gltf.Asset{Version: "2.0", Generator: "sinew"}
	if e.skeleton == nil {
		return nil, fmt.Errorf("model %q: expected a skeleton of the library, found the ID %#x", model.Name,
			uint32(model.Skeleton))
	}
	for _, step := range []func() error{
		e.findMaterialChannels, e.addNodes, e.addSkins, e.addParts, e.addLights, e.addMorphWeights,
		e.addClips, e.joinRoots, e.addScenes,
	} {
		if err := step(); err != nil {
			return nil, fmt.Errorf("model %q: %w", model.Name, err)
		}
	}
	return e.container()
}
