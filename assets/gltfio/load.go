package gltfio

import (
	"errors"
	"fmt"

	"github.com/qmuntal/gltf"
	"github.com/sinew-go/sinew/assets"
)

// loader turns the bytes of one file into a model. Its methods run in the order of [loader.run], and each relies on the
// checks of the earlier ones.
type loader struct {
	options Options
	folder  folder // nil if the file cannot refer to other files
	name    string

	container container
	doc       *gltf.Document
	cameras   int  // number of cameras in the file
	quantized bool // whether the file declares KHR_mesh_quantization
	bytesRead int64
	memory    budget

	buffers    [][]byte          // nil for a fallback buffer
	compressed []*compressedView // by index of the view; nil for one that is not compressed
	views      []view
	accessors  []accessor
	nodes      []node
	order      []int // node indices, parents first
	scene      int   // index of the selected scene

	skeleton   *assets.Skeleton
	clips      []*assets.Clip
	skins      []*assets.Skin // of the file, by index
	parts      []part
	rigidSkins []*assets.Skin // made for the rigid parts
	meshes     map[meshKey]*loadedMesh
	influences map[string]*influenceStreams // by their accessors

	materials     map[int]*loadedMaterial // by index in the file
	materialOrder []int
	images        map[int]*assets.Image // by index in the file; nil for an image that was skipped
	imageOrder    []*assets.Image
	pixels        int64 // decoded in all images together

	bounds   box
	warnings []string
}

// load reads a file and adds its contents to the library. A panic of this package becomes an error as well. After an
// error the library is unchanged.
func (o Options) load(lib *assets.Library, name string, data []byte, folder folder) (model *assets.Model, err error) {
	defer func() {
		if r := recover(); r != nil {
			model, err = nil, &Error{File: name, Err: fmt.Errorf("internal error of the reader: %v", r)}
		}
	}()
	if lib == nil {
		return nil, &Error{File: name, Err: errors.New("the library is nil")}
	}
	l := &loader{
		options: o, folder: folder, name: name, bytesRead: int64(len(data)),
		meshes: map[meshKey]*loadedMesh{}, influences: map[string]*influenceStreams{},
		materials: map[int]*loadedMaterial{}, images: map[int]*assets.Image{},
	}
	if err := l.run(data); err != nil {
		return nil, withFile(name, err)
	}
	model, err = l.addToLibrary(lib)
	if err != nil {
		return nil, withFile(name, err)
	}
	return model, nil
}

// run performs every step of a load that does not change the library.
func (l *loader) run(data []byte) error {
	if int64(len(data)) > l.options.maxBytes() {
		return fmt.Errorf("the file has %d bytes, more than the limit of %d", len(data), l.options.maxBytes())
	}
	var err error
	if l.container, err = openContainer(data); err != nil {
		return err
	}
	l.warnings = append(l.warnings, l.container.warnings...)
	l.memory.allow(len(data))
	for _, step := range []func() error{
		l.decodeDocument, l.checkReferences,
		l.readBuffers, l.readViews, l.readAccessors,
		l.readNodes, l.chooseScene, l.buildSkeleton,
		l.buildClips, l.buildSkins, l.buildParts, l.buildMaterials, l.measureBounds,
		l.warnAboutShortAccessors,
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// warn adds a warning about something in the file that was ignored or corrected. An empty path stands for the whole
// file.
func (l *loader) warn(path, format string, arguments ...any) {
	text := fmt.Sprintf(format, arguments...)
	if path != "" {
		text = path + ": " + text
	}
	l.warnings = append(l.warnings, text)
}

// The memory limit of a load: a constant plus a multiple of the bytes read.
const (
	baseMemory    = 64 << 20
	memoryPerByte = 64
)

// budget limits the memory of a load. A few bytes of JSON can ask for a lot of memory without containing a large
// number: accessors may share bytes or have none, nodes may share a mesh, channels may share a sampler. So every
// allocation that is not proportional to the bytes of the file is counted before it is made.
type budget struct {
	limit, spent int64 // bytes
}

// allow raises the limit for further bytes of input.
func (b *budget) allow(bytesRead int) {
	if b.limit == 0 {
		b.limit = baseMemory
	}
	b.limit += memoryPerByte * int64(bytesRead)
}

// spend counts the memory of count elements of size bytes each. The path names the part of the file that needs them.
func (b *budget) spend(path string, count, size int) error {
	if int64(count) > (b.limit-b.spent)/int64(size) { // count*size could overflow
		return errorAt(path, "%d elements of %d bytes would exceed the memory limit of %d MiB for a file of this size", count, size, b.limit>>20)
	}
	b.spent += int64(count) * int64(size)
	return nil
}
