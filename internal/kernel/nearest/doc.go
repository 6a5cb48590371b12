// Package nearest is the arithmetic of finding the nearest of many points, 64 at a time.
//
//   - [Distances] measures how far points are from a query.
//   - [Bounds] measures how far boxes of points are from it at least.
//
// Points and boxes are in rows of 64 lanes, one for each number of a query, and the numbers count
// by weights. All versions of a function give the same bits.
package nearest
