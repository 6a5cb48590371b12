// Package module runs kernels in WebAssembly SIMD inside of Go programs that browsers and Node run.
//
// Go's compiler has no vector instructions for WebAssembly. A second module has them and works in
// the memory of the Go program. [Load] compiles it and connects both while the program starts;
// nothing has to be copied, neither on a page nor beside wasm_exec.js, and programs without vector
// instructions, or with a changed wasm_exec.js, run the kernels in plain Go.
//
// Calls take three steps, because the imports of the Go program are set before the second module
// can exist, which imports the program's memory:
//
//  1. A Go function without a body is declared to be syscall/js.valueLength, which wasm_exec.js
//     provides: it reads the property length of the JavaScript object whose reference is the
//     function's first parameter.
//  2. That object has the module's function as the getter of length.
//  3. The getter finds the program's stack pointer, and on the stack the number of the kernel,
//     after it the parameters, as assembly would.
//
// In Node 20 such a call takes 25 to 35 ns, a call of an imported JavaScript function that forwards
// it to the second module 21 ns, and one of an imported WebAssembly function that forwards it
// through a table 17 ns. The last two would need JavaScript of ours before each program starts.
package module
