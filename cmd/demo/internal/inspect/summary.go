package inspect

import (
	"maps"
	"slices"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
)

// Summary is the contents of a file. Indices are the file's own, sizes are in bytes of memory,
// times in seconds.
type Summary struct {
	File      string     `json:"file"`
	FileBytes int64      `json:"fileBytes"`
	Sidecar   *Sidecar   `json:"sidecar,omitempty"` // the file beside it, if there is one
	Joints    int        `json:"joints"`            // of the skeleton made from the file
	Roots     int        `json:"roots"`
	Depth     int        `json:"depth"` // joints on the longest path from a root to a leaf
	Nodes     []Node     `json:"nodes"`
	Scenes    []Scene    `json:"scenes"`
	Skins     []Skin     `json:"skins"`
	Meshes    []Mesh     `json:"meshes"`
	Materials []Material `json:"materials"`
	Clips     []Clip     `json:"clips"`
	Masks     []Mask     `json:"masks"`
	Bones     []Bone     `json:"bones"` // the bones of a humanoid that were said, by their names
	// Bounds is the box around the rest pose in model space; nil if the model has no meshes.
	Bounds   *Bounds  `json:"bounds,omitempty"`
	Memory   Memory   `json:"memory"`
	Warnings []string `json:"warnings"`
}

// Sidecar is the file of options beside a file.
type Sidecar struct {
	File  string `json:"file"`
	Scale any    `json:"scale,omitempty"` // a number, or "meters"
}

// Mask is a mask of the model.
type Mask struct {
	Name   string `json:"name"`
	Joints int    `json:"joints"` // with a weight above 0
	Whole  int    `json:"whole"`  // with the weight 1
}

// Bone is a bone of a humanoid.
type Bone struct {
	Name  string `json:"name"`
	Joint string `json:"joint"` // empty: there is no such bone
}

// Bounds is an axis-aligned box.
type Bounds struct {
	Min [3]float32 `json:"min"`
	Max [3]float32 `json:"max"`
}

// Node is a node of the file.
type Node struct {
	Name   string `json:"name"`
	Parent int    `json:"parent"` // -1 for a root
	Joint  int    `json:"joint"`  // -1 for a node that is no joint
	Skins  []int  `json:"skins,omitempty"`
	Mesh   string `json:"mesh,omitempty"`
}

// Scene is a scene of the file with its root nodes.
type Scene struct {
	Name  string `json:"name"`
	Roots []int  `json:"roots"`
	Shown bool   `json:"shown"`
}

// Skin is a skin of the file.
type Skin struct {
	Name   string `json:"name"`
	Joints int    `json:"joints"`
	Meshes int    `json:"meshes"`
}

// Mesh is a mesh of a node in the scene.
type Mesh struct {
	Name       string `json:"name"`
	Node       int    `json:"node"`
	Skin       int    `json:"skin"` // -1: rigid
	Primitives int    `json:"primitives"`
	Vertices   int    `json:"vertices"`
	Triangles  int    `json:"triangles"`
	Influences int    `json:"influences"` // most influence joints per vertex
	Targets    int    `json:"targets"`    // morph targets
	Hidden     bool   `json:"hidden,omitempty"`
}

// Material is a material that a mesh uses.
type Material struct {
	Name        string     `json:"name"`
	BaseColor   [4]float32 `json:"baseColor"` // linear RGBA
	Metallic    float32    `json:"metallic"`
	Roughness   float32    `json:"roughness"`
	Alpha       string     `json:"alpha"`
	DoubleSided bool       `json:"doubleSided"`
	Unlit       bool       `json:"unlit"`
	Textures    []string   `json:"textures,omitempty"`
}

// Clip is an animation of the file.
type Clip struct {
	Name           string   `json:"name"`
	Start          float64  `json:"start"`
	End            float64  `json:"end"`
	Tracks         int      `json:"tracks"`
	Joints         int      `json:"joints"` // with at least one track
	Keys           int      `json:"keys"`
	Interpolations []string `json:"interpolations"`
	Bytes          int      `json:"bytes"`
	PlayMode       string   `json:"playMode,omitempty"` // what happens at the end, if the clip says it
	LoopLimit      uint32   `json:"loopLimit,omitempty"`
	Markers        int      `json:"markers"`
	RootMotion     string   `json:"rootMotion,omitempty"` // the joint whose motion was taken out of the poses
}

