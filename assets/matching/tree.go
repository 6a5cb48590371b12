package matching

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"sync"

	"github.com/sinew-go/sinew/internal/background"
	"github.com/sinew-go/sinew/internal/kernel/nearest"
)

// leafSize is how many frames a leaf has, pageSize how many leaves a page, and nodeSize how many
// frames a page and how many children a node.
const (
	leafSize = nearest.Points
	nodeSize = nearest.Boxes
	pageSize = nodeSize / leafSize
)

// index holds the numbers of all frames, and what finds the nearest.
//
// The frames are in leaves of 8, in the order of a kd-tree: those that can be found come first,
// split where they spread most, so that those of a leaf are alike. The last leaves hold the frames
// that cannot be found. Of those that can, 8 leaves are a page, and above the pages there are levels
// of boxes, 64 in a node, up to one node.
//
// Pages and boxes have coordinates along some axes only, on a grid, which is enough to tell which
// frames are no better. What is left is compared number by number.
type index struct {
	rows   []float32 // of the leaves: for each number of a frame that of 8 frames
	slots  []int32   // where each frame is: 8·leaf + lane
	frames []int32   // which frame is in each slot
	count  int       // how many frames can be found
	axes   axes
	grid   grid
	slack  float64 // see underflow
	points []int16 // of the pages, as nearest.ToPoints reads them
	levels []level // from that around pages up
}

// level is the boxes around the pages, or around the nodes of the level below.
type level struct {
	boxes []int16  // of the nodes, as nearest.ToBoxes reads them
	tags  []tagSet // of the boxes
	count int      // of boxes
}

// tagSet is which tags all frames of a box have, and which any of them has.
type tagSet struct{ all, any uint32 }

// read writes the numbers of a frame to dst.
func (d *Database) read(frame int, dst []float32) {
	slot := int(d.index.slots[frame])
	at := slot/leafSize*leafSize*d.width + slot%leafSize
	for i := range dst {
		dst[i] = d.index.rows[at+i*leafSize]
	}
}

// plant makes the index from the numbers of all frames.
func (d *Database) plant(numbers []float32) {
	x := &d.index
	order, others := d.divide()
	row := func(frame int) []float32 { return numbers[frame*d.width:][:d.width] }
	d.orient(row)
	p := d.locate(order, row)
	p.split(order, &background.Worker{})
	d.arrange(order, others)
	x.rows = make([]float32, ceil(len(x.frames))*leafSize*d.width)
	for slot, frame := range x.frames {
		if slot >= x.count && slot < ceil(x.count)*leafSize {
			continue // lanes without a frame
		}
		for i, n := range row(int(frame)) {
			x.rows[slot/leafSize*leafSize*d.width+i*leafSize+slot%leafSize] = n
		}
	}
	d.enclose(&p)
}

// orient finds the axes of frames with such numbers.
func (d *Database) orient(row func(frame int) []float32) {
	d.index.axes, d.index.slack = newAxes(d.frames, d.weights, row), underflow(d.weights)
}

// divide returns the frames that can be found, and the others.
func (d *Database) divide() (found, others []int32) {
	for i := range d.spans {
		s := &d.spans[i]
		for k := range s.frames {
			if k >= s.foundFrom && k < s.foundTo {
				found = append(found, int32(s.first+k))
			} else {
				others = append(others, int32(s.first+k))
			}
		}
	}
	return found, others
}

// arrange puts frames into leaves: first those that can be found, in an order.
func (d *Database) arrange(order, others []int32) {
	x := &d.index
	x.count = len(order)
	x.frames = make([]int32, ceil(len(order))*leafSize, (ceil(len(order))+ceil(len(others)))*leafSize)
	copy(x.frames, order)
	x.frames = append(x.frames, others...)
	x.slots = make([]int32, d.frames)
	for slot, frame := range x.frames {
		if slot < x.count || slot >= ceil(x.count)*leafSize {
			x.slots[frame] = int32(slot)
		}
	}
}

// ceil returns how many leaves a number of frames takes.
func ceil(frames int) int { return (frames + leafSize - 1) / leafSize }

