// Package pose evaluates an animation of a file at given times and lays the result out by the file's own indices, so that
// it can be held against any other implementation.
//
//   - [Query] says which animation, when, and which vertices.
//   - [ParseTimes] and [ParseVertices] read the lists of the command line.
//   - [Evaluate] returns a [Document], made for encoding/json: [Node], [Skin] and one [Sample] a time.
//
// Matrices are column-major with 16 numbers, quaternions x, y, z, w, times seconds, lengths those of the file.
package pose
