// Package record writes numbers, texts and lists one after another as bytes, little-endian on every
// machine, and reads them from bytes that nobody has checked.
//
// # Outline
//
//   - [Append32], [Append64] and [AppendFloats] append to a slice.
//   - [Reader] reads in the same order. It never reads past the end and allocates no list that the
//     bytes that are left could not hold; [Reader.Err] tells where they ended too early.
//   - [Checksum] is the CRC-32C of bytes.
package record