// split orders frames so that those that are alike are together: it divides them along the axis in
// which they spread most, at a multiple of whole leaves, of whole pages, or of whole nodes of the
// highest level that has several.
func (p *places) split(frames []int32, worker *background.Worker) {
	worker.Yield()
	leaves := ceil(len(frames))
	if leaves <= 1 {
		slices.SortFunc(frames, cmp.Compare[int32]) // with the machine code of the other sort
		return
	}
	unit := 1
	for larger := pageSize; larger < leaves; larger *= nodeSize {
		unit = larger
	}
	left := ((leaves+unit-1)/unit + 1) / 2 * unit
	if left >= leaves {
		left = leaves - 1
	}
	axis, most := 0, -1.0
	for k := range p.count {
		least, largest := math.Inf(1), math.Inf(-1)
		for _, frame := range frames {
			n := p.of(frame)[k]
			least, largest = min(least, n), max(largest, n)
		}
		if spread := largest - least; spread > most {
			axis, most = k, spread
		}
	}
	slices.SortFunc(frames, func(a, b int32) int {
		if order := cmp.Compare(p.of(a)[axis], p.of(b)[axis]); order != 0 {
			return order
		}
		return cmp.Compare(a, b)
	})
	var other sync.WaitGroup
	if len(frames) > aside {
		other.Go(func() { p.split(frames[:left*leafSize], &background.Worker{}) })
	} else {
		p.split(frames[:left*leafSize], worker)
	}
	p.split(frames[left*leafSize:], worker)
	other.Wait()
}

// aside is how many frames are divided by two goroutines.
const aside = 8192

// box is the bounds of places on the grid, and the tags of what is there.
type box struct {
	least, largest [mostCoordinates]int16
	tags           tagSet
}

// join makes a box so large that it has another one in it. The first one is that itself.
func (b *box) join(other *box, isFirst bool) {
	if isFirst {
		*b = *other
		return
	}
	for k := range b.least {
		b.least[k], b.largest[k] = min(b.least[k], other.least[k]), max(b.largest[k], other.largest[k])
	}
	b.tags.all, b.tags.any = b.tags.all&other.tags.all, b.tags.any|other.tags.any
}

// pairs returns how many pairs of coordinates there are.
func (x *index) pairs() int { return x.axes.count/2 + 1 }

// page returns the points of a page.
func (x *index) page(page int) []int16 {
	size := 2 * nodeSize * x.pairs()
	return x.points[page*size:][:size]
}

// node returns the boxes of a node of a level.
func (x *index) node(l *level, node int) []int16 {
	size := 4 * nodeSize * x.pairs()
	return l.boxes[node*size:][:size]
}

// enclose puts the frames that can be found on a grid, and makes the levels of boxes around them.
func (d *Database) enclose(p *places) {
	x := &d.index
	if x.levels = nil; x.count == 0 {
		return
	}
	tags := make([]uint32, d.frames)
	for i := range d.spans {
		for k := range d.spans[i].frames {
			tags[d.spans[i].first+k] = d.spans[i].tags
		}
	}
	x.grid = newGrid(p, x.frames[:x.count])
	boxes := make([]box, (x.count+nodeSize-1)/nodeSize)
	x.points = make([]int16, len(boxes)*2*nodeSize*x.pairs())
	for slot, frame := range x.frames[:x.count] {
		own, page := box{tags: tagSet{tags[frame], tags[frame]}}, x.page(slot/nodeSize)
		for k, at := range p.of(frame) {
			place := x.grid.place(k, at)
			own.least[k], own.largest[k] = place, place
			page[k/2*2*nodeSize+slot%nodeSize*2+k%2] = place
		}
		boxes[slot/nodeSize].join(&own, slot%nodeSize == 0)
	}
	for {
		above := make([]box, (len(boxes)+nodeSize-1)/nodeSize)
		l := level{boxes: make([]int16, len(above)*4*nodeSize*x.pairs()), count: len(boxes)}
		for i := range boxes {
			own, node := &boxes[i], x.node(&l, i/nodeSize)
			for k := range x.axes.count + 1 {
				at := node[k/2*4*nodeSize+i%nodeSize*2+k%2:]
				at[0], at[2*nodeSize] = own.least[k], own.largest[k]
			}
			l.tags = append(l.tags, own.tags)
			above[i/nodeSize].join(own, i%nodeSize == 0)
		}
		x.levels = append(x.levels, l)
		if boxes = above; len(boxes) == 1 {
			return
		}
	}
}

