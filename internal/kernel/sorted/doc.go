// Package sorted skins vertices in an order of its own, in which those that the same matrices move
// follow each other.
//
//   - [New] sorts the vertices of a job into groups of 8, once. It does where there is a kernel for
//     them ([Available]).
//   - [Vertices.Skin] moves them as kernel.Skin does, with the same bits, and writes them in the
//     order of the job.
//
// The matrices of a group are the same in all lanes, so they need not be transposed, and those that
// move a vertex alone need not be blended.
package sorted
