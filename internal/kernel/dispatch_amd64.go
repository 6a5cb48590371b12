//go:build amd64 && !noasm

package kernel

import (
	"os"

	"github.com/klauspost/cpuid/v2"
	"golang.org/x/sys/cpu"
)

//go:generate sh -c "cd asmgen && go run . -out ../kernel_amd64.s -neon ../kernel_arm64.s -stubs ../stubs_asm.go -fallback ../stubs_other.go -wasm ../kernel.wasm -web ../stubs_js.go -pkg kernel"

// hasAssembly reports whether this processor can run the assembly, which is AVX2.
var hasAssembly = cpu.X86.HasAVX2

// assembly reports whether the assembly is used. The environment variable SINEW_NOASM turns it off, as the build tag noasm does.
var assembly = hasAssembly && os.Getenv("SINEW_NOASM") == ""

// LargePalettes is the length of palettes, in float32 values, from which [PoseToPalette] is faster than [PoseToModel] and [Palette]:
// where they exceed the cache that a core writes to without waiting, because arithmetic then overlaps with the writes.
var LargePalettes = nearCache() / 4

// nearCache returns the size of that cache in bytes: half of L2, or for AMD, whose L3 is close to the core, what an L3 of 32 MB takes beside
// other data. Both are measured, on a Xeon with 2 MB of L2 and on Zen 4.
func nearCache() int {
	switch l2 := cpuid.CPU.Cache.L2; {
	case cpuid.CPU.IsVendor(cpuid.AMD):
		return 8 << 20
	case l2 > 0:
		return l2 / 2
	}
	return 1 << 20 // unknown
}
