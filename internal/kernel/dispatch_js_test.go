//go:build !noasm

package kernel

import (
	"os"
	"syscall/js"
	"testing"

	"github.com/sinew-go/sinew/internal/kernel/module"
)

func TestNodeRunsTheModule(t *testing.T) {
	if !hasAssembly {
		t.Fatal("the module of kernels was not loaded")
	}
	if assembly != (os.Getenv("SINEW_NOASM") == "") {
		t.Fatalf("assembly = %t with SINEW_NOASM=%q", assembly, os.Getenv("SINEW_NOASM"))
	}
}

func TestProgramsThatCannotRunTheModuleDoWithout(t *testing.T) {
	broken := append([]byte(nil), code...)
	broken[len(broken)-1] ^= 0xff
	web := js.Global().Get("WebAssembly")
	for _, c := range []struct {
		what string
		code []byte
		web  js.Value
	}{
		{"instructions that the browser does not know", broken, web},
		{"no bytes", nil, web},
		{"a module of something else", []byte("\x00asm\x01\x00\x00\x00"), web},
		{"no WebAssembly.Module", code, js.Undefined()},
	} {
		js.Global().Set("WebAssembly", c.web)
		_, ok := module.Load(c.code)
		js.Global().Set("WebAssembly", web)
		if ok {
			t.Errorf("%s: the module was loaded", c.what)
		}
	}
	if _, ok := module.Load(code); !ok {
		t.Error("the module cannot be loaded again")
	}
}

// The kernels must not move parameters to the heap: a frame allocates nothing.
func TestCallsOfTheModuleAllocateNothing(t *testing.T) {
	if allocations := testing.AllocsPerRun(100, func() {
		var bounds [BoundsSize]float32
		var model [BlockMatrixSize]float32
		boxes, joints := [JointBoxSize]float32{}, [1]int16{}
		EmptyBounds(&bounds)
		boundsAsm(&bounds[0], &model[0], &joints[0], 1, &boxes[0])
		if bounds[0] != 0 {
			panic("the kernel did not run")
		}
	}); allocations != 0 {
		t.Fatalf("%v allocations", allocations)
	}
}
