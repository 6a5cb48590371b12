// Package webgl implements package gpu for the WebGL 2 context of a canvas, in programs compiled to
// WebAssembly. On other machines it is empty.
//
//   - Open returns the context of a canvas.
//   - Adopt gives a texture of the page a name, Forget gives the name back; Object returns the
//     texture that has a name.
//
// Objects of WebGL are JavaScript values; the numbers that name them here are indices of a table.
// Data are copied to memory of JavaScript, and from there by WebGL. The functions of the context
// are looked up once, bound to it.
package webgl
