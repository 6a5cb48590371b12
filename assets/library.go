package assets

import (
	"fmt"

	"github.com/sinew-go/sinew/assets/clip"
)

// Library owns the assets of a program and identifies them by IDs. Assets are immutable once added, and shared by every
// entity that refers to them. Look-ups are safe for concurrent use. Adding, replacing and removing must not run at the
// same time as a frame or a look-up.
//
// Every look-up accepts any ID: it returns nil for 0 and for the ID of a removed asset. The ID of a removed asset is
// never used again.
type Library struct {
	skeletons table[SkeletonID, Skeleton]
	clips     table[ClipID, Clip]
	skins     table[SkinID, Skin]
	meshes    table[MeshID, Mesh]
	materials table[MaterialID, Material]
	images    table[ImageID, Image]
	models    table[ModelID, Model]
	spaces    table[BlendSpaceID, BlendSpace]
	masks     table[MaskID, Mask]
	curves    table[CurveID, clip.Curve]
	graphs    table[GraphID, Graph]
	baked     []bakedForms     // by the index of the clip's ID
	levels    []skeletonLevels // by the index of the skeleton's ID
}

// NewLibrary returns an empty library.
func NewLibrary() *Library { return &Library{} }

// AddSkeleton adds a skeleton and returns its ID. Like every Add method, it returns 0 for nil, and if the library is
// full: it holds about a million assets of each kind.
func (l *Library) AddSkeleton(s *Skeleton) SkeletonID { return l.skeletons.add(s) }

// Skeleton returns the skeleton, or nil.
func (l *Library) Skeleton(id SkeletonID) *Skeleton { return l.skeletons.get(id) }

// RemoveSkeleton removes the skeleton and reports whether it was there. Characters with that skeleton are skipped from
// then on.
func (l *Library) RemoveSkeleton(id SkeletonID) bool { return l.skeletons.remove(id) }

// AddClip adds a clip and returns its ID.
func (l *Library) AddClip(c *Clip) ClipID { return l.clips.add(c) }

// Clip returns the clip, or nil.
func (l *Library) Clip(id ClipID) *Clip { return l.clips.get(id) }

// RemoveClip removes the clip and reports whether it was there. Players with that ID show the rest pose.
func (l *Library) RemoveClip(id ClipID) bool {
	removed := l.clips.remove(id)
	l.removeStaleBaked()
	return removed
}

// SetClip replaces a clip: its ID means the new clip from then on. Use it to add markers to an imported clip (see
// [clip.WithMarkers]). The baked form stays if the new clip has the same keys and range to the last bit, and is removed
// otherwise. Models still find the clip by its previous name.
//
// SetClip returns an error, and changes nothing, if there is no clip with that ID, or if the new clip is nil or has
// another skeleton. It must not run at the same time as a frame.
func (l *Library) SetClip(id ClipID, clip *Clip) error {
	old := l.clips.get(id)
	switch {
	case old == nil:
		return fmt.Errorf("set clip: there is no clip %#x in the library", uint32(id))
	case clip == nil:
		return fmt.Errorf("clip %q: the replacement is nil", old.Name())
	case clip.Skeleton() != old.Skeleton():
		return fmt.Errorf("clip %q: the replacement %q has another skeleton: %q, expected %q",
			old.Name(), clip.Name(), clip.Skeleton().Name(), old.Skeleton().Name())
	}
	baked, i := l.Baked(id), tableIndex(id)
	l.clips.entries[i].asset = clip
	if baked != nil && baked.Bind(clip) != nil {
		l.baked[i] = bakedForms{}
	}
	return nil
}

// Clips is an iterator over the clips of the library, in the library's order, for use with range.
func (l *Library) Clips(yield func(*Clip) bool) {
	for _, e := range l.clips.entries {
		if e.asset != nil && !yield(e.asset) {
			return
		}
	}
}

// AddSkin adds a skin and returns its ID.
func (l *Library) AddSkin(s *Skin) SkinID { return l.skins.add(s) }

// Skin returns the skin, or nil.
func (l *Library) Skin(id SkinID) *Skin { return l.skins.get(id) }

// RemoveSkin removes the skin and reports whether it was there.
func (l *Library) RemoveSkin(id SkinID) bool { return l.skins.remove(id) }

// AddMesh adds a mesh and returns its ID. It returns the error of [mesh.Mesh.Check] for an invalid mesh.
func (l *Library) AddMesh(m *Mesh) (MeshID, error) {
	if err := m.Check(); err != nil {
		return 0, err
	}
	return l.meshes.add(m), nil
}

// Mesh returns the mesh, or nil.
func (l *Library) Mesh(id MeshID) *Mesh { return l.meshes.get(id) }

// RemoveMesh removes the mesh and reports whether it was there.
func (l *Library) RemoveMesh(id MeshID) bool { return l.meshes.remove(id) }

// AddMaterial adds a material and returns its ID.
func (l *Library) AddMaterial(m *Material) MaterialID { return l.materials.add(m) }

// Material returns the material, or nil.
func (l *Library) Material(id MaterialID) *Material { return l.materials.get(id) }

