package isosurface

import (
	"math"

	"github.com/sinew-go/sinew/internal/exact"
)

// Solid is a simple body: a rounded cone, which is the union of the spheres between two ends, or an
// ellipsoid.
type Solid struct {
	// Blend is the width in meters of the fillet between the solid and those before it in its
	// group.
	Blend float64
	// Cell is the largest size of the surface's octree cells on this solid, in steps of the finest
	// lattice.
	Cell int

	a, b        exact.Vector // centers of a cone's end spheres; a is also an ellipsoid's center
	ra, rb      float64      // radii of a cone's end spheres
	axis        exact.Vector // unit vector from a to b
	length      float64      // from a to b
	slope       float64      // tangent of the angle between a cone's outline and its axis
	radii       exact.Vector // of an ellipsoid, along its own axes; 0 for a cone
	orientation exact.Quat   // from an ellipsoid's axes to model space
}

// NewCone returns the union of all spheres with centers from a to b and radii that change linearly
// from ra to rb. With a equal to b it is a sphere of radius ra. The difference of the radii must be
// less than the distance of the ends.
func NewCone(a exact.Vec3, ra float64, b exact.Vec3, rb float64) *Solid {
	s := &Solid{Cell: 1, a: a.Vector(), b: b.Vector(), ra: ra, rb: rb}
	v := s.b.Sub(s.a)
	if s.length = v.Length(); s.length > 0 {
		s.axis = v.Scale(1 / s.length)
		sine := (ra - rb) / s.length
		s.slope = sine / math.Sqrt(1-float64(sine*sine))
	}
	return s
}

// NewEllipsoid returns an ellipsoid. Its radii are positive and along its own axes, which
// orientation rotates to model space.
func NewEllipsoid(center, radii exact.Vec3, orientation exact.Quat) *Solid {
	return &Solid{Cell: 1, a: center.Vector(), radii: radii.Vector(), orientation: orientation}
}

// Distance returns the signed distance from p to the surface of the solid. For an ellipsoid it is a
// first-order approximation, good near the surface.
func (s *Solid) Distance(p exact.Vec3) float64 { return s.distance(p.Vector()) }

func (s *Solid) distance(p exact.Vector) float64 {
	if s.radii.X > 0 {
		return s.ellipsoidDistance(p)
	}
	v, radius := s.nearestSphere(p)
	return v.Length() - radius
}

// nearestSphere returns the vector to p from the center of the sphere of a rounded cone that is
// nearest to p, and its radius. The vector is perpendicular to the outline of the cone.
func (s *Solid) nearestSphere(p exact.Vector) (v exact.Vector, radius float64) {
	v = p.Sub(s.a)
	if s.length == 0 {
		return v, s.ra
	}
	along := v.Dot(s.axis)
	across := math.Sqrt(max(0, v.Dot(v)-float64(along*along)))
	at := max(0, min(s.length, along-float64(across*s.slope)))
	return p.Sub(s.a.AddScaled(at, s.axis)), s.ra + float64(at/s.length*(s.rb-s.ra))
}

// ellipsoidDistance returns the value of the implicit function divided by the length of its
// gradient.
func (s *Solid) ellipsoidDistance(p exact.Vector) float64 {
	u := s.unitSphere(p)
	n := u.Length()
	if n < 1e-6 {
		return -min(s.radii.X, s.radii.Y, s.radii.Z)
	}
	return float64(n*(n-1)) / s.divided(u).Length()
}

// unitSphere returns p in the space in which an ellipsoid is the unit sphere.
func (s *Solid) unitSphere(p exact.Vector) exact.Vector {
	q := &s.orientation
	return s.divided(rotate(p.Sub(s.a), -q[0], -q[1], -q[2], q[3]))
}

// divided returns the components of v divided by the radii of an ellipsoid.
func (s *Solid) divided(v exact.Vector) exact.Vector {
	return exact.XYZ(v.X/s.radii.X, v.Y/s.radii.Y, v.Z/s.radii.Z)
}

// gradient returns the distance from p and its gradient.
func (s *Solid) gradient(p exact.Vector) slope {
	if s.radii.X > 0 {
		return s.ellipsoidGradient(p)
	}
	v, radius := s.nearestSphere(p)
	n := v.Length()
	return slope{n - radius, v.Scale(1 / max(n, 1e-9))}
}

func (s *Solid) ellipsoidGradient(p exact.Vector) slope {
	u := s.unitSphere(p)
	n := u.Length()
	if n < 1e-6 {
		return slope{distance: -min(s.radii.X, s.radii.Y, s.radii.Z)}
	}
	w := s.divided(u)
	steepness := w.Length()
	d := float64(n*(n-1)) / steepness
	// The gradients of n and of steepness follow from the gradients of their squares.
	g := w.Scale((2 - 1/n) / steepness)
	z := exact.XYZ(w.X/float64(s.radii.X*s.radii.X), w.Y/float64(s.radii.Y*s.radii.Y), w.Z/float64(s.radii.Z*s.radii.Z))
	g = g.AddScaled(-d/float64(steepness*steepness), z)
	q := &s.orientation
	return slope{d, rotate(g, q[0], q[1], q[2], q[3])}
}

// rotate returns a vector rotated by the unit quaternion qx, qy, qz, qw. Unlike [exact.Quat.Rotate]
// it adds the vector before the second cross product, which changes the last bits; meshes must keep
// their bits.
func rotate(a exact.Vector, qx, qy, qz, qw float64) exact.Vector {
	tx := float64(2 * (float64(qy*a.Z) - float64(qz*a.Y)))
	ty := float64(2 * (float64(qz*a.X) - float64(qx*a.Z)))
	tz := float64(2 * (float64(qx*a.Y) - float64(qy*a.X)))
	return exact.XYZ(
		a.X+float64(qw*tx)+(float64(qy*tz)-float64(qz*ty)),
		a.Y+float64(qw*ty)+(float64(qz*tx)-float64(qx*tz)),
		a.Z+float64(qw*tz)+(float64(qx*ty)-float64(qy*tx)),
	)
}
