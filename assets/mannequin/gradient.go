package mannequin

import "github.com/sinew-go/sinew/internal/exact"

import "math"

// slope is a distance with its gradient.
type slope struct {
	d float64
	g exact.Vec3
}

// slope returns the distance from p and the direction in which it grows.
func (f *field) slope(p exact.Vec3) slope {
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
	best.g[0] = float64(best.g[0]*p[0]) / folded[0]
	return best
}

// normal returns the surface's outward direction at a point on it.
func (f *field) normal(p exact.Vec3) exact.Vec3 { return f.slope(p).g.Normalized() }

func (g *group) slope(p exact.Vec3) slope {
	all := g.solids[0].gradient(p)
	for _, s := range g.solids[1:] {
		all = all.smoothMin(s.gradient(p), s.blend)
	}
	if g.sole > 0 {
		inside := slope{-all.d, all.g.Scale(-1)}.smoothMin(slope{p[1], exact.Vec3{0, 1, 0}}, g.sole)
		all = slope{-inside.d, inside.g.Scale(-1)}
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
	return slope{a.d - float64(h*h)/float64(4*k), a.g.Lerp(b.g, h/float64(2*k))}
}

// gradient returns the distance from p with its gradient.
func (s *solid) gradient(p exact.Vec3) slope {
	if s.radii[0] > 0 {
		return s.ellipsoidGradient(p)
	}
	center, radius := s.nearestSphere(p)
	v := p.Sub(center)
	n := v.Length()
	return slope{n - radius, v.Scale(1 / max(n, 1e-9))}
}

func (s *solid) ellipsoidGradient(p exact.Vec3) slope {
	v := rotate(s.turned.Conjugate(), p.Sub(s.a))
	u := exact.Vec3{v[0] / s.radii[0], v[1] / s.radii[1], v[2] / s.radii[2]}
	n := u.Length()
	if n < 1e-6 {
		return slope{d: -min(s.radii[0], s.radii[1], s.radii[2])}
	}
	w := exact.Vec3{u[0] / s.radii[0], u[1] / s.radii[1], u[2] / s.radii[2]}
	steep := w.Length()
	d := float64(n*(n-1)) / steep
	// The gradients of n and of steep follow from those of their squares.
	g := w.Scale((2 - 1/n) / steep)
	square := exact.Vec3{s.radii[0], s.radii[1], s.radii[2]}.Times(s.radii)
	z := exact.Vec3{w[0] / square[0], w[1] / square[1], w[2] / square[2]}
	g = g.AddScaled(-d/float64(steep*steep), z)
	return slope{d, rotate(s.turned, g)}
}

// projections is how many steps bring any vertex onto the surface.
const projections = 3

// project moves a point near the surface onto it, by as many of Newton's steps at most.
func (f *field) project(p exact.Vec3, steps int) exact.Vec3 {
	for range steps {
		s := f.slope(p)
		if math.Abs(s.d) < 1e-5 {
			break
		}
		if square := s.g.Dot(s.g); square > 1e-3 {
			p = p.AddScaled(-s.d/square, s.g)
		}
	}
	return p
}
