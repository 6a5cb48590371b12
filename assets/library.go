package assets

import (
	"errors"
	"fmt"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph/machine"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/modifier/stack"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/replacing"
	"github.com/sinew-go/sinew/internal/untyped"
)

// Library owns the assets of a program and identifies them by IDs. Assets are immutable once added,
// and shared by every entity that refers to them. Look-ups are safe for concurrent use. Adding,
// replacing and removing must not run at the same time as a frame or a look-up; to load while
// frames run, see [Library.Import].
//
// Every look-up accepts any ID: it returns nil for 0 and for the ID of a removed asset. The ID of a
// removed asset is never used again. A nil Library holds nothing, and nothing can be added to it.
type Library struct {
	skeletons table[SkeletonID, *Skeleton]
	motions   table[id.Motion, *motion.Asset] // the clips too
	skins     table[SkinID, *rig.Skin]
	meshes    table[id.Mesh, *mesh.Mesh]
	materials table[id.Material, *mesh.Material]
	images    table[id.Image, *mesh.Image]
	models    table[ModelID, *Model]
	masks     table[id.Mask, *rig.Mask]
	curves    table[id.Curve, *clip.Curve]
	graphs    table[GraphID, *machine.Graph]
	modifiers table[id.ModifierStack, *stack.Stack]
	baked     untyped.Pointer  // to a []bakedForms by the index of the clip's ID
	residents any              // *residents, or nil without a budget; see resident
	levels    []skeletonLevels // by the index of the skeleton's ID
	baking    heldBaking       // of clips that are added
	edition   untyped.Pointer  // to an Edition
	keys      keyCache
	changes   uint64         // of assets that stay under their IDs
	followers replacing.List // of assets that are replaced
}

// NewLibrary returns an empty library. It bakes the clips that are added to it with the default
// options, unless [Exact] or [WithBaking] ask otherwise.
func NewLibrary(options ...LibraryOption) *Library {
	l := &Library{}
	for _, option := range options {
		if option != nil {
			option(l)
		}
	}
	return l
}

// noLibrary is what a nil library holds: nothing. It is only read.
var noLibrary Library

func (l *Library) orNone() *Library {
	if l == nil {
		return &noLibrary
	}
	return l
}

var (
	errNoLibrary = errors.New("expected a library from NewLibrary, found nil")
	errNotFound  = fmt.Errorf("%w: %w", rig.ErrNotFound, errNoLibrary)
)

// AddSkeleton adds a skeleton and returns its ID.
//
// AddSkeleton, AddClip, AddSkin, AddMaterial and AddImage return 0 for nil, and if the library is
// full: it holds about a million assets of each kind. Nothing accepts that 0 in place of an asset.
// The other Add methods return an error: their assets must fit others, or the ID 0 has a meaning of
// its own, such as all joints for a mask.
func (l *Library) AddSkeleton(s *Skeleton) SkeletonID {
	if s == nil || l == nil {
		return 0
	}
	return addAsset(&l.skeletons, s, "skeleton", s.Name(), nil)
}

// Skeleton returns the skeleton, or nil.
func (l *Library) Skeleton(id SkeletonID) *Skeleton { return assetOf(&l.orNone().skeletons, id) }

// RemoveSkeleton removes the skeleton and reports whether it was there. Characters with that
// skeleton are skipped from then on.
func (l *Library) RemoveSkeleton(id SkeletonID) bool { return removeAsset(&l.orNone().skeletons, id) }

// AddClip adds a clip and returns its ID. It bakes the clip, which takes milliseconds, unless the
// library is [Exact]; [Library.BakeReport] has the result. [Library.AddClips] bakes several at
// once.
func (l *Library) AddClip(c *Clip) ClipID {
	ids, err := l.AddClips([]*Clip{c}, Baking{})
	if err != nil {
		return 0
	}
	return ids[0]
}

// RemoveClip removes the clip and reports whether it was there. Players with that ID show the rest
// pose.
func (l *Library) RemoveClip(id ClipID) bool { return l.Clip(id) != nil && l.RemoveMotion(id) }

// AddSkin adds a skin and returns its ID.
func (l *Library) AddSkin(s *rig.Skin) SkinID {
	if s == nil || l == nil {
		return 0
	}
	return addAsset(&l.skins, s, "skin", s.Name(), s.Skeleton())
}

