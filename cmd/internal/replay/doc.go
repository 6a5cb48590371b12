// Package replay reads and plays files of package rewind, for the commands that take some.
//
//   - [Is] reports whether a file is one. [Open] reads it, and [Notes] are the lines of its note.
//   - [Load] loads its assets: those inside, or those of files that the user names.
//   - [Play] plays its frames in a world, as far as they are as they were.
package replay
