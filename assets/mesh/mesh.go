package mesh

import (
	"errors"
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/id"
)

// Mesh is a surface: a list of primitives of one material each.
type Mesh struct {
	Name       string
	Primitives []Primitive
	// TargetNames holds the names of the morph targets, if the source names them. All primitives
	// have the same targets.
	TargetNames []string
	// Weights holds the morph weights of the rest pose, one for each target.
	Weights []float32
}

// Topology is what the vertices of a primitive are joined to.
type Topology uint8

// Topologies.
const (
	Triangles Topology = iota
	Lines              // of two vertices each
	Points
)

// Corners returns how many vertices a triangle, a line or a point has.
func (t Topology) Corners() int { return 3 - int(min(t, Points)) }

// Primitive is a list of triangles, or of lines or points, with separate vertex streams. A stream
// that is not nil has one element for each vertex.
type Primitive struct {
	// Source is the primitive's index in the source's mesh. Import leaves out those with nothing to
	// draw, so indices may be missing.
	Source   int
	Topology Topology

	Positions []mgl32.Vec3
	Normals   []mgl32.Vec3    // length 1, or 0 where lines and points have none; never nil
	Tangents  []mgl32.Vec4    // xyz of length 1, w the handedness ±1; nil if the source has none
	TexCoords [2][]mgl32.Vec2 // origin top left; nil if the source has none
	Colors    []mgl32.Vec4    // linear RGBA in 0..1; nil if the source has none

	// Influences is the largest number of joints that move one vertex: 0 (a rigid mesh), 4 or 8.
	Influences int
	// Joints and Weights hold Influences elements for each vertex, heaviest first. Joints are
	// palette indices of the skin. The weights of a vertex sum to 1. An unused element has weight 0
	// and joint [NoInfluence].
	Joints  []uint16
	Weights []float32

	// Indices holds the vertices of the triangles, three for each, counter-clockwise seen from the
	// front; or of lines, two for each, or points.
	Indices []uint32
	Targets []MorphTarget
	// Material is 0 for the default material.
	Material id.Material
}

// NoInfluence marks an unused element of [Primitive.Joints].
const NoInfluence uint16 = 0xFFFF

// MaxInfluences is the largest number of joints that may move one vertex.
const MaxInfluences = 8

// MorphTarget is what a morph weight of 1 adds to each vertex. A nil stream adds nothing.
type MorphTarget struct {
	Positions []mgl32.Vec3
	Normals   []mgl32.Vec3
	Tangents  []mgl32.Vec3
}

// Check reports an error in a mesh, such as streams of different lengths, that would make skinning
// or drawing read outside its streams.
func (m *Mesh) Check() error {
	if m == nil {
		return errors.New("expected a mesh, found nil")
	}
	for i := range m.Primitives {
		p := &m.Primitives[i]
		if err := p.check(); err != nil {
			return fmt.Errorf("mesh %q: primitive %d: %w", m.Name, i, err)
		}
		if len(p.Targets) != len(m.Weights) {
			return fmt.Errorf(
				"mesh %q: primitive %d: expected a morph target for each of the %d morph weights of the "+
					"mesh, found %d", m.Name, i, len(m.Weights), len(p.Targets))
		}
	}
	return nil
}

func (p *Primitive) check() error {
	n := len(p.Positions)
	if p.Influences != 0 && p.Influences != 4 && p.Influences != MaxInfluences {
		return fmt.Errorf("expected 0, 4 or 8 influences of a vertex, found %d", p.Influences)
	}
	for _, stream := range []struct {
		name      string
		have, per int // elements in the stream, elements per vertex
		optional  bool
	}{
		{"normals", len(p.Normals), 1, false},
		{"tangents", len(p.Tangents), 1, true},
		{"texture coordinates 0", len(p.TexCoords[0]), 1, true},
		{"texture coordinates 1", len(p.TexCoords[1]), 1, true},
		{"colors", len(p.Colors), 1, true},
		{"joints", len(p.Joints), p.Influences, false},
		{"weights", len(p.Weights), p.Influences, false},
	} {
		if stream.have != n*stream.per && (stream.have != 0 || !stream.optional) {
			return fmt.Errorf("expected %[4]d %[2]s for %[3]d vertices, found %[1]d", stream.have, stream.name, n,
				n*stream.per)
		}
	}
	if p.Topology > Points {
		return fmt.Errorf("expected a topology from 0 to %d, found %d", Points, p.Topology)
	}
	if corners := p.Topology.Corners(); len(p.Indices)%corners != 0 {
		return fmt.Errorf("expected a multiple of %d indices, found %d", corners, len(p.Indices))
	}
	for i, v := range p.Indices {
		if int64(v) >= int64(n) {
			return fmt.Errorf("index %d: expected a vertex below %d, found %d", i, n, v)
		}
	}
	for t := range p.Targets {
		for _, deltas := range [][]mgl32.Vec3{p.Targets[t].Positions, p.Targets[t].Normals, p.Targets[t].Tangents} {
			if deltas != nil && len(deltas) != n {
				return fmt.Errorf("morph target %d: expected a delta for each of %d vertices, found %d", t, n,
					len(deltas))
			}
		}
		if p.Targets[t].Tangents != nil && p.Tangents == nil {
			return fmt.Errorf("morph target %d: expected no tangents, since the primitive has none, found some", t)
		}
	}
	for i, weight := range p.Weights {
		if !(weight >= 0) || weight-weight != 0 {
			return fmt.Errorf("vertex %d: expected a finite weight of at least 0, found %v", i/p.Influences, weight)
		}
	}
	return nil
}
