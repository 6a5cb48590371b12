// Package order sorts lists of any type with the machine code of one sort.
//
// Each type that slices.SortFunc or slices.SortStableFunc sorts adds 5 to 14 kB of machine code to
// every program, and with what debuggers and stack traces need three times that; each package that
// sorts such a type compiles it again. Here numbers are sorted, the places of the items, and each
// type adds only what moves its items.
//
// # Outline
//
//   - [Stable] sorts a list.
//   - [Strings], [Ints] and [Floats] sort lists of these, and [Names] the keys of a map.
//   - [Sorter] sorts lists again and again in the same memory, for frames.
package order
