package render

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// occlusion is the capsules that keep the light from surroundings from what is near them, in a grid
// of cubic cells. Its texels are: one for each cell, with the word that begins the cell's list and
// the list's length; the words of all lists, which are first texels of capsules; and the capsules.
type occlusion struct {
	*stream
	strength float32 // of this frame
	capsules []capsule
	reached  []reached // by capsule
	numbers  []float32 // of the texels
	ends     []int32   // by cell, of its list

	corner mgl32.Vec3 // the least one of the grid
	cell   float32    // length of an edge
	cells  [3]int     // along the axes
}

// maxOcclusionCells is the largest number of cells of the grid.
const maxOcclusionCells = 4096

func newOcclusion(d gpu.Device) *occlusion { return &occlusion{stream: newStream(d, gpu.RGBA32F)} }

// begin forgets the capsules of the frame before.
func (o *occlusion) begin(style *Style) {
	o.stream.reset()
	o.capsules, o.strength = o.capsules[:0], 0
	if style.Occlusion > 0 {
		o.strength = min(style.Occlusion, 1)
	}
}

// finish sorts the capsules into cells.
func (o *occlusion) finish() {
	if len(o.capsules) == 0 {
		o.strength = 0
		return
	}
	low, high := emptyBox.Min, emptyBox.Max
	reach := float32(0)
	for i := range o.capsules {
		c := &o.capsules[i]
		reach += c.reach / float32(len(o.capsules))
		for axis := range 3 {
			low[axis] = min(low[axis], c.from[axis]-c.reach, c.to[axis]-c.reach)
			high[axis] = max(high[axis], c.from[axis]+c.reach, c.to[axis]+c.reach)
		}
	}
	o.corner, o.cell = low, reach
	for {
		all := 1.0
		for axis := range 3 {
			n := math.Ceil(float64((high[axis] - low[axis]) / o.cell))
			o.cells[axis] = int(min(max(n, 1), maxOcclusionCells))
			all *= max(n, 1)
		}
		if all <= maxOcclusionCells {
			break
		}
		o.cell *= 1.25
	}
	o.list()
}

// reached is the cells that a capsule may occlude: a part of some rows of the grid.
type reached struct {
	first                int // cell
	length, rows, planes int // how many cells of a row, rows of a plane, and planes
}

// list makes the lists of the cells.
func (o *occlusion) list() {
	row, plane := o.cells[0], o.cells[0]*o.cells[1]
	cells, words := plane*o.cells[2], 0
	o.ends = append(o.ends[:0], make([]int32, cells)...)
	o.reached = o.reached[:0]
	for i := range o.capsules {
		o.reached = append(o.reached, reached{})
		r := &o.reached[i]
		o.reach(r, &o.capsules[i])
		words += r.planes * r.rows * r.length
		for z := range r.planes {
			for y := range r.rows {
				list := o.ends[r.first+z*plane+y*row:][:r.length]
				for x := range list {
					list[x]++
				}
			}
		}
	}
	firstCapsule := cells + (words+3)/4
	size := 4 * (firstCapsule + 2*len(o.capsules))
	if cap(o.numbers) < size {
		o.numbers = make([]float32, size+size/2)
	}
	o.numbers = o.numbers[:size]
	next := 4 * cells // word
	for cell, n := range o.ends {
		to := o.numbers[4*cell:][:2]
		to[0], to[1] = float32(next), float32(n)
		o.ends[cell] = int32(next) // where the list begins, until it is filled
		next += int(n)
	}
	for i := range o.capsules {
		c, r := &o.capsules[i], &o.reached[i]
		texel := firstCapsule + 2*i
		for z := range r.planes {
			for y := range r.rows {
				list := o.ends[r.first+z*plane+y*row:][:r.length]
				for x, end := range list {
					o.numbers[end] = float32(texel)
					list[x]++
				}
			}
		}
		*(*[8]float32)(o.numbers[4*texel:]) = [8]float32{
			c.from[0], c.from[1], c.from[2], c.radius, c.to[0], c.to[1], c.to[2], c.reach,
		}
	}
	o.stream.add(o.numbers)
}

// reach finds the cells that a capsule may occlude.
func (o *occlusion) reach(r *reached, c *capsule) {
	var from, to [3]int
	for axis := range 3 {
		low := min(c.from[axis], c.to[axis]) - c.reach - o.corner[axis]
		high := max(c.from[axis], c.to[axis]) + c.reach - o.corner[axis]
		from[axis] = min(max(int(low/o.cell), 0), o.cells[axis]-1)
		to[axis] = min(max(int(high/o.cell), 0), o.cells[axis]-1)
	}
	r.first = (from[2]*o.cells[1]+from[1])*o.cells[0] + from[0]
	r.length, r.rows, r.planes = to[0]+1-from[0], to[1]+1-from[1], to[2]+1-from[2]
}

// setOcclusion fills the part of the block that depends on the capsules.
func (f *frameBlock) setOcclusion(o *occlusion) {
	f.occlusionGrid, f.occlusionCells = mgl32.Vec4{}, mgl32.Vec4{}
	if o.strength > 0 {
		f.occlusionGrid = o.corner.Vec4(1 / o.cell)
		f.occlusionCells = mgl32.Vec4{float32(o.cells[0]), float32(o.cells[1]), float32(o.cells[2]), o.strength}
	}
}

// free frees the texels; those of a renderer that was not made are nil.
func (o *occlusion) free() {
	if o != nil {
		o.stream.delete()
	}
}
