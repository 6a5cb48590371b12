// Package skinning holds the methods of skinning besides linear blending, which is [kernel.Skin]: by the heaviest influence alone,
// and by dual quaternions with scale in two phases. Both make a matrix for each vertex and leave the rest to [kernel.Skin].
//
//   - [Rigid] moves each vertex by its heaviest influence.
//   - [Split] takes the matrices of a palette apart, and [Dual] moves vertices by the blended parts.
//
// The arithmetic of matrices has one description, in dual.go of the command asmgen, from which the plain Go, the AVX2 and
// the NEON version are generated with equal bits.
package skinning
