package module

import (
	"syscall/js"
	"unsafe"
)

// value is how package syscall/js holds a JavaScript value.
type value struct {
	_         [0]func()
	reference uint64
	finalizer *uint64
}

// The references to two values that every Go program in JavaScript has.
const (
	objectReference = 0x7ff80001 << 32 // the bits of every reference to an object
	globalReference = objectReference | 5
	goReference     = objectReference | 6 // the instance of the class Go in wasm_exec.js
)

// kept are the loaded modules, so that their references stay valid.
var kept []js.Value

// Load compiles a module and returns the reference to it that its functions take as their first
// parameter. It reports false if this program cannot run it.
func Load(code []byte) (reference uint64, ok bool) {
	defer func() {
		if recover() != nil {
			// JavaScript threw an error: there are no vector instructions, or something is unlike
			// expected
			reference, ok = 0, false
		}
	}()
	program, known := instance()
	if !known {
		return 0, false
	}
	exports := program.Get("exports")
	bytes := js.Global().Get("Uint8Array").New(len(code))
	js.CopyBytesToJS(bytes, code)
	web := js.Global().Get("WebAssembly")
	loaded := web.Get("Instance").New(web.Get("Module").New(bytes), map[string]any{
		"go": map[string]any{"mem": exports.Get("mem"), "getsp": exports.Get("getsp")},
	})
	object := js.Global().Get("Object").New()
	js.Global().Get("Object").
		Call("defineProperty", object, "length", map[string]any{"get": loaded.Get("exports").Get("run")})
	reference = (*value)(unsafe.Pointer(&object)).reference
	var answer uint32
	probe(reference, 0, &answer)
	if answer != magic {
		return 0, false
	}
	kept = append(kept, object)
	return reference, true
}

// instance returns this program's WebAssembly.Instance, which wasm_exec.js keeps. Package
// syscall/js knows the value but does not export it.
func instance() (js.Value, bool) {
	v := js.Global()
	if unsafe.Sizeof(v) != unsafe.Sizeof(value{}) || (*value)(unsafe.Pointer(&v)).reference != globalReference {
		return js.Value{}, false
	}
	(*value)(unsafe.Pointer(&v)).reference = goReference
	if v.Type() != js.TypeObject {
		return js.Value{}, false
	}
	found := v.Get("_inst")
	return found, found.InstanceOf(js.Global().Get("WebAssembly").Get("Instance"))
}

// magic is what the probe of a module stores.
const magic = 0x534e4557

// probe is the function with number 0 of every module.
//
//go:wasmimport gojs syscall/js.valueLength
//go:noescape
func probe(module uint64, number int, to *uint32)
