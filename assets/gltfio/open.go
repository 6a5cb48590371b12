package gltfio

import (
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	_ "github.com/sinew-go/sinew/internal/sha256/standard" // for the keys of large files
)

// Options say what is made of a file, and limit the amount of data that is read. [Open], [OpenFS]
// and [Parse] use the zero Options.
//
// What they say about the file itself (Scale, Meters, RootMotion, Clips, HiddenParts, Masks and
// Bones) may stand in a sidecar instead: a file beside it with ".json" after its name, such as
// fox.glb.json, as described by [SidecarSchema]. [Open] and [OpenFS] read it. What the program says
// wins: its scale, its markers or root motion of a clip, its hidden parts, its mask of a name, its
// joint for a bone. A sidecar with an error is an error of the file.
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
	// Scale, if it is not 0, multiplies all lengths of the file: positions of nodes, of clips and
	// their tangents, of bind poses, of vertices and of morph targets, and so the bounds. It is
	// 0.01 for a file in centimeters whose characters shall be in meters. Scales of nodes and of
	// clips are no lengths and stay as they are. Skeleton, poses and pictures are those of the
	// file, larger or smaller. It must be finite and above 0.
	Scale float64
	// Meters finds the scale, if Scale is 0, from the size of the skeleton
	// (MetersPerUnit of [assets.Skeleton]), and lists it in the warnings unless it is 1. A skeleton
	// whose joints are all at one point has no size: its scale is 1.
	Meters bool
	// RootMotion, if not nil, takes the motion of the whole character out of the poses of all clips
	// ([clip.ExtractRootMotion]) but those of which Clips or the extras say otherwise, and additive
	// ones. Clips that have none stay as they are; a warning lists them.
	RootMotion *clip.RootMotionOptions
	// Clips is what is said about single clips, by their names. Of several clips of a name it is
	// the first.
	Clips map[string]ClipOptions
	// HiddenParts are the names of parts that characters do not show at first, as with
	// [assets.Model.WithoutParts], which makes the model.
	HiddenParts []string
	// Masks are masks by their names, which become [assets.Model].Masks.
	Masks map[string][]MaskStep
	// Bones are the joints that are the bones of a humanoid, by the names of the bones
	// ([github.com/sinew-go/sinew/assets/humanoid.BoneNames]), for retargeting. An empty joint says
	// that there is no such bone. They become [assets.Model].Bones.
	Bones map[string]string
	// NoSidecar does not read the sidecar.
	NoSidecar bool
	// Skeleton, if not nil, is a skeleton that is there already, which the model gets in place of
	// one of its own: clothes and motions in files of their own for a character. The joints of the
	// file are matched by their names and parents. The file may have fewer. It may also have extra
	// joints, such as the bones of a skirt, in skins and above meshes: each follows the nearest
	// joint above it that the skeleton has, and keeps its place relative to it as in the rest pose
	// of the file; animations do not move it. They are entries of palettes as others and cost a
	// character nothing that does not show the model. Extra joints that shall move need
	// ExtendSkeleton.
	//
	// A joint is an error ([ErrOtherSkeleton], which names them) if it is extra and nothing above it
	// is in the skeleton, if only animations move it, if it has morph weights or animated
	// visibility, or if its name differs from one of the skeleton by upper and lower case only.
	// Warnings of the model tell how many joints match, by how much the rest poses differ, which
	// joints are extra and what is above them; see Extra of [assets.Node].
	//
	// Clips, masks, graphs and modifier stacks of the skeleton are then good for all models that
	// join it. The clips are baked as the skeleton's vertices ask, not those of the file.
	Skeleton *assets.Skeleton
	// ExtendSkeleton makes extra joints real ones, so that clips, springs and goals move them: the
	// model gets a copy of Skeleton with the extra joints added, in the rest pose of the file, where
	// the others have that of Skeleton. They may then have morph weights and animated visibility,
	// and animations may move them. The node of a skinned mesh that has those and stands beside the
	// joints, as the face of a VRM file does, becomes a root of the copy: the mesh moves with the
	// joints of its skin alone. Clips and stacks for the one skeleton are not good for the other;
	// a character of Skeleton wears the model as a garment (Wear and Garment of Animation in package
	// systems). The copy also has the values of the materials that the file animates, but none of
	// Skeleton. It has no effect on a file with neither extra joints nor animated materials, nor
	// without Skeleton.
	ExtendSkeleton bool
	// OwnSkeleton gives the model a skeleton of its own even if the library has an equal one
	// ([rig.Skeleton.Equal]), which is otherwise that of the model too. A file that is read in the
	// background shares none by itself, because its library is not known yet: give it Skeleton.
	OwnSkeleton bool
	// Joints are the indices of further nodes that become joints, with their ancestors.
	Joints []int
	// Numbers gives joints morph weights that no mesh has: how many, by the index of the node. They
	// are numbers of the pose, 0 at rest, which clips animate and layers blend, for the program.
	// Nodes with morph targets of their own, and nodes that are no joints, get none.
	Numbers map[int]int
	// Materials gives poses the values of properties of materials, as a clip that animates them
	// does ([rig.MaterialChannel]): which, by the index of the material. Properties that do not
	// show on a mesh of the scene get none.
	Materials map[int][]rig.MaterialProperty
	// Exact adds the clips without baking them, as a library made by assets.NewLibrary with
	// assets.Exact always does. Baking takes longer the longer the clips are, however small the
	// file, so files from strangers are better read with Exact.
	Exact bool
	// BakeOptions sets how accurately the clips are baked. The zero value means the library's own
	// options.
	BakeOptions bake.Options
	// BakeCache keeps the baked clips, see [assets.Baking]. nil means the library's own.
	BakeCache *bake.Cache
	// DropKeys leaves out the keys of clips that were baked, see [assets.Baking].
	DropKeys bool
	// SkeletonsOnly leaves out meshes, skins, materials and images, which are not even decoded: for
	// a server, which needs no pixels. Skeleton, clips and nodes equal those of the whole file to
	// the last bit, with all morph weights. The model has no Parts and Skins. Its Bounds are a box
	// around the joints, and its JointBounds and Reach are empty, unless KeepJointBounds is set.
	SkeletonsOnly bool
	// KeepJointBounds reads the meshes all the same, measures Bounds and the boxes of
	// assets.Model.JointBounds, and then leaves the meshes out: for hit tests on a server. It has
	// no effect without SkeletonsOnly.
	KeepJointBounds bool
	// Draco decodes meshes that KHR_draco_mesh_compression compresses. Without it a file that has
	// no other data for them is an error.
	Draco DracoDecoder
	// Extensions are the names of extensions that the program reads itself, as package vrm does
	// with those of VRM. The file may require them, and no warning says that their data was
	// ignored.
	Extensions []string
	// Progress, if not nil, is called while the file is read and its clips are baked, from one
	// goroutine at a time.
	Progress func(stage Stage, done, total int)
	// Loader, if not nil, reads the file for [Options.OpenAsync] and [Options.OpenFSAsync].
	Loader *Loader

	ctx     context.Context // of a file that is read in the background; or nil
	loading *Loading        // the same
	source  *sidecar        // from which ReadOptions read them, for the places in errors; or nil
}

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
	data, err := readFile(o.maxBytes(), o.progressOf(StageReading),
		func() (fs.FileInfo, error) { return os.Stat(path) }, func() (fs.File, error) { return os.Open(path) })
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
	data, err := readFile(o.maxBytes(), o.progressOf(StageReading),
		func() (fs.FileInfo, error) { return fs.Stat(fsys, name) }, func() (fs.File, error) { return fsys.Open(name) })
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

// context returns the context in which a file is read.
func (o Options) context() context.Context {
	if o.ctx == nil {
		return context.Background()
	}
	return o.ctx
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
