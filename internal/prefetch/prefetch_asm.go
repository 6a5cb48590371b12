//go:build (amd64 || arm64) && !noasm

package prefetch

import "unsafe"

const hasInstruction = true

// load asks for lines from an address on.
//
//go:noescape
func load(address unsafe.Pointer, lines int)
