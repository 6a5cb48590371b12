package assets

import "github.com/go-gl/mathgl/mgl32"

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
	Rigid bool
	Entry int
	// Morphs is the run of morph weights in a pose; Count is 0 for a mesh without targets.
	Morphs MorphChannel
}

// Node is a node of the source file.
type Node struct {
	Name   string // as the source has it, which may be empty; joints always have a name
	Parent int    // -1 for a root
	Rest   TRS
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

// Motions returns the skeleton and the clips, for [GraphBuilder.Build]; 0 and nil of a nil model.
func (m *Model) Motions() (SkeletonID, []ClipID) {
	if m == nil {
		return 0, nil
	}
	return m.Skeleton, m.Clips
}
