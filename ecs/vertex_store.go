package ecs

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/mesh"
)

// Vertices are the skinned vertices of one primitive, in model space: in each stream one element per vertex of the
// primitive. Normals and tangents are nil if the primitive has none.
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

// VertexBuffer holds the skinned vertices of one character: for each part of its model, for each primitive of the part.
type VertexBuffer struct {
	Parts [][]Vertices
	owner Entity
	frame uint32 // number of the last frame in which it was taken
}

// VertexStore is a world resource that owns the vertices of the characters that are skinned on the CPU
// ([components.SkinnedVertices]). The zero value is empty. A program may read it between two frames.
type VertexStore struct {
	buffers []VertexBuffer
	free    []int32
	frame   uint32
	taken   int // number of buffers taken in this frame
}

// Buffer returns the buffer of an entity, given the number in its component, or nil if the entity has no buffer: the
// number may be of a buffer that it lost, which is another character's now.
func (s *VertexStore) Buffer(entity Entity, number int32) *VertexBuffer {
	if number < 1 || int(number) > len(s.buffers) || s.buffers[number-1].owner != entity {
		return nil
	}
	return &s.buffers[number-1]
}

func (s *VertexStore) begin() {
	s.frame++
	s.taken = 0
}

func (s *VertexStore) take(entity Entity, number int32) int32 {
	i := number - 1
	if i < 0 || int(i) >= len(s.buffers) || s.buffers[i].owner != entity || s.buffers[i].frame == s.frame {
		if n := len(s.free); n > 0 {
			i, s.free = s.free[n-1], s.free[:n-1]
		} else {
			i = int32(len(s.buffers))
			s.buffers = append(s.buffers, VertexBuffer{})
		}
		s.buffers[i].owner = entity
	}
	s.buffers[i].frame = s.frame
	s.taken++
	return i + 1
}

func (s *VertexStore) sweep() {
	if s.taken == len(s.buffers)-len(s.free) {
		return
	}
	for i := range s.buffers {
		if b := &s.buffers[i]; b.owner != (Entity{}) && b.frame != s.frame {
			*b = VertexBuffer{}
			s.free = append(s.free, int32(i))
		}
	}
}
