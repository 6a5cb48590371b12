// Package wasm writes modules of WebAssembly whose functions work on the memory of a Go program, 4
// float32 an instruction. They use the fixed-width instructions on 128 bits and none of the relaxed
// ones, so IEEE 754 gives every bit.
//
// A module imports the program's memory and its stack pointer. Its functions find their parameters
// where assembly finds them: on Go's stack. The module exports one function without parameters,
// which calls the function whose number is on the stack; package internal/kernel/module tells how a
// Go program calls it.
package wasm
