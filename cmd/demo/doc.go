// Command demo shows what Sinew does: it draws animated characters, and tells what is in a glTF file.
//
//	demo [view] [file.glb ...]   draw the built-in mannequin, or files, in a window or into a picture or film
//	demo view --scene locomotion draw a mannequin that keys steer, or a script
//	demo inspect file.glb        list the joints, skins, meshes, materials and clips of a file
//	demo inspect graph.json      list the states and transitions of a graph, or with --dot draw them for Graphviz
//	demo pose file.glb           print where everything in a file is at some moments, as JSON
//
// In the scene locomotion w, s, a and d make the character go, stop and turn, space leap, v wave; b adds the dance of the trunk in a
// layer on top, n has the arms of a runner keep step with legs that walk. With --press w,b,n these are pressed in a picture, too.
// view -h lists all keys.
//
// Each has -h. Long flags work with one dash or two. The exit status is 0, or 1 after one line that says what is wrong, or
// 2 when the command line itself makes no sense.
//
// Drawing needs cgo and OpenGL 3.3. Built with CGO_ENABLED=0 the command has inspect and pose alone, and view says so.
package main
