//go:build !(amd64 || arm64) || noasm

package prefetch

import "unsafe"

const hasInstruction = false

func load(unsafe.Pointer, int) {}

func loadPieces(unsafe.Pointer, int, int, int) {}

func loadTwo(_, _ unsafe.Pointer) {}
