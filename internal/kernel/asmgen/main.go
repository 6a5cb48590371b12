package main

import (
	"flag"

	. "github.com/mmcloughlin/avo/build"
)

// The sizes of package kernel's data, in bytes.
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
	poseToModelOne()
	paletteOne()
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

// finish returns from a kernel. It clears the upper halves of the registers, because Go's SSE code is slow on Intel's
// processors otherwise.
func finish() {
	VZEROUPPER()
	RET()
}
