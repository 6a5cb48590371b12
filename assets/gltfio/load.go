package gltfio

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/qmuntal/gltf"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/background"
)

// loader turns the bytes of one file into a model. Its methods run in the order of [loader.run],
// and each relies on the checks of the earlier ones.
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

	skeleton *assets.Skeleton
	// own is the skeleton of the file; joined has for each of its joints that of skeleton, and is
	// nil if skeleton is own
	own    *assets.Skeleton
	joined []followed
	shared *assets.Skeleton // an equal skeleton of the library, which takes the place of skeleton; or nil
	// isExtended: skeleton is a copy of that of the options with the extra joints of the file
	isExtended bool
	scale      float64 // of all lengths; see loader.chooseScale
	// materialChannels holds the channels of animated materials: indices in the skeleton's list.
	materialChannels map[materialTarget]int
	// by mesh: the nodes of the scene that have no weights of their own; made when needed
	meshNodes     map[int][]int
	binding       *binding // to another skeleton for the clips; nil if they move the file's own
	clips         []*assets.Clip
	stillChannels int         // of the present animation, that move extra joints
	skins         []*rig.Skin // of the file, by index
	parts         []part
	rigidSkins    []*rig.Skin     // made for the rigid parts
	lights        []*assets.Light // of the document
	shining       []assets.Light  // of the scene, whose skin has no ID yet
	lightSkin     *rig.Skin       // of them; nil without lights
	meshes        map[meshKey]*loadedMesh
	influences    map[string]*influenceStreams // by their accessors

	materials     map[int]*loadedMaterial // by index in the file
	materialOrder []int
	images        map[int]*mesh.Image // by index in the file; nil for an image that was skipped
	imageOrder    []*mesh.Image
	pixels        int64 // decoded in all images together

	said  said
	masks []*rig.Mask
	bones map[string]string // joints by the bones of a humanoid

	bounds      box
	jointBounds *assets.JointBounds // of meshes that are left out
	warnings    []string
}

// load reads a file and adds its contents to the library. A panic of this package becomes an error
// as well. After an error the library is unchanged.
func (o Options) load(lib *assets.Library, name string, data []byte, folder folder) (model *assets.Model, err error) {
	defer func() {
		if r := recover(); r != nil {
			model, err = nil, &Error{File: name, Err: fmt.Errorf("internal error of the reader: %v", r)}
		}
	}()
	if lib == nil {
		return nil, &Error{File: name, Err: errNoLibrary}
	}
	l := o.newLoader(name, data, folder)
	if err := l.run(data); err != nil {
		return nil, withFile(name, err)
	}
	if shared := l.equalSkeleton(lib); shared != nil {
		l = o.newLoader(name, data, folder)
		l.shared = shared
		if err := l.run(data); err != nil {
			return nil, withFile(name, err)
		}
	}
	model, err = l.addToLibrary(lib)
	if err == nil && len(model.Parts) > 0 && len(l.said.hidden) > 0 {
		model, err = model.WithoutParts(l.said.hidden...) // which exist: l.checkHiddenParts
	}
	if err != nil {
		return nil, withFile(name, err)
	}
	return model, nil
}

// newLoader returns a loader for the bytes of a file.
func (o Options) newLoader(name string, data []byte, folder folder) *loader {
	return &loader{
		options: o, folder: folder, scale: 1, name: name, bytesRead: int64(len(data)),
		meshes: map[meshKey]*loadedMesh{}, influences: map[string]*influenceStreams{},
		materials: map[int]*loadedMaterial{}, images: map[int]*mesh.Image{},
	}
}

// run performs every step of a load that does not change the library.
func (l *loader) run(data []byte) error {
	if int64(len(data)) > l.options.maxBytes() {
		return fmt.Errorf("expected at most %d bytes, the limit, found a file of %d", l.options.maxBytes(),
			len(data))
	}
	err := l.readSaid()
	if err != nil {
		return err
	}
	if err := l.options.checkNumbers(); err != nil {
		return err
	}
	if l.container, err = openContainer(data); err != nil {
		return err
	}
	l.warnings = append(l.warnings, l.container.warnings...)
	l.memory.allow(len(data))
	steps := []func() error{
		l.decodeDocument, l.checkReferences,
		l.readBuffers, l.readViews, l.readAccessors,
		l.readNodes, l.chooseScene, l.buildSkeleton,
		l.buildMasks, l.findBones,
		l.buildClips, l.buildSkins, l.buildParts, l.checkHiddenParts, l.buildMaterials,
		l.measureBounds, l.measureVertexDistances, l.warnAboutShortAccessors,
	}
	if l.options.SkeletonsOnly {
		steps = l.stepsWithoutMeshes()
	}
	progress := l.options.progressOf(StageBuilding)
	worker := background.Of(l.options.context())
	for i, step := range steps {
		worker.Yield()
		if err := stopped(l.options.context()); err != nil {
			return err
		}
		if err := step(); err != nil {
			return err
		}
		if progress != nil {
			progress(i+1, len(steps))
		}
	}
	return nil
}

