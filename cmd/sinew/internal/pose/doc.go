// Package pose evaluates an animation of a file at given times. The result uses the file's own
// indices, so that it can be compared with other implementations.
//
//   - [Query] selects the animation, or [RestPose], the times and the vertices ([VertexRef]).
//   - [ParseTimes] and [ParseVertices] parse the lists of the command line.
//   - [Evaluate] returns a [Document] for encoding/json: each [Node] and [Skin], and one [Sample]
//     per time.
//
// Matrices are column-major with 16 numbers, quaternions are x, y, z, w, times are in seconds,
// lengths in the file's units.
package pose
