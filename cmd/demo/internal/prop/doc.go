// Package prop models the things that stand and lie around the characters of the demo's scenes:
// signs, boxes, balls and marks on the ground.
//
//   - [Text], [Box], [Ball] and [Ring] return surfaces; [Moved] moves one, and [Join] makes one of
//     several.
//   - [Add] adds surfaces in a color to a library, as a mesh for [components.RigidMesh].
//
// Lengths are in meters, +Y is up. The package needs no font file and no texture: letters are
// surfaces.
package prop
