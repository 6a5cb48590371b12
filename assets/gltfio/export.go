package gltfio

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/qmuntal/gltf"

	"github.com/sinew-go/sinew/assets"
)

// Write writes a model of the library as a binary glTF 2.0 file (.glb): nodes, skins, meshes with their morph targets,
// materials, pictures (as PNG) and clips. Numbers are written as they are, so that reading the file back gives the same
// poses; what glTF has no words for is put otherwise:
//
//   - A cubic Bezier track becomes the same curve as cubic Hermite.
//   - A clip always begins at 0 in glTF and ends with its last key. One that ends later gets a track of two keys that move
//     nothing, so that it lasts as long; other ranges are lost.
//   - A clip whose root motion was extracted is written as it was before, with the motion in the pose.
//   - Joints of a skin must have one root in glTF; roots that share a skin are put below a node of their own.
//
// A model made by hand needs no Nodes: its joints become the nodes. The error names the asset and says why it cannot be
// written; nothing is written to w then, unless it is an error of w itself.
func Write(w io.Writer, lib *assets.Library, model *assets.Model) error {
	data, err := encode(lib, model)
	if err != nil {
		return err
	}
	if _, err := w.Write(data); err != nil {
		return fmt.Errorf("writing the model: %w", err)
	}
	return nil
}

// Save writes a model to a file as [Write] does. A file of that name is replaced only once the new one is complete.
func Save(name string, lib *assets.Library, model *assets.Model) (err error) {
	data, err := encode(lib, model)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	// The error of a system call names the file.
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Chmod(0o644), f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

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
func encode(lib *assets.Library, model *assets.Model) ([]byte, error) {
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
