package gltfio

import (
	"errors"
	"fmt"

	"github.com/qmuntal/gltf"

	"github.com/sinew-go/sinew/assets"
)

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

	skeleton *assets.Skeleton
	clips    []*assets.Clip
	skins    []*assets.Skin
	parts    []part
	rigid    []*assets.Skin
	meshes   map[meshKey]*fileMesh
	streams  map[string]*influences

	materials     map[int]*material
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
		meshes: map[meshKey]*fileMesh{}, streams: map[string]*influences{},
		materials: map[int]*material{}, images: map[int]*assets.Image{},
	}
	if err := l.run(data); err != nil {
		return nil, inFile(name, err)
	}
	model, err = l.file(lib)
	if err != nil {
		return nil, inFile(name, err)
	}
	return model, nil
}

// inFile returns the error as an [*Error] that names the file.
func inFile(name string, err error) error {
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
		l.buildClips, l.buildSkins, l.buildParts, l.buildMaterials, l.measure,
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
