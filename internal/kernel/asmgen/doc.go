// Command asmgen generates the assembly of the kernels: AVX2 with avo, in this package, and NEON with package neon, in package arm64. Programs
// ([program]) are described once for both, and for plain Go. Run go generate in package kernel. It is a separate module, so that the library
// does not depend on avo.
package main
