package gltfio

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio/internal/export"
)

// Options select a scene and limit the amount of data that is read. [Open], [OpenFS] and [Parse]
// use the zero Options.
type Options struct {
	// Scene is the index of the scene whose meshes become the parts of the model. Nil selects the
	// default scene of the file, or the first scene if there is no default. In a file without
	// scenes every node is visible.
	Scene *int
	// MaxBytes limits the bytes of the file, its buffers and its images together. 0 means 1 GiB.
	MaxBytes int64
	// MaxPixels limits the pixels of all images together. An image over the limit is skipped with a
	// warning before it is decoded. 0 means 2^28 pixels, which take 1 GiB.
	MaxPixels int64
	// Joints are the indices of further nodes that become joints, with their ancestors.
	Joints []int
	// Exact adds the clips without baking them, as a library made by assets.NewLibrary with
	// assets.Exact always does. Baking takes longer the longer the clips are, however small the
	// file, so files from strangers are better read with Exact.
	Exact bool
	// BakeOptions sets how accurately the clips are baked. The zero value means the library's own
	// options.
	BakeOptions assets.BakeOptions
	// BakeCache is the folder of a cache of baked clips, see [assets.Baking]. "" means the
	// library's own.
	BakeCache string
	// SkeletonsOnly leaves out meshes, skins, materials and images, which are not even decoded: for
	// a server, which needs no pixels. Skeleton, clips and nodes equal those of the whole file to
	// the last bit, with all morph weights. The model has no Parts and Skins. Its Bounds are a box
	// around the joints, and its JointBounds and Reach are empty, unless KeepJointBounds is set.
	SkeletonsOnly bool
	// KeepJointBounds reads the meshes all the same, measures Bounds and the boxes of
	// assets.Model.JointBounds, and then leaves the meshes out: for hit tests on a server. It has
	// no effect without SkeletonsOnly.
	KeepJointBounds bool
	// Progress, if not nil, is called while the file is read and its clips are baked, from one
	// goroutine at a time.
	Progress func(stage Stage, done, total int)
}

// Stage is a part of the work of reading a file.
type Stage string

// The stages, in their order.
const (
	StageReading  Stage = "reading"  // bytes of the file, and after it of each buffer and image in a file of its own
	StageBuilding Stage = "building" // steps that check the file and build the assets
	StageBaking   Stage = "baking"   // clips; left out if they are not baked
)

const (
	defaultMaxBytes  = 1 << 30
	defaultMaxPixels = 1 << 28
)

// Open reads a .gltf or .glb file and adds its contents to the library. Buffers and images in other
// files must be in the folder of the file or below it; a path or symbolic link out of the folder is
// rejected. A missing or rejected buffer is an error, a missing or rejected image a warning in
// [assets.Model].Warnings.
//
// The error is an [*Error]. After an error the library is unchanged.
func Open(lib *assets.Library, path string) (*assets.Model, error) { return Options{}.Open(lib, path) }

// OpenFS is like [Open] for a file in a file system, such as an embedded one. The name is separated
// by slashes. Buffers and images may be anywhere in the file system.
func OpenFS(lib *assets.Library, fsys fs.FS, name string) (*assets.Model, error) {
	return Options{}.OpenFS(lib, fsys, name)
}

// Parse is like [Open] for the bytes of a .gltf or .glb file that contains its buffers and images.
// Errors use name as the name of the file. Parse does not keep the bytes.
func Parse(lib *assets.Library, name string, data []byte) (*assets.Model, error) {
	return Options{}.Parse(lib, name, data)
}

// Open is [Open] with options.
func (o Options) Open(lib *assets.Library, path string) (*assets.Model, error) {
	data, err := readFile(o.maxBytes(), o.progressOf(StageReading), func() (fs.FileInfo, error) { return os.Stat(path) }, func() (fs.File, error) { return os.Open(path) })
	if err != nil {
		return nil, &Error{File: path, Err: err}
	}
	return o.load(lib, path, data, diskFolder(filepath.Dir(path)))
}

// OpenFS is [OpenFS] with options.
func (o Options) OpenFS(lib *assets.Library, fsys fs.FS, name string) (*assets.Model, error) {
	if fsys == nil {
		return nil, &Error{File: name, Err: errNoFileSystem}
	}
	data, err := readFile(o.maxBytes(), o.progressOf(StageReading), func() (fs.FileInfo, error) { return fs.Stat(fsys, name) }, func() (fs.File, error) { return fsys.Open(name) })
	if err != nil {
		return nil, &Error{File: name, Err: err}
	}
	return o.load(lib, name, data, fsFolder{fsys, path.Dir(name)})
}

// Parse is [Parse] with options.
func (o Options) Parse(lib *assets.Library, name string, data []byte) (*assets.Model, error) {
	return o.load(lib, name, data, nil)
}

// progressOf returns the function that reports the progress of a stage, or nil.
func (o Options) progressOf(stage Stage) func(done, total int) {
	if o.Progress == nil {
		return nil
	}
	return func(done, total int) { o.Progress(stage, done, total) }
}

func (o Options) maxBytes() int64 {
	if o.MaxBytes <= 0 {
		return defaultMaxBytes
	}
	return o.MaxBytes
}

func (o Options) maxPixels() int64 {
	if o.MaxPixels <= 0 {
		return defaultMaxPixels
	}
	return o.MaxPixels
}

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
//
// A model that was built in code needs no Nodes: its joints become the nodes. The error names the
// asset that cannot be written, or is the error of w. Such assets are clips with keys before 0 s,
// and additive clips with root motion or of joints whose scale is 0 at rest. Nothing is written to
// w unless the whole model can be written.
func Write(w io.Writer, lib *assets.Library, model *assets.Model) error {
	return WriteOptions{}.Write(w, lib, model)
}

// Save writes a model to a file, as [Write] does. An existing file is replaced only after the new
// one is complete.
func Save(name string, lib *assets.Library, model *assets.Model) error {
	return WriteOptions{}.Save(name, lib, model)
}

// Write is [Write] with options.
func (o WriteOptions) Write(w io.Writer, lib *assets.Library, model *assets.Model) error {
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
