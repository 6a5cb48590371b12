// Package prop models the things that stand and lie around the characters of the demo's scenes:
// signs, boxes, balls and marks on the ground.
//
//   - [Box], [Ball], [Ring] and [Turned] return surfaces; [Colored] colors one, [Moved] moves one,
//     and [Join] makes one of several.
//   - [Add] adds surfaces in a color to a library, as a mesh for [components.RigidMesh].
//   - [AddSign] adds a plate with a line of text.
//
// Lengths are in meters, +Y is up. The package needs no file: what is written on signs is drawn
// into textures, with a font that the program holds.
package prop
