// Package hdr reads pictures of real surroundings in Radiance's format (.hdr), as light for
// package render.
//
//   - [Open] reads a file, [Decode] a stream; both return a
//     [github.com/sinew-go/sinew/systems/render.Environment].
//
// It is a package of its own, so that programs that read no such pictures do not contain the
// decoder.
package hdr
