// Package glcontext opens windows that OpenGL 3.3 core can draw to, visible ones and hidden ones.
//
//   - [Open] makes a [Context] current on the calling goroutine, which it ties to its operating system thread.
//   - [ErrNoDisplay] is the reason to look for with [errors.Is] where a machine has no screen, real or virtual.
//
// Multisampling is off: package render draws to multisampled targets of its own and copies the finished picture over.
package glcontext
