//go:build !noasm

package inertia

import "os"

// hasAssembly reports whether this processor can run the assembly: every arm64 processor that Go supports has NEON.
const hasAssembly = true

// assembly reports whether the assembly is used. The environment variable SINEW_NOASM turns it off, as the build tag noasm does.
var assembly = os.Getenv("SINEW_NOASM") == ""
