// Package kernel is the arithmetic of the frame path, on slices. It knows nothing of entities or
// assets.
//
// # Local poses
//
// A local pose is a sequence of groups of 8 joints. A group has ten rows of 8 numbers ([Rows]:
// rotation x y z w, translation x y z, scale x y z), so that one instruction works on 8 joints:
//
//   - [SampleBaked] samples a baked clip ([Baked]).
//   - [Scale], [Accumulate] and [Normalize] blend poses; [Blend] does all three in one pass.
//   - [HaveUnitLength] checks the rotations of poses.
//   - [AccumulateMasked] blends a layer's pose over another one, as far as a mask allows.
//   - [Add] and [AddMasked] add the differences of an additive clip, or with a negative weight
//     subtract them.
//
// # Blocks
//
// From there on 8 characters are worked on together: a block has a row of 8 lanes for each number
// of each joint, and one instruction works on one number of one joint for 8 characters. A chain of
// joints then needs no shuffles:
//
//   - [Transpose] turns the local poses of 8 characters into a block.
//   - [TransposeBack] writes joints of a block back to local poses.
//   - [LocalToModel] computes model matrices, parents first; [PoseToModel] does both.
//   - [Palette] multiplies by the inverse bind matrices and writes one contiguous run of 3x4
//     matrices for each character, [PaletteEach] where their bodies differ; [PoseToPalette] does all
//     of this for one body.
//   - [ExtractModel] copies the model matrices of one character out of a block.
//   - [Bounds] computes boxes around the characters from boxes around the vertices that each joint
//     moves.
//
// # Vertices
//
//   - [AddScaled] adds a morph target to a stream; [Skin] moves positions, normals and tangents by
//     a palette.
//
// # Exactness
//
// A kernel uses only operations that IEEE 754 rounds exactly, in the order that its comment gives,
// so that all versions of it give the same bits. A product that goes into a sum is wrapped in a
// conversion, which keeps the compiler from fusing them. The functions named ...Generic are plain
// Go, those named ...Asm are assembly, which asmgen generates: AVX2 on amd64 (and for skinning
// AVX-512, in package wide, where the processor has it), NEON on arm64. In browsers and Node they
// call a module in WebAssembly SIMD, which asmgen generates too.
//
// Kernels trust their callers: slices have the lengths that the comments give, and indices are in
// range.
package kernel

//go:generate go -C asmgen run .
