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

	a, b        vector     // centers of a cone's end spheres; a is also an ellipsoid's center
	ra, rb      float64    // radii of a cone's end spheres
	axis        vector     // unit vector from a to b
	length      float64    // from a to b
	slope       float64    // tangent of the angle between a cone's outline and its axis
	radii       vector     // of an ellipsoid, along its own axes; 0 for a cone
	orientation exact.Quat // from an ellipsoid's axes to model space
}

// NewCone returns the union of all spheres with centers from a to b and radii that change linearly from ra to rb. With
// a equal to b it is a sphere of radius ra. The difference of the radii must be less than the distance of the ends.
func NewCone(a exact.Vec3, ra float64, b exact.Vec3, rb float64) *Solid {
	s := &Solid{Cell: 1, a: toVector(a), b: toVector(b), ra: ra, rb: rb}
	v := s.b.sub(s.a)
	if s.length = v.length(); s.length > 0 {
		s.axis = v.scale(1 / s.length)
		sine := (ra - rb) / s.length
		s.slope = sine / math.Sqrt(1-float64(sine*sine))
	}
	return s
}

// NewEllipsoid returns an ellipsoid. Its radii are positive and along its own axes, which orientation rotates to model
// space.
func NewEllipsoid(center, radii exact.Vec3, orientation exact.Quat) *Solid {
	return &Solid{Cell: 1, a: toVector(center), radii: toVector(radii), orientation: orientation}
}

// Distance returns the signed distance from p to the surface of the solid. For an ellipsoid it is a first-order
// approximation, good near the surface.
func (s *Solid) Distance(p exact.Vec3) float64 { return s.distance(toVector(p)) }

func (s *Solid) distance(p vector) float64 {
	if s.radii.x > 0 {
		return s.ellipsoidDistance(p)
	}
	v, radius := s.nearestSphere(p)
	return v.length() - radius
}

// nearestSphere returns the vector to p from the center of the sphere of a rounded cone that is nearest to p, and its
// radius. The vector is perpendicular to the outline of the cone.
func (s *Solid) nearestSphere(p vector) (v vector, radius float64) {
	v = p.sub(s.a)
	if s.length == 0 {
		return v, s.ra
	}
	along := v.dot(s.axis)
	across := math.Sqrt(max(0, v.dot(v)-float64(along*along)))
	at := max(0, min(s.length, along-float64(across*s.slope)))
	return p.sub(s.a.addScaled(at, s.axis)), s.ra + float64(at/s.length*(s.rb-s.ra))
}

// ellipsoidDistance returns the value of the implicit function divided by the length of its gradient.
func (s *Solid) ellipsoidDistance(p vector) float64 {
	u := s.unitSphere(p)
	n := u.length()
	if n < 1e-6 {
		return -min(s.radii.x, s.radii.y, s.radii.z)
	}
	return float64(n*(n-1)) / s.divided(u).length()
}

// unitSphere returns p in the space in which an ellipsoid is the unit sphere.
func (s *Solid) unitSphere(p vector) vector {
	q := &s.orientation
	return s.divided(p.sub(s.a).rotated(-q[0], -q[1], -q[2], q[3]))
}

// divided returns the components of v divided by the radii of an ellipsoid.
func (s *Solid) divided(v vector) vector {
	return vector{v.x / s.radii.x, v.y / s.radii.y, v.z / s.radii.z}
}

// gradient returns the distance from p and its gradient.
func (s *Solid) gradient(p vector) slope {
	if s.radii.x > 0 {
		return s.ellipsoidGradient(p)
	}
	v, radius := s.nearestSphere(p)
	n := v.length()
	return slope{n - radius, v.scale(1 / max(n, 1e-9))}
}

func (s *Solid) ellipsoidGradient(p vector) slope {
	u := s.unitSphere(p)
	n := u.length()
	if n < 1e-6 {
		return slope{distance: -min(s.radii.x, s.radii.y, s.radii.z)}
	}
	w := s.divided(u)
	steepness := w.length()
	d := float64(n*(n-1)) / steepness
	// The gradients of n and of steepness follow from the gradients of their squares.
	g := w.scale((2 - 1/n) / steepness)
	z := vector{w.x / float64(s.radii.x*s.radii.x), w.y / float64(s.radii.y*s.radii.y), w.z / float64(s.radii.z*s.radii.z)}
	g = g.addScaled(-d/float64(steepness*steepness), z)
	q := &s.orientation
	return slope{d, g.rotated(q[0], q[1], q[2], q[3])}
}
