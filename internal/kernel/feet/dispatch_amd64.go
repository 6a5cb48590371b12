//go:build amd64 && !noasm

package feet

import (
	"os"

	"golang.org/x/sys/cpu"
)

// avx2 reports whether the AVX2 versions are used. The environment variable SINEW_NOASM turns them off, as the build tag
// noasm does.
var avx2 = cpu.X86.HasAVX2 && os.Getenv("SINEW_NOASM") == ""
