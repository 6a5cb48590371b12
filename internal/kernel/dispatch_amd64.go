//go:build amd64 && !noasm

package kernel

import (
	"os"

	"golang.org/x/sys/cpu"
)

//go:generate sh -c "cd asmgen && go run . -out ../kernel_amd64.s -stubs ../stubs_amd64.go -fallback ../stubs_other.go -pkg kernel"

// avx2 reports whether the AVX2 versions are used. The environment variable SINEW_NOASM turns them off, as the build tag
// noasm does.
var avx2 = cpu.X86.HasAVX2 && os.Getenv("SINEW_NOASM") == ""
