package matching

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"github.com/sinew-go/sinew/internal/background"
	"github.com/sinew-go/sinew/internal/kernel/nearest"
)

// leafSize is how many frames a leaf has, and nodeSize how many children a node.
const leafSize, nodeSize = nearest.Points, nearest.Boxes

// index holds the numbers of all frames, and what finds the nearest.
//
// The frames are in leaves of 8, in the order of a kd-tree: those that can be found come first,
// split where they spread most, so that those of a leaf are alike. Above the leaves there are levels
// of boxes, 64 in a node, up to one node. The last leaves hold the frames that cannot be found.
//
// The boxes are along some axes only, and rounded outward, which is enough to tell leaves that have
// no better frame. What is left is compared number by number.
type index struct {
	rows   []float32 // of the leaves: for each number of a frame that of 8 frames
	slots  []int32   // where each frame is: 8·leaf + lane
	frames []int32   // which frame is in each slot
	count  int       // how many frames can be found
	axes   axes
	slack  float64 // see underflow
	levels []level // from the leaves up
}

// level is the boxes around the leaves, or around the nodes of the level below.
type level struct {
	boxes []float32 // of the nodes: for each axis the least of 64 boxes, then the largest
	tags  []tagSet  // of the boxes
	count int       // of boxes
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
	p := planter{make([]float32, d.frames*x.axes.count), x.axes.count}
	for _, frame := range order {
		for k := range p.axes {
			at, _ := x.axes.along(k, row(int(frame)))
			p.coordinates[int(frame)*p.axes+k] = float32(at)
		}
	}
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
	x.levels = d.enclose()
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

// planter orders frames.
type planter struct {
	coordinates []float32 // of each frame along the axes
	axes        int
}

// split orders frames so that those that are alike are together: it divides them along the axis in
// which they spread most, at a multiple of whole leaves, or of whole nodes of the highest level
// that has several.
func (p *planter) split(frames []int32, worker *background.Worker) {
	worker.Yield()
	leaves := ceil(len(frames))
	if leaves <= 1 {
		slices.Sort(frames)
		return
	}
	unit := 1
	for unit*nodeSize < leaves {
		unit *= nodeSize
	}
	left := ((leaves+unit-1)/unit + 1) / 2 * unit
	if left >= leaves {
		left = leaves - 1
	}
	axis, most := 0, float32(-1)
	for k := range p.axes {
		least, largest := float32(math.Inf(1)), float32(math.Inf(-1))
		for _, frame := range frames {
			n := p.coordinates[int(frame)*p.axes+k]
			least, largest = min(least, n), max(largest, n)
		}
		if spread := largest - least; spread > most {
			axis, most = k, spread
		}
	}
	slices.SortFunc(frames, func(a, b int32) int {
		if order := cmp.Compare(p.coordinates[int(a)*p.axes+axis], p.coordinates[int(b)*p.axes+axis]); order != 0 {
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

// enclose returns the levels of boxes.
func (d *Database) enclose() (levels []level) {
	if d.index.count == 0 {
		return nil
	}
	tags := make([]uint32, d.frames)
	for i := range d.spans {
		for k := range d.spans[i].frames {
			tags[d.spans[i].first+k] = d.spans[i].tags
		}
	}
	x := &d.index
	axes := x.axes.count
	// boxes writes a level, whose boxes are around so many things each.
	boxes := func(count int, things func(box int, add func(along func(k int) (least, largest float32), tags tagSet))) {
		nodes := (count + nodeSize - 1) / nodeSize
		l := level{boxes: make([]float32, nodes*nodeSize*2*axes), tags: make([]tagSet, count), count: count}
		for box := range count {
			set, first := tagSet{all: ^uint32(0)}, true
			things(box, func(along func(k int) (least, largest float32), tags tagSet) {
				set.all, set.any = set.all&tags.all, set.any|tags.any
				for k := range axes {
					at := l.boxes[(box/nodeSize*2*axes+2*k)*nodeSize+box%nodeSize:]
					least, largest := along(k)
					if first {
						at[0], at[nodeSize] = least, largest
					}
					at[0], at[nodeSize] = min(at[0], least), max(at[nodeSize], largest)
				}
				first = false
			})
			l.tags[box] = set
		}
		levels = append(levels, l)
	}
	row := make([]float32, d.width)
	boxes(ceil(x.count), func(leaf int, add func(func(int) (float32, float32), tagSet)) {
		for _, frame := range x.frames[leaf*leafSize : min((leaf+1)*leafSize, x.count)] {
			d.read(int(frame), row)
			add(func(k int) (float32, float32) { return x.axes.box(k, row) }, tagSet{tags[frame], tags[frame]})
		}
	})
	for below := &levels[0]; below.count > nodeSize; below = &levels[len(levels)-1] {
		under := *below
		boxes((under.count+nodeSize-1)/nodeSize, func(node int, add func(func(int) (float32, float32), tagSet)) {
			for lane := range min(nodeSize, under.count-node*nodeSize) {
				add(func(k int) (float32, float32) {
					at := under.boxes[(node*2*axes+2*k)*nodeSize+lane:]
					return at[0], at[nodeSize]
				}, under.tags[node*nodeSize+lane])
			}
		})
	}
	return levels
}

// search finds the best frame.
func (s *searcher) search() {
	d := s.d
	s.sight = d.see(s.query)
	s.reach = s.sight.reach(s.cost)
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
	l := &s.d.index.levels[height]
	axes := s.d.index.axes.count
	size := 2 * nodeSize * axes
	var bounds [nodeSize]float32
	if nearest.Bounds(&bounds, s.sight.coordinates[:axes], s.sight.ones[:axes], l.boxes[node*size:][:size], s.reach) {
		return
	}
	// the boxes that may have a better frame, sorted by their bounds
	var order [nodeSize]uint8
	count := 0
	filters := s.required|s.forbidden != 0
	for box := range min(nodeSize, l.count-node*nodeSize) {
		bound := bounds[box]
		if bound > s.reach {
			continue
		}
		if filters {
			if tags := &l.tags[node*nodeSize+box]; tags.any&s.required != s.required || tags.all&s.forbidden != 0 {
				continue
			}
		}
		k := count
		for ; k > 0 && bounds[order[k-1]] > bound; k-- {
			order[k] = order[k-1]
		}
		order[k] = uint8(box)
		count++
	}
	for _, box := range order[:count] {
		// A box as far away as the best frame may have one with a lower number.
		if bounds[box] > s.reach {
			return // those after it are no nearer
		}
		if child := node*nodeSize + int(box); height > 0 {
			s.visit(height-1, child)
		} else {
			s.visitLeaf(child)
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
