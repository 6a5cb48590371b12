// Package graphs is what package assets does with graphs and programs do not: to add what a graph
// defines to the library, to follow a motion that is replaced and assets that get other IDs, and to
// replace a graph.
//
//   - [Functions] are these steps. Package graph gives them with [Give], package assets takes them
//     with [Of].
//   - [Library] and [Renaming] are what the steps need of the library.
//
// The functions work on what a graph keeps to itself, so they stand in package graph. That package
// does not export them, since a program that called them would have a graph that its library does
// not know.
package graphs
