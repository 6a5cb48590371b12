package assets

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/names"
)

// Model is the content of one file: a skeleton, clips that move it and meshes that it moves.
// Entities are spawned from models. All assets of a model are in one [Library].
type Model struct {
	ID       ModelID // set by [Library.AddModel]
	Name     string
	Skeleton SkeletonID
	Clips    []ClipID
	// Skins are the skins of the file, in its order. They do not include the skin made for rigid
	// parts.
	Skins []SkinID
	// Masks are those that belong to the model, in the order of their names; [Model.FindMask] finds
	// one.
	Masks []id.Mask
	// Bones are the joints that were said to be the bones of a humanoid, by the names of the bones,
	// which are those of package retarget; an empty joint means that there is no such bone. It is
	// nil if nothing was said. The map is the model's own: read only.
	Bones  map[string]string
	Parts  []Part
	Lights []Light // of the scene
	Nodes  []Node
	Scenes []Scene
	// Scene is the index of the scene from which Parts and Bounds were made.
	Scene int
	// Bounds is the box around the model in the rest pose, in model space.
	Bounds Box
	// Warnings describes faults of the file that were corrected or skipped over, one line each.
	Warnings []string

	whole       *Model         // of which [Model.WithoutParts] made this one, or nil
	library     *Library       // to which [Library.AddModel] added it
	clipNames   []string       // by the index in Clips
	jointBounds *JointBounds   // of a model whose meshes were left out
	clipIndices map[string]int // by name: the index in Clips of the first clip with that name
}

// Part is one mesh of a model, with the skin that moves it.
type Part struct {
	Name string
	Node int // the index in [Model.Nodes] of the node with the mesh
	Mesh id.Mesh
	Skin SkinID
	// Rigid reports that the mesh has no influences of its own: the matrix at PaletteIndex in the
	// skin's palette moves all its vertices.
	Rigid        bool
	PaletteIndex int
	// Skinning is how the skin's joints move vertices together. It does not matter to a rigid part.
	Skinning mesh.Skinning
	// Morphs selects the mesh's morph weights in a pose. Its Count is 0 for a mesh without morph
	// targets.
	Morphs rig.MorphChannel
	// Hidden reports that the part is not drawn: its node or one above it is hidden, and no clip
	// changes that.
	Hidden bool
	// Visibility holds the visibility channels of the part's joint and of those above it, as
	// indices in [rig.Pose.Morphs]. The part is drawn while all of them are 0.5 or more; see
	// [rig.VisibilityChannel].
	Visibility []int
	// Materials holds the channels of the primitives' materials that clips change; see
	// [Part.MaterialValues].
	Materials []PartMaterial
}

// Shown reports whether the part is drawn in a pose with the given [rig.Pose.Morphs].
func (p *Part) Shown(morphs []float32) bool {
	if p == nil {
		return false
	}
	for _, i := range p.Visibility {
		if i >= len(morphs) || !(morphs[i] >= 0.5) {
			return false
		}
	}
	return !p.Hidden
}

// noModel is what a nil model holds. It is only read.
var noModel Model

func (m *Model) orNone() *Model {
	if m == nil {
		return &noModel
	}
	return m
}

// errNoModel returns an error for a nil model of which a thing was asked, such as "clip".
func errNoModel(sort, name string) error {
	return fmt.Errorf("%w: expected a model with the %s %q, found nil, which Library.Model returns for an unknown ID",
		rig.ErrNotFound, sort, name)
}

// WithoutParts returns the model without the parts of some names, such as the weapons that a file
// brings along: they count as [Part.Hidden]. Characters that are spawned from it do not show them,
// and [Model.JointBounds], ragdolls and hit boxes that are proposed for it leave them out. It is
// the same asset: the ID and the indices of parts are those of the whole model, which is not
// changed.
//
// The error wraps [rig.ErrNotFound] if the model has no part with one of the names, or if it is not
// among the first 64, which components.SkinnedMesh can hide.
func (m *Model) WithoutParts(partNames ...string) (*Model, error) {
	if m == nil {
		return nil, errNoModel("parts", strings.Join(partNames, ", "))
	}
	copied := *m
	copied.whole, copied.Parts = m.entire(), slices.Clone(m.Parts)
	for _, name := range partNames {
		found := false
		for i := range copied.Parts {
			if copied.Parts[i].Name != name {
				continue
			}
			if found = true; i >= maxHiddenParts {
				return nil, fmt.Errorf("%w: model %q: expected one of the first %d parts, found part %d, %q",
					rig.ErrNotFound, m.Name, maxHiddenParts, i, name)
			}
			copied.Parts[i].Hidden = true
		}
		if !found {
			has := make([]string, len(m.Parts))
			for i := range m.Parts {
				has[i] = m.Parts[i].Name
			}
			return nil, names.NotFound(rig.ErrNotFound, fmt.Sprintf("model %q", m.Name), "part", name, has)
		}
	}
	return &copied, nil
}

