package assets

import (
	"errors"
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/rig"
)

// Model is everything one file describes: a skeleton, the clips that move it and the parts that hang on it. It is what
// gets spawned. All its assets are in one [Library].
type Model struct {
	ID       ModelID // set by [Library.AddModel]
	Name     string
	Skeleton SkeletonID
	Clips    []ClipID
	// Skins are the source's skins in its order; the skin of rigid parts, which no source has, is not among them.
	Skins  []SkinID
	Parts  []Part
	Nodes  []Node
	Scenes []Scene
	// Scene is the one that parts and bounds were taken from.
	Scene int
	// Bounds is the box around the rest pose, in model space.
	Bounds Box
	// Warnings tell what was found odd in the source and mended, one line each.
	Warnings []string

	clipNames []string
	byName    map[string]int
}

// Part is one mesh of a model, with the skin that moves it.
type Part struct {
	Name string
	Node int // the source node that carries the mesh
	Mesh MeshID
	Skin SkinID
	// Rigid says that the mesh has no influences of its own and moves as a whole with Entry of the skin.
	Rigid        bool
	PaletteIndex int
	// Morphs is the run of morph weights in a pose; Count is 0 for a mesh without targets.
	Morphs rig.MorphChannel
}

// Node is a node of the source file.
type Node struct {
	Name   string // as the source has it, which may be empty; joints always have a name
	Parent int    // -1 for a root
	Rest   rig.TRS
	// Joint is the joint that the node became. A node that became none stands still in the space of its nearest ancestor
	// that did: Joint is then that ancestor (-1: there is none), and Offset the transform from the node's space to its.
	Joint   int
	IsJoint bool
	Offset  mgl32.Mat4
}

// Scene is a scene of the source file.
type Scene struct {
	Name  string
	Roots []int // nodes
}

// Box is an axis-aligned box; one with Min above Max is empty.
type Box struct {
	Min, Max mgl32.Vec3
}

// SetClips files the model's clips with their names, for [Model.Clip].
func (m *Model) SetClips(l *Library, clips []ClipID) {
	m.Clips, m.clipNames, m.byName = clips, nil, map[string]int{}
	for i, id := range clips {
		var name string
		if clip := l.Clip(id); clip != nil {
			name = clip.Name()
		}
		m.clipNames = append(m.clipNames, name)
		if _, taken := m.byName[name]; !taken {
			m.byName[name] = i
		}
	}
}

// Clip returns the first clip of that name, or 0, which plays nothing, when there is none.
func (m *Model) Clip(name string) ClipID {
	if i, ok := m.byName[name]; ok {
		return m.Clips[i]
	}
	return 0
}

// ClipNames returns the names of the clips, in their order in the source.
func (m *Model) ClipNames() []string { return m.clipNames }

// SkeletonAndClips returns the skeleton and the clips, for [graph.Builder.Build]. For a nil model it returns 0 and nil.
func (m *Model) SkeletonAndClips() (SkeletonID, []ClipID) {
	if m == nil {
		return 0, nil
	}
	return m.Skeleton, m.Clips
}

// check says what is wrong with a model: anything that is not in the library, or does not fit together.
func (m *Model) check(l *Library) error {
	if m == nil {
		return errors.New("there is no model")
	}
	skeleton := l.Skeleton(m.Skeleton)
	if skeleton == nil {
		return fmt.Errorf("model %q: its skeleton is not in the library", m.Name)
	}
	for i, id := range m.Clips {
		if clip := l.Clip(id); clip == nil || clip.Skeleton() != skeleton {
			return fmt.Errorf("model %q: clip %d is not in the library, or of another skeleton", m.Name, i)
		}
	}
	for i, id := range m.Skins {
		if skin := l.Skin(id); skin == nil || skin.Skeleton() != skeleton {
			return fmt.Errorf("model %q: skin %d is not in the library, or of another skeleton", m.Name, i)
		}
	}
	bound := map[[2]uint32]bool{} // meshes whose influences were checked against a skin, since many parts may share both
	for i := range m.Parts {
		if err := m.Parts[i].check(l, skeleton, bound); err != nil {
			return fmt.Errorf("model %q: part %d (%q): %w", m.Name, i, m.Parts[i].Name, err)
		}
	}
	return nil
}

func (p *Part) check(l *Library, skeleton *Skeleton, bound map[[2]uint32]bool) error {
	mesh, skin := l.Mesh(p.Mesh), l.Skin(p.Skin)
	switch {
	case mesh == nil:
		return fmt.Errorf("its mesh is not in the library")
	case skin == nil || skin.Skeleton() != skeleton:
		return fmt.Errorf("its skin is not in the library, or of another skeleton")
	case p.Rigid && (p.PaletteIndex < 0 || p.PaletteIndex >= skin.Len()):
		return fmt.Errorf("entry %d is not below the skin's %d", p.PaletteIndex, skin.Len())
	case p.Morphs.Count != 0 && p.Morphs.Count != len(mesh.Weights):
		return fmt.Errorf("%d morph weights for %d targets", p.Morphs.Count, len(mesh.Weights))
	case p.Morphs.Count < 0 || p.Morphs.Offset < 0 || p.Morphs.Offset > skeleton.MorphCount()-p.Morphs.Count:
		return fmt.Errorf("morph weights %d to %d are not among the skeleton's %d", p.Morphs.Offset, p.Morphs.Offset+p.Morphs.Count, skeleton.MorphCount())
	}
	pair := [2]uint32{uint32(p.Mesh), uint32(p.Skin)}
	if p.Rigid || bound[pair] {
		return nil
	}
	bound[pair] = true
	for i := range mesh.Primitives {
		if err := mesh.Primitives[i].CheckInfluences(skin.Len()); err != nil {
			return fmt.Errorf("mesh %q: primitive %d: %w", mesh.Name, i, err)
		}
	}
	return nil
}
