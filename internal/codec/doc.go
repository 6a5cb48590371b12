// Package codec writes numbers, entities and matrices to bytes and reads them, little-endian on
// every machine.
//
// # Outline
//
//   - PutUint32 and the like write one number at the beginning of a slice, GetUint32 and the like
//     read one.
//   - [PutFloats], [GetFloats], [PutMatrix] and [GetMatrix] work on runs of numbers and return what
//     remains.
//   - [PutEntity] and [GetEntity] are for entities of arche.
//   - [Extend] makes room at the end of a slice.
//   - [ErrTruncated] and [Damaged] are what a check of such bytes returns.
//
// The slices must be long enough: whoever reads bytes from outside checks their length first.
package codec
