package mesh

import (
	"errors"
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/id"
)

// Mesh is a surface in primitives, each of one material.
type Mesh struct {
	Name       string
	Primitives []Primitive
	// TargetNames names the morph targets, where the source does; all primitives have the same targets.
	TargetNames []string
	// Weights are the weights of the morph targets at rest, one for each target.
	Weights []float32
}

// Primitive is a run of triangles in separate vertex streams. Every stream that is there has one element a vertex.
type Primitive struct {
	// Source is the primitive's index in the source's mesh, of which points and lines are left out.
	Source int

	Positions []mgl32.Vec3
	Normals   []mgl32.Vec3    // unit length; always there
	Tangents  []mgl32.Vec4    // xyz unit length, w the handedness ±1; nil where the source has none
	TexCoords [2][]mgl32.Vec2 // origin top left; nil where there are none
	Colors    []mgl32.Vec4    // linear RGBA in 0..1; nil where there are none

	// Influences is how many joints may move a vertex: 0 (a rigid mesh), 4 or 8.
	Influences int
	// Joints and Weights have Influences elements a vertex, heaviest first. Weights of a vertex sum to 1. An unused slot
	// has weight 0 and joint [NoInfluence]. Joints count the entries of the skin.
	Joints  []uint16
	Weights []float32

	// Indices are the corners, three a triangle, counter-clockwise seen from the front.
	Indices []uint32
	Targets []MorphTarget
	// Material is 0 for the default material.
	Material id.Material
}

// NoInfluence marks a slot of [Primitive.Joints] that is not used.
const NoInfluence uint16 = 0xFFFF

// MaxInfluences is the most joints that may move one vertex.
const MaxInfluences = 8

// MorphTarget is what a morph weight of 1 adds to each vertex; a stream is nil where it adds nothing.
type MorphTarget struct {
	Positions []mgl32.Vec3
	Normals   []mgl32.Vec3
	Tangents  []mgl32.Vec3
}

// Check returns an error that says what is wrong with a mesh: anything that would make skinning or drawing it read beyond its streams.
func (m *Mesh) Check() error {
	if m == nil {
		return errors.New("there is no mesh")
	}
	for i := range m.Primitives {
		p := &m.Primitives[i]
		if err := p.check(); err != nil {
			return fmt.Errorf("mesh %q: primitive %d: %w", m.Name, i, err)
		}
		if len(p.Targets) != len(m.Weights) {
			return fmt.Errorf("mesh %q: primitive %d: %d morph targets, where the mesh has %d weights", m.Name, i, len(p.Targets), len(m.Weights))
		}
	}
	return nil
}

func (p *Primitive) check() error {
	n := len(p.Positions)
	if p.Influences != 0 && p.Influences != 4 && p.Influences != MaxInfluences {
		return fmt.Errorf("%d influences a vertex are none of 0, 4 and 8", p.Influences)
	}
	for _, stream := range []struct {
		name      string
		have, per int
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
			return fmt.Errorf("%d %s for %d vertices of %d each", stream.have, stream.name, n, stream.per)
		}
	}
	if len(p.Indices)%3 != 0 {
		return fmt.Errorf("%d indices are not whole triangles", len(p.Indices))
	}
	for i, v := range p.Indices {
		if int64(v) >= int64(n) {
			return fmt.Errorf("index %d: %d is not below %d vertices", i, v, n)
		}
	}
	for t := range p.Targets {
		for _, deltas := range [][]mgl32.Vec3{p.Targets[t].Positions, p.Targets[t].Normals, p.Targets[t].Tangents} {
			if deltas != nil && len(deltas) != n {
				return fmt.Errorf("morph target %d: %d deltas for %d vertices", t, len(deltas), n)
			}
		}
		if p.Targets[t].Tangents != nil && p.Tangents == nil {
			return fmt.Errorf("morph target %d: it has tangents, which the primitive has not", t)
		}
	}
	for i, weight := range p.Weights {
		if !(weight >= 0) || weight-weight != 0 {
			return fmt.Errorf("vertex %d: weight %v is not a number from 0 on", i/p.Influences, weight)
		}
	}
	return nil
}

// CheckInfluences returns an error unless all the joints that vertices use are below n.
func (p *Primitive) CheckInfluences(n int) error {
	for i, joint := range p.Joints {
		// The first slot is always read, the others while their weight is not 0.
		if int(joint) >= n && (i%p.Influences == 0 || p.Weights[i] != 0) {
			return fmt.Errorf("vertex %d: joint %d is not below the skin's %d", i/p.Influences, joint, n)
		}
	}
	return nil
}
