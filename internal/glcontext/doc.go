// Package glcontext opens visible and hidden windows with an OpenGL 3.3 core context.
//
//   - [Open] returns a [Context], as its [Options] say, that is current on the calling goroutine,
//     which it locks to its operating system thread. On Linux a hidden one needs no display: EGL
//     draws into memory, on a graphics card if there is one.
//   - [ErrNoDisplay] is the error, for [errors.Is], where neither can be had.
//
// Multisampling is off: package render draws to its own multisampled targets and copies the
// finished picture to the window.
package glcontext
