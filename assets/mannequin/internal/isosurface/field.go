package isosurface

import (
	"math"

	"github.com/sinew-go/sinew/internal/exact"
)

// Group is a smooth union: its solids flow into each other, in their order. A solid may be in several groups; solids
// that share no group keep a sharp crease.
type Group struct {
	Name   string
	Solids []*Solid
	// Floor, if positive, cuts the group off below the plane y = 0 and is the width in meters over which the edge there
	// is rounded.
	Floor float64

	low, high vector // bounding box of the solids and their fillets
}

// Detail is a ball in which the cells of the surface are at most Cell lattice steps wide.
type Detail struct {
	Center exact.Vec3
	Radius float64
	Cell   int
}

// Field is a signed distance field: the union of its groups and of their mirror images at the plane x = 0.
type Field struct {
	groups  []*Group
	details []Detail
}

// NewField returns the union of groups, at least one, each with at least one solid. Groups and solids must not change
// afterward.
func NewField(groups []*Group, details []Detail) *Field {
	for _, g := range groups {
		g.low, g.high = g.box()
	}
	return &Field{groups: groups, details: details}
}

// Groups returns the groups of the field.
func (f *Field) Groups() []*Group { return f.groups }

// foldWidth is the radius in meters to which the crease between the two halves is rounded.
const foldWidth = 0.004

// Fold maps a point to the half with x > 0.
func Fold(p exact.Vec3) exact.Vec3 { return toVector(p).fold().array() }

func (a vector) fold() vector {
	return vector{math.Sqrt(float64(a.x*a.x) + foldWidth*foldWidth), a.y, a.z}
}

// Distance returns the signed distance from p to the surface, accurate near it.
func (f *Field) Distance(p exact.Vec3) float64 {
	d, _ := f.nearest(toVector(p))
	return d
}

// Nearest returns the signed distance from p to the surface, and the solid of the nearest group whose own surface is
// nearest.
func (f *Field) Nearest(p exact.Vec3) (float64, *Solid) { return f.nearest(toVector(p)) }

func (f *Field) nearest(p vector) (float64, *Solid) {
	p = p.fold()
	best := math.Inf(1)
	var owner *Solid
	for _, g := range f.groups {
		if g.boxDistance(p) >= best {
			continue
		}
		d, own := g.nearest(p)
		if d < best {
			best, owner = d, own
		}
	}
	return best, owner
}

// Nearest returns the signed distance from a folded point to the surface of the group, and its solid whose own surface
// is nearest.
func (g *Group) Nearest(p exact.Vec3) (float64, *Solid) { return g.nearest(toVector(p)) }

func (g *Group) nearest(p vector) (float64, *Solid) {
	owner := g.Solids[0]
	d := owner.distance(p)
	least := d
	for _, s := range g.Solids[1:] {
		own := s.distance(p)
		if own < least {
			least, owner = own, s
		}
		if h := s.Blend - math.Abs(d-own); h > 0 {
			d = min(d, own) - float64(h*h)/float64(4*s.Blend)
		} else {
			d = min(d, own)
		}
	}
	if g.Floor > 0 {
		d = -smoothMin(-d, p.y, g.Floor)
	}
	return d, owner
}

// smoothMin returns the lesser of two distances, with a fillet of width k between them.
func smoothMin(a, b, k float64) float64 {
	h := max(k-math.Abs(a-b), 0)
	return min(a, b) - float64(h*h)/float64(4*k)
}

// cell returns the largest size in lattice steps of a cell about p, where owner is the nearest solid.
func (f *Field) cell(p vector, owner *Solid) int {
	p = p.fold()
	cell := owner.Cell
	for _, d := range f.details {
		if p.sub(toVector(d.Center)).length() < d.Radius {
			cell = min(cell, d.Cell)
		}
	}
	return cell
}

// boxDistance returns how far p is outside the bounding box of the group. It is at most the distance to the group.
func (g *Group) boxDistance(p vector) float64 {
	return vector{
		max(g.low.x-p.x, p.x-g.high.x, 0),
		max(g.low.y-p.y, p.y-g.high.y, 0),
		max(g.low.z-p.z, p.z-g.high.z, 0),
	}.length()
}

// box returns a bounding box of the solids and their fillets.
func (g *Group) box() (low, high vector) {
	low = vector{math.Inf(1), math.Inf(1), math.Inf(1)}
	high = low.scale(-1)
	grow := func(p vector, r float64) {
		low = vector{min(low.x, p.x-r), min(low.y, p.y-r), min(low.z, p.z-r)}
		high = vector{max(high.x, p.x+r), max(high.y, p.y+r), max(high.z, p.z+r)}
	}
	for _, s := range g.Solids {
		if s.radii.x > 0 {
			grow(s.a, max(s.radii.x, s.radii.y, s.radii.z)+s.Blend)
			continue
		}
		grow(s.a, s.ra+s.Blend)
		grow(s.b, s.rb+s.Blend)
	}
	return low, high
}
