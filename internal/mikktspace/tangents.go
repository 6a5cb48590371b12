package mikktspace

import (
	"github.com/go-gl/mathgl/mgl32"
)

// Tangents returns the tangents of the triangles, one for each element of indices: xyz of length 1,
// w the handedness 1 or -1. Positions, normals of length 1 and texture coordinates have one element
// for each vertex. A corner around which the texture has no direction has the tangent +X or one of
// length 0.
func Tangents(positions, normals []mgl32.Vec3, coordinates []mgl32.Vec2, indices []uint32) []mgl32.Vec4 {
	s := &solver{positions: positions, normals: normals, coordinates: coordinates}
	s.weld(indices)
	s.measure()
	s.connect()
	s.group()
	out := make([]mgl32.Vec4, len(indices))
	for i := range out {
		out[i] = mgl32.Vec4{1, 0, 0, 1}
	}
	for g := range s.groups {
		s.solveGroup(&s.groups[g], out)
	}
	s.copyToDegenerate(out)
	return out
}

// solver holds the triangles while their tangents are computed.
type solver struct {
	positions, normals []mgl32.Vec3
	coordinates        []mgl32.Vec2

	corners   []uint32 // vertices of the triangles after welding, three for each
	triangles []triangle
	groups    []group
	members   []int32   // the corners of the groups, one after the other
	projected []tangent // scratch: the frames of a group's triangles in the plane of the normal
}

// triangle is what is known about a triangle.
type triangle struct {
	u, v       vec   // directions of growing u and of growing v, of length 1, or 0 if unknown
	degenerate bool  // two corners are at the same position
	flat       bool  // the texture has no area on the triangle: it joins any group
	preserves  bool  // the texture is not mirrored on the triangle
	neighbors  edges // over the edge that starts at the corner
	assigned   edges // the group of each corner
}

// edges holds an index for each corner of a triangle, -1 for none.
type edges [3]int32

// weld sets the corners: of the vertices with equal position, normal and coordinates, the first one
// stands for all.
func (s *solver) weld(indices []uint32) {
	type key struct {
		position, normal mgl32.Vec3
		coordinates      mgl32.Vec2
	}
	first := make(map[key]uint32, len(s.positions))
	same := make([]uint32, len(s.positions))
	for v := range s.positions {
		k := key{s.positions[v], s.normals[v], s.coordinates[v]}
		known, ok := first[k] // 0 and -0 are equal keys
		if !ok {
			known = uint32(v)
			first[k] = known
		}
		same[v] = known
	}
	s.corners = make([]uint32, len(indices))
	for i, v := range indices {
		s.corners[i] = same[v]
	}
}

// measure finds the directions of the texture on each triangle.
func (s *solver) measure() {
	s.triangles = make([]triangle, len(s.corners)/3)
	for f := range s.triangles {
		t := &s.triangles[f]
		t.neighbors, t.assigned = edges{-1, -1, -1}, edges{-1, -1, -1}
		a, b, c := s.corners[3*f], s.corners[3*f+1], s.corners[3*f+2]
		p0, p1, p2 := s.positions[a], s.positions[b], s.positions[c]
		if t.degenerate = p0 == p1 || p1 == p2 || p2 == p0; t.degenerate {
			continue
		}
		t0, t1, t2 := s.coordinates[a], s.coordinates[b], s.coordinates[c]
		u1, u2 := t1[0]-t0[0], t2[0]-t0[0]
		v1, v2 := t0[1]-t1[1], t0[1]-t2[1] // v upward
		d1, d2 := vec(p1).sub(vec(p0)), vec(p2).sub(vec(p0))
		area := float32(u1*v2) - float32(v1*u2)
		t.preserves = area > 0
		t.flat = true
		if !notZero(area) {
			continue
		}
		sign := float32(1)
		if !t.preserves {
			sign = -1
		}
		u, v := d1.scale(v2).sub(d2.scale(v1)), d2.scale(u1).sub(d1.scale(u2))
		lengthU, lengthV := u.length(), v.length()
		if notZero(lengthU) {
			t.u = u.scale(sign / lengthU)
		}
		if notZero(lengthV) {
			t.v = v.scale(sign / lengthV)
		}
		size := abs(area)
		t.flat = !notZero(lengthU/size) || !notZero(lengthV/size)
	}
}

// copyToDegenerate gives the corners of degenerate triangles the tangents of other triangles at the
// same vertex.
func (s *solver) copyToDegenerate(out []mgl32.Vec4) {
	var first map[uint32]int // by vertex: its first corner in a triangle with area
	for f := range s.triangles {
		if !s.triangles[f].degenerate {
			continue
		}
		if first == nil {
			first = map[uint32]int{}
			for i, v := range s.corners {
				if _, known := first[v]; !known && !s.triangles[i/3].degenerate {
					first[v] = i
				}
			}
		}
		for i := 3 * f; i < 3*f+3; i++ {
			if from, ok := first[s.corners[i]]; ok {
				out[i] = out[from]
			}
		}
	}
}