// Memory is the size in bytes of the loaded model, by kind of asset. Assets that several parts
// share count once.
type Memory struct {
	Skeleton int `json:"skeleton"`
	Skins    int `json:"skins"`
	Meshes   int `json:"meshes"`
	Images   int `json:"images"`
	Clips    int `json:"clips"`
	Total    int `json:"total"`
}

// Summarize returns the summary of a model, which must be in the library. File is the name, and
// fileBytes the size, to report.
func Summarize(library *assets.Library, model *assets.Model, file string, fileBytes int64) *Summary {
	skeleton := library.Skeleton(model.Skeleton)
	s := &Summary{
		File: file, FileBytes: fileBytes, Joints: skeleton.Len(),
		Nodes: []Node{}, Scenes: []Scene{}, Skins: []Skin{}, Meshes: []Mesh{}, Materials: []Material{}, Clips: []Clip{},
		Masks: []Mask{}, Bones: []Bone{},
		Warnings: append([]string{}, model.Warnings...),
	}
	if box := model.Bounds; box.Min[0] <= box.Max[0] {
		s.Bounds = &Bounds{box.Min, box.Max}
	}
	depths := make([]int, skeleton.Len())
	for j, parent := range skeleton.Parents() {
		depths[j] = 1
		if parent < 0 {
			s.Roots++
		} else {
			depths[j] = depths[parent] + 1
		}
		s.Depth = max(s.Depth, depths[j])
	}
	for _, n := range model.Nodes {
		node := Node{Name: n.Name, Parent: n.Parent, Joint: -1}
		if n.IsJoint {
			node.Joint = n.Joint
		}
		s.Nodes = append(s.Nodes, node)
	}
	for i, scene := range model.Scenes {
		s.Scenes = append(s.Scenes, Scene{scene.Name, append([]int{}, scene.Roots...), i == model.Scene})
	}
	for i, id := range model.Skins {
		skin := library.Skin(id)
		s.Skins = append(s.Skins, Skin{Name: skin.Name(), Joints: skin.Len()})
		for _, joint := range skin.Joints() {
			if n := skeleton.Source(int(joint)); n < len(s.Nodes) {
				s.Nodes[n].Skins = append(s.Nodes[n].Skins, i)
			}
		}
	}
	s.addParts(library, model)
	for _, id := range model.Clips {
		s.Clips = append(s.Clips, summarizeClip(library.Clip(id)))
	}
	for _, id := range model.Masks {
		mask := library.Mask(id)
		m := Mask{Name: mask.Name()}
		for j := range skeleton.Len() {
			if mask.Weight(j) > 0 {
				m.Joints++
			}
			if mask.Weight(j) == 1 {
				m.Whole++
			}
		}
		s.Masks = append(s.Masks, m)
	}
	for _, bone := range slices.Sorted(maps.Keys(model.Bones)) {
		s.Bones = append(s.Bones, Bone{bone, model.Bones[bone]})
	}
	s.Memory = memoryOf(library, model)
	return s
}

func summarizeClip(source *assets.Clip) Clip {
	c := Clip{
		Name: source.Name(), Start: source.Start(), End: source.End(), Tracks: len(source.Tracks()),
		Keys: source.Keys(), Bytes: source.Bytes(),
		Interpolations: []string{}, Markers: len(source.Markers()),
	}
	if mode, loopLimit, ok := source.PlayMode(); ok {
		c.PlayMode, c.LoopLimit = mode.String(), loopLimit
	}
	if motion := source.RootMotion(); motion != nil {
		c.RootMotion = source.Skeleton().JointName(motion.Joint())
	}
	moved := map[int]bool{}
	used := map[clip.Interpolation]bool{}
	for _, t := range source.Tracks() {
		moved[t.Joint], used[t.Track.Interpolation()] = true, true
	}
	c.Joints = len(moved)
	for i := clip.Step; i <= clip.CubicBezier; i++ {
		if used[i] {
			c.Interpolations = append(c.Interpolations, i.String())
		}
	}
	return c
}
