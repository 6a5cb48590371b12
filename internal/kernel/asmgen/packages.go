package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/avx512"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/simd128"
)

// kernelPackage is a package of kernels. All of its generated files follow from it.
type kernelPackage struct {
	name   string
	folder string            // where it is, from here
	shared func() []*program // kernels that are described once for all machines and plain Go, or nil
	wide   func()            // writes its other kernels for amd64, or nil
	// narrow writes its other kernels for machines with registers of 16 bytes, or is nil.
	narrow  func(function func(name string) simd128.Machine)
	structs bool // its assembly for amd64 reads fields of Go structs, whose offsets the compiler writes to go_asm.h
	amd64   bool // it has assembly for amd64 alone
	avx512  bool // its kernels need AVX-512, and their caller finds out whether the processor has it
}

// packages are all packages of kernels. The scripts in .ci and go generate read no list of their
// own: they take each folder in internal/kernel.
var packages = []*kernelPackage{
	{name: "kernel", folder: "..", structs: true, wide: kernels, narrow: func(function func(string) simd128.Machine) {
		simd128.Generator{Function: function}.Kernels()
	}},
	{name: "solve", folder: "../solve", shared: solvers},
	{name: "springs", folder: "../springs", shared: springs, wide: moveLanes, narrow: narrowMoveLanes},
	{name: "feet", folder: "../feet", shared: feet},
	{name: "inertia", folder: "../inertia", shared: inertias, wide: stream, narrow: narrowStream},
	{
		name: "skinning", folder: "../skinning", shared: duals, wide: sum,
		narrow: func(function func(string) simd128.Machine) {
			simd128.Generator{Function: function}.Sum()
		},
	},
	{name: "nearest", folder: "../nearest", wide: nearest, narrow: func(function func(string) simd128.Machine) {
		simd128.Generator{Function: function}.Nearest()
	}},
	{
		name: "spheres", folder: "../spheres", shared: spheres, wide: sphereTests,
		narrow: func(function func(string) simd128.Machine) {
			simd128.Generator{Function: function}.SphereTests()
		},
	},
	{name: "sorted", folder: "../sorted", wide: sorted, amd64: true},
	{name: "wide", folder: "../wide", wide: wideKernels, amd64: true, avx512: true},
}

// wideKernels are the kernels of package wide.
func wideKernels() {
	avx512.Skin()
	paletteWide()
	paletteEachWide()
}

// machines returns the build constraint of the machines that have the package's assembly.
func (k *kernelPackage) machines() string {
	if k.amd64 {
		return "amd64"
	}
	return "amd64 || arm64 || js"
}

// constrain writes the build constraint of the declarations of the assembly, which amd64 and arm64
// share.
func (k *kernelPackage) constrain() {
	if k.amd64 {
		ConstraintExpr("amd64,!noasm")
	} else {
		ConstraintExpr("amd64,!noasm arm64,!noasm")
	}
}
