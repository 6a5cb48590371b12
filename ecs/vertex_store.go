package ecs

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/internal/posestore"
)

// Vertices are the skinned vertices of one primitive, in model space: in each stream one element
// per vertex of the primitive. Normals and tangents are nil if the primitive has none.
type Vertices struct {
	Positions []mgl32.Vec3
	Normals   []mgl32.Vec3
	Tangents  []mgl32.Vec4
}

// Fit gives the streams the lengths of the primitive's streams. Their contents are undefined.
func (v *Vertices) Fit(p *mesh.Primitive) {
	v.Positions = resized(v.Positions, len(p.Positions))
	v.Normals = resized(v.Normals, len(p.Normals))
	v.Tangents = resized(v.Tangents, len(p.Tangents))
}

func resized[T any](s []T, n int) []T {
	if n > cap(s) {
		return make([]T, n)
	}
	return s[:n]
}

// VertexBuffer holds the skinned vertices of one character: for each part of its model, and then of
// those that it wears ([components.Worn]), for each primitive of the part.
type VertexBuffer struct {
	Parts [][]Vertices
}

// VertexStore is a world resource that owns the vertices of the characters that are skinned on the
// CPU ([components.SkinnedVertices]). The zero value is empty. A program may read it between two
// frames.
type VertexStore posestore.Buffers[VertexBuffer]

// Buffer returns the buffer of an entity, given the number in its component, or nil if the entity
// has no buffer: the number may be of a buffer that it lost, which is another character's now.
func (s *VertexStore) Buffer(entity Entity, number int32) *VertexBuffer {
	return (*posestore.Buffers[VertexBuffer])(s).Buffer(entity, number)
}
