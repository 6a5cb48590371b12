package assets

import (
	"errors"
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
)

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
		{"colours", len(p.Colors), 1, true},
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
