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

// File is the content of a golden file.
type File struct {
	Format     string
	File       string // path of the glTF file in the folder assets
	Oracle     string // the engine that computed the poses
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
	// MaxQuatNormDeviation is the largest deviation of a sampled rotation from unit length, before
	// it was normalized.
	MaxQuatNormDeviation float64
}

// Node is a node of the glTF file. Parent is -1 for a root; Joint is true if a skin names the node.
type Node struct {
	Node   int
	Name   *string
	Parent int
	Joint  bool
}

// Skin lists the nodes of a skin's joints in the order of [Pose.Palette].
type Skin struct {
	Skin   int
	Joints []int
}

// VertexRef identifies a vertex by the indices of its node, mesh, primitive, vertex, and skin or
// -1.
type VertexRef [5]int

// Clip is an animation with poses at some times.
type Clip struct {
	Animation int
	Name      *string
	Duration  float64 // seconds
	Tracks    int
	Samples   []Sample
}

// Sample is a pose at a time in seconds. Mode is "clamp" or "loop" and applies to times outside the
// clip.
type Sample struct {
	T    float64
	Mode string
	Pose
}

// Blend is a blend of two clips with rotations by slerp. LocalNlerp holds the local transforms with
// rotations by normalized lerp.
type Blend struct {
	A, B ClipTime
	Pose
	LocalNlerp []Local
}

// ClipTime is a clip at a time in seconds, with its weight in a blend.
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
	Morph   map[int][]float64 // by node index
	Verts   [][3]float64
}

// Names returns the paths of all golden files in a folder.
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

// Read reads a golden file, compressed or not. A field that is not in [File] is an error, so that
// no field is ignored.
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
	const format = "ecs-anim-golden/1"
	if golden.Format != format {
		return nil, fmt.Errorf("golden file %s: expected the format %q, found %q", path, format, golden.Format)
	}
	return golden, nil
}
