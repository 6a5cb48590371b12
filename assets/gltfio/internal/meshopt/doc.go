// Package meshopt decodes the compressed buffer views of the glTF extensions
// EXT_meshopt_compression and KHR_meshopt_compression.
//
//   - [Decode] returns the decoded bytes of one buffer view.
//   - [Mode] selects the codec: attributes (versions 0 and 1), triangles or an index sequence.
//   - [Filter] selects the transformation of decoded attributes: octahedral, quaternion,
//     exponential or color.
//
// Appendices A and B of the extensions describe the codecs and the filters. A stream that does not
// follow them to the last byte is an error. The result is the same on every machine.
package meshopt
