// Package skinning holds the methods of skinning besides linear blending, which is [kernel.Skin]:
// by the heaviest influence alone, and by dual quaternions with scale in two phases. Both leave it
// to [kernel.Skin] to move vertices by matrices.
//
//   - [Rigid] moves each vertex by its heaviest influence.
//   - [Split] takes the matrices of a palette apart, and [Dual] moves vertices by the blended
//     parts.
//
// The arithmetic of matrices has one description, in dual.go of the command asmgen, from which the
// plain Go, the AVX2, the NEON and the WebAssembly version are generated with equal bits. The sums
// over influences have one there for AVX2, and one in its package simd128.
package skinning
