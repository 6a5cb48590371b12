// Package golden reads golden files: the poses that another engine computed for glTF files. Its
// tests compare the loader, the exact sampler, the frame path and the float64 reference with them.
//
//   - [Read] reads a golden file into a [File] of [Node]s, [Skin]s, [Clip]s, each with [Sample]s,
//     and [Blend]s of two [ClipTime]s; [Names] lists the golden files in a folder.
//   - [Pose] is a pose, golden or our own: [Local] transforms, each [Matrix], and vertices by their
//     [VertexRef]. [Compare] compares two within [Tolerances] and returns a [Report] with the
//     [Count] of numbers.
//
// Conventions are as in glTF 2.0: matrices are column-major, quaternions are x, y, z, w, indices of
// nodes are the file's.
package golden
