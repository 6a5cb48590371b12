// Package form has the memory of databases of motions: package matching fills it, package search
// searches in it.
//
//   - A [Span] is where the frames of a range are.
//   - An [Index] holds the numbers of all frames in leaves, pages and [Level]s of boxes, whose tags
//     are a [TagSet].
//   - [Axes] are the directions in which the frames spread most, and a [Grid] puts coordinates
//     along them on whole numbers. A [Sight] is a query as it is seen there ([Index.See]).
package form
