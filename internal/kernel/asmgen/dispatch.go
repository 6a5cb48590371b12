package main

import "strings"

// dispatches are the files in which a package of kernels finds out whether it uses its assembly, by
// the end of their names. In them PACKAGE is the package, and MACHINES the constraint of the
// machines with its assembly.
var dispatches = map[string]string{
	"amd64": `//go:build !noasm

package PACKAGE

import (
	"os"

	"golang.org/x/sys/cpu"
)

// hasAssembly reports whether this processor can run the assembly, which is AVX2.
var hasAssembly = cpu.X86.HasAVX2

// assembly reports whether the assembly is used. The environment variable SINEW_NOASM turns it off, as the build tag noasm does.
var assembly = hasAssembly && os.Getenv("SINEW_NOASM") == ""
`,
	"arm64": `//go:build !noasm

package PACKAGE

import "os"

// hasAssembly reports whether this processor can run the assembly: every arm64 processor that Go supports has NEON.
const hasAssembly = true

// assembly reports whether the assembly is used. The environment variable SINEW_NOASM turns it off, as the build tag noasm does.
var assembly = os.Getenv("SINEW_NOASM") == ""
`,
	"js": `//go:build !noasm

package PACKAGE

import (
	_ "embed"
	"os"

	"github.com/sinew-go/sinew/internal/kernel/module"
)

//go:embed PACKAGE.wasm
var code []byte

// loaded is the reference to the module of this package, and hasAssembly reports whether this browser or Node can run it: whether
// it has WebAssembly SIMD.
var loaded, hasAssembly = module.Load(code)

// assembly reports whether the module is used. The environment variable SINEW_NOASM turns it off, as the build tag noasm does.
var assembly = hasAssembly && os.Getenv("SINEW_NOASM") == ""
`,
	"other": `//go:build !(MACHINES) || noasm

package PACKAGE

// assembly is false: there is no assembly, and every kernel runs in plain Go.
const assembly = false
`,
}

// writeDispatch writes the files of [dispatches] for the machines that have the package's assembly,
// and for all others.
func (k *kernelPackage) writeDispatch() {
	for end, text := range dispatches {
		if k.amd64 && (end == "arm64" || end == "js") {
			continue
		}
		text = strings.NewReplacer("PACKAGE", k.name, "MACHINES", k.machines()).Replace(text)
		writeGo(k.file("dispatch_"+end+".go"), generatedBy+"\n\n"+text)
	}
}
