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

// AddSkeleton adds a skeleton and returns its ID.
//
// AddSkeleton, AddClip, AddSkin, AddMaterial and AddImage return 0 for nil, and if the library is full: it holds about
// a million assets of each kind. Nothing accepts that 0 in place of an asset. The other Add methods return an error:
// their assets must fit others, or the ID 0 has a meaning of its own, such as all joints for a mask.
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
// together, so that no frame can fail; otherwise AddModel returns an error. It also returns an error for a model of
// another library, and for a copy of one: their IDs name other assets here.
func (l *Library) AddModel(m *Model) (ModelID, error) {
	if err := m.check(l); err != nil {
		return 0, err
	}
	added, err := addChecked(&l.models, m)
	if err != nil {
		return 0, fmt.Errorf("model %q: %w", m.Name, err)
	}
	m.ID, m.library = added, l
	return m.ID, nil
}

// Owns reports whether a model was added to this library, and not removed. The IDs of another library's model would
// name other assets here, or none.
func (l *Library) Owns(m *Model) bool {
	return m != nil && m.library == l && l.models.get(m.ID) == m
}

// Model returns the model, or nil.
func (l *Library) Model(id ModelID) *Model { return l.models.get(id) }

// AddMask adds a mask and returns its ID. It returns an error for nil, since layers with the mask 0 move all joints.
func (l *Library) AddMask(m *Mask) (MaskID, error) {
	if m == nil {
		return 0, fmt.Errorf("add mask: %w", errNil)
	}
	added, err := addChecked(&l.masks, m)
	if err != nil {
		return 0, fmt.Errorf("mask %q: %w", m.Name(), err)
	}
	return added, nil
}

// Mask returns the mask, or nil.
func (l *Library) Mask(id MaskID) *Mask { return l.masks.get(id) }

// RemoveMask removes the mask and reports whether it was there.
func (l *Library) RemoveMask(id MaskID) bool { return l.masks.remove(id) }

// AddBlendSpace adds a blend space and returns its ID. It returns an error for nil, and if a clip of the blend space is
// not in this library.
func (l *Library) AddBlendSpace(s *BlendSpace) (BlendSpaceID, error) {
	if s == nil {
		return 0, fmt.Errorf("add blend space: %w", errNil)
	}
	for i, sample := range s.Samples() {
		if err := checkSkeleton("clip", sample.Clip, l.Clip(sample.Clip), s.Skeleton()); err != nil {
			return 0, fmt.Errorf("blend space %q: sample %d: %w", s.Name(), i, err)
		}
	}
	added, err := addChecked(&l.spaces, s)
	if err != nil {
		return 0, fmt.Errorf("blend space %q: %w", s.Name(), err)
	}
	return added, nil
}

// BlendSpace returns the blend space, or nil.
func (l *Library) BlendSpace(id BlendSpaceID) *BlendSpace { return l.spaces.get(id) }

// RemoveBlendSpace removes the blend space and reports whether it was there. Players with that ID show the rest pose.
func (l *Library) RemoveBlendSpace(id BlendSpaceID) bool { return l.spaces.remove(id) }

// AddCurve adds a curve and returns its ID. It returns an error for nil, since the curve 0 is the straight line.
func (l *Library) AddCurve(c *clip.Curve) (CurveID, error) {
	if c == nil {
		return 0, fmt.Errorf("add curve: %w", errNil)
	}
	added, err := addChecked(&l.curves, c)
	if err != nil {
		return 0, fmt.Errorf("curve %q: %w", c.Name(), err)
	}
	return added, nil
}

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

// AddGraph adds a graph and returns its ID. It returns an error for nil, and if the graph was built with assets that
// are not in this library.
func (l *Library) AddGraph(g *Graph) (GraphID, error) {
	if g == nil {
		return 0, fmt.Errorf("add graph: %w", errNil)
	}
	if err := l.checkGraph(g); err != nil {
		return 0, fmt.Errorf("graph %q: %w", g.Name(), err)
	}
	added, err := addChecked(&l.graphs, g)
	if err != nil {
		return 0, fmt.Errorf("graph %q: %w", g.Name(), err)
	}
	return added, nil
}

// checkGraph returns an error if a mask, a clip or a blend space of the graph is not in the library.
func (l *Library) checkGraph(g *Graph) error {
	for i := range g.Layers() {
		layer := &g.Layers()[i]
		if layer.Mask != 0 {
			if err := checkSkeleton("mask", layer.Mask, l.Mask(layer.Mask), g.Skeleton()); err != nil {
				return fmt.Errorf("layer %q: %w", layer.Name, err)
			}
		}
	}
	for i := range g.States() {
		state := &g.States()[i]
		var err error
		switch {
		case state.Clip != 0:
			err = checkSkeleton("clip", state.Clip, l.Clip(state.Clip), g.Skeleton())
		case state.BlendSpace != 0:
			err = checkSkeleton("blend space", state.BlendSpace, l.BlendSpace(state.BlendSpace), g.Skeleton())
		}
		if err != nil {
			return fmt.Errorf("state %q: %w", g.Path(i), err)
		}
	}
	for i := range g.AuthoredTransitions() {
		t := &g.AuthoredTransitions()[i]
		if c := t.Transition.Curve; c != clip.StraightLine && c != clip.SmoothStep && l.Curve(c) == nil {
			return fmt.Errorf("transition from %q to %q: its curve %#x, %q, is not in the library", t.From, t.To, uint32(c), t.Curve)
		}
	}
	return nil
}

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
