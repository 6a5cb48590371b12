//go:build (amd64 || arm64) && !noasm

package prefetch

import "unsafe"

const hasInstruction = true

// load asks for lines from an address on.
//
//go:noescape
func load(address unsafe.Pointer, lines int)

// loadPieces asks for pieces of some lines each, a stride in bytes apart.
//
//go:noescape
func loadPieces(address unsafe.Pointer, pieces, lines, stride int)

// loadTwo asks for the lines at two addresses.
//
//go:noescape
func loadTwo(a, b unsafe.Pointer)
