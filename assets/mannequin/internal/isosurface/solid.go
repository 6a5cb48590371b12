package isosurface

import (
	"math"

	"github.com/sinew-go/sinew/internal/exact"
)

// Solid is a simple body: a rounded cone, which is the union of the spheres between two ends, or an ellipsoid.
type Solid struct {
	// Blend is the width in meters of the fillet between the solid and those before it in its group.
	Blend float64
	// Cell is the largest size of the surface's octree cells on this solid, in steps of the finest lattice.
	Cell int

	a, b        exact.Vec3 // centers of a cone's end spheres; a is also an ellipsoid's center
	ra, rb      float64    // radii of a cone's end spheres
	axis        exact.Vec3 // unit vector from a to b
	length      float64    // from a to b
	slope       float64    // tangent of the angle between a cone's outline and its axis
	radii       exact.Vec3 // of an ellipsoid, along its own axes; 0 for a cone
	orientation exact.Quat // from an ellipsoid's axes to model space
}

// NewCone returns the union of all spheres with centers from a to b and radii that change linearly from ra to rb. With
// a equal to b it is a sphere of radius ra. The difference of the radii must be less than the distance of the ends.
func NewCone(a exact.Vec3, ra float64, b exact.Vec3, rb float64) *Solid {
	s := &Solid{Cell: 1, a: a, b: b, ra: ra, rb: rb}
	v := b.Sub(a)
	if s.length = v.Length(); s.length > 0 {
		s.axis = v.Scale(1 / s.length)
		sine := (ra - rb) / s.length
		s.slope = sine / math.Sqrt(1-float64(sine*sine))
	}
	return s
}

// NewEllipsoid returns an ellipsoid. Its radii are positive and along its own axes, which orientation rotates to model
// space.
func NewEllipsoid(center, radii exact.Vec3, orientation exact.Quat) *Solid {
	return &Solid{Cell: 1, a: center, radii: radii, orientation: orientation}
}

// Distance returns the signed distance from p to the surface of the solid. For an ellipsoid it is a first-order
// approximation, good near the surface.
func (s *Solid) Distance(p exact.Vec3) float64 {
	if s.radii[0] > 0 {
		return s.ellipsoidDistance(p)
	}
	x, y, z, radius := s.nearestSphere(p)
	return length(x, y, z) - radius
}

// nearestSphere returns the vector to p from the center of the sphere of a rounded cone that is nearest to p, and its
// radius. The vector is perpendicular to the outline of the cone.
func (s *Solid) nearestSphere(p exact.Vec3) (x, y, z, radius float64) {
	x, y, z = p[0]-s.a[0], p[1]-s.a[1], p[2]-s.a[2]
	if s.length == 0 {
		return x, y, z, s.ra
	}
	along := float64(x*s.axis[0]) + float64(y*s.axis[1]) + float64(z*s.axis[2])
	square := float64(x*x) + float64(y*y) + float64(z*z)
	across := math.Sqrt(max(0, square-float64(along*along)))
	at := max(0, min(s.length, along-float64(across*s.slope)))
	x = p[0] - (s.a[0] + float64(s.axis[0]*at))
	y = p[1] - (s.a[1] + float64(s.axis[1]*at))
	z = p[2] - (s.a[2] + float64(s.axis[2]*at))
	return x, y, z, s.ra + float64(at/s.length*(s.rb-s.ra))
}

// ellipsoidDistance returns the value of the implicit function divided by the length of its gradient.
func (s *Solid) ellipsoidDistance(p exact.Vec3) float64 {
	q := &s.orientation
	x, y, z := rotateXYZ(-q[0], -q[1], -q[2], q[3], p[0]-s.a[0], p[1]-s.a[1], p[2]-s.a[2])
	x, y, z = x/s.radii[0], y/s.radii[1], z/s.radii[2]
	n := length(x, y, z)
	if n < 1e-6 {
		return -min(s.radii[0], s.radii[1], s.radii[2])
	}
	steepness := length(x/s.radii[0], y/s.radii[1], z/s.radii[2])
	return float64(n*(n-1)) / steepness
}

// gradient returns the distance from p and its gradient.
func (s *Solid) gradient(p exact.Vec3) slope {
	if s.radii[0] > 0 {
		return s.ellipsoidGradient(p)
	}
	x, y, z, radius := s.nearestSphere(p)
	n := length(x, y, z)
	inverse := 1 / max(n, 1e-9)
	return slope{n - radius, exact.Vec3{float64(x * inverse), float64(y * inverse), float64(z * inverse)}}
}

func (s *Solid) ellipsoidGradient(p exact.Vec3) slope {
	v := rotate(s.orientation.Conjugate(), p.Sub(s.a))
	u := exact.Vec3{v[0] / s.radii[0], v[1] / s.radii[1], v[2] / s.radii[2]}
	n := u.Length()
	if n < 1e-6 {
		return slope{distance: -min(s.radii[0], s.radii[1], s.radii[2])}
	}
	w := exact.Vec3{u[0] / s.radii[0], u[1] / s.radii[1], u[2] / s.radii[2]}
	steepness := w.Length()
	d := float64(n*(n-1)) / steepness
	// The gradients of n and of steepness follow from the gradients of their squares.
	g := w.Scale((2 - 1/n) / steepness)
	square := s.radii.Times(s.radii)
	z := exact.Vec3{w[0] / square[0], w[1] / square[1], w[2] / square[2]}
	g = g.AddScaled(-d/float64(steepness*steepness), z)
	return slope{d, rotate(s.orientation, g)}
}

// length and rotateXYZ work on separate numbers, because compilers keep those in registers but not an [exact.Vec3].
// Meshing spends most of its time here.

// length returns the length of a vector.
func length(x, y, z float64) float64 {
	return math.Sqrt(float64(x*x) + float64(y*y) + float64(z*z))
}

// rotateXYZ returns the vector x, y, z rotated by the unit quaternion qx, qy, qz, qw. Unlike [exact.Quat.Rotate] it
// adds the vector before the second cross product, which changes the last bits; meshes must keep their bits.
func rotateXYZ(qx, qy, qz, qw, x, y, z float64) (float64, float64, float64) {
	tx := float64(2 * (float64(qy*z) - float64(qz*y)))
	ty := float64(2 * (float64(qz*x) - float64(qx*z)))
	tz := float64(2 * (float64(qx*y) - float64(qy*x)))
	x = x + float64(qw*tx) + (float64(qy*tz) - float64(qz*ty))
	y = y + float64(qw*ty) + (float64(qz*tx) - float64(qx*tz))
	z = z + float64(qw*tz) + (float64(qx*ty) - float64(qy*tx))
	return x, y, z
}

// rotate returns v rotated by the unit quaternion q; see [rotateXYZ].
func rotate(q exact.Quat, v exact.Vec3) exact.Vec3 {
	x, y, z := rotateXYZ(q[0], q[1], q[2], q[3], v[0], v[1], v[2])
	return exact.Vec3{x, y, z}
}
