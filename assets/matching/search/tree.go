package search

import (
	"math"
	"math/bits"

	"github.com/sinew-go/sinew/assets/matching/internal/form"
	"github.com/sinew-go/sinew/internal/kernel/nearest"
)

// scratch is the memory of the nodes and the page that a search looks at.
type scratch struct {
	nodes [form.MostLevels]struct {
		nearest.Squares
		order [form.NodeSize]uint8
	}
	page nearest.Squares
}

// search finds the best frame.
func (s *searcher) search() {
	d := s.d
	d.index.See(s.query, &s.sight)
	s.sight.Look(s.cost)
	if s.current >= 0 { // mostly nearly the best, so that little else is looked at
		own := &d.spans[d.spanOfFrame(s.current)]
		if k := s.current - own.First; k >= own.FoundFrom && k < own.FoundTo && s.allows(own.TagBits) {
			slot := int(d.index.Slots[s.current])
			var distances [form.LeafSize]float32
			s.measure(slot/form.LeafSize, &distances)
			s.consider(s.current, distances[slot%form.LeafSize])
		}
	}
	if top := len(d.index.Levels) - 1; top >= 0 {
		s.visit(top, 0)
	}
}

// measure finds the distances of the frames of a leaf, and reports whether they are all above the
// cost of the best frame.
func (s *searcher) measure(leaf int, distances *[form.LeafSize]float32) (above bool) {
	size := form.LeafSize * s.d.width
	return nearest.Distances(distances, s.query, s.d.weights, s.d.index.Rows[leaf*size:][:size], s.cost)
}

// visit looks at the boxes of a node of a level, the nearest first.
func (s *searcher) visit(height, node int) {
	l, own := &s.d.index.Levels[height], &s.scratch.nodes[height]
	nearest.ToBoxes(&own.Squares, &s.sight.Query, s.d.index.Node(l, node))
	// the boxes that may have a better frame, sorted by their square distances
	count := 0
	filters := s.required|s.forbidden != 0
	for within := own.Within(); within != 0; within &= within - 1 {
		box := nearest.Thing(bits.TrailingZeros64(within))
		if node*form.NodeSize+box >= l.Count {
			continue
		}
		if filters {
			if tags := &l.Tags[node*form.NodeSize+box]; tags.Any&s.required != s.required || tags.All&s.forbidden != 0 {
				continue
			}
		}
		k := count
		for ; k > 0 && own.Of[own.order[k-1]%form.NodeSize] > own.Of[box]; k-- {
			own.order[k] = own.order[k-1]
		}
		own.order[k] = uint8(box)
		count++
	}
	for _, box := range own.order[:count] {
		// A box as far away as the best frame may have one with a lower number.
		if own.Of[box%form.NodeSize] > s.sight.Limit() {
			return // those after it are no nearer
		}
		if child := node*form.NodeSize + int(box); height > 0 {
			s.visit(height-1, child)
		} else {
			s.visitPage(child)
		}
	}
}

// visitPage looks at the leaves of a page that may have a better frame, the nearest first.
func (s *searcher) visitPage(page int) {
	x, squares := &s.d.index, &s.scratch.page
	nearest.ToPoints(squares, &s.sight.Query, x.Page(page))
	within := squares.Within()
	within |= within >> 32
	within |= within >> 16
	within |= within >> 8
	for leaves := uint8(within); leaves != 0; {
		nearest, least := 0, int32(math.MaxInt32)
		for left := leaves; left != 0; left &= left - 1 {
			leaf := bits.TrailingZeros8(left)
			own := (*[form.LeafSize]int32)(squares.Of[leaf*form.LeafSize:])
			if lowest := min(own[0], own[1], own[2], own[3], own[4], own[5], own[6], own[7]); lowest <= least {
				nearest, least = leaf, lowest
			}
		}
		if least > s.sight.Limit() {
			return
		}
		leaves &^= 1 << nearest
		if leaf := page*form.PageSize + nearest; leaf*form.LeafSize < x.Count {
			s.visitLeaf(leaf)
		}
	}
}

// visitLeaf looks at the frames of a leaf.
func (s *searcher) visitLeaf(leaf int) {
	x := &s.d.index
	var distances [form.LeafSize]float32
	if s.measure(leaf, &distances) {
		return
	}
	for lane, distance := range distances[:min(form.LeafSize, x.Count-leaf*form.LeafSize)] {
		if !(distance <= s.cost) {
			continue
		}
		frame := int(x.Frames[leaf*form.LeafSize+lane])
		if s.required|s.forbidden != 0 && !s.allows(s.d.spans[s.d.spanOfFrame(frame)].TagBits) {
			continue
		}
		s.consider(frame, distance)
	}
}
