package matching

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"github.com/sinew-go/sinew/assets/matching/internal/form"
	"github.com/sinew-go/sinew/internal/background"
)

// plant makes the index from the numbers of all frames.
func (d *draft) plant(numbers []float32) {
	x := &d.index
	order, others := d.divide()
	row := func(frame int) []float32 { return numbers[frame*d.width:][:d.width] }
	d.orient(row)
	p := d.locate(order, row)
	p.split(order, &background.Worker{})
	d.arrange(order, others)
	x.Rows = make([]float32, ceil(len(x.Frames))*form.LeafSize*d.width)
	for slot, frame := range x.Frames {
		if slot >= x.Count && slot < ceil(x.Count)*form.LeafSize {
			continue // lanes without a frame
		}
		for i, n := range row(int(frame)) {
			x.Rows[slot/form.LeafSize*form.LeafSize*d.width+i*form.LeafSize+slot%form.LeafSize] = n
		}
	}
	d.enclose(&p)
}

// orient finds the axes of frames with such numbers.
func (d *draft) orient(row func(frame int) []float32) {
	d.index.Axes, d.index.Slack = newAxes(d.frames, d.weights, row), underflow(d.weights)
}

// divide returns the frames that can be found, and the others.
func (d *draft) divide() (found, others []int32) {
	for i := range d.spans {
		s := &d.spans[i]
		for k := range s.Frames {
			if k >= s.FoundFrom && k < s.FoundTo {
				found = append(found, int32(s.First+k))
			} else {
				others = append(others, int32(s.First+k))
			}
		}
	}
	return found, others
}

// arrange puts frames into leaves: first those that can be found, in an order.
func (d *draft) arrange(order, others []int32) {
	x := &d.index
	x.Count = len(order)
	x.Frames = make([]int32, ceil(len(order))*form.LeafSize, (ceil(len(order))+ceil(len(others)))*form.LeafSize)
	copy(x.Frames, order)
	x.Frames = append(x.Frames, others...)
	x.Slots = make([]int32, d.frames)
	for slot, frame := range x.Frames {
		if slot < x.Count || slot >= ceil(x.Count)*form.LeafSize {
			x.Slots[frame] = int32(slot)
		}
	}
}

// ceil returns how many leaves a number of frames takes.
func ceil(frames int) int { return (frames + form.LeafSize - 1) / form.LeafSize }

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
	for larger := form.PageSize; larger < leaves; larger *= form.NodeSize {
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
		other.Go(func() { p.split(frames[:left*form.LeafSize], &background.Worker{}) })
	} else {
		p.split(frames[:left*form.LeafSize], worker)
	}
	p.split(frames[left*form.LeafSize:], worker)
	other.Wait()
}

// aside is how many frames are divided by two goroutines.
const aside = 8192

// box is the bounds of places on the grid, and the tags of what is there.
type box struct {
	least, largest [form.MostCoordinates]int16
	tags           form.TagSet
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
	b.tags.All, b.tags.Any = b.tags.All&other.tags.All, b.tags.Any|other.tags.Any
}

// enclose puts the frames that can be found on a grid, and makes the levels of boxes around them.
func (d *draft) enclose(p *places) {
	x := &d.index
	if x.Levels = nil; x.Count == 0 {
		return
	}
	tags := make([]uint32, d.frames)
	for i := range d.spans {
		for k := range d.spans[i].Frames {
			tags[d.spans[i].First+k] = d.spans[i].TagBits
		}
	}
	x.Grid = newGrid(p, x.Frames[:x.Count])
	boxes := make([]box, (x.Count+form.NodeSize-1)/form.NodeSize)
	x.Points = make([]int16, len(boxes)*2*form.NodeSize*x.Pairs())
	for slot, frame := range x.Frames[:x.Count] {
		own, page := box{tags: form.TagSet{All: tags[frame], Any: tags[frame]}}, x.Page(slot/form.NodeSize)
		for k, at := range p.of(frame) {
			place := x.Grid.Place(k, at)
			own.least[k], own.largest[k] = place, place
			page[k/2*2*form.NodeSize+slot%form.NodeSize*2+k%2] = place
		}
		boxes[slot/form.NodeSize].join(&own, slot%form.NodeSize == 0)
	}
	for {
		above := make([]box, (len(boxes)+form.NodeSize-1)/form.NodeSize)
		l := form.Level{Boxes: make([]int16, len(above)*4*form.NodeSize*x.Pairs()), Count: len(boxes)}
		for i := range boxes {
			own, node := &boxes[i], x.Node(&l, i/form.NodeSize)
			for k := range x.Axes.Count + 1 {
				at := node[k/2*4*form.NodeSize+i%form.NodeSize*2+k%2:]
				at[0], at[2*form.NodeSize] = own.least[k], own.largest[k]
			}
			l.Tags = append(l.Tags, own.tags)
			above[i/form.NodeSize].join(own, i%form.NodeSize == 0)
		}
		x.Levels = append(x.Levels, l)
		if boxes = above; len(boxes) == 1 {
			return
		}
	}
}
