// Package golden reads golden poses: what another engine computes for glTF files, number by number. It serves the tests in
// its own folder, which hold the loader, the exact sampler, the frame path and the float64 reference against them.
//
//   - [Read] reads a golden file, a [File]; [Names] lists those of a folder.
//   - [Pose] is a pose, golden or our own; [Compare] holds one against the other within [Tolerances] and counts numbers.
//
// Conventions are those of glTF 2.0: matrices column-major, quaternions x, y, z, w, node indices of the file.
package golden
