package sinew_test

import (
	"fmt"
	"slices"

	"github.com/sinew-go/sinew"
)

// A server that expects fast kernels looks once, when it starts, whether they run; printed, the
// report is one line, such as "Go (SINEW_NOASM is set)".
func ExampleKernels() {
	kernels := sinew.Kernels()
	if kernels.Instructions == "Go" && kernels.Reason == "" {
		fmt.Println("there is always a reason:", kernels)
	}
	fast := []string{"AVX2", "AVX2 and AVX-512", "NEON", "WebAssembly SIMD"}
	fmt.Println(slices.Contains(append(fast, "Go"), kernels.Instructions))
	// Output: true
}
