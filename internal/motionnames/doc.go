// Package motionnames is how JSON documents name motions of a library: by a name, and by a key
// where several motions have that name.
//
//   - [Find] returns the motion that a document names.
//   - [Key] returns the key that a document needs beside a name.
package motionnames
