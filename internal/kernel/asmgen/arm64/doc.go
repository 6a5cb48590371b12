// Package arm64 writes the NEON versions of the kernels of package kernel. They have the bits of the AVX2 and the plain Go versions, whose comments
// give the order of operations.
//
// The kernels were written for processors whose vector units are the limit, so they avoid instructions on vectors: a number that all
// lanes share is an operand of a multiplication by one lane, rows of baked clips become float32 without conversions, and general registers
// compare scales with 1. Loads and stores that are not needed are less of a concern.
package arm64
