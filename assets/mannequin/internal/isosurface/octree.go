package isosurface

import (
	"cmp"
	"math"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/order"
)

// latticeStep is the side of the finest cell in meters.
const latticeStep = 0.0048

// Sizes of octree cells in lattice steps.
const (
	rootCell    = 64 // where the search begins
	largestLeaf = 4
)

// latticePoint is a point of the lattice, in steps from the origin.
type latticePoint [3]int32

func (p latticePoint) add(axis int, n int32) latticePoint {
	p[axis] += n
	return p
}

// position returns the point in meters.
func (p latticePoint) position() exact.Vector {
	return exact.XYZ(
		float64(float64(p[0])*latticeStep), float64(float64(p[1])*latticeStep), float64(float64(p[2])*latticeStep),
	)
}

// leaf is a cubic cell near the surface.
type leaf struct {
	corner latticePoint // the lowest on each axis
	size   int32        // lattice steps
}

// octree holds the leaves near the surface of a field.
type octree struct {
	field  *Field
	leaves []leaf
	index  map[latticePoint]int32   // of the leaf with that corner
	values map[latticePoint]float64 // distances at lattice points; those with x < 0 are stored at their mirror image
}

// newOctree searches the right half of the bounding box of the field, and mirrors the leaves found
// there.
func newOctree(f *Field) *octree {
	t := &octree{field: f}
	low, high := f.groups[0].low, f.groups[0].high
	for _, g := range f.groups {
		low = exact.XYZ(min(low.X, g.low.X), min(low.Y, g.low.Y), min(low.Z, g.low.Z))
		high = exact.XYZ(max(high.X, g.high.X), max(high.Y, g.high.Y), max(high.Z, g.high.Z))
	}
	cells := func(x float64) int32 { return int32(x/(latticeStep*rootCell)) + 1 }
	for x := range cells(high.X) {
		for y := -cells(-low.Y); y < cells(high.Y); y++ {
			for z := -cells(-low.Z); z < cells(high.Z); z++ {
				t.search(latticePoint{x * rootCell, y * rootCell, z * rootCell}, rootCell)
			}
		}
	}
	for _, l := range t.leaves {
		t.leaves = append(t.leaves, leaf{latticePoint{-l.corner[0] - l.size, l.corner[1], l.corner[2]}, l.size})
	}
	order.Stable(t.leaves, func(a, b leaf) int {
		return cmp.Or(
			cmp.Compare(a.corner[1], b.corner[1]), cmp.Compare(a.corner[2], b.corner[2]), cmp.Compare(a.corner[0],
				b.corner[0]))
	})
	t.index = make(map[latticePoint]int32, len(t.leaves))
	// about one for each leaf: only points with x >= 0 are stored
	t.values = make(map[latticePoint]float64, len(t.leaves))
	for i, l := range t.leaves {
		t.index[l.corner] = int32(i)
	}
	return t
}

// searchRadius is the distance from the surface, in halves of a cell's side, within which a cell is
// subdivided. A corner is at √3 from the middle; the margin makes up for distances that are
// accurate only near the surface.
const searchRadius = 3.5

// search appends the leaves within a cell.
func (t *octree) search(corner latticePoint, size int32) {
	half := float64(float64(size) * (latticeStep / 2))
	middle := corner.position().Add(exact.XYZ(half, half, half))
	d, owner := t.field.nearest(middle)
	if math.Abs(d) > float64(searchRadius*half) {
		return
	}
	if size <= largestLeaf && int(size) <= t.field.cell(middle, owner) {
		t.leaves = append(t.leaves, leaf{corner, size})
		return
	}
	size /= 2
	for i := range int32(8) {
		t.search(latticePoint{corner[0] + i&1*size, corner[1] + i>>1&1*size, corner[2] + i>>2*size}, size)
	}
}

// value returns the distance at a lattice point.
func (t *octree) value(p latticePoint) float64 {
	p[0] = max(p[0], -p[0])
	v, known := t.values[p]
	if !known {
		v, _ = t.field.nearest(p.position())
		t.values[p] = v
	}
	return v
}

// leafAt returns the leaf that contains the finest cell with this lowest corner, and false where
// there is none.
func (t *octree) leafAt(p latticePoint) (int32, bool) {
	for size := int32(1); size <= largestLeaf; size *= 2 {
		mask := ^(size - 1)
		if i, ok := t.index[latticePoint{p[0] & mask, p[1] & mask, p[2] & mask}]; ok && t.leaves[i].size >= size {
			return i, true
		}
	}
	return 0, false
}
