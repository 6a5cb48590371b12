//go:build !noasm

package inertia

import (
	_ "embed"
	"os"

	"github.com/sinew-go/sinew/internal/kernel/module"
)

//go:embed inertia.wasm
var code []byte

// loaded is the reference to the module of this package, and hasAssembly reports whether this browser or Node can run it.
var loaded, hasAssembly = module.Load(code)

// assembly reports whether the module is used. The environment variable SINEW_NOASM turns it off, as the build tag noasm does.
var assembly = hasAssembly && os.Getenv("SINEW_NOASM") == ""
