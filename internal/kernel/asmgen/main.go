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
	set   = flag.String("set", "kernel", "which kernels: kernel, solve, springs or feet")
	plain = flag.String("plain", "", "file for the plain Go versions of the programs of the sets solve, springs and feet")
)

func main() {
	flag.Parse()
	ConstraintExpr("amd64,!noasm")
	switch *set {
	case "solve":
		write(solvers())
	case "springs":
		write(springs())
		gather()
		scatter()
	case "feet":
		write(feet())
	default:
		kernels()
	}
	Generate()
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
	slerpKeys()
	lerpKeys()
	vertices()
	vertexDistances()
}

// finish returns from a kernel. It clears the upper halves of the registers, because Go's SSE code is slow on Intel's
// processors otherwise.
func finish() {
	VZEROUPPER()
	RET()
}
