package mannequin

import "github.com/sinew-go/sinew/internal/exact"

import (
	"cmp"
	"math"
	"slices"
)

// step is the side of the finest lattice cell in meters.
const step = 0.0048

// The sizes of octree cells in lattice steps.
const (
	topCell  = 64 // where the search begins
	leafCell = 4  // the largest that may hold surface
)

// place is a point of the lattice.
type place [3]int32

func (p place) add(axis int, n int32) place {
	p[axis] += n
	return p
}

func (p place) point() exact.Vec3 {
	return exact.Vec3{float64(float64(p[0]) * step), float64(float64(p[1]) * step), float64(float64(p[2]) * step)}
}

// leaf is a cubic cell near the surface.
type leaf struct {
	corner place // the lowest
	size   int32 // lattice steps
}

// octree holds the leaves near the surface: large ones where the body is large, small ones at the fingers.
type octree struct {
	field  *field
	leaves []leaf
	index  map[place]int32   // of the leaf with that corner
	values map[place]float64 // distances at lattice points
}

// newOctree searches the left half of the box around the field's groups; the right half is its mirror image.
func newOctree(f *field) *octree {
	t := &octree{field: f, index: map[place]int32{}, values: map[place]float64{}}
	low, high := f.groups[0].low, f.groups[0].high
	for _, g := range f.groups {
		a, b := g.low, g.high
		low = exact.Vec3{min(low[0], a[0]), min(low[1], a[1]), min(low[2], a[2])}
		high = exact.Vec3{max(high[0], b[0]), max(high[1], b[1]), max(high[2], b[2])}
	}
	cells := func(x float64) int32 { return int32(x/(step*topCell)) + 1 }
	for x := range cells(high[0]) {
		for y := -cells(-low[1]); y < cells(high[1]); y++ {
			for z := -cells(-low[2]); z < cells(high[2]); z++ {
				t.search(place{x * topCell, y * topCell, z * topCell}, topCell)
			}
		}
	}
	for _, l := range t.leaves {
		t.leaves = append(t.leaves, leaf{place{-l.corner[0] - l.size, l.corner[1], l.corner[2]}, l.size})
	}
	slices.SortFunc(t.leaves, func(a, b leaf) int {
		return cmp.Or(cmp.Compare(a.corner[1], b.corner[1]), cmp.Compare(a.corner[2], b.corner[2]), cmp.Compare(a.corner[0], b.corner[0]))
	})
	for i, l := range t.leaves {
		t.index[l.corner] = int32(i)
	}
	return t
}

// reach is how far from a cell's middle the surface may be, in halves of its side, for it to be looked into. To the corners
// it is √3; the rest makes up for distances that are exact only near the surface.
const reach = 3.5

// search files the leaves within a cell.
func (t *octree) search(corner place, size int32) {
	half := float64(float64(size) * (step / 2))
	middle := corner.point().Add(exact.Vec3{half, half, half})
	d, owner := t.field.nearest(middle)
	if math.Abs(d) > float64(reach*half) {
		return
	}
	if size <= leafCell && int(size) <= t.field.cell(middle, owner) {
		t.leaves = append(t.leaves, leaf{corner, size})
		return
	}
	size /= 2
	for i := range int32(8) {
		t.search(place{corner[0] + i&1*size, corner[1] + i>>1&1*size, corner[2] + i>>2*size}, size)
	}
}

// value returns the distance at a lattice point.
func (t *octree) value(p place) float64 {
	p[0] = max(p[0], -p[0])
	v, known := t.values[p]
	if !known {
		v = t.field.distance(p.point())
		t.values[p] = v
	}
	return v
}

// around returns the leaf that holds the finest cell with this lowest corner, and false where there is none.
func (t *octree) around(p place) (int32, bool) {
	for size := int32(1); size <= leafCell; size *= 2 {
		mask := ^(size - 1)
		if i, ok := t.index[place{p[0] & mask, p[1] & mask, p[2] & mask}]; ok && t.leaves[i].size >= size {
			return i, true
		}
	}
	return 0, false
}
