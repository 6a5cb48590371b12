// Package steps does steps of frames that only programs with assets of a certain kind contain. What
// makes the first such asset opens the [Door] for the steps, and systems send these through it: a
// linker leaves out the methods of interfaces that nothing calls, and with them what they do.
//
//   - [Graphs], [Databases] and [Stacks] are the doors.
package steps
