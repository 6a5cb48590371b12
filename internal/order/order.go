package order

// Stable sorts items by compare, which returns a negative number where a comes before b. Equal
// items stay in the order in which they were. It allocates memory unless they are sorted already.
func Stable[T any](items []T, compare func(a, b T) int) {
	var s Sorter[T]
	s.Stable(items, compare)
}

// Sorter keeps the memory of a sort. A zero Sorter is ready for use.
type Sorter[T any] struct {
	sorter
	items []T
}

// Stable sorts items as the function [Stable] does. It allocates only where it never had as many.
// The Sorter holds copies of the items until the next sort.
func (s *Sorter[T]) Stable(items []T, compare func(a, b T) int) {
	if !s.sort(len(items), func(i, j int32) int { return compare(items[i], items[j]) }) {
		return
	}
	s.items = append(s.items[:0], items...)
	for i, place := range s.places {
		items[i] = s.items[place]
	}
}

// sorter is the part of a Sorter that is the same for every type of items.
type sorter struct{ places, merged []int32 }

// sort sorts the places of n items. It reports false, and sorts nothing, if the items are in order.
func (s *sorter) sort(n int, compare func(i, j int32) int) bool {
	inOrder := true
	for i := 1; i < n && inOrder; i++ {
		inOrder = compare(int32(i-1), int32(i)) <= 0
	}
	if inOrder {
		return false
	}
	s.places = s.places[:0]
	for i := range n {
		s.places = append(s.places, int32(i))
	}
	s.merged = append(s.merged[:0], s.places...)
	sort(s.places, s.merged, compare)
	return true
}

// run is the length of the lists that are sorted by insertion.
const run = 12

// sort sorts the places of items, which compare compares, by merging sorted runs. Equal items stay
// in their order. The contents of the other list, which is as long, are lost.
func sort(places, merged []int32, compare func(i, j int32) int) {
	for from := 0; from < len(places); from += run {
		list := places[from:min(from+run, len(places))]
		for i := range list {
			place := list[i]
			for ; i > 0 && compare(list[i-1], place) > 0; i-- {
				list[i] = list[i-1]
			}
			list[i] = place
		}
	}
	from, to := places, merged
	for width := run; width < len(places); width *= 2 {
		for at := 0; at < len(places); at += 2 * width {
			middle, end := min(at+width, len(places)), min(at+2*width, len(places))
			a, b := from[at:middle], from[middle:end]
			out := to[at:end]
			for i := range out {
				if len(b) == 0 || len(a) > 0 && compare(a[0], b[0]) <= 0 {
					out[i], a = a[0], a[1:]
				} else {
					out[i], b = b[0], b[1:]
				}
			}
		}
		from, to = to, from
	}
	copy(places, from) // which may be the same list
}
