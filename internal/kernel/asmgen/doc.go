// Command generate writes the AVX2 versions of the kernels. Run it by go generate in the folder above. It is a module of its
// own, so that the library does not depend on what it needs.
package main
