//go:build !noasm

package kernel

import "os"

// Running returns the instructions that the kernels use, "Go" for none but the compiler's, and why
// no better ones: what switched them off, or which the processor lacks. The reason is empty if the
// best that there are run.
func Running() (instructions, reason string) {
	switch {
	case !hasAssembly:
		return "Go", "the processor lacks AVX2"
	case !assembly:
		return "Go", "SINEW_NOASM is set"
	case wideLanes:
		return "AVX2 and AVX-512", ""
	case hasWide && os.Getenv("SINEW_NOAVX512") != "":
		return "AVX2", "SINEW_NOAVX512 is set"
	}
	return "AVX2", ""
}
