// Package text formats the tables and numbers of the commands.
//
//   - [Table] prints rows under a header.
//   - [Bytes], [Seconds] and [Count] format quantities.
//   - [Printable] makes a name from a file safe to print.
package text
