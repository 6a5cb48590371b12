// Package simd128 describes the kernels of package kernel for registers of 16 bytes: for NEON and
// for WebAssembly SIMD. They have the bits of the AVX2 and the plain Go versions, whose comments
// give the order of operations.
//
// A row of 8 lanes is two registers. Most kernels compute one half of the lanes after the other,
// because the 32 registers of NEON then suffice for what takes 16 registers of 8 lanes in AVX2. A
// [Machine] appends the instructions. Where the machines differ much, such as in how a row of a
// baked clip is unpacked, a kernel has a version for each:
//
//   - NEON's are for processors whose vector units are the limit, so they avoid instructions on
//     vectors: a number that all lanes share is an operand of a multiplication by one lane, rows of
//     baked clips become float32 without conversions, and general registers compare scales with 1.
//     Loads and stores that are not needed are less of a concern.
//   - WebAssembly's are short, because browsers have to load them: rows are transposed in loops.
package simd128
