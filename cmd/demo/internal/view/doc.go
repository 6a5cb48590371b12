// Package view draws the demo's scenes: in a window, or without one into a GIF or PNG file.
//
//   - [Input] is the models to draw; [Options], after [Options.Complete], how to draw them, and
//     from where ([Camera]). A wrong option is an [OptionError].
//   - [Run] draws.
//   - [Available] reports whether this build can draw: drawing needs cgo.
//   - [Help], [Keys] and [SteeringKeys] describe the window's keys.
//
// Beside the picture the window shows the panel of package workbench, unless the scene is recorded
// or replayed.
//
// All calls must be made on the main goroutine's thread, which macOS requires for windows.
package view
