// Package text prints the demo's tables and numbers.
//
//   - [Table] prints rows under a header.
//   - [Bytes] and [Seconds] write quantities for people.
//   - [Plain] makes a name from a file safe to print.
package text
