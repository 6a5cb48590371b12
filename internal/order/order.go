package order

import "slices"

// Stable sorts items by compare, which returns a negative number where a comes before b. Equal
// items stay in the order in which they were. It allocates memory unless they are sorted already.
func Stable[T any](items []T, compare func(a, b T) int) {
	var s Sorter[T]
	s.Stable(items, compare)
}

// Sorter keeps the memory of a sort. A zero Sorter is ready for use.
type Sorter[T any] struct {
	places []int32
	items  []T
}

// Stable sorts items as the function [Stable] does. It allocates only where it never had as many.
// The Sorter holds copies of the items until the next sort.
func (s *Sorter[T]) Stable(items []T, compare func(a, b T) int) {
	if slices.IsSortedFunc(items, compare) {
		return
	}
	s.places = s.places[:0]
	for i := range items {
		s.places = append(s.places, int32(i))
	}
	sort(s.places, func(i, j int32) int { return compare(items[i], items[j]) })
	s.items = append(s.items[:0], items...)
	for i, place := range s.places {
		items[i] = s.items[place]
	}
}

// sort sorts the places of items, which compare compares.
func sort(places []int32, compare func(i, j int32) int) {
	slices.SortFunc(places, func(i, j int32) int {
		if c := compare(i, j); c != 0 {
			return c
		}
		return int(i) - int(j)
	})
}
