// Command walk is the first step of docs/hello.md: a fox walks, and the program prints where a paw
// is.
//
// It opens the file Fox.glb of the present folder.
package main
