package golden

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// File is what a golden file holds.
type File struct {
	Format     string
	File       string // the glTF file, below the folder of assets
	Oracle     string
	Nodes      []Node
	TotalNodes int
	Skins      []Skin
	TotalSkins int
	VertexRefs []VertexRef
	WeightSums []float64
	Rest       Pose
	TotalClips int
	Clips      []Clip
	Blends     []Blend
	// Extent is the largest coordinate of any vertex or node, in meters.
	Extent float64
	// MaxQuatNormDeviation is how far a sampled rotation was from unit length before it was made so.
	MaxQuatNormDeviation float64
}

// Node is a node of the glTF file; Parent is -1 for a root, Joint says that a skin names it.
type Node struct {
	Node   int
	Name   *string
	Parent int
	Joint  bool
}

// Skin names the nodes of a skin's joints in the order of [Pose.Palette].
type Skin struct {
	Skin   int
	Joints []int
}

// VertexRef names a vertex: node, mesh, primitive, vertex, and the skin or -1.
type VertexRef [5]int

// Clip is an animation with poses at some of its times.
type Clip struct {
	Animation int
	Name      *string
	Duration  float64 // seconds
	Tracks    int
	Samples   []Sample
}

// Sample is a pose at a time in seconds; Mode, "clamp" or "loop", says how the time is brought into the clip.
type Sample struct {
	T    float64
	Mode string
	Pose
}

// Blend is a pose of two clips, rotations by slerp; LocalNlerp has the local transforms with rotations by normalized lerp.
type Blend struct {
	A, B ClipTime
	Pose
	LocalNlerp []Local
}

// Moment is a clip at a time in seconds, with its share in a blend.
type ClipTime struct {
	Animation int
	T, Weight float64
}

// Local is a local transform: translation, rotation x y z w, scale.
type Local [10]float64

// Matrix is a 4x4 matrix, column-major.
type Matrix [16]float64

// Pose is a pose in the orders of its file's Nodes, Skins and VertexRefs.
type Pose struct {
	Local   []Local
	Model   []Matrix
	Palette [][]Matrix
	Morph   map[int][]float64 // by node
	Verts   [][3]float64
}

// Names returns the paths of all golden files of a folder.
func Names(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("golden files: %w", err)
	}
	var names []string
	for _, entry := range entries {
		if name := entry.Name(); strings.HasSuffix(name, ".json") || strings.HasSuffix(name, ".json.gz") {
			names = append(names, filepath.Join(folder, name))
		}
	}
	return names, nil
}

// Read reads a golden file, compressed or not. A field that [File] does not know is an error, so that nothing in it goes
// unread.
func Read(path string) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("golden file: %w", err)
	}
	defer f.Close()
	var source io.Reader = f
	if strings.HasSuffix(path, ".gz") {
		if source, err = gzip.NewReader(f); err != nil {
			return nil, fmt.Errorf("golden file %s: %w", path, err)
		}
	}
	decoder := json.NewDecoder(source)
	decoder.DisallowUnknownFields()
	golden := &File{}
	if err := decoder.Decode(golden); err != nil {
		return nil, fmt.Errorf("golden file %s: %w", path, err)
	}
	if golden.Format != "ecs-anim-golden/1" {
		return nil, fmt.Errorf("golden file %s: unknown format %q", path, golden.Format)
	}
	return golden, nil
}
