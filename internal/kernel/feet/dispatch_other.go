//go:build !amd64 || noasm

package feet

// avx2 is false: there is no assembly.
const avx2 = false
