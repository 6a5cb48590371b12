//go:build !amd64 || noasm

package solve

// avx2 is false: there is no assembly.
const avx2 = false
