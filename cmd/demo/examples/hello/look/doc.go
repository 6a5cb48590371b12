// Command look is the third step of docs/hello.md: a fox walks in a window and looks at the mouse.
//
// It opens the file Fox.glb of the present folder.
package main