// checkIndices returns an error unless the nodes and materials that the options name by their index
// are in the file.
func (l *loader) checkIndices() error {
	within := func(at string, index, n int, things string) error {
		if index < 0 || index >= n {
			return errorAt("options: "+at, "expected the index of one of %d %s, found %d", n, things, index)
		}
		return nil
	}
	nodes := len(l.doc.Nodes)
	for i, node := range l.options.Joints {
		if err := within(fmt.Sprintf("joints[%d]", i), node, nodes, "nodes"); err != nil {
			return err
		}
	}
	for _, node := range slices.Sorted(maps.Keys(l.options.Numbers)) {
		if err := within("numbers", node, nodes, "nodes"); err != nil {
			return err
		}
		if count := l.options.Numbers[node]; count < 0 {
			return errorAt(fmt.Sprintf("options: numbers[%d]", node), "expected a count of at least 0, found %d", count)
		}
	}
	for _, material := range slices.Sorted(maps.Keys(l.options.Materials)) {
		if err := within("materials", material, len(l.doc.Materials), "materials"); err != nil {
			return err
		}
	}
	return nil
}

// stepsWithoutMeshes returns the steps of a load that leaves out meshes, skins, materials and
// images.
func (l *loader) stepsWithoutMeshes() []func() error {
	steps := []func() error{
		l.decodeDocument, l.checkReferences,
		l.readBuffers, l.readViews, l.readAccessors,
		l.readNodes, l.chooseScene, l.buildSkeleton,
	}
	if l.binding != nil {
		return append(steps, l.bindClips, l.buildClips)
	}
	steps = append(steps, l.buildMasks, l.findBones,
		l.buildClips, l.buildSkins, l.buildParts, l.checkHiddenParts, l.measureBounds, l.measureVertexDistances)
	if l.options.KeepJointBounds {
		steps = append(steps, l.measureJointBounds)
	}
	return append(steps, l.dropMeshes)
}

// measureJointBounds measures the boxes of the parts around the joints that move them.
func (l *loader) measureJointBounds() error {
	return l.withParts(func(lib *assets.Library, m *assets.Model) {
		bounds := m.JointBounds(lib)
		l.jointBounds = &bounds
	})
}

// measureVertexDistances measures how far the vertices are from the joints that move them. Baking
// depends on it, so a server that leaves out the meshes measures the same.
func (l *loader) measureVertexDistances() (err error) {
	if l.joined != nil && !l.isExtended {
		return nil // those of the skeleton that is there count
	}
	if unused := l.withParts(func(lib *assets.Library, m *assets.Model) {
		err = errors.Join(l.skeleton.SetVertexDistances(m.VertexDistances(lib)),
			l.skeleton.SetOuterVertices(m.OuterVertices(lib)))
	}); unused != nil {
		return unused
	}
	return err
}

// withParts calls do with a model of the parts in a library of their own.
func (l *loader) withParts(do func(lib *assets.Library, m *assets.Model)) error {
	lib := assets.NewLibrary(assets.Exact())
	m := &assets.Model{Skeleton: lib.AddSkeleton(l.skeleton)}
	for i := range l.parts {
		p := &l.parts[i]
		mesh, err := lib.AddMesh(&p.mesh.Mesh)
		if err != nil {
			return err
		}
		m.Parts = append(m.Parts, assets.Part{
			Rigid: p.rigid, PaletteIndex: p.paletteIndex, Mesh: mesh, Hidden: p.hidden || p.leftOut,
			Skin: lib.AddSkin(p.skin),
		})
	}
	do(lib, m)
	return nil
}

// dropMeshes forgets everything that skins and draws.
func (l *loader) dropMeshes() error {
	l.shining, l.lightSkin = nil, nil
	l.parts, l.skins, l.rigidSkins, l.meshes, l.influences = nil, nil, nil, nil, nil
	return nil
}

// warn adds a warning about something in the file that was ignored or corrected. An empty path
// stands for the whole file.
func (l *loader) warn(path, format string, arguments ...any) {
	text := fmt.Sprintf(format, arguments...)
	if path != "" {
		text = path + ": " + text
	}
	l.warnings = append(l.warnings, text)
}
