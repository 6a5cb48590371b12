package mannequin

import "math"

// solid is one simple body of the field: every sphere between a and b, its radius going from ra to rb (a rounded cone), or
// an ellipsoid about a.
type solid struct {
	a, b       vector
	ra, rb     float64
	radii      vector     // of an ellipsoid, along the axes of turned
	turned     quaternion // from an ellipsoid's axes to model space
	blend      float64    // meters over which it flows into the solids before it
	spread     float64    // over how many meters weights spread along the surface, one standard deviation
	cell       int        // lattice steps a cell of the surface may span here
	bound      *binding
	axis       vector // of a cone: unit
	run, slope float64
}

func (s *solid) distance(p vector) float64 {
	if s.radii.x > 0 {
		return s.ellipsoid(p)
	}
	center, radius := s.nearestSphere(p)
	return p.sub(center).length() - radius
}

// nearestSphere returns the sphere of a rounded cone that is nearest to p: the way to its center meets the cone's outline at a
// right angle.
func (s *solid) nearestSphere(p vector) (center vector, radius float64) {
	if s.run == 0 {
		return s.a, s.ra
	}
	v := p.sub(s.a)
	along := v.dot(s.axis)
	across := math.Sqrt(max(0, v.dot(v)-float64(along*along)))
	at := clamp(along-float64(across*s.slope), 0, s.run)
	return s.a.plus(at, s.axis), mix(s.ra, s.rb, at/s.run)
}

// ellipsoid returns the distance to first order: the implicit function over the length of its gradient.
func (s *solid) ellipsoid(p vector) float64 {
	v := s.turned.inverse().apply(p.sub(s.a))
	u := vector{v.x / s.radii.x, v.y / s.radii.y, v.z / s.radii.z}
	n := u.length()
	if n < 1e-6 {
		return -min(s.radii.x, s.radii.y, s.radii.z)
	}
	steep := vector{u.x / s.radii.x, u.y / s.radii.y, u.z / s.radii.z}.length()
	return float64(n*(n-1)) / steep
}
