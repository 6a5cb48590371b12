package mannequin

import "github.com/sinew-go/sinew/internal/exact"

import "math"

// group is solids that flow into each other. A solid may be in several groups: what is in no group together stays apart.
type group struct {
	name   string
	solids []*solid
	sole   float64    // over 0: the group ends at the ground, its edge there rounded off over this width
	low    exact.Vec3 // of a box around all of them
	high   exact.Vec3
}

// field is a signed distance, negative inside: the plain minimum of its groups, which are smooth minima of their solids.
// It knows the left half; a point on the right is looked up at its mirror image.
type field struct {
	groups  []*group
	details []detail
}

// detail is a ball in which the surface is polygonised more finely than its solids ask for.
type detail struct {
	center exact.Vec3
	radius float64
	cell   int
}

// cell returns how many lattice steps a cell about a point, on a solid, may span.
func (f *field) cell(p exact.Vec3, on *solid) int {
	p = fold(p)
	cell := on.cell
	for _, d := range f.details {
		if p.Sub(d.center).Length() < d.radius {
			cell = min(cell, d.cell)
		}
	}
	return cell
}

// foldWidth rounds off the kink in which the two halves would meet.
const foldWidth = 0.004

func fold(p exact.Vec3) exact.Vec3 {
	p[0] = math.Sqrt(float64(p[0]*p[0]) + foldWidth*foldWidth)
	return p
}

// distance returns the distance from p to the surface, exact enough near it, in meters.
func (f *field) distance(p exact.Vec3) float64 {
	d, _ := f.nearest(p)
	return d
}

// nearest returns also the solid that is nearest by itself.
func (f *field) nearest(p exact.Vec3) (float64, *solid) {
	p = fold(p)
	best := math.Inf(1)
	var owner *solid
	for _, g := range f.groups {
		if g.outside(p) >= best {
			continue
		}
		d, own := g.nearest(p)
		if d < best {
			best, owner = d, own
		}
	}
	return best, owner
}

// outside returns how far a point is outside the group's box, which is at most its distance.
func (g *group) outside(p exact.Vec3) float64 {
	return exact.Vec3{
		max(g.low[0]-p[0], p[0]-g.high[0], 0), max(g.low[1]-p[1], p[1]-g.high[1], 0), max(g.low[2]-p[2], p[2]-g.high[2], 0),
	}.Length()
}

func (g *group) nearest(p exact.Vec3) (float64, *solid) {
	owner := g.solids[0]
	d := owner.distance(p)
	least := d
	for _, s := range g.solids[1:] {
		own := s.distance(p)
		if own < least {
			least, owner = own, s
		}
		if h := s.blend - math.Abs(d-own); h > 0 {
			d = min(d, own) - float64(h*h)/float64(4*s.blend)
		} else {
			d = min(d, own)
		}
	}
	if g.sole > 0 {
		d = -smoothMin(-d, p[1], g.sole)
	}
	return d, owner
}

// smoothMin is the lesser of two distances, with the crease between them filled over a width k.
func smoothMin(a, b, k float64) float64 {
	h := max(k-math.Abs(a-b), 0)
	return min(a, b) - float64(h*h)/float64(4*k)
}
