package main

import (
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
	weigh()
	accumulate()
	normalize()
	blend()
	accumulateMasked()
	add()
	subtract()
	decay()
	transpose()
	localToModel()
	poseToModel()
	poseToPalette()
	palette()
	sample()
	morph()
	finite()
	skin()
	bounds()
	Generate()
}

// finish ends a kernel. The upper halves of the registers must be clear, or the SSE code that Go is compiled to is slow after it
// on Intel's processors.
func finish() {
	VZEROUPPER()
	RET()
}
