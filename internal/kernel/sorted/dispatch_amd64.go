//go:build !noasm

package sorted

import (
	"os"

	"golang.org/x/sys/cpu"
)

// hasAssembly reports whether this processor can run the assembly, which is AVX2.
var hasAssembly = cpu.X86.HasAVX2

// assembly reports whether the assembly is used. The environment variable SINEW_NOASM turns it off, as the build tag noasm does.
var assembly = hasAssembly && os.Getenv("SINEW_NOASM") == ""
