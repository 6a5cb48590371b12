// Package picture turns pictures of Go's standard library into images of materials, and back.
//
//   - [New] makes a [mesh.Image] of any [image.Image], such as one that image/png has decoded.
//   - [NRGBA] is the other way, to encode or to show an image.
//
// Package mesh itself holds plain bytes, so that programs without pictures do not contain package
// image.
package picture
