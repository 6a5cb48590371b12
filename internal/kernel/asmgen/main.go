package main

import (
	"flag"
	"fmt"
	"os"
	"regexp"

	. "github.com/mmcloughlin/avo/build"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/arm64"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/layout"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/neon"
)

// The sizes of package kernel's data, in bytes.
const (
	lanes       = layout.Lanes
	row         = layout.Row
	groupSize   = layout.GroupSize
	matrixSize  = layout.MatrixSize
	blockMatrix = layout.BlockMatrix
)

var (
	set     = flag.String("set", "kernel", "which kernels: kernel, solve, springs or feet")
	armFile = flag.String("neon", "", "file for the arm64 assembly")
	plain   = flag.String("plain", "", "file for the plain Go versions of the programs of the sets solve, springs and feet")
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
	case "feet":
		programs = feet()
		write(programs)
	default:
		kernels()
	}
	Generate()
	checkRegisters(flag.Lookup("out").Value.String())
	if *armFile != "" {
		arm := neon.NewFile("go run . -set "+*set, flag.Lookup("stubs").Value.String())
		for _, p := range programs {
			p.assembleNeon(arm)
		}
		switch *set {
		case "solve", "feet":
		case "springs":
			neonMoveLanes(arm, "gatherAsm", true)
			neonMoveLanes(arm, "scatterAsm", false)
		default:
			arm64.Generator{File: arm}.Kernels()
		}
		arm.Write(*armFile)
	}
	if *fallback != "" {
		writeFallback(flag.Lookup("stubs").Value.String(), *fallback, flag.Lookup("pkg").Value.String())
	}
}

// checkRegisters panics if a file uses registers that AVX2 lacks: with too many values at once they are allocated, and the processors
// that have AVX2 alone cannot run them.
func checkRegisters(name string) {
	text, err := os.ReadFile(name)
	if err != nil {
		panic(err)
	}
	if found := regexp.MustCompile(`(?m)^.*\b[XYZ](1[6-9]|2[0-9]|3[01])\b.*$`).FindString(string(text)); found != "" {
		panic(fmt.Sprintf("%s: AVX2 has 16 registers: %s", name, found))
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
