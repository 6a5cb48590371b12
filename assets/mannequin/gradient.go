package mannequin

import "math"

// slope is a distance with its gradient.
type slope struct {
	d float64
	g vector
}

// slope returns the distance from p and the direction in which it grows.
func (f *field) slope(p vector) slope {
	folded := fold(p)
	best := slope{d: math.Inf(1)}
	for _, g := range f.groups {
		if g.outside(folded) >= best.d {
			continue
		}
		if s := g.slope(folded); s.d < best.d {
			best = s
		}
	}
	best.g.x = float64(best.g.x*p.x) / folded.x
	return best
}

// normal returns the surface's outward direction at a point on it.
func (f *field) normal(p vector) vector { return f.slope(p).g.unit() }

func (g *group) slope(p vector) slope {
	all := g.solids[0].gradient(p)
	for _, s := range g.solids[1:] {
		all = all.smoothMin(s.gradient(p), s.blend)
	}
	if g.sole > 0 {
		inside := slope{-all.d, all.g.scale(-1)}.smoothMin(slope{p.y, vector{y: 1}}, g.sole)
		all = slope{-inside.d, inside.g.scale(-1)}
	}
	return all
}

// smoothMin is [smoothMin] with its gradient.
func (a slope) smoothMin(b slope, k float64) slope {
	if b.d < a.d {
		a, b = b, a
	}
	h := k - (b.d - a.d)
	if h <= 0 {
		return a
	}
	return slope{a.d - float64(h*h)/float64(4*k), a.g.mix(b.g, h/float64(2*k))}
}

// gradient returns the distance from p with its gradient.
func (s *solid) gradient(p vector) slope {
	if s.radii.x > 0 {
		return s.ellipsoidGradient(p)
	}
	center, radius := s.nearestSphere(p)
	v := p.sub(center)
	n := v.length()
	return slope{n - radius, v.scale(1 / max(n, 1e-9))}
}

func (s *solid) ellipsoidGradient(p vector) slope {
	v := s.turned.inverse().apply(p.sub(s.a))
	u := vector{v.x / s.radii.x, v.y / s.radii.y, v.z / s.radii.z}
	n := u.length()
	if n < 1e-6 {
		return slope{d: -min(s.radii.x, s.radii.y, s.radii.z)}
	}
	w := vector{u.x / s.radii.x, u.y / s.radii.y, u.z / s.radii.z}
	steep := w.length()
	d := float64(n*(n-1)) / steep
	// The gradients of n and of steep follow from those of their squares.
	g := w.scale((2 - 1/n) / steep)
	square := vector{s.radii.x, s.radii.y, s.radii.z}.times(s.radii)
	z := vector{w.x / square.x, w.y / square.y, w.z / square.z}
	g = g.plus(-d/float64(steep*steep), z)
	return slope{d, s.turned.apply(g)}
}

// projections is how many steps bring any vertex onto the surface.
const projections = 3

// project moves a point near the surface onto it, by as many of Newton's steps at most.
func (f *field) project(p vector, steps int) vector {
	for range steps {
		s := f.slope(p)
		if math.Abs(s.d) < 1e-5 {
			break
		}
		if square := s.g.dot(s.g); square > 1e-3 {
			p = p.plus(-s.d/square, s.g)
		}
	}
	return p
}
