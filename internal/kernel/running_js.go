//go:build !noasm

package kernel

// Running returns the instructions that the kernels use, "Go" for none but the compiler's, and why
// no others: what switched them off, or what the browser or Node lacks.
func Running() (instructions, reason string) {
	switch {
	case !hasAssembly:
		return "Go", "the module of kernels cannot be loaded: there is no WebAssembly SIMD, or wasm_exec.js is not Go's"
	case !assembly:
		return "Go", "SINEW_NOASM is set"
	}
	return "WebAssembly SIMD", ""
}
