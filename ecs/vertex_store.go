package ecs

import (
	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/mesh"
)

// Vertices are the skinned streams of one primitive, in model space, one element for each of its vertices. Tangents is nil
// where the primitive has none.
type Vertices struct {
	Positions []mgl32.Vec3
	Normals   []mgl32.Vec3
	Tangents  []mgl32.Vec4
}

// Fit gives the streams the lengths of a primitive's.
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

// VertexBuffer holds the skinned vertices of one character: for each part of its model those of each primitive.
type VertexBuffer struct {
	Parts [][]Vertices
	owner Entity
	epoch uint32
}

// VertexStore owns the vertices of the characters that are skinned on the CPU. It is a resource of the world.
type VertexStore struct {
	buffers []VertexBuffer
	free    []int32
	epoch   uint32
	met     int
}

// Begin starts a frame's stock-taking: buffers that nobody takes with [VertexStore.Take] until [VertexStore.Sweep] are
// given back there.
func (s *VertexStore) Begin() {
	s.epoch++
	s.met = 0
}

// Take returns the number, from 1 on, of the entity's buffer: the one its component names, or a new one.
func (s *VertexStore) Take(entity Entity, buffer int32) int32 {
	i := buffer - 1
	if i < 0 || int(i) >= len(s.buffers) || s.buffers[i].owner != entity || s.buffers[i].epoch == s.epoch {
		if n := len(s.free); n > 0 {
			i, s.free = s.free[n-1], s.free[:n-1]
		} else {
			i = int32(len(s.buffers))
			s.buffers = append(s.buffers, VertexBuffer{})
		}
		s.buffers[i].owner = entity
	}
	s.buffers[i].epoch = s.epoch
	s.met++
	return i + 1
}

// Sweep takes back the buffers that were not taken since [VertexStore.Begin].
func (s *VertexStore) Sweep() {
	if s.met == len(s.buffers)-len(s.free) {
		return
	}
	for i := range s.buffers {
		if b := &s.buffers[i]; b.owner != (Entity{}) && b.epoch != s.epoch {
			*b = VertexBuffer{}
			s.free = append(s.free, int32(i))
		}
	}
}

// Buffer returns the buffer of that number, or nil.
func (s *VertexStore) Buffer(buffer int32) *VertexBuffer {
	if buffer < 1 || int(buffer) > len(s.buffers) {
		return nil
	}
	return &s.buffers[buffer-1]
}
