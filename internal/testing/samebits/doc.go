// Package samebits helps tests that compare two implementations of the same numbers bit by bit,
// such as a kernel's assembly and its plain Go.
//
//   - [Fill] makes inputs of every kind: ordinary numbers, infinities, NaN, subnormal numbers, any
//     bit patterns.
//   - [Special] picks one of the numbers on which implementations are likely to differ.
//   - [Require] fails where the bits of two results differ.
package samebits
