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
	normalise()
	transpose()
	localToModel()
	palette()
	sample()
	morph()
	finite()
	skin()
	bounds()
	Generate()
}
