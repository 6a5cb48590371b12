// Command asmgen generates the assembly of the kernels: AVX2 with avo, in this package; NEON with
// package neon and WebAssembly SIMD with package wasm, both from the descriptions in package
// simd128. Programs ([program]) are described once for all of them, and for plain Go. The packages
// are listed once, in packages.go, and the rows of arguments in package layout of the library. Run
// go generate in package kernel, or here go run . -package NAME for one. It is a separate module,
// so that the library does not depend on avo.
package main
