// Package avx512 describes the kernels of package wide with avo: 16 lanes instead of 8, with the
// bits of the others.
package avx512
