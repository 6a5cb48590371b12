//go:build !noasm

package kernel

import "os"

// hasAssembly reports whether this processor can run the assembly: every arm64 processor that Go supports has NEON.
const hasAssembly = true

// assembly reports whether the assembly is used. The environment variable SINEW_NOASM turns it off, as the build tag noasm does.
var assembly = os.Getenv("SINEW_NOASM") == ""

// LargePalettes is the length of palettes, in float32 values, from which [PoseToPalette] is faster than [PoseToModel] and [Palette]:
// always, because it has enough registers to take each row of a model matrix to the palette right away.
const LargePalettes = 0
