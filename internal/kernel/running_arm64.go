//go:build !noasm

package kernel

// Running returns the instructions that the kernels use, "Go" for none but the compiler's, and what
// switched others off, or no reason if nothing did.
func Running() (instructions, reason string) {
	if !assembly {
		return "Go", "SINEW_NOASM is set"
	}
	return "NEON", ""
}