// maxHiddenParts is how many parts have a bit in components.SkinnedMesh.Hidden.
const maxHiddenParts = 64

// entire returns the model that [Library.AddModel] added.
func (m *Model) entire() *Model {
	if m.whole != nil {
		return m.whole
	}
	return m
}

// HiddenParts returns the parts that the model hides, as bits of components.SkinnedMesh.Hidden.
func (m *Model) HiddenParts() (bits uint64) {
	m = m.orNone()
	for i := range m.Parts[:min(len(m.Parts), maxHiddenParts)] {
		if m.Parts[i].Hidden {
			bits |= 1 << i
		}
	}
	return bits
}

// Node is a node of the file.
type Node struct {
	Name   string // as in the file; may be empty, unlike a joint's
	Parent int    // the index of the parent in [Model.Nodes], or -1 for a root
	Rest   rig.TRS
	// Joint is the node's joint in the skeleton if IsJoint is set. Otherwise it is the joint of the
	// nearest ancestor that has one, or -1; the node does not move relative to that joint, and
	// Offset transforms from the node's space to the joint's.
	Joint   int
	IsJoint bool
	Offset  mgl32.Mat4 // column-major
	// Extra reports that the node is a joint in its file, but that the skeleton which the file
	// joined lacks it: skins that name it move with Joint at Offset.
	Extra bool
	// Hidden reports that the meshes of the node and of those below it are not drawn in the rest
	// pose.
	Hidden bool
}

// Scene is a scene of the file.
type Scene struct {
	Name  string
	Roots []int // indices in [Model.Nodes]
}

// Box is an axis-aligned box. It is empty if Min is above Max.
type Box struct {
	Min, Max mgl32.Vec3
}

// SetClips sets the model's clips, which [Model.Clip] finds by name. Names are read from the
// library now: a clip that is not in it has an empty name.
func (m *Model) SetClips(l *Library, clips []ClipID) {
	if m == nil {
		return
	}
	m.Clips, m.clipNames, m.clipIndices = clips, nil, map[string]int{}
	for i, id := range clips {
		var name string
		if clip := l.Clip(id); clip != nil {
			name = clip.Name()
		}
		m.clipNames = append(m.clipNames, name)
		if _, taken := m.clipIndices[name]; !taken {
			m.clipIndices[name] = i
		}
	}
}

// Clip returns the first clip with that name. It returns 0 if there is none; [Model.FindClip]
// returns an error then.
func (m *Model) Clip(name string) ClipID {
	m = m.orNone()
	if i, ok := m.clipIndices[name]; ok {
		return m.Clips[i]
	}
	return 0
}

// FindClip returns the first clip with that name. The error wraps [rig.ErrNotFound], names the
// model, suggests near names and lists the clips.
func (m *Model) FindClip(name string) (ClipID, error) {
	if m == nil {
		return 0, errNoModel("clip", name)
	}
	if i, ok := m.clipIndices[name]; ok {
		return m.Clips[i], nil
	}
	return 0, names.NotFound(rig.ErrNotFound, fmt.Sprintf("model %q", m.Name), "clip", name, m.clipNames)
}

// FindMask returns the first of the model's masks with that name. The error wraps
// [rig.ErrNotFound], names the model, suggests near names and lists the masks.
func (m *Model) FindMask(l *Library, name string) (id.Mask, error) {
	if m == nil {
		return 0, errNoModel("mask", name)
	}
	has := make([]string, 0, len(m.Masks))
	for _, id := range m.Masks {
		if mask := l.Mask(id); mask != nil {
			if mask.Name() == name {
				return id, nil
			}
			has = append(has, mask.Name())
		}
	}
	return 0, names.NotFound(rig.ErrNotFound, fmt.Sprintf("model %q", m.Name), "mask", name, has)
}

// ClipNames returns the names of the clips, in the order of Clips. The slice is the model's own:
// read only.
func (m *Model) ClipNames() []string { return m.orNone().clipNames }

// SkeletonAndClips returns the skeleton and the clips, for graph.Builder.Build. For a nil model
// it returns 0 and nil.
func (m *Model) SkeletonAndClips() (SkeletonID, []ClipID) {
	if m == nil {
		return 0, nil
	}
	return m.Skeleton, m.Clips
}

