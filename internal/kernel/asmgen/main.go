package main

import (
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"log"
	"os"
	"regexp"
	"strings"

	. "github.com/mmcloughlin/avo/build"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/avx512"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/layout"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/neon"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/simd128"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/wasm"
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
	set     = flag.String("set", "kernel", "which kernels: kernel, solve, springs, feet, inertia, skinning, sorted or wide")
	armFile = flag.String("neon", "", "file for the arm64 assembly")
	plain   = flag.String("plain", "", "file for the plain Go versions of the programs of all sets but kernel")
	webFile = flag.String("wasm", "", "file for the WebAssembly module")
	web     = flag.String("web", "", "file for the declarations of the WebAssembly module's functions")

	fallback = flag.String("fallback", "", "file for empty functions that replace the assembly on other machines")
)

func main() {
	flag.Parse()
	if *set != "wide" && *set != "sorted" {
		ConstraintExpr("amd64,!noasm arm64,!noasm") // the stubs serve both
	}
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
	case "wide":
		avx512.Skin()
		paletteWide()
		Generate()
		return
	case "sorted":
		sorted()
	case "skinning":
		programs = duals()
		write(programs)
		sum()
	case "inertia":
		programs = inertias()
		write(programs)
		stream()
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
		case "skinning":
			simd128.Generator{Function: func(name string) simd128.Machine { return arm.Function(name) }}.Sum()
		case "springs":
			narrowMoveLanes(arm.Function("gatherAsm"), true)
			narrowMoveLanes(arm.Function("scatterAsm"), false)
		case "inertia":
			narrowStream(arm.Function("streamAsm"))
		default:
			simd128.Generator{Function: func(name string) simd128.Machine { return arm.Function(name) }}.Kernels()
		}
		arm.Write(*armFile)
	}
	if *webFile != "" {
		module := wasm.NewModule("go run . -set "+*set, flag.Lookup("stubs").Value.String())
		for _, p := range programs {
			p.assembleWasm(module)
		}
		switch *set {
		case "solve", "feet":
		case "skinning":
			simd128.Generator{Function: func(name string) simd128.Machine { return module.Function(name) }}.Sum()
		case "springs":
			narrowMoveLanes(module.Function("gatherAsm"), true)
			narrowMoveLanes(module.Function("scatterAsm"), false)
		case "inertia":
			narrowStream(module.Function("streamAsm"))
		default:
			simd128.Generator{Function: func(name string) simd128.Machine { return module.Function(name) }}.Kernels()
		}
		module.Write(*webFile, *web, flag.Lookup("pkg").Value.String())
	}
	if *fallback != "" {
		writeFallback(flag.Lookup("stubs").Value.String(), *fallback, flag.Lookup("pkg").Value.String())
	}
}

// checkRegisters refuses assembly that needs AVX-512: where 16 vector registers are not enough, avo takes those that only
// AVX-512 has, and processors without it cannot run the instruction.
func checkRegisters(file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		log.Fatal(err)
	}
	function := ""
	for i, line := range strings.Split(string(text), "\n") {
		if strings.HasPrefix(line, "TEXT ") {
			function = strings.Fields(line)[1]
		}
		if found := beyondAVX2.FindString(line); found != "" {
			log.Fatalf("%s:%d: %s: register %s exists in AVX-512 only: use fewer at once", file, i+1, function, found)
		}
	}
}

// beyondAVX2 matches the vector and mask registers that AVX2 does not have.
var beyondAVX2 = regexp.MustCompile(`\b([XY](1[6-9]|2[0-9]|3[01])|Z[0-9]+|K[0-7])\b`)

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
	lerpRows()
	lerpRotations()
	nlerpRotations()
	nlerpUnit()
	haveUnitLength()
	accumulateMasked()
	add()
	subtract()
	transpose()
	transposeBack()
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
	move()
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

// writeFallback writes an empty function for each function in the stubs file, with the same signature. Package kernel
// then compiles without assembly; the functions are never called.
func writeFallback(stubs, file, pkg string) {
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, stubs, nil, 0)
	if err != nil {
		log.Fatal(err)
	}
	var b strings.Builder
	machines := "amd64 || arm64"
	if *webFile != "" {
		machines += " || js"
	}
	fmt.Fprintf(&b, "// Code generated by command: go run . -fallback. DO NOT EDIT.\n\n//go:build !(%s) || noasm\n\npackage %s\n", machines, pkg)
	for _, d := range parsed.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		for _, field := range f.Type.Params.List {
			for _, name := range field.Names {
				name.Name = "_"
			}
		}
		results := ""
		if f.Type.Results != nil {
			results = " panic(\"there is no assembly\") "
		}
		var signature strings.Builder
		if err := format.Node(&signature, fset, &ast.FuncDecl{Name: f.Name, Type: f.Type}); err != nil {
			log.Fatal(err)
		}
		fmt.Fprintf(&b, "\n%s {%s}\n", signature.String(), results)
	}
	source, err := format.Source([]byte(b.String()))
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(file, source, 0o666); err != nil {
		log.Fatal(err)
	}
}
