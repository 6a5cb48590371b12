package gltfio

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio/internal/export"
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
	data, err := export.Encode(lib, model)
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
	data, err := export.Encode(lib, model)
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

// Options are the choices and limits of a load. The zero Options are those of [Open], [OpenFS] and [Parse].
type Options struct {
	// Scene is the index of the scene whose meshes become the model's parts. Nil means the file's default scene, or the
	// first where it names none; a file without scenes shows all its nodes.
	Scene *int
	// MaxBytes limits what is read: the file, its buffers and its images together. 0 means 1 GiB.
	MaxBytes int64
	// MaxPixels limits the pixels of all images together; an image beyond it is left out with a warning, before it is
	// decoded. 0 means 2^28, which take 1 GiB.
	MaxPixels int64
}

const (
	defaultMaxBytes  = 1 << 30
	defaultMaxPixels = 1 << 28
)

// Open reads a .gltf or .glb file and files everything in it in the library. Buffers and images in files of their own must
// lie in the file's folder or below it: a path or symbolic link that leads out of that is refused. A buffer that is
// missing or refused is an error; an image is left out with a warning in [assets.Model.Warnings].
//
// The error is an [*Error]. The library then holds nothing of the file.
func Open(lib *assets.Library, path string) (*assets.Model, error) { return Options{}.Open(lib, path) }

// OpenFS is [Open] for a file in a file system, such as an embedded one; name is slash-separated. Buffers and images may
// lie anywhere in that file system.
func OpenFS(lib *assets.Library, fsys fs.FS, name string) (*assets.Model, error) {
	return Options{}.OpenFS(lib, fsys, name)
}

// Parse is [Open] for the bytes of a .gltf or .glb file whose buffers and images are all inside it; name is what errors call it.
// The bytes are not kept.
func Parse(lib *assets.Library, name string, data []byte) (*assets.Model, error) {
	return Options{}.Parse(lib, name, data)
}

// Open is [Open] with options.
func (o Options) Open(lib *assets.Library, path string) (*assets.Model, error) {
	data, err := readFile(o.maxBytes(), func() (fs.FileInfo, error) { return os.Stat(path) }, func() (fs.File, error) { return os.Open(path) })
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
	data, err := readFile(o.maxBytes(), func() (fs.FileInfo, error) { return fs.Stat(fsys, name) }, func() (fs.File, error) { return fsys.Open(name) })
	if err != nil {
		return nil, &Error{File: name, Err: err}
	}
	return o.load(lib, name, data, fsFolder{fsys, path.Dir(name)})
}

// Parse is [Parse] with options.
func (o Options) Parse(lib *assets.Library, name string, data []byte) (*assets.Model, error) {
	return o.load(lib, name, data, nil)
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
