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
	set     = flag.String("set", "kernel", "which kernels: kernel, solve or springs")
	armFile = flag.String("neon", "", "file for the arm64 assembly")
	plain   = flag.String("plain", "", "file for the plain Go versions of the programs of the sets solve and springs")
)

func main() {
	flag.Parse()
	ConstraintExpr("amd64,!noasm arm64,!noasm") // the stubs serve both
	var programs []*program
	switch *set {
	case "solve":
		programs = solvers()
		write(programs)
	case "springs":
		programs = springs()
		write(programs)
		gather()
		scatter()
	default:
		kernels()
	}
	Generate()
	if *armFile != "" {
		arm.readStubs(flag.Lookup("stubs").Value.String())
		for _, p := range programs {
			p.assembleNeon()
		}
		switch *set {
		case "solve":
		case "springs":
			neonMoveLanes("gatherAsm", true)
			neonMoveLanes("scatterAsm", false)
		default:
			neonKernels()
		}
		arm.write(*armFile)
	}
	if *fallback != "" {
		writeFallback(flag.Lookup("stubs").Value.String(), *fallback, flag.Lookup("pkg").Value.String())
	}
}

// write writes programs as assembly and as Go.
func write(programs []*program) {
	for _, p := range programs {
		p.assemble()
	}
	writePlain(programs, *plain, *set)
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
	poseToModelOne()
	paletteOne()
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
