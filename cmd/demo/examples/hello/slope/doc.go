// Command slope is the last step of docs/hello.md: a fox stands on a slope in a window and looks at
// the mouse.
//
// It opens the file Fox.glb of the present folder.
package main
