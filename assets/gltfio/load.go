package gltfio

import (
	"errors"
	"fmt"

	"github.com/qmuntal/gltf"
	"github.com/sinew-go/sinew/assets"
)

// A few bytes of JSON can ask for a lot of memory without naming any number: accessors that share bytes, or that
// have none, nodes that share a mesh, channels that share a sampler. So whatever is not plainly proportional to the bytes of the file is
// counted before it is allocated, against a limit that grows with the bytes that were read.
const (
	baseMemory    = 64 << 20
	memoryPerByte = 64 // of the bytes read
)

// budget counts the memory that a load takes.
type budget struct {
	limit, spent int64
}

// allow adds the memory that so many more bytes of input may take.
func (b *budget) allow(bytesRead int) {
	if b.limit == 0 {
		b.limit = baseMemory
	}
	b.limit += memoryPerByte * int64(bytesRead)
}

// spend counts memory for count things of size bytes, on behalf of a place in the file.
func (b *budget) spend(path string, count, size int) error {
	if int64(count) > (b.limit-b.spent)/int64(size) { // a product could overflow
		return errorAt(path, "%d times %d bytes would take the memory for this file beyond %d MiB, which is out of all proportion to its size", count, size, b.limit>>20)
	}
	b.spent += int64(count) * int64(size)
	return nil
}

// loader carries one load from the bytes of a file to a model. Its methods run in the order in which [loader.run] calls
// them; each relies on what those before it have checked.
type loader struct {
	options Options
	folder  folder // nil: there are no other files
	name    string

	container container
	doc       *gltf.Document
	cameras   int
	quantized bool // the file declares KHR_mesh_quantization
	bytesRead int64
	memory    budget

	buffers   [][]byte
	views     []view
	accessors []accessor
	nodes     []node
	order     []int // nodes, parents first
	scene     int

	skeleton   *assets.Skeleton
	clips      []*assets.Clip
	skins      []*assets.Skin
	parts      []part
	rigidSkins []*assets.Skin
	meshes     map[meshKey]*loadedMesh
	influences map[string]*influenceStreams

	materials     map[int]*loadedMaterial
	materialOrder []int
	images        map[int]*assets.Image
	imageOrder    []*assets.Image
	pixels        int64

	bounds   box
	warnings []string
}

// load reads a file and files what is in it. Whatever goes wrong, even a fault of this package's own, comes back as an
// error, and the library then holds nothing of the file.
func (o Options) load(lib *assets.Library, name string, data []byte, folder folder) (model *assets.Model, err error) {
	defer func() {
		if r := recover(); r != nil {
			model, err = nil, &Error{File: name, Err: fmt.Errorf("this file broke the reader: %v", r)}
		}
	}()
	if lib == nil {
		return nil, &Error{File: name, Err: errors.New("there is no library to file it in")}
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

// inFile returns the error as an [*Error] that names the file.
func withFile(name string, err error) error {
	var e *Error
	if errors.As(err, &e) {
		return &Error{File: name, Path: e.Path, Err: e.Err}
	}
	return &Error{File: name, Err: err}
}

func (l *loader) run(data []byte) error {
	if int64(len(data)) > l.options.maxBytes() {
		return fmt.Errorf("%d bytes are more than the %d that may be read", len(data), l.options.maxBytes())
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
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// warn notes what was found odd and mended.
func (l *loader) warn(path, format string, arguments ...any) {
	text := fmt.Sprintf(format, arguments...)
	if path != "" {
		text = path + ": " + text
	}
	l.warnings = append(l.warnings, text)
}
