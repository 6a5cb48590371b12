package mannequin

import "github.com/sinew-go/sinew/internal/exact"

import "math"

// sculptor gathers the solids of the field.
type sculptor struct {
	figure *figure
	frame  joint // in which points are given
	bound  *binding
	cell   int
	spread float64
	solids map[string]*solid
	field  *field
}

// newField sculpts the figure.
func newField(f *figure) *field {
	s := &sculptor{figure: f, solids: map[string]*solid{}, field: &field{}}
	s.trunk()
	s.head()
	s.arm()
	s.hand()
	s.leg()
	s.foot()
	s.field.details = []detail{{markAt, 0.045, 1}, {f.position[shin], 0.085, 2}, {f.position[forearm], 0.07, 2}}
	for _, g := range s.field.groups {
		g.low, g.high = g.box()
	}
	return s.field
}

// in says in which joint's frame the next points are given, what moves the next solids, how fine their surface is and how far
// their weights spread.
func (s *sculptor) in(frame joint, bound *binding, cell int, spread float64) {
	s.frame, s.bound, s.cell, s.spread = frame, bound, cell, spread
}

// cone adds a rounded cone.
func (s *sculptor) cone(name string, a exact.Vec3, ra float64, b exact.Vec3, rb float64, blend float64) {
	c := &solid{ra: ra, rb: rb, blend: blend, spread: s.spread, cell: s.cell, bound: s.bound}
	c.a, c.b = s.figure.point(s.frame, a), s.figure.point(s.frame, b)
	v := c.b.Sub(c.a)
	if c.run = v.Length(); c.run > 0 {
		c.axis = v.Scale(1 / c.run)
		lean := (ra - rb) / c.run
		c.slope = lean / math.Sqrt(1-float64(lean*lean))
	}
	s.solids[name] = c
}

// ball adds a sphere.
func (s *sculptor) ball(name string, center exact.Vec3, radius, blend float64) {
	s.cone(name, center, radius, center, radius, blend)
}

// egg adds an ellipsoid, turned in the frame that points are given in.
func (s *sculptor) egg(name string, center, radii exact.Vec3, turned exact.Quat, blend float64) {
	s.solids[name] = &solid{
		a: s.figure.point(s.frame, center), radii: radii, turned: compose(s.figure.rotation[s.frame], turned),
		blend: blend, spread: s.spread, cell: s.cell, bound: s.bound,
	}
}

// group lets solids flow into each other, in this order.
func (s *sculptor) group(name string, members ...string) {
	g := &group{name: name}
	for _, m := range members {
		g.solids = append(g.solids, s.solids[m])
	}
	s.field.groups = append(s.field.groups, g)
}

// box returns a box around the group's solids and what blending adds to them.
func (g *group) box() (low, high exact.Vec3) {
	low = exact.Vec3{math.Inf(1), math.Inf(1), math.Inf(1)}
	high = low.Scale(-1)
	grow := func(p exact.Vec3, r float64) {
		low = exact.Vec3{min(low[0], p[0]-r), min(low[1], p[1]-r), min(low[2], p[2]-r)}
		high = exact.Vec3{max(high[0], p[0]+r), max(high[1], p[1]+r), max(high[2], p[2]+r)}
	}
	for _, s := range g.solids {
		if s.radii[0] > 0 {
			grow(s.a, max(s.radii[0], s.radii[1], s.radii[2])+s.blend)
			continue
		}
		grow(s.a, s.ra+s.blend)
		grow(s.b, s.rb+s.blend)
	}
	return low, high
}
