package order

import (
	"maps"
	"slices"
)

// The following are [slices.Sort] for the types that are sorted most, once in a program and not
// again in every package that sorts.

// Strings sorts texts in ascending order.
func Strings(list []string) { slices.Sort(list) }

// Ints sorts numbers in ascending order.
func Ints(list []int) { slices.Sort(list) }

// Floats sorts numbers in ascending order; those that are NaN come first.
func Floats(list []float64) { slices.Sort(list) }

// Names returns the keys of a set of names in ascending order, or nil for an empty one.
func Names[V any](set map[string]V) []string {
	names := slices.Collect(maps.Keys(set))
	Strings(names)
	return names
}
