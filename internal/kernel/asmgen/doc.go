// Command asmgen generates the AVX2 versions of the kernels, with avo. Run go generate in package kernel. It is a
// separate module, so that the library does not depend on avo.
package main
