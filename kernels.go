package sinew

import "github.com/sinew-go/sinew/internal/kernel"

// KernelReport tells which kernels run: the arithmetic on which most of a frame's time goes. All of
// them give the same bits.
type KernelReport struct {
	// Instructions are those that the kernels use: "AVX2", "AVX2 and AVX-512", "NEON" or
	// "WebAssembly SIMD". "Go" are the kernels in plain Go, which take several times as long.
	Instructions string
	// Reason tells why no faster kernels run: the environment variable SINEW_NOASM or
	// SINEW_NOAVX512 or the build tag noasm switches them off, or the machine lacks the
	// instructions. It is empty if the fastest run that there are for the machine.
	Reason string
}

// Kernels reports which kernels this process runs. It is decided when the process starts, and never
// changes.
func Kernels() KernelReport {
	instructions, reason := kernel.Running()
	return KernelReport{instructions, reason}
}

// String returns the instructions, and the reason in parentheses if there is one.
func (r KernelReport) String() string {
	if r.Reason == "" {
		return r.Instructions
	}
	return r.Instructions + " (" + r.Reason + ")"
}
