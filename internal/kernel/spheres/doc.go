// Package spheres is the arithmetic of finding which of many spheres are seen, and how near they
// are.
//
//   - [Below] finds those below planes, or whose shadows are too, and [Nearer] those nearer than
//     some distances: a bit for each of up to 64 spheres.
//   - [Cross] finds which planes of a volume spheres cross, and [Ranges] how far away are those
//     that others hold.
//   - [Shadows] computes how long their shadows are, and [Carry] takes them to another space.
//
// Spheres are in a [Group] of 8 lanes. All versions of a function give the same bits.
package spheres
