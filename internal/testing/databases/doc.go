// Package databases makes small databases of motions, for the tests of packages matching and
// search.
//
//   - [Gaits] begins one of generated steps, [Recording] one of a recorded person, and [Arc] makes
//     a clip whose features are known in closed form.
//   - [Common] adds the usual features, [Build] builds, and [FramesOf] counts the frames of a
//     range.
package databases
