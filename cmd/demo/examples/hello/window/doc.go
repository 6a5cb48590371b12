// Command window is the second step of docs/hello.md: a fox walks in a window.
//
// It opens the file Fox.glb of the present folder.
package main
