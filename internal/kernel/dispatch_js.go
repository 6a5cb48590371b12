//go:build !noasm

package kernel

import (
	_ "embed"
	"os"

	"github.com/sinew-go/sinew/internal/kernel/module"
)

//go:embed kernel.wasm
var code []byte

// loaded is the reference to the module of kernels, and hasAssembly reports whether this browser or Node can run it: whether it has
// WebAssembly SIMD.
var loaded, hasAssembly = module.Load(code)

// assembly reports whether the module is used. The environment variable SINEW_NOASM turns it off, as the build tag noasm does.
var assembly = hasAssembly && os.Getenv("SINEW_NOASM") == ""

// LargePalettes is the length of palettes, in float32 values, from which [PoseToPalette] is faster than [PoseToModel] and [Palette]:
// where they exceed the cache, because arithmetic then overlaps with the writes to memory.
const LargePalettes = 8 << 20 / 4
