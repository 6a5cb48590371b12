package isosurface

import (
	"math"

	"github.com/sinew-go/sinew/internal/exact"
)

// Group is a smooth union: its solids flow into each other, in their order. A solid may be in
// several groups; solids that share no group keep a sharp crease.
type Group struct {
	Name   string
	Solids []*Solid
	// Floor, if positive, cuts the group off below the plane y = 0 and is the width in meters over
	// which the edge there is rounded.
	Floor float64

	low, high exact.Vector // bounding box of the solids and their fillets
}

// Detail is a ball in which the cells of the surface are at most Cell lattice steps wide.
type Detail struct {
	Center exact.Vec3
	Radius float64
	Cell   int
}

// Field is a signed distance field: the union of its groups and of their mirror images at the plane
// x = 0.
type Field struct {
	groups  []*Group
	details []Detail
}

// NewField returns the union of groups, at least one, each with at least one solid. Groups and
// solids must not change afterward.
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
func Fold(p exact.Vec3) exact.Vec3 { return fold(p.Vector()).Vec3() }

func fold(a exact.Vector) exact.Vector {
	return exact.XYZ(math.Sqrt(float64(a.X*a.X)+foldWidth*foldWidth), a.Y, a.Z)
}

// Distance returns the signed distance from p to the surface, accurate near it.
func (f *Field) Distance(p exact.Vec3) float64 {
	d, _ := f.nearest(p.Vector())
	return d
}

// Nearest returns the signed distance from p to the surface, and the solid of the nearest group
// whose own surface is nearest.
func (f *Field) Nearest(p exact.Vec3) (float64, *Solid) { return f.nearest(p.Vector()) }

func (f *Field) nearest(p exact.Vector) (float64, *Solid) {
	p = fold(p)
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

// Nearest returns the signed distance from a folded point to the surface of the group, and its
// solid whose own surface is nearest.
func (g *Group) Nearest(p exact.Vec3) (float64, *Solid) { return g.nearest(p.Vector()) }

func (g *Group) nearest(p exact.Vector) (float64, *Solid) {
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
		d = -smoothMin(-d, p.Y, g.Floor)
	}
	return d, owner
}

// smoothMin returns the lesser of two distances, with a fillet of width k between them.
func smoothMin(a, b, k float64) float64 {
	h := max(k-math.Abs(a-b), 0)
	return min(a, b) - float64(h*h)/float64(4*k)
}

// cell returns the largest size in lattice steps of a cell about p, where owner is the nearest
// solid.
func (f *Field) cell(p exact.Vector, owner *Solid) int {
	p = fold(p)
	cell := owner.Cell
	for _, d := range f.details {
		if p.Sub(d.Center.Vector()).Length() < d.Radius {
			cell = min(cell, d.Cell)
		}
	}
	return cell
}

// boxDistance returns how far p is outside the bounding box of the group. It is at most the
// distance to the group.
func (g *Group) boxDistance(p exact.Vector) float64 {
	return exact.XYZ(
		max(g.low.X-p.X, p.X-g.high.X, 0),
		max(g.low.Y-p.Y, p.Y-g.high.Y, 0),
		max(g.low.Z-p.Z, p.Z-g.high.Z, 0),
	).Length()
}

// box returns a bounding box of the solids and their fillets.
func (g *Group) box() (low, high exact.Vector) {
	low = exact.XYZ(math.Inf(1), math.Inf(1), math.Inf(1))
	high = low.Scale(-1)
	grow := func(p exact.Vector, r float64) {
		low = exact.XYZ(min(low.X, p.X-r), min(low.Y, p.Y-r), min(low.Z, p.Z-r))
		high = exact.XYZ(max(high.X, p.X+r), max(high.Y, p.Y+r), max(high.Z, p.Z+r))
	}
	for _, s := range g.Solids {
		if s.radii.X > 0 {
			grow(s.a, max(s.radii.X, s.radii.Y, s.radii.Z)+s.Blend)
			continue
		}
		grow(s.a, s.ra+s.Blend)
		grow(s.b, s.rb+s.Blend)
	}
	return low, high
}
