package assets

import "github.com/sinew-go/sinew/assets/clip"

// Library owns the assets of a program and hands out their IDs. Assets are immutable once added and shared by every
// entity that names them. Adding and removing must not run at the same time as a frame; reading may, from any goroutine.
//
// Every look-up takes any ID: for 0 and for the ID of a removed asset it returns nil.
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
	baked     []bakedEntry     // by the index of the clip
	levels    []skeletonLevels // by the index of the skeleton
}

// NewLibrary returns an empty library.
func NewLibrary() *Library { return &Library{} }

// AddSkeleton files a skeleton. Like every Add it returns 0 when it is given nil, or a million assets of the kind are there
// already.
func (l *Library) AddSkeleton(s *Skeleton) SkeletonID { return l.skeletons.add(s) }

// Skeleton returns the skeleton, or nil.
func (l *Library) Skeleton(id SkeletonID) *Skeleton { return l.skeletons.get(id) }

// RemoveSkeleton forgets the skeleton and says whether there was one. Entities that name it keep still from then on.
func (l *Library) RemoveSkeleton(id SkeletonID) bool { return l.skeletons.remove(id) }

// AddClip files a clip.
func (l *Library) AddClip(c *Clip) ClipID { return l.clips.add(c) }

// Clip returns the clip, or nil.
func (l *Library) Clip(id ClipID) *Clip { return l.clips.get(id) }

// RemoveClip forgets the clip and says whether there was one. Players of it show the rest pose from then on.
func (l *Library) RemoveClip(id ClipID) bool {
	removed := l.clips.remove(id)
	l.forgetBaked()
	return removed
}

// AddSkin files a skin.
func (l *Library) AddSkin(s *Skin) SkinID { return l.skins.add(s) }

// Skin returns the skin, or nil.
func (l *Library) Skin(id SkinID) *Skin { return l.skins.get(id) }

// RemoveSkin forgets the skin and says whether there was one.
func (l *Library) RemoveSkin(id SkinID) bool { return l.skins.remove(id) }

// AddMesh files a mesh whose streams fit together; the error says which do not.
func (l *Library) AddMesh(m *Mesh) (MeshID, error) {
	if err := m.Check(); err != nil {
		return 0, err
	}
	return l.meshes.add(m), nil
}

// Mesh returns the mesh, or nil.
func (l *Library) Mesh(id MeshID) *Mesh { return l.meshes.get(id) }

// RemoveMesh forgets the mesh and says whether there was one.
func (l *Library) RemoveMesh(id MeshID) bool { return l.meshes.remove(id) }

// AddMaterial files a material.
func (l *Library) AddMaterial(m *Material) MaterialID { return l.materials.add(m) }

// Material returns the material, or nil.
func (l *Library) Material(id MaterialID) *Material { return l.materials.get(id) }

// RemoveMaterial forgets the material and says whether there was one.
func (l *Library) RemoveMaterial(id MaterialID) bool { return l.materials.remove(id) }

// AddImage files an image.
func (l *Library) AddImage(i *Image) ImageID { return l.images.add(i) }

// Image returns the image, or nil.
func (l *Library) Image(id ImageID) *Image { return l.images.get(id) }

// RemoveImage forgets the image and says whether there was one.
func (l *Library) RemoveImage(id ImageID) bool { return l.images.remove(id) }

// AddModel files a model and writes the new ID into it. Everything it names must be in the library already and fit
// together, so that no frame can fail on it; the error says what is not or does not.
func (l *Library) AddModel(m *Model) (ModelID, error) {
	if err := m.check(l); err != nil {
		return 0, err
	}
	m.ID = l.models.add(m)
	return m.ID, nil
}

// Model returns the model, or nil.
func (l *Library) Model(id ModelID) *Model { return l.models.get(id) }

// AddMask files a mask.
func (l *Library) AddMask(m *Mask) MaskID { return l.masks.add(m) }

// Mask returns the mask, or nil.
func (l *Library) Mask(id MaskID) *Mask { return l.masks.get(id) }

// RemoveMask forgets the mask and says whether there was one.
func (l *Library) RemoveMask(id MaskID) bool { return l.masks.remove(id) }

// AddBlendSpace files a blend space. It returns 0 for one whose clips are not in this library too.
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

// RemoveBlendSpace forgets the blend space and says whether there was one. Players of it show the rest pose from then on.
func (l *Library) RemoveBlendSpace(id BlendSpaceID) bool { return l.spaces.remove(id) }

// AddCurve files a curve.
func (l *Library) AddCurve(c *clip.Curve) CurveID { return l.curves.add(c) }

// Curve returns the curve, or nil, also for [clip.StraightLine] and [clip.SmoothStep], which are no assets.
func (l *Library) Curve(id CurveID) *clip.Curve { return l.curves.get(id) }

// RemoveCurve forgets the curve and says whether there was one. Fades along it go on along the straight line.
func (l *Library) RemoveCurve(id CurveID) bool { return l.curves.remove(id) }

// Ease returns the value of any curve at x: that of the straight line for 0 and for the ID of a removed one. It is 0 below 0
// and for NaN, and 1 from 1 on.
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

// AddGraph files a graph.
func (l *Library) AddGraph(g *Graph) GraphID { return l.graphs.add(g) }

// Graph returns the graph, or nil.
func (l *Library) Graph(id GraphID) *Graph { return l.graphs.get(id) }

// RemoveGraph forgets the graph and says whether there was one. Characters that it controlled stay in the states they are in.
func (l *Library) RemoveGraph(id GraphID) bool { return l.graphs.remove(id) }

// ClipsNamed returns the clips of a name, in the order of the library.
func (l *Library) ClipsNamed(name string) []ClipID { return l.clips.named(name, (*Clip).Name) }

// BlendSpacesNamed returns the blend spaces of a name, in the order of the library.
func (l *Library) BlendSpacesNamed(name string) []BlendSpaceID {
	return l.spaces.named(name, (*BlendSpace).Name)
}

// MasksNamed returns the masks of a name, in the order of the library.
func (l *Library) MasksNamed(name string) []MaskID { return l.masks.named(name, (*Mask).Name) }

// CurvesNamed returns the curves of a name, in the order of the library.
func (l *Library) CurvesNamed(name string) []CurveID { return l.curves.named(name, (*clip.Curve).Name) }

// Count says how many assets of each kind the library holds.
type Count struct {
	Skeletons, Clips, Skins, Meshes, Materials, Images, Models, Masks, BlendSpaces, Curves, Graphs int
}

// Count returns how many assets the library holds.
func (l *Library) Count() Count {
	return Count{
		l.skeletons.len(), l.clips.len(), l.skins.len(), l.meshes.len(), l.materials.len(), l.images.len(), l.models.len(), l.masks.len(),
		l.spaces.len(), l.curves.len(), l.graphs.len(),
	}
}