// RemoveMaterial removes the material and reports whether it was there.
func (l *Library) RemoveMaterial(id MaterialID) bool { return l.materials.remove(id) }

// AddImage adds an image and returns its ID.
func (l *Library) AddImage(i *Image) ImageID { return l.images.add(i) }

// Image returns the image, or nil.
func (l *Library) Image(id ImageID) *Image { return l.images.get(id) }

// RemoveImage removes the image and reports whether it was there.
func (l *Library) RemoveImage(id ImageID) bool { return l.images.remove(id) }

// AddModel adds a model and sets and returns its ID. All assets that the model refers to must be in the library and fit
// together, so that no frame can fail; otherwise AddModel returns an error.
func (l *Library) AddModel(m *Model) (ModelID, error) {
	if err := m.check(l); err != nil {
		return 0, err
	}
	m.ID = l.models.add(m)
	return m.ID, nil
}

// Model returns the model, or nil.
func (l *Library) Model(id ModelID) *Model { return l.models.get(id) }

// AddMask adds a mask and returns its ID.
func (l *Library) AddMask(m *Mask) MaskID { return l.masks.add(m) }

// Mask returns the mask, or nil.
func (l *Library) Mask(id MaskID) *Mask { return l.masks.get(id) }

// RemoveMask removes the mask and reports whether it was there.
func (l *Library) RemoveMask(id MaskID) bool { return l.masks.remove(id) }

// AddBlendSpace adds a blend space and returns its ID. It returns 0 if a clip of the blend space is not in this
// library.
func (l *Library) AddBlendSpace(s *BlendSpace) BlendSpaceID {
	if s == nil {
		return 0
	}
	for _, sample := range s.Samples() {
		if c := l.Clip(sample.Clip); c == nil || c.Skeleton() != s.Skeleton() {
			return 0
		}
	}
	return l.spaces.add(s)
}

// BlendSpace returns the blend space, or nil.
func (l *Library) BlendSpace(id BlendSpaceID) *BlendSpace { return l.spaces.get(id) }

// RemoveBlendSpace removes the blend space and reports whether it was there. Players with that ID show the rest pose.
func (l *Library) RemoveBlendSpace(id BlendSpaceID) bool { return l.spaces.remove(id) }

// AddCurve adds a curve and returns its ID.
func (l *Library) AddCurve(c *clip.Curve) CurveID { return l.curves.add(c) }

// Curve returns the curve, or nil. It returns nil for [clip.StraightLine] and [clip.SmoothStep], which are not assets.
func (l *Library) Curve(id CurveID) *clip.Curve { return l.curves.get(id) }

// RemoveCurve removes the curve and reports whether it was there. Fades with that ID continue along the straight line.
func (l *Library) RemoveCurve(id CurveID) bool { return l.curves.remove(id) }

// Ease returns the value of a curve at x. The ID 0 and the ID of a removed curve mean the straight line. Ease returns 0
// for x below 0 and for NaN, and 1 for x above 1.
func (l *Library) Ease(id CurveID, x float32) float32 {
	if !(x > 0) {
		return 0
	}
	if x >= 1 {
		return 1
	}
	switch id {
	case clip.StraightLine:
		return x
	case clip.SmoothStep:
		return float32(x*x) * (3 - float32(2*x))
	}
	if c := l.curves.get(id); c != nil {
		return c.At(x)
	}
	return x
}

// AddGraph adds a graph and returns its ID.
func (l *Library) AddGraph(g *Graph) GraphID { return l.graphs.add(g) }

// Graph returns the graph, or nil.
func (l *Library) Graph(id GraphID) *Graph { return l.graphs.get(id) }

// RemoveGraph removes the graph and reports whether it was there. Characters with that ID stay in their present states.
func (l *Library) RemoveGraph(id GraphID) bool { return l.graphs.remove(id) }

// ClipsNamed returns the IDs of the clips with that name, in the order of the library.
func (l *Library) ClipsNamed(name string) []ClipID { return l.clips.named(name, (*Clip).Name) }

// BlendSpacesNamed returns the IDs of the blend spaces with that name, in the order of the library.
func (l *Library) BlendSpacesNamed(name string) []BlendSpaceID {
	return l.spaces.named(name, (*BlendSpace).Name)
}

// MasksNamed returns the IDs of the masks with that name, in the order of the library.
func (l *Library) MasksNamed(name string) []MaskID { return l.masks.named(name, (*Mask).Name) }

// CurvesNamed returns the IDs of the curves with that name, in the order of the library.
func (l *Library) CurvesNamed(name string) []CurveID { return l.curves.named(name, (*clip.Curve).Name) }

// Count holds the number of assets of each kind in a library.
type Count struct {
	Skeletons, Clips, Skins, Meshes, Materials, Images, Models, Masks, BlendSpaces, Curves, Graphs int
}

// Count returns the number of assets of each kind.
func (l *Library) Count() Count {
	return Count{
		l.skeletons.len(), l.clips.len(), l.skins.len(), l.meshes.len(), l.materials.len(), l.images.len(), l.models.len(), l.masks.len(),
		l.spaces.len(), l.curves.len(), l.graphs.len(),
	}
}
