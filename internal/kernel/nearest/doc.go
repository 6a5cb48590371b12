// Package nearest is the arithmetic of finding the nearest of many points.
//
//   - [Distances] measures how far 8 points are from a query.
//   - [ToBoxes] measures how far 64 boxes are from a [Query] on a grid of whole numbers, and
//     [ToPoints] how far 64 points are.
//
// Points are in rows of 8 lanes, one for each number of a query, and the numbers count by weights.
// What is on a grid is in rows of 64 lanes, one for each pair of coordinates. All versions of a
// function give the same bits.
package nearest