// Skin returns the skin, or nil.
func (l *Library) Skin(id SkinID) *rig.Skin { return assetOf(&l.orNone().skins, id) }

// RemoveSkin removes the skin and reports whether it was there.
func (l *Library) RemoveSkin(id SkinID) bool { return removeAsset(&l.orNone().skins, id) }

// AddMesh adds a mesh and returns its ID. It returns the error of [mesh.Mesh.Check] for an invalid
// mesh.
func (l *Library) AddMesh(m *mesh.Mesh) (id.Mesh, error) {
	if l == nil {
		return 0, errNoLibrary
	}
	if err := m.Check(); err != nil {
		return 0, err
	}
	return addAsset(&l.meshes, m, "mesh", m.Name, nil), nil
}

// Mesh returns the mesh, or nil.
func (l *Library) Mesh(id id.Mesh) *mesh.Mesh { return assetOf(&l.orNone().meshes, id) }

// RemoveMesh removes the mesh and reports whether it was there.
func (l *Library) RemoveMesh(id id.Mesh) bool { return removeAsset(&l.orNone().meshes, id) }

// AddMaterial adds a material and returns its ID.
func (l *Library) AddMaterial(m *mesh.Material) id.Material {
	if m == nil || l == nil {
		return 0
	}
	return addAsset(&l.materials, m, "material", m.Name, nil)
}

// Material returns the material, or nil.
func (l *Library) Material(id id.Material) *mesh.Material { return assetOf(&l.orNone().materials, id) }

// RemoveMaterial removes the material and reports whether it was there.
func (l *Library) RemoveMaterial(id id.Material) bool { return removeAsset(&l.orNone().materials, id) }

// AddImage adds an image and returns its ID.
func (l *Library) AddImage(i *mesh.Image) id.Image {
	if i == nil || l == nil {
		return 0
	}
	return addAsset(&l.images, i, "image", i.Name, nil)
}

// Image returns the image, or nil.
func (l *Library) Image(id id.Image) *mesh.Image { return assetOf(&l.orNone().images, id) }

// RemoveImage removes the image and reports whether it was there.
func (l *Library) RemoveImage(id id.Image) bool { return removeAsset(&l.orNone().images, id) }

// AddModel adds a model and sets and returns its ID. All assets that the model refers to must be in
// the library and fit together, so that no frame can fail; otherwise AddModel returns an error. It
// also returns an error for a model of another library, and for a copy of one: their IDs name other
// assets here.
func (l *Library) AddModel(m *Model) (ModelID, error) {
	if l == nil {
		return 0, errNoLibrary
	}
	if err := m.check(l); err != nil {
		return 0, err
	}
	added, err := addChecked(&l.models, m, "model", m.Name, l.Skeleton(m.Skeleton))
	if err != nil {
		return 0, fmt.Errorf("model %q: %w", m.Name, err)
	}
	m.ID, m.library = added, l
	return m.ID, nil
}

// Owns reports whether a model was added to this library, and not removed. The IDs of another
// library's model would name other assets here, or none.
func (l *Library) Owns(m *Model) bool {
	l = l.orNone()
	return m != nil && m.library == l && assetOf(&l.models, m.ID) == m.entire()
}

// Model returns the model, or nil.
func (l *Library) Model(id ModelID) *Model { return assetOf(&l.orNone().models, id) }

// Count holds the number of assets of each kind in a library.
type Count struct {
	Skeletons, Clips, Skins, Meshes, Materials, Images, Models, Masks int

	Motions                        int // that are no clips
	Curves, Graphs, ModifierStacks int
}

// Count returns the number of assets of each kind.
func (l *Library) Count() Count {
	l = l.orNone()
	clips := len(l.clipIDs())
	return Count{
		Skeletons: countOf(&l.skeletons), Clips: clips, Skins: countOf(&l.skins), Meshes: countOf(&l.meshes),
		Materials: countOf(&l.materials),
		Images:    countOf(&l.images), Models: countOf(&l.models), Masks: countOf(&l.masks),
		Motions: countOf(&l.motions) - clips,
		Curves:  countOf(&l.curves),
		Graphs:  countOf(&l.graphs), ModifierStacks: countOf(&l.modifiers),
	}
}
