package mikktspace

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/internal/exact"
)

// tangent is the directions of u and v in the plane of a normal.
type tangent struct{ u, v vec }

// mostCompared is the largest group whose triangles are compared with each other. In larger ones,
// which only a file that means harm has, all share a tangent.
const mostCompared = 512

// solveGroup writes the tangents of the corners of a group. All share the mean, but a corner leaves
// out triangles whose texture runs exactly opposite to that of its own triangle.
func (s *solver) solveGroup(g *group, out []mgl32.Vec4) {
	members := s.members[g.first : g.first+g.count]
	n := vec(s.normals[g.vertex])
	s.projected = s.projected[:0]
	for _, corner := range members {
		t := &s.triangles[corner/3]
		s.projected = append(s.projected, tangent{t.u.projected(n), t.v.projected(n)})
	}
	handedness := float32(-1)
	if g.preserves {
		handedness = 1
	}
	whole, known := vec{}, false
	for i, corner := range members {
		if len(members) <= mostCompared && s.hasOpposite(members, i) {
			out[corner] = mgl32.Vec3(s.average(g, members, i)).Vec4(handedness)
			continue
		}
		if !known {
			whole, known = s.average(g, members, -1), true
		}
		out[corner] = mgl32.Vec3(whole).Vec4(handedness)
	}
}

// hasOpposite reports whether a member of a group has another one that it leaves out.
func (s *solver) hasOpposite(members []int32, i int) bool {
	for j := range members {
		if s.opposite(members, i, j) {
			return true
		}
	}
	return false
}

// opposite reports whether the directions of two members of a group are exactly opposite.
func (s *solver) opposite(members []int32, i, j int) bool {
	if i == j || s.triangles[members[i]/3].flat || s.triangles[members[j]/3].flat {
		return false
	}
	a, b := &s.projected[i], &s.projected[j]
	return !(a.u.dot(b.u) > -1 && a.v.dot(b.v) > -1)
}

// average returns the mean direction of u over the members of a group, weighted by the angles of
// the triangles. It leaves out what is opposite to one member, unless that is -1.
func (s *solver) average(g *group, members []int32, own int) vec {
	n := vec(s.normals[g.vertex])
	at := vec(s.positions[g.vertex])
	var sum vec
	for i, corner := range members {
		if s.triangles[corner/3].flat || own >= 0 && s.opposite(members, own, i) {
			continue
		}
		first := corner - corner%3
		before, after := s.corners[first+(corner-first+2)%3], s.corners[first+(corner-first+1)%3]
		a := vec(s.positions[before]).sub(at).projected(n)
		b := vec(s.positions[after]).sub(at).projected(n)
		angle := float32(exact.Acos(float64(max(-1, min(1, a.dot(b))))))
		sum = sum.add(s.projected[i].u.scale(angle))
	}
	return sum.unit()
}

// vec is a vector in float32, whose products are rounded before they are added.
type vec [3]float32

func (a vec) add(b vec) vec { return vec{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a vec) sub(b vec) vec { return vec{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func (a vec) scale(s float32) vec {
	return vec{float32(a[0] * s), float32(a[1] * s), float32(a[2] * s)}
}

func (a vec) dot(b vec) float32 {
	return float32(a[0]*b[0]) + float32(a[1]*b[1]) + float32(a[2]*b[2])
}
func (a vec) length() float32 { return float32(math.Sqrt(float64(a.dot(a)))) }

// unit returns the vector at length 1, or the vector itself if its length is 0.
func (a vec) unit() vec {
	if length := a.length(); notZero(length) {
		return a.scale(1 / length)
	}
	return a
}

// projected returns the vector's part in the plane of a normal, at length 1 unless it is 0.
func (a vec) projected(n vec) vec { return a.sub(n.scale(n.dot(a))).unit() }

func abs(x float32) float32 { return float32(math.Abs(float64(x))) }

// notZero reports whether a number is larger than the smallest normal float32, as the reference
// asks.
func notZero(x float32) bool { return abs(x) > 0x1p-126 }
