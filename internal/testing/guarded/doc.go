// Package guarded helps tests that find reads and writes outside the memory that a kernel gets:
// assembly that reads one row too many is right until the next page is not there.
//
//   - [Run] calls functions with arguments between two pages without access: once with each argument
//     at the start of its memory, once at the end. It also fails for an exported function of the
//     package under test that it was not given.
//   - [Memory] makes the arguments, by [Floats], [Zeros] and [Copy].
//
// It needs the memory protection of Linux; elsewhere [Run] skips the test.
package guarded
