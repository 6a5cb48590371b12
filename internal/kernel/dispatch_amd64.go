//go:build amd64 && !noasm

package kernel

import (
	"os"

	"golang.org/x/sys/cpu"
)

//go:generate sh -c "cd asmgen && go run . -out ../kernel_amd64.s -neon ../kernel_arm64.s -stubs ../stubs_asm.go -fallback ../stubs_other.go -wasm ../kernel.wasm -web ../stubs_js.go -pkg kernel"

// hasAssembly reports whether this processor can run the assembly, which is AVX2.
var hasAssembly = cpu.X86.HasAVX2

// assembly reports whether the assembly is used. The environment variable SINEW_NOASM turns it off, as the build tag noasm does.
var assembly = hasAssembly && os.Getenv("SINEW_NOASM") == ""

// LargePalettes is the length of palettes, in float32 values, from which [PoseToPalette] is faster than [PoseToModel] and [Palette]:
// where they exceed the cache, because arithmetic then overlaps with the writes to memory.
const LargePalettes = 8 << 20 / 4
