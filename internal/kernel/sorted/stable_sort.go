package sorted

import "slices"

// stableSort sorts things by several numbers, one after the other, the most significant one last.
// It counts how often each number occurs, which for few numbers takes less time than comparing.
type stableSort struct {
	order  []int32 // the sorted indices of the things
	spare  []int32
	keys   []uint32
	counts []int32
}

// byMatrices sorts by the code that moves vertices, and then by their matrices.
func (s *stableSort) byMatrices(list []matrices) {
	n := len(list)
	s.order, s.spare, s.keys = slices.Grow(s.order[:0], n)[:n], slices.Grow(s.spare[:0], n)[:n],
		slices.Grow(s.keys[:0], n)[:n]
	for i := range s.order {
		s.order[i] = int32(i)
	}
	longest := uint8(0)
	for i := range list {
		longest = max(longest, list[i].count)
	}
	for slot := int(longest) - 1; slot >= 0; slot-- {
		for i := range list {
			s.keys[i] = uint32(list[i].slots[slot])
		}
		s.by(s.keys)
	}
	for i := range list {
		s.keys[i] = uint32(list[i].count)
		if !list[i].rigid && s.keys[i] > 0 {
			s.keys[i]++
		}
	}
	s.by(s.keys)
}

// by sorts by a number of each thing. Those with the same number keep their order.
func (s *stableSort) by(keys []uint32) {
	n := int(slices.Max(keys)) + 2
	s.counts = slices.Grow(s.counts[:0], n)[:n]
	clear(s.counts)
	for _, k := range keys { // count the things after it
		s.counts[k+1]++
	}
	for k := 1; k < n; k++ { // where the first thing with each number goes
		s.counts[k] += s.counts[k-1]
	}
	for _, i := range s.order {
		at := &s.counts[keys[i]]
		s.spare[*at] = i
		*at++
	}
	s.order, s.spare = s.spare, s.order
}
