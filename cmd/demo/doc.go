// Command demo draws animated characters. The command sinew has the tools that need no picture.
//
//	demo [view] [file.glb ...]    draw the built-in mannequin, or files, in a window or a file
//	demo view --scene locomotion  draw a mannequin that keys or a script steer
//	demo view a.glb --clips b.glb draw a character with the clips of another one
//	demo view --scene NAME        draw another scene; view -h lists them
//	demo replay file              play a recording of that scene, or --verify it
//	demo replay bug.sinew         show the frames that a program kept, in a window in its timeline
//	demo plot file.glb out.svg    plot the curves of a clip into an .svg or .png file
//
// In the scene locomotion, w, s, a and d make the character go, stop and turn; space makes it leap,
// and v wave. b fades in an additive layer with the trunk of the dance, and n a layer with the arms
// of the run, in the sync group of the legs. With --press w,b,n these keys are pressed in a film,
// too. With --record file the keys, or the script, and a hash of each frame are recorded; replay
// runs them again and reports at which frame and entity the result differs. view -h lists all keys.
//
// view --scene NAME -h tells what to look for in a scene. Films are GIF files, pictures PNG files.
//
// The window has a panel with what the selected character plays, which the mouse changes: clips,
// timelines, layers, blend spaces, parameters, morph weights, which parts are shown. A click on
// another character selects it, and c hides the panel. Clips of other files are retargeted while
// the window plays, and the panel lists each as it is ready.
//
// Each command has -h. Long flags work with one dash or two. The exit status is 0 for success; 1
// for an error, after one line that describes it; and 2 for an invalid command line.
//
// The scenes are shown in docs/gallery.md, together with what answers each of the samples of
// ozz-animation.
//
// The package web in this folder is the demo as a web page, without these commands.
//
// Drawing needs cgo and OpenGL 3.3. Built with CGO_ENABLED=0, only plot and replay --verify work,
// and view returns an error.
package main
