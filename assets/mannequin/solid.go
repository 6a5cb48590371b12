package mannequin

import "github.com/sinew-go/sinew/internal/exact"

import "math"

// solid is one simple body of the field: every sphere between a and b, its radius going from ra to rb (a rounded cone), or
// an ellipsoid about a.
type solid struct {
	a, b       exact.Vec3
	ra, rb     float64
	radii      exact.Vec3 // of an ellipsoid, along the axes of turned
	turned     exact.Quat // from an ellipsoid's axes to model space
	blend      float64    // meters over which it flows into the solids before it
	spread     float64    // over how many meters weights spread along the surface, one standard deviation
	cell       int        // lattice steps a cell of the surface may span here
	bound      *binding
	axis       exact.Vec3 // of a cone: unit
	run, slope float64
}

func (s *solid) distance(p exact.Vec3) float64 {
	if s.radii[0] > 0 {
		return s.ellipsoid(p)
	}
	center, radius := s.nearestSphere(p)
	return p.Sub(center).Length() - radius
}

// nearestSphere returns the sphere of a rounded cone that is nearest to p: the way to its center meets the cone's outline at a
// right angle.
func (s *solid) nearestSphere(p exact.Vec3) (center exact.Vec3, radius float64) {
	if s.run == 0 {
		return s.a, s.ra
	}
	v := p.Sub(s.a)
	along := v.Dot(s.axis)
	across := math.Sqrt(max(0, v.Dot(v)-float64(along*along)))
	at := clamp(along-float64(across*s.slope), 0, s.run)
	return s.a.AddScaled(at, s.axis), mix(s.ra, s.rb, at/s.run)
}

// ellipsoid returns the distance to first order: the implicit function over the length of its gradient.
func (s *solid) ellipsoid(p exact.Vec3) float64 {
	v := rotate(s.turned.Conjugate(), p.Sub(s.a))
	u := exact.Vec3{v[0] / s.radii[0], v[1] / s.radii[1], v[2] / s.radii[2]}
	n := u.Length()
	if n < 1e-6 {
		return -min(s.radii[0], s.radii[1], s.radii[2])
	}
	steep := exact.Vec3{u[0] / s.radii[0], u[1] / s.radii[1], u[2] / s.radii[2]}.Length()
	return float64(n*(n-1)) / steep
}
