package isosurface

import (
	"math"

	"github.com/sinew-go/sinew/internal/exact"
)

// slope is a distance with its gradient.
type slope struct {
	distance float64
	gradient exact.Vector
}

// Gradient returns the signed distance from p to the surface and the gradient of that distance.
func (f *Field) Gradient(p exact.Vec3) (distance float64, gradient exact.Vec3) {
	s := f.slope(p.Vector())
	return s.distance, s.gradient.Vec3()
}

func (f *Field) slope(p exact.Vector) slope {
	folded := fold(p)
	best := slope{distance: math.Inf(1)}
	for _, g := range f.groups {
		if g.boxDistance(folded) >= best.distance {
			continue
		}
		if s := g.slope(folded); s.distance < best.distance {
			best = s
		}
	}
	best.gradient.X = float64(best.gradient.X*p.X) / folded.X
	return best
}

func (g *Group) slope(p exact.Vector) slope {
	all := g.Solids[0].gradient(p)
	for _, s := range g.Solids[1:] {
		all = all.smoothMin(s.gradient(p), s.Blend)
	}
	if g.Floor > 0 {
		floor := slope{p.Y, exact.XYZ(0, 1, 0)}
		inside := slope{-all.distance, all.gradient.Scale(-1)}.smoothMin(floor, g.Floor)
		all = slope{-inside.distance, inside.gradient.Scale(-1)}
	}
	return all
}

// smoothMin is the function [smoothMin] with its gradient.
func (a slope) smoothMin(b slope, k float64) slope {
	if b.distance < a.distance {
		a, b = b, a
	}
	h := k - (b.distance - a.distance)
	if h <= 0 {
		return a
	}
	return slope{
		distance: a.distance - float64(h*h)/float64(4*k),
		gradient: a.gradient.Lerp(b.gradient, h/float64(2*k)),
	}
}

// Normal returns the outward unit normal at a point of the surface.
func (f *Field) Normal(p exact.Vec3) exact.Vec3 {
	return f.slope(p.Vector()).gradient.Vec3().Normalized()
}

// fullProjection is the number of Newton steps that bring any vertex onto the surface.
const fullProjection = 3

// Project moves a point near the surface onto it, to within 0.2 mm.
func (f *Field) Project(p exact.Vec3) exact.Vec3 {
	return f.project(p.Vector(), fullProjection).Vec3()
}

// project takes at most the given number of Newton steps toward the surface.
func (f *Field) project(p exact.Vector, steps int) exact.Vector {
	for range steps {
		s := f.slope(p)
		if math.Abs(s.distance) < 1e-5 {
			break
		}
		if square := s.gradient.Dot(s.gradient); square > 1e-3 {
			p = p.AddScaled(-s.distance/square, s.gradient)
		}
	}
	return p
}

// Openness estimates the fraction of the sky visible from a point of the surface with the given
// normal, from 0.25 to 1. It compares distances along the normal with the distances from an open
// plane (A. Evans, "Fast approximations for global illumination on dynamic scenes", 2006).
func (f *Field) Openness(p, normal exact.Vec3) float64 {
	open, weight := 1.0, 1.0
	for i := 1; i <= 4; i++ {
		height := float64(0.009 * float64(i))
		open -= float64(weight * max(0, height-f.Distance(p.AddScaled(height, normal))) / height * 0.22)
		weight = float64(weight * 0.8)
	}
	return max(0.25, min(1, open))
}