// check returns an error if an asset of the model is not in the library or does not fit the others.
func (m *Model) check(l *Library) error {
	if m == nil {
		return errors.New("expected a model, found nil")
	}
	if m.library != nil && m.library != l {
		return fmt.Errorf("model %q belongs to another library, to which it was added first; add it there, or take "+
			"that library over by Import", m.Name)
	}
	skeleton := l.Skeleton(m.Skeleton)
	if skeleton == nil {
		return fmt.Errorf("model %q: its %s", m.Name, l.Describe(m.Skeleton))
	}
	for i, id := range m.Clips {
		if err := checkSkeleton(l, "clip", id, l.Clip(id), skeleton); err != nil {
			return fmt.Errorf("model %q: Clips[%d]: %w", m.Name, i, err)
		}
	}
	for i, id := range m.Skins {
		if err := checkSkeleton(l, "skin", id, l.Skin(id), skeleton); err != nil {
			return fmt.Errorf("model %q: Skins[%d]: %w", m.Name, i, err)
		}
	}
	for i, id := range m.Masks {
		if err := checkSkeleton(l, "mask", id, l.Mask(id), skeleton); err != nil {
			return fmt.Errorf("model %q: Masks[%d]: %w", m.Name, i, err)
		}
	}
	checked := map[skinnedMesh]bool{} // many parts may share all
	for i := range m.Parts {
		if err := m.Parts[i].check(l, skeleton, checked); err != nil {
			return fmt.Errorf("model %q: part %d (%q): %w", m.Name, i, m.Parts[i].Name, err)
		}
	}
	for i := range m.Lights {
		if err := m.Lights[i].check(l, skeleton); err != nil {
			return fmt.Errorf("model %q: light %d (%q): %w", m.Name, i, m.Lights[i].Name, err)
		}
	}
	return nil
}

// skinnedMesh is a mesh whose influences were checked against a skin and a method of skinning.
type skinnedMesh struct {
	mesh     id.Mesh
	skin     SkinID
	skinning mesh.Skinning
}

// check returns an error if the part does not fit the skeleton. It checks the influences of each
// mesh with a skin and a method of skinning once.
func (p *Part) check(l *Library, skeleton *Skeleton, checked map[skinnedMesh]bool) error {
	mesh, skin := l.Mesh(p.Mesh), l.Skin(p.Skin)
	if mesh == nil {
		return errors.New(l.Describe(p.Mesh))
	}
	if err := checkSkeleton(l, "skin", p.Skin, skin, skeleton); err != nil {
		return err
	}
	switch {
	case p.Rigid && (p.PaletteIndex < 0 || p.PaletteIndex >= skin.Len()):
		return fmt.Errorf("expected a palette index below %d, the joints of the skin, found %d", skin.Len(),
			p.PaletteIndex)
	case p.Morphs.Count != 0 && p.Morphs.Count != len(mesh.Weights):
		return fmt.Errorf("expected %d morph weights, one for each target of the mesh, found %d", len(mesh.Weights),
			p.Morphs.Count)
	case p.Morphs.Count > 0 && (p.Morphs.Joint < 0 || p.Morphs.Joint >= skeleton.Len()):
		return fmt.Errorf("expected morph weights of one of %d joints, found them at joint %d", skeleton.Len(),
			p.Morphs.Joint)
	case p.Morphs.Count < 0 || p.Morphs.Offset < 0 || p.Morphs.Offset > skeleton.MorphCount()-p.Morphs.Count:
		return fmt.Errorf("expected morph weights inside the %d of the skeleton, found %d at offset %d",
			skeleton.MorphCount(), p.Morphs.Count, p.Morphs.Offset)
	}
	if err := checkVisibility(p.Visibility, skeleton); err != nil {
		return err
	}
	if err := p.checkMaterials(len(mesh.Primitives), skeleton); err != nil {
		return err
	}
	key := skinnedMesh{p.Mesh, p.Skin, p.Skinning}
	if p.Rigid || checked[key] {
		return nil
	}
	checked[key] = true
	for i := range mesh.Primitives {
		if err := mesh.Primitives[i].CheckSkinning(p.Skinning, skin.Len()); err != nil {
			return fmt.Errorf("mesh %q: primitive %d: %w", mesh.Name, i, err)
		}
	}
	return nil
}

// checkVisibility returns an error for a visibility channel that the skeleton does not have.
func checkVisibility(channels []int, skeleton *Skeleton) error {
	for _, i := range channels {
		if i < 0 || i >= skeleton.MorphCount() {
			return fmt.Errorf(
				"expected a visibility channel inside the %d morph weights of poses of the skeleton, found "+
					"one at %d", skeleton.MorphCount(), i)
		}
	}
	return nil
}
