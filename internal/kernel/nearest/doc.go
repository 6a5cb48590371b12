// Package nearest is the arithmetic of finding the nearest of many points, 8 at a time, or 64
// boxes of them.
//
//   - [Distances] measures how far points are from a query.
//   - [Bounds] measures how far boxes of points are from it at least.
//
// Points are in rows of 8 lanes and boxes in rows of 64, one or two for each number of a query, and
// the numbers count by weights. All versions of a function give the same bits.
package nearest
