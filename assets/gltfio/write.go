package gltfio

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio/internal/export"
)

// WriteOptions select what is written. [Write] and [Save] use the zero WriteOptions.
type WriteOptions struct {
	// Clips are the clips to write, in this order: any clips of the library for the model's
	// skeleton, such as the model's own ([assets.Model.FindClip]) or clips made from them. Nil
	// means the clips of the model; an empty list that is not nil means none.
	Clips []assets.ClipID
	// Extra are further clips to write after them, for instance mirrored, retargeted and additive
	// ones. A clip that is listed twice is written once.
	Extra []assets.ClipID
}

// Write writes a model of the library as a binary glTF 2.0 file (.glb): nodes, skins, meshes with
// morph targets, materials, images (as PNG), visibility and clips with markers. All numbers are
// written without loss, so reading the file gives the same poses. What glTF has no place for is
// written so that other programs see the same, with a note in the extras from which this package
// restores it:
//
//   - An additive clip is written as its poses over the rest pose. Reading subtracts the rest pose
//     again, up to rounding.
//   - A clip with extracted root motion is written as the clip that the motion was extracted from,
//     with the options; reading extracts it again.
//   - A clip in glTF starts at 0 and ends at its last key. A clip that ends later gets a constant
//     track of two keys. The note has the exact start and end.
//   - A mesh without triangles, such as one that had points only, becomes a mesh of one point, and
//     morph weights of a mesh that is in no part, such as one of another scene, get a mesh of one
//     point as well.
//
// A few things are written differently:
//
//   - A cubic Bezier track becomes a cubic Hermite track of the same curve.
//   - The joints of a skin must share a root. If they do not, their roots become children of a new
//     node.
//   - An instance of a mesh, or a second part at a node, becomes a child of the node with the mesh.
//   - Of a model that joined the skeleton of another file, the joints that its own file lacked are
//     written too, in the rest pose and listed in skins that no mesh has, so that a reader takes
//     them for joints. A joint that the skeleton lacks ([assets.Node].Extra) and that a skin names
//     is written as a child of the joint that moves it.
//
// A model that was built in code needs no Nodes: its joints become the nodes. The error names the
// asset that cannot be written, or is the error of w. Such assets are clips with keys before 0 s,
// and additive clips with root motion or of joints whose scale is 0 at rest. Nothing is written to
// w unless the whole model can be written.
func Write(w io.Writer, lib *assets.Library, model *assets.Model) error {
	return WriteOptions{}.Write(w, lib, model)
}

// Save writes a model to a file, as [Write] does, whose name must end in .glb. An existing file is
// replaced only after the new one is complete.
func Save(name string, lib *assets.Library, model *assets.Model) error {
	return WriteOptions{}.Save(name, lib, model)
}

// Write is [Write] with options.
func (o WriteOptions) Write(w io.Writer, lib *assets.Library, model *assets.Model) error {
	if w == nil {
		return errors.New("expected a writer for the model, found nil")
	}
	data, err := export.Encode(lib, model, o.clips(model))
	if err != nil {
		return err
	}
	if _, err := w.Write(data); err != nil {
		return fmt.Errorf("writing the model: %w", err)
	}
	return nil
}

// Save is [Save] with options.
func (o WriteOptions) Save(name string, lib *assets.Library, model *assets.Model) (err error) {
	if ending := filepath.Ext(name); !strings.EqualFold(ending, ".glb") {
		return fmt.Errorf("%s: expected a name that ends in .glb, the only format that is written, found %q", name, ending)
	}
	data, err := export.Encode(lib, model, o.clips(model))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	// The errors of the file system name the file already.
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

// clips returns the clips to write, without duplicates.
func (o WriteOptions) clips(model *assets.Model) []assets.ClipID {
	list := o.Clips
	if list == nil && model != nil {
		list = model.Clips
	}
	var clips []assets.ClipID
	for _, id := range slices.Concat(list, o.Extra) {
		if !slices.Contains(clips, id) {
			clips = append(clips, id)
		}
	}
	return clips
}
