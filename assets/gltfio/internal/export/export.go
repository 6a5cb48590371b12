package export

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/qmuntal/gltf"
	"github.com/sinew-go/sinew/assets"
)

// exporter gathers the document that a model becomes.
type exporter struct {
	lib      *assets.Library
	model    *assets.Model
	skeleton *assets.Skeleton

	doc    gltf.Document
	nodes  []exportNode
	binary bytes.Buffer
	// Where assets went that several others name.
	nodeOf    []int // of each joint
	skins     map[assets.SkinID]int
	meshes    map[exportedMesh]int
	materials map[assets.MaterialID]int
	images    map[assets.ImageID]int
	used      map[string]bool // extensions
}

// encode returns the whole file.
func Encode(lib *assets.Library, model *assets.Model) ([]byte, error) {
	if lib == nil || model == nil {
		return nil, errors.New("there is no model to write")
	}
	e := exporter{
		lib: lib, model: model, skeleton: lib.Skeleton(model.Skeleton),
		skins: map[assets.SkinID]int{}, meshes: map[exportedMesh]int{}, materials: map[assets.MaterialID]int{},
		images: map[assets.ImageID]int{}, used: map[string]bool{},
	}
	e.doc.Asset = gltf.Asset{Version: "2.0", Generator: "sinew"}
	if e.skeleton == nil {
		return nil, fmt.Errorf("model %q: its skeleton is not in the library", model.Name)
	}
	for _, step := range []func() error{e.addNodes, e.addSkins, e.addParts, e.addClips, e.joinRoots, e.addScenes} {
		if err := step(); err != nil {
			return nil, fmt.Errorf("model %q: %w", model.Name, err)
		}
	}
	return e.container()
}