// scratch is the memory of the nodes and the page that a search looks at.
type scratch struct {
	nodes [mostLevels]struct {
		nearest.Squares
		order [nodeSize]uint8
	}
	page nearest.Squares
}

// mostLevels is how many levels there are at most: an int32 counts fewer frames than 64 pages to
// this power.
const mostLevels = 5

// search finds the best frame.
func (s *searcher) search() {
	d := s.d
	d.see(s.query, &s.sight)
	s.sight.look(s.cost)
	if s.current >= 0 { // mostly nearly the best, so that little else is looked at
		own := &d.spans[d.spanOfFrame(s.current)]
		if k := s.current - own.first; k >= own.foundFrom && k < own.foundTo && s.allows(own.tags) {
			slot := int(d.index.slots[s.current])
			var distances [leafSize]float32
			s.measure(slot/leafSize, &distances)
			s.consider(s.current, distances[slot%leafSize])
		}
	}
	if top := len(d.index.levels) - 1; top >= 0 {
		s.visit(top, 0)
	}
}

// measure finds the distances of the frames of a leaf, and reports whether they are all above the
// cost of the best frame.
func (s *searcher) measure(leaf int, distances *[leafSize]float32) (above bool) {
	size := leafSize * s.d.width
	return nearest.Distances(distances, s.query, s.d.weights, s.d.index.rows[leaf*size:][:size], s.cost)
}

// visit looks at the boxes of a node of a level, the nearest first.
func (s *searcher) visit(height, node int) {
	l, own := &s.d.index.levels[height], &s.scratch.nodes[height]
	nearest.ToBoxes(&own.Squares, &s.sight.Query, s.d.index.node(l, node))
	// the boxes that may have a better frame, sorted by their square distances
	count := 0
	filters := s.required|s.forbidden != 0
	for within := own.Within(); within != 0; within &= within - 1 {
		box := nearest.Thing(bits.TrailingZeros64(within))
		if node*nodeSize+box >= l.count {
			continue
		}
		if filters {
			if tags := &l.tags[node*nodeSize+box]; tags.any&s.required != s.required || tags.all&s.forbidden != 0 {
				continue
			}
		}
		k := count
		for ; k > 0 && own.Of[own.order[k-1]%nodeSize] > own.Of[box]; k-- {
			own.order[k] = own.order[k-1]
		}
		own.order[k] = uint8(box)
		count++
	}
	for _, box := range own.order[:count] {
		// A box as far away as the best frame may have one with a lower number.
		if own.Of[box%nodeSize] > s.sight.Limit() {
			return // those after it are no nearer
		}
		if child := node*nodeSize + int(box); height > 0 {
			s.visit(height-1, child)
		} else {
			s.visitPage(child)
		}
	}
}

// visitPage looks at the leaves of a page that may have a better frame, the nearest first.
func (s *searcher) visitPage(page int) {
	x, squares := &s.d.index, &s.scratch.page
	nearest.ToPoints(squares, &s.sight.Query, x.page(page))
	within := squares.Within()
	within |= within >> 32
	within |= within >> 16
	within |= within >> 8
	for leaves := uint8(within); leaves != 0; {
		nearest, least := 0, int32(math.MaxInt32)
		for left := leaves; left != 0; left &= left - 1 {
			leaf := bits.TrailingZeros8(left)
			own := (*[leafSize]int32)(squares.Of[leaf*leafSize:])
			if lowest := min(own[0], own[1], own[2], own[3], own[4], own[5], own[6], own[7]); lowest <= least {
				nearest, least = leaf, lowest
			}
		}
		if least > s.sight.Limit() {
			return
		}
		leaves &^= 1 << nearest
		if leaf := page*pageSize + nearest; leaf*leafSize < x.count {
			s.visitLeaf(leaf)
		}
	}
}

// visitLeaf looks at the frames of a leaf.
func (s *searcher) visitLeaf(leaf int) {
	x := &s.d.index
	var distances [leafSize]float32
	if s.measure(leaf, &distances) {
		return
	}
	for lane, distance := range distances[:min(leafSize, x.count-leaf*leafSize)] {
		if !(distance <= s.cost) {
			continue
		}
		frame := int(x.frames[leaf*leafSize+lane])
		if s.required|s.forbidden != 0 && !s.allows(s.d.spans[s.d.spanOfFrame(frame)].tags) {
			continue
		}
		s.consider(frame, distance)
	}
}
