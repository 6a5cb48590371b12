package main

import (
	"flag"

	. "github.com/mmcloughlin/avo/build"
)

// The layout of package kernel, in bytes.
const (
	lanes       = 8
	row         = 4 * lanes
	groupSize   = 10 * row
	matrixSize  = 12 * 4
	blockMatrix = 12 * row
)

func main() {
	ConstraintExpr("amd64,!noasm")
	scale()
	accumulate()
	normalize()
	blend()
	accumulateMasked()
	add()
	subtract()
	applyInertia()
	transpose()
	localToModel()
	poseToModel()
	poseToPalette()
	palette()
	sample()
	addScaled()
	finite()
	skin()
	bounds()
	Generate()
	if *fallback != "" {
		writeFallback(flag.Lookup("stubs").Value.String(), *fallback, flag.Lookup("pkg").Value.String())
	}
}

// finish ends a kernel. The upper halves of the registers must be clear, or the SSE code that Go is compiled to is slow after it
// on Intel's processors.
func finish() {
	VZEROUPPER()
	RET()
}
