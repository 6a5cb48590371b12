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

var (
	set   = flag.String("set", "kernel", "which kernels: kernel or solve")
	plain = flag.String("plain", "", "file for the plain Go versions of the programs of the set solve")
)

func main() {
	flag.Parse()
	ConstraintExpr("amd64,!noasm")
	if *set == "solve" {
		programs := append(solvers(), springs()...)
		for _, p := range programs {
			p.assemble()
		}
		gather()
		scatter()
		writePlain(programs, *plain, *set)
	} else {
		kernels()
	}
	Generate()
	if *fallback != "" {
		writeFallback(flag.Lookup("stubs").Value.String(), *fallback, flag.Lookup("pkg").Value.String())
	}
}

// kernels are the kernels of package kernel.
func kernels() {
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
}

// finish returns from a kernel. It clears the upper halves of the registers, because Go's SSE code is slow on Intel's
// processors otherwise.
func finish() {
	VZEROUPPER()
	RET()
}
