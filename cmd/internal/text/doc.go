// Package text formats the demo's tables and numbers.
//
//   - [Table] prints rows under a header.
//   - [Bytes] and [Seconds] format quantities.
//   - [Printable] makes a name from a file safe to print.
package text
