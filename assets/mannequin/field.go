package mannequin

import "math"

// solid is one simple body of the field: every sphere between a and b, its radius going from ra to rb (a rounded cone), or
// an ellipsoid about a.
type solid struct {
	a, b       vector
	ra, rb     float64
	radii      vector     // of an ellipsoid, along the axes of turned
	turned     quaternion // from an ellipsoid's axes to model space
	blend      float64    // metres over which it flows into the solids before it
	cell       int        // lattice steps a cell of the surface may span here
	bound      *binding
	axis       vector // of a cone: unit
	run, slope float64
}

// group is solids that flow into each other. A solid may be in several groups: what is in no group together stays apart.
type group struct {
	name   string
	solids []*solid
	centre vector // of a sphere around all of them
	radius float64
}

// field is a signed distance, negative inside: the plain minimum of its groups, which are smooth minima of their solids.
// It knows the left half; a point on the right is looked up at its mirror image.
type field struct {
	groups []*group
}

// foldWidth rounds off the kink in which the two halves would meet.
const foldWidth = 0.004

func fold(p vector) vector {
	p.x = math.Sqrt(float64(p.x*p.x) + foldWidth*foldWidth)
	return p
}

// distance returns the distance from p to the surface, exact enough near it, in metres.
func (f *field) distance(p vector) float64 {
	d, _ := f.nearest(p)
	return d
}

// nearest returns also the solid that is nearest by itself.
func (f *field) nearest(p vector) (float64, *solid) {
	p = fold(p)
	best := math.Inf(1)
	var owner *solid
	for _, g := range f.groups {
		if p.sub(g.centre).length()-g.radius >= best {
			continue
		}
		d, own := g.nearest(p)
		if d < best {
			best, owner = d, own
		}
	}
	return best, owner
}

func (g *group) nearest(p vector) (float64, *solid) {
	d, least := math.Inf(1), math.Inf(1)
	var owner *solid
	for _, s := range g.solids {
		own := s.distance(p)
		if own < least {
			least, owner = own, s
		}
		if math.IsInf(d, 1) {
			d = own
			continue
		}
		d = smoothMin(d, own, s.blend)
	}
	return d, owner
}

// smoothMin is the lesser of two distances, with the crease between them filled over a width k.
func smoothMin(a, b, k float64) float64 {
	h := max(k-math.Abs(a-b), 0)
	if h == 0 {
		return min(a, b)
	}
	return min(a, b) - float64(h*h)/float64(4*k)
}

func (s *solid) distance(p vector) float64 {
	if s.radii.x > 0 {
		return s.ellipsoid(p)
	}
	v := p.sub(s.a)
	if s.run == 0 {
		return v.length() - s.ra
	}
	// The nearest of the spheres is where the way to its centre meets the cone at a right angle.
	along := v.dot(s.axis)
	across := math.Sqrt(max(0, v.dot(v)-float64(along*along)))
	at := clamp(along-float64(across*s.slope), 0, s.run)
	rest := along - at
	return math.Sqrt(float64(across*across)+float64(rest*rest)) - mix(s.ra, s.rb, at/s.run)
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

// gradient returns the direction in which the distance grows, by central differences.
func (f *field) gradient(p vector) vector {
	const step = 0.0005
	return vector{
		f.distance(p.add(vector{x: step})) - f.distance(p.sub(vector{x: step})),
		f.distance(p.add(vector{y: step})) - f.distance(p.sub(vector{y: step})),
		f.distance(p.add(vector{z: step})) - f.distance(p.sub(vector{z: step})),
	}.scale(1 / (2 * step))
}

// project moves a point near the surface onto it.
func (f *field) project(p vector) vector {
	for range 3 {
		d := f.distance(p)
		if math.Abs(d) < 1e-6 {
			break
		}
		g := f.gradient(p)
		if square := g.dot(g); square > 1e-3 {
			p = p.plus(-d/square, g)
		}
	}
	return p
}
